/** The last games, as addresses, and the codes of the last sequences and tables, stored on this computer; the newest first. */

import { games, HEAPS } from './catalogue.js';
import { store, stored, storedData } from './memory.js';
import { COACHES } from './state.js';

const MOST_GAMES = 5;
const MOST_CODES = 8;
const MOST_DEALT = 30;
const LONGEST_ADDRESS = 2000; // characters
const LONGEST_CODE = 200;

/** @returns {{game: string, moves: number, hash: string}[]} */
export function recent() {
  const found = storedData('recent');
  return Array.isArray(found) ? found.filter((one) => typeof one?.game === 'string' && typeof one.moves === 'number' && typeof one.hash === 'string' && one.hash.startsWith('#/')) : [];
}

/** Store a game that has begun, in place of its former state. */
export function played(/** @type {State} */ { view, parts, moves, classroom }, /** @type {string} */ hash) {
  if ((view !== 'play' && view !== 'sum') || !moves.length || classroom || hash.length > LONGEST_ADDRESS) return;
  const same = (/** @type {string} */ one) => one.split(/[?&]m=|&m=/)[0];
  const others = recent().filter((one) => same(one.hash) !== same(hash));
  store('recent', JSON.stringify([{ game: parts[0].game, moves: moves.length, hash }, ...others].slice(0, MOST_GAMES)));
}

/**
 * @param {string} view
 * @returns {string[]}
 */
export function recentCodes(view) {
  const found = storedData('codes')?.[view];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

export function keepCode(/** @type {string} */ view, /** @type {string} */ code) {
  if (code.length > LONGEST_CODE) return;
  const codes = [code, ...recentCodes(view).filter((one) => one !== code)].slice(0, MOST_CODES);
  store('codes', JSON.stringify({ ...storedData('codes'), [view]: codes }));
}

/** @returns {string[]} positions that the page has dealt; a win from there counts on the ladder */
const dealt = () => [storedData('dealt') ?? []].flat();

export const keepDealt = (/** @type {Part[]} */ parts) => store('dealt', JSON.stringify([...new Set([JSON.stringify(parts), ...dealt()])].slice(0, MOST_DEALT)));

export const isDealt = (/** @type {Part[]} */ parts) => dealt().includes(JSON.stringify(parts)) || parts.every(({ game, text }) => text === (games.get(game)?.sample ?? HEAPS));

/** @returns {string[]} the names of the coaches that the reader has beaten */
export function beaten() {
  const found = storedData('beaten');
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** @returns {string} the coach that the reader has chosen last; at first the weakest, which a beginner can beat */
export const usualCoach = () => COACHES.find((one) => one === stored('coach')) ?? COACHES[0];

export const keepCoach = (/** @type {string} */ coach) => store('coach', coach);

export function keepBeaten(/** @type {string} */ coach) {
  if (!beaten().includes(coach)) store('beaten', JSON.stringify([...beaten(), coach]));
}
