/** Answers of the server about positions, each asked for once. */

import { ask, Refusal, stream } from './api.js';
import { games } from './catalogue.js';
import { sits, unpacked } from './compact.js';
import { Kept } from './kept.js';

/** @typedef {import('./game-board.js').Choice} Choice */
/** @typedef {import('./game-board.js').Scene} Scene */
/** @typedef {import('./state.js').Part} Part */
/**
 * @typedef {object} Answer
 * @property {string} game
 * @property {string} position
 * @property {'N' | 'P' | 'D'} outcome
 * @property {number | null} nimber
 * @property {string} [value] what there is in place of a nimber
 * @property {{position: string, nimber: number | null, value?: string}[]} components
 * @property {{game: string, components: number, parts: string}[]} terms
 * @property {Scene[]} scenes
 * @property {Choice[]} choices
 * @property {boolean} [more_choices]
 */
/** @typedef {{kind: string, verdict: string, move: string, [field: string]: any}} Comment */
/**
 * The start, or a move. Only the last `answer` has cells and choices; those before it may be as the server wrote them.
 * @typedef {{answer: Answer, comment: Comment | null, places: {term: number, places: import('./game-board.js').Place[]} | null}} Step
 */

const MOST_KEPT = 8_000_000; // bytes
const WITH_BOARD = ['positions', 'moves'];

const kept = new Kept(MOST_KEPT);

/**
 * Ask, or remember the answer.
 * @param {string} path
 * @param {any} body
 */
function once(path, body) {
  const key = path + JSON.stringify(body);
  return kept.get(key) ?? kept.put(key, ask(path, WITH_BOARD.includes(path) ? { ...body, compact: true } : body));
}

/**
 * Fill the nimbers of components into the scenes of boards.
 * @param {Answer} answer
 */
export function withNimbers(answer) {
  let start = 0;
  answer.terms.forEach((term, i) => {
    const scene = answer.scenes[i];
    const own = answer.components.slice(start, start + term.components);
    start += term.components;
    if (scene.kind === 'grid') scene.nimbers = own.map((one) => one.nimber);
  });
  return answer;
}

/**
 * Write parts as one position.
 * @param {Part[]} parts
 * @returns {{game: string, position: string}}
 */
function joined(parts) {
  if (parts.length === 1) return { game: parts[0].game, position: parts[0].text };
  const texts = parts.map(({ game, text }) => `${games.has(game) ? game : `${game}:`}\n${text}`); // a colon behind codes
  return { game: parts[0].game, position: texts.join('\n+\n') };
}

/**
 * Who waits for long work; `progress` is told, too, after how many seconds the server gives up.
 * @typedef {{progress: (done: number, total: number | null, most?: number) => void, signal: AbortSignal}} Watch
 */

/**
 * Ask; where that takes long and somebody watches, have the position solved first.
 * @param {string} path
 * @param {any} body
 * @param {Watch} [watch] without it, work that takes long is refused
 */
async function patiently(path, body, watch) {
  try {
    return await once(path, body);
  } catch (error) {
    if (!watch || !(error instanceof Refusal) || error.type !== 'over-budget') throw error;
    const { game, position, misere } = body;
    const found = await solved({ game, position, board: true, misere }, watch);
    return path === 'positions' ? found : once(path, body);
  }
}

/**
 * @param {Part[]} parts
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 */
const begun = (parts, watch, rules) => patiently('positions', { ...joined(parts), board: true, ...misere(rules) }, watch);

/**
 * @param {Part[]} parts
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 * @returns {Promise<Answer>}
 */
export async function position(parts, watch, rules) {
  return withNimbers(unpacked(await begun(parts, watch, rules)));
}

/** @typedef {Pick<import('./state.js').State, 'rules' | 'fast'>} Rules */

/**
 * @param {Rules} [rules]
 * @returns {{misere?: true}} what requests say of them: nothing of the usual rules
 */
const misere = (rules) => (rules?.rules === 'misere' ? { misere: true } : {});

/** @param {Rules} rules */
const aims = (rules) => ({ ...misere(rules), ...(rules.fast ? { fast: true } : {}) });

/**
 * Have a position solved that takes long; what is found is kept as if it had been quick.
 * @param {any} body
 * @param {Watch} watch
 */
async function solved(body, watch) {
  watch.progress(0, null);
  /** @type {number | undefined} */
  let most;
  for await (const line of stream('solves', { ...body, compact: true }, watch.signal)) {
    if (line.seconds) most = line.seconds;
    if (line.progress) watch.progress(line.progress.done, line.progress.total, most);
    if (!line.result) continue;
    return kept.put('positions' + JSON.stringify(body), line.result);
  }
  throw new Refusal({ type: 'stopped', kind: 'error.stopped' }, 200);
}

/**
 * Make the moves one after the other.
 * @param {Part[]} parts
 * @param {string[]} moves
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 * @returns {Promise<Step[]>}
 */
export async function replay(parts, moves, watch, rules) {
  let answer = await begun(parts, watch, rules);
  /** @type {Step[]} */
  const steps = [{ answer, comment: null, places: null }];
  for (const move of moves) {
    const places = sits(answer, move);
    const after = await patiently('moves', { game: parts[0].game, position: answer.position, move, ...misere(rules) }, watch);
    answer = after.position;
    steps.push({ answer, comment: after.comment, places });
  }
  const last = steps[steps.length - 1];
  last.answer = withNimbers(unpacked(answer));
  return steps;
}

/**
 * Have the coach move; what its move leads to comes with it, and is not asked for again.
 * @param {string} game
 * @param {string} text
 * @param {Rules & {errors: number}} rules errors in percent
 * @returns {Promise<{move: string}>}
 */
export async function reply(game, text, rules) {
  const found = await ask('replies', { game, position: text, errors: rules.errors / 100, ...aims(rules), compact: true });
  kept.put('moves' + JSON.stringify({ game, position: text, move: found.move, ...misere(rules) }), found);
  return found;
}

/**
 * @param {string} game
 * @param {string} text
 * @param {Rules} rules
 * @returns {Promise<any>}
 */
export function hint(game, text, rules) {
  return once('hints', { game, position: text, ...aims(rules) });
}

/**
 * @param {string} game
 * @param {string} text
 * @param {string | null} move
 * @param {number | null} component
 * @param {Watch} [watch]
 * @returns {Promise<any>}
 */
export function explain(game, text, move, component, watch) {
  return patiently('explanations', { game, position: text, ...(move === null ? {} : { move }), ...(component === null ? {} : { component }) }, watch);
}

/**
 * @param {string} game
 * @param {string} text what may be the input of a contest problem about the game
 * @returns {Promise<{problem: string, title: string, positions: string[], more: number, names?: string[]}>}
 */
export function readInput(game, text) {
  return once('inputs', { game, text });
}
