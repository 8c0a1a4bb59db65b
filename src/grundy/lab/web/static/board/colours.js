/** Colours of nimbers: viridis, as in the pictures of the library, and black or white text on each. */

const VIRIDIS = (
  '440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c ' +
  '1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725'
).split(' ');

const HALF = 5; // the nimber in the middle of the scale

/** @type {Map<number, {background: string, color: string}>} each cell of a large board asks for one */
const styles = new Map();

/** The style of a nimber on a board: one scale for all boards, so that a colour keeps its meaning in a game. */
export function onNimber(/** @type {number} */ nimber) {
  let found = styles.get(nimber);
  if (!found) {
    const background = ofValue(nimber / (nimber + HALF), 1);
    styles.set(nimber, (found = { background, color: inkOn(background) }));
  }
  return found;
}

export const ofNimber = (/** @type {number} */ nimber) => onNimber(nimber).background;

/**
 * @param {number} value
 * @param {number} top the largest value of the scale
 * @returns {string} a colour such as #440154
 */
export function ofValue(value, top) {
  const place = ((VIRIDIS.length - 1) * Math.min(value, top)) / Math.max(top, 1);
  const below = Math.min(Math.floor(place), VIRIDIS.length - 2);
  const [low, high] = [parse(VIRIDIS[below]), parse(VIRIDIS[below + 1])];
  const mixed = low.map((part, i) => Math.round(part + (high[i] - part) * (place - below)));
  return '#' + mixed.map((part) => part.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} colour
 * @returns {string} black or white, whichever has the higher contrast (WCAG 2.2)
 */
export function inkOn(colour) {
  const light = luminance(colour);
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

function parse(/** @type {string} */ hex) {
  return [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

function luminance(/** @type {string} */ colour) {
  const [red, green, blue] = parse(colour.slice(1)).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
