/** The games of the server, and their names in the reader's language. */

import { ask } from './api.js';
import { el } from './dom.js';
import { has, t } from './words.js';

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} rules
 * @property {string | null} source none of a ruleset in a file of the operator
 * @property {string} form
 * @property {string} sample
 * @property {'letters' | 'grid' | 'piece' | 'heaps' | 'chords' | 'line' | 'ruleset'} kind of its notation
 * @property {string} alphabet the letters of which a board is written, the usual one first
 * @property {{name: string, least: number, most: number, usual: number}[]} sides the size of a random position
 * @property {boolean} density whether random positions depend on a density
 * @property {boolean} table whether its states are numbers or pairs of them, and written as such
 * @property {boolean} sequence whether it is a game of heaps whose nimbers are a sequence
 * @property {boolean} contest whether a problem of a contest is about it
 * @property {{problem: string, title: string, position: string}[]} contests samples of contest problems
 */

const HEAPS = '10 7'; // of a code

/** @type {Map<string, Game>} */
export const games = new Map();

export async function loadGames() {
  const answer = await ask('games');
  for (const game of answer) games.set(game.name, game);
}

/**
 * @param {string} name of a game, or a code of heaps
 * @returns {Promise<string>} the text of a position to begin with; empty where none is known
 */
export async function sampleOf(name) {
  const game = games.get(name);
  if (!game) return HEAPS;
  if (!game.sample) game.sample = (await ask('samples', { game: name }).catch(() => ({ position: '' }))).position;
  return game.sample;
}

/** @param {string} name */
export function gameTitle(name) {
  return has(`game.${name}`) ? t(`game.${name}`) : (games.get(name)?.title ?? name);
}

/** @param {string} name */
export function gameRules(name) {
  return has(`rules.${name}`) ? t(`rules.${name}`) : (games.get(name)?.rules ?? t('code-game'));
}

/**
 * A list of all games to choose from, those of contests first.
 * @param {string} chosen
 * @param {Record<string, any>} props
 */
export function gameSelect(chosen, props) {
  const names = [...games.keys()];
  if (!games.has(chosen)) names.push(chosen);
  const options = (/** @type {boolean} */ contest) => names
    .filter((name) => (games.get(name)?.contest ?? false) === contest)
    .map((name) => el('option', { value: name, selected: name === chosen }, gameTitle(name)));
  return el(
    'select',
    props,
    el('optgroup', { label: t('group.contest') }, ...options(true)),
    el('optgroup', { label: t('group.others') }, ...options(false)),
  );
}
