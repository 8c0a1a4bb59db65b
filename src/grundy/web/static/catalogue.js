/** The games that there are, and their names in the reader's language. */

import { ask } from './api.js';
import { el } from './dom.js';
import { has, t } from './words.js';

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} rules
 * @property {string} source
 * @property {string} form
 * @property {string} sample
 * @property {'letters' | 'grid' | 'piece' | 'heaps' | 'chords' | 'line' | 'ruleset'} kind of its notation
 * @property {string} alphabet the letters of which a board is written, the usual one first
 * @property {{name: string, least: number, most: number, usual: number}[]} sides the size of a random position
 * @property {boolean} density whether random positions depend on a density
 * @property {{problem: string, title: string, position: string}[]} contests samples of contest problems
 */

/** @type {Map<string, Game>} */
export const games = new Map();

export async function loadGames() {
  const answer = await ask('games');
  for (const game of answer) games.set(game.name, game);
}

/** @param {string} name */
export function gameTitle(name) {
  return has(`game.${name}`) ? t(`game.${name}`) : (games.get(name)?.title ?? name);
}

/** @param {string} name */
export function gameRules(name) {
  return has(`rules.${name}`) ? t(`rules.${name}`) : (games.get(name)?.rules ?? t('code-game'));
}

const CONTEST = ['wall-making', 'diagonal', 'card', 'grid-game', 'polygon', 'game-on-plane'];

/**
 * A list of all games to choose from, those of contests first.
 * @param {string} chosen
 * @param {Record<string, any>} props
 */
export function gameSelect(chosen, props) {
  const names = [...games.keys()];
  if (!games.has(chosen)) names.push(chosen);
  const options = (/** @type {string[]} */ some) =>
    some.map((name) => el('option', { value: name, selected: name === chosen }, gameTitle(name)));
  const others = names.filter((name) => !CONTEST.includes(name));
  return el(
    'select',
    props,
    el('optgroup', { label: t('group.contest') }, ...options(CONTEST.filter((name) => names.includes(name)))),
    el('optgroup', { label: t('group.others') }, ...options(others)),
  );
}
