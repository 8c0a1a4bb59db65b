/** New positions to play: a puzzle of a level, or another board of the same size. */

import { ask, randomSeed } from '../base/api.js';
import { games, hasSizes } from '../base/catalogue.js';
import { el, set } from '../base/dom.js';
import { remember, remembered } from '../base/memory.js';
import { keepDealt } from '../base/recent.js';
import { letteredRows } from '../board/rows.js';
import { spoken, t } from '../base/words.js';

const LEVELS = ['ten', 'one', 'large', 'sum'];
const MOST_PRINTED = 20; // rows and columns of a board in a worksheet, so that it is ready at once
const MOST_EXERCISES = 60;
const DENSITY = 0.2;

/**
 * @param {(level: string) => void} next is called for the next puzzle of a level
 * @param {() => Part[]} current returns the current position
 */
export function puzzleCard(next, current) {
  const chosen = remembered('level') ?? 'ten';
  const level = el('select', { id: 'level', onchange: () => remember('level', level.value) },
    ...LEVELS.map((name) => el('option', { value: name, selected: name === chosen }, t(`level.${name}`))));
  return el('div', { class: 'cards' },
    el('div', { class: 'field' }, el('label', { for: 'level' }, t('puzzle.level')), level), el('div', { class: 'row wrap' }, el('button', { type: 'button', 'data-act': 'puzzle', onclick: () => next(level.value) }, t('puzzle.next'))),
    worksheetRow(level, current));
}

/** A field for the number of exercises, and a link that opens them as a page to print. Each time the exercises differ. */
function worksheetRow(/** @type {HTMLSelectElement} */ level, /** @type {() => Part[]} */ current) {
  const count = el('input', { type: 'number', id: 'exercises', min: 1, max: MOST_EXERCISES, value: 6, inputmode: 'numeric' });
  const address = () => {
    const [{ game, text }] = current();
    const known = /** @type {Game} */ (games.get(game));
    const size = sizeOf(known, text);
    return `api/v1/worksheets?${new URLSearchParams({
      game, level: level.value, count: count.value, seed: String(randomSeed()), language: spoken(), ...(size ? { size: (known.kind === 'heaps' ? size : size.map((side) => Math.min(side, MOST_PRINTED))).join('x') } : {}),
    })}`;
  };
  const open = el('a', { class: 'button', 'data-act': 'worksheet', target: '_blank', href: '#', onclick: () => set(open, { href: address() }) }, t('worksheet.act'));
  return el('div', { class: 'row wrap worksheet' }, el('div', { class: 'field small' }, el('label', { for: 'exercises' }, t('worksheet.count')), count), open);
}

export async function puzzle(/** @type {string} */ game, /** @type {string} */ level) {
  const { parts } = await ask('puzzles', { game, level, seed: randomSeed() });
  return parts.map((/** @type {any} */ part) => ({ game: part.game, text: bare(part) }));
}

/**
 * @param {State} state
 * @param {number} [larger] how much larger
 * @returns {Promise<Part[]>} other positions of these games that the reader can win, of the same sizes if these are known
 */
export async function another({ parts, against, side, rules }, larger = 0) {
  const wins = against === 'friend' ? 'either' : side;
  const found = await Promise.all(parts.map(async ({ game, text }) => {
    const known = games.get(game);
    const size = known && hasSizes(game) && sizeOf(known, text);
    const made = await ask('deals', { game, wins, density: DENSITY, seed: randomSeed(), larger, ...(size ? { size } : {}), ...(rules === 'misere' ? { misere: true } : {}) });
    return { game, text: bare({ game, position: made.position }) };
  }));
  keepDealt(found);
  return found;
}

/** Leave out the name of the game before a position, as a reader would write it. */
export function bare(/** @type {{game: string, position: string}} */ { game, position }) {
  return position.replace(new RegExp(`^${game.replace(/\W/g, '\\$&')}:? `), '');
}

function sizeOf(/** @type {Game} */ game, /** @type {string} */ text) {
  const rows = letteredRows(game, text)?.rows;
  if (rows && game.sides.length === 2) return within([rows.length, rows[0].length], game);
  if (rows && game.kind === 'line') return within([rows[0].length], game);
  const numbers = text.trim().split(/\s+/).map(Number);
  if (game.kind === 'heaps' && numbers.every(Number.isInteger)) return within([numbers.length, Math.max(...numbers)], game);
  return null;
}

/**
 * @param {number[]} size
 * @param {Game} game
 */
const within = (size, { sides }) => size.map((number, i) => Math.max(sides[i].least, Math.min(number, sides[i].most)));
