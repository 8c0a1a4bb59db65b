/** The games of the server, and their names in the reader's language. */

import { ask } from './api.js';
import { el } from './dom.js';
import { isTyped, typedRules } from './typed-rules.js';
import { has, t } from './words.js';

export const HEAPS = '10 7'; // the sample position of a code

/** @type {Map<string, Game>} */
export const games = new Map();

/** @type {Game[]} the games without those of typed rules */
let usual = [];

export async function loadGames() {
  usual = await ask('games');
  listGames();
}

/** List all games. A game whose name typed rules have taken gets another one, as in the catalogue of the solver. */
export function listGames() {
  games.clear();
  for (const game of usual) {
    const name = isTyped(game.name) ? OURS + game.name : game.name;
    games.set(name, { ...game, name });
  }
  for (const game of typedRules().games) games.set(game.name, { ...game });
}

/**
 * @param {string} name of a game, or a code of heaps
 * @returns {Promise<string>} the text of a position to begin with; empty if none is known
 */
export async function sampleOf(name) {
  const game = games.get(name);
  if (!game) return HEAPS;
  if (!game.sample) game.sample = (await ask('samples', { game: name }).catch(() => ({ position: '' }))).position;
  return game.sample;
}

/** Return whether a ruleset is the operator's own. Such rulesets are listed first, and the page opens with them. */
export const isOwn = (/** @type {string} */ name) => games.get(name)?.source === null;

export const hasSizes = (/** @type {string} */ game) => (games.get(game)?.sides.length ?? 0) > 0;

export const hasPuzzles = (/** @type {string} */ game) => hasSizes(game) || isOwn(game);

/** Return whether an address names a game without a position; where one is set up, it may be empty. */
export const isBare = (/** @type {State} */ { setup, parts }) => (!setup || !/[?&]p=/.test(location.hash)) && parts.some(({ game, text }) => !text.trim() && games.has(game));

const OURS = 'grundy-'; // before the name of a game if a ruleset of the operator has the same name

/** Return the name of a game in the keys of messages. */
export const wordName = (/** @type {string} */ name) => (name.startsWith(OURS) ? name.slice(OURS.length) : name);

export function gameTitle(/** @type {string} */ name) {
  const known = games.get(name);
  if (isOwn(name)) return (name[0].toUpperCase() + name.slice(1)).replaceAll('_', ' ');
  const key = `game.${known ? wordName(name) : name}`;
  return has(key) ? t(key) : (known?.title ?? name);
}

/**
 * The rules in one line, in the words for the drawing, with the parameter before the position, which boards do not show.
 * @param {string} name
 * @param {string} [text] of the position
 */
export function gameRules(name, text = '') {
  const own = wordName(name);
  const key = isOwn(name) ? undefined : [`drawn.${own}`, `rules.${own}`].find(has);
  const head = text.trim().split(/\s+/)[0];
  const said = head && !isOwn(name) ? [`here.${own} ${head}`, `here.${own}`].find(has) : undefined;
  const takes = /^\{([\d,]+)\}$/.exec(name)?.[1].split(',');
  const unknown = takes ? t('code-set', { takes }) : /[\d{]/.test(name) ? t('code-game') : ''; // a name with digits or a set is a code; other names are unknown
  return [key ? t(key) : (games.get(name)?.rules ?? unknown), ...(said ? [t(said, { head })] : [])].join(' ');
}

/** A list of all games: the operator's own, games of contests, and the others. */
export function gameSelect(/** @type {string} */ chosen, /** @type {Record<string, any>} */ props) {
  const names = [...games.keys()];
  if (!games.has(chosen)) names.push(chosen);
  const kind = (/** @type {string} */ name) => (isOwn(name) ? 'own' : games.get(name)?.contest ? 'contest' : 'others');
  const groups = ['own', 'contest', 'others'].map((group) => el('optgroup', { label: t(`group.${group}`) },
    ...names.filter((name) => kind(name) === group).map((name) => el('option', { value: name, selected: name === chosen }, gameTitle(name)))));
  return el('select', props, ...groups.filter((group) => group.firstChild));
}
