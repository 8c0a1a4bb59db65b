/** Colours of nimbers: viridis, as in the pictures of the library, and black or white text on each. */

const VIRIDIS = (
  '440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c ' +
  '1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725'
).split(' ');

/** @type {Map<string, string>} */
const inks = new Map();
/** @type {Map<number, string>} */
const colours = new Map();

const HALF = 5; // the nimber in the middle of the scale

/**
 * The colour of a nimber on a board: one scale for all boards, so that a colour keeps its meaning in a game.
 * @param {number} nimber
 */
export function ofNimber(nimber) {
  const colour = colours.get(nimber) ?? ofValue(nimber / (nimber + HALF), 1);
  colours.set(nimber, colour);
  return colour;
}

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
  let ink = inks.get(colour);
  if (!ink) {
    const light = luminance(colour);
    ink = 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
    inks.set(colour, ink);
  }
  return ink;
}

/** @param {string} hex */
function parse(hex) {
  return [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/** @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = parse(colour.slice(1)).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
