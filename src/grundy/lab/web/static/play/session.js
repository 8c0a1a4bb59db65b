/** Answers of the server about positions. Each is requested once. */

import { ask, Refusal, stream } from '../base/api.js';
import { games } from '../base/catalogue.js';
import { sits, unpacked } from '../board/compact.js';

const MOST_KEPT = 300; // answers
const WITH_BOARD = ['positions', 'moves'];
const A_MOMENT = 1000; // milliseconds: a request that was dropped after this time is not repeated
const PATIENCE = 2000; // milliseconds after which the solver is said to take long: it may be compiling
const HEAD_START = 60; // milliseconds to wait for the solver before the board is drawn without its answer

/** @type {Map<string, Promise<any>>} the newest last */
const kept = new Map();
/** @type {Set<string>} the requests that take long */
const long = new Set();

/** Keep an answer, but no failure. */
function keep(/** @type {string} */ key, /** @type {Promise<any>} */ answer) {
  kept.delete(key);
  kept.set(key, answer);
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  answer.catch(() => kept.get(key) === answer && kept.delete(key));
  return answer;
}

/**
 * Return a kept answer, or request it.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 */
function once(path, body, signal) {
  const key = path + JSON.stringify(body);
  return kept.get(key) ?? keep(key, ask(path, WITH_BOARD.includes(path) ? { ...body, compact: true } : body, signal));
}

/**
 * Request an answer that does not take long.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} null if it takes long
 */
async function quick(path, body, signal) {
  const key = path + JSON.stringify(body);
  if (long.has(key) && !kept.has(key)) return null;
  const begun = performance.now();
  try {
    return await once(path, body, signal);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError' && !signal?.aborted) return quick(path, body, signal); // the first request was dropped
    const over = error instanceof Refusal && error.isForTime;
    if (over || (signal?.aborted && performance.now() - begun > A_MOMENT)) long.add(key); // the server has refused it for its time, or the caller has dropped it late
    if (!over) throw error;
    return null;
  }
}

/**
 * Keep an answer that is known without a request.
 * @param {Part[]} parts
 * @param {any} answer
 */
export const know = (parts, answer) => keep('positions' + JSON.stringify({ ...joined(parts), board: true }), Promise.resolve(answer));

/** Forget all answers: the rules have changed. */
export function forget() {
  kept.clear();
  long.clear();
}

/** Fill the nimbers of components into the scenes of boards, and how many components stand before them in the sum. */
export function withNimbers(/** @type {Answer} */ answer) {
  let start = 0;
  answer.terms.forEach((term, i) => {
    const scene = answer.scenes[i];
    const own = answer.components.slice(start, start + term.components);
    if (scene.kind === 'grid') Object.assign(scene, { nimbers: own.map((one) => one.nimber), before: start });
    start += term.components;
  });
  return answer;
}

/** Write parts as one position. */
function joined(/** @type {Part[]} */ parts) {
  if (parts.length === 1) return { game: parts[0].game, position: parts[0].text };
  const texts = parts.map(({ game, text }) => `${games.has(game) ? game : `${game}:`}\n${text}`); // a code has a colon after it
  return { game: parts[0].game, position: texts.join('\n+\n') };
}

/**
 * Request an answer. If it takes long and there is a `watch`, let the server solve the position first.
 * @param {string} path
 * @param {any} body
 * @param {Watch} [watch] without it, work that takes long is refused
 */
async function patiently(path, body, watch) {
  try {
    return await once(path, body);
  } catch (error) {
    if (!watch || !(error instanceof Refusal) || !error.isForTime) throw error;
    const { game, position, misere } = body;
    const found = await solved({ game, position, board: true, misere }, watch);
    return path === 'positions' ? found : once(path, body);
  }
}

/**
 * @param {Part[]} parts
 * @param {Watch} watch
 * @returns {Promise<Answer>} about a position by the usual rules
 */
export const position = async (parts, watch) => withNimbers(unpacked(await patiently('positions', { ...joined(parts), board: true }, watch)));

/**
 * @param {string} game
 * @param {string} position
 * @returns {Promise<number | null>} how many moves are left if the winner wins as soon as possible; null if that is much work
 */
export const remoteness = async (game, position) => (await once('remoteness', { game, position })).remoteness;

/**
 * @param {Rules} [rules]
 * @returns {{misere?: true}} the field of requests for these rules; empty for normal play
 */
const misere = (rules) => (rules?.rules === 'misere' ? { misere: true } : {});

const aims = (/** @type {Rules} */ rules) => ({ ...misere(rules), ...(rules.fast ? { fast: true } : {}) });

/** Let the server solve a position that takes long. The answer is kept like other answers. */
async function solved(/** @type {any} */ body, /** @type {Watch} */ watch) {
  watch.progress(0, null);
  /** @type {number | undefined} */
  let most;
  for await (const line of stream('solves', { ...body, compact: true }, watch.signal)) {
    if (line.seconds) most = line.seconds;
    if (line.progress) watch.progress(line.progress.done, line.progress.total, most);
    if (!line.result) continue;
    return keep('positions' + JSON.stringify(body), Promise.resolve(line.result));
  }
  throw new Refusal({ type: 'stopped', kind: 'error.stopped' }, 200);
}

/**
 * Make the moves one after another. A position that takes long is drawn at once, and solved with `watch`.
 * @param {Part[]} parts
 * @param {string[]} moves
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 */
export async function replay(parts, moves, watch, rules) {
  if (!watch?.draft) return solvedSteps(parts, moves, watch, rules);
  const { draft, signal } = watch;
  let drafted = false;
  const solving = solvedSteps(parts, moves, { ...watch, draft: (steps, takesLong) => {
    drafted = true;
    draft(steps, takesLong);
  } }, rules);
  if (await isSlower(solving, HEAD_START)) {
    const drawn = await drawnSteps(parts, moves).catch(() => null); // the request below fails with the same error
    if (drawn && !drafted && !signal.aborted) {
      draft(drawn, false);
      if ((await isSlower(solving, PATIENCE)) && !drafted && !signal.aborted) draft(drawn, true);
    }
  }
  return solving;
}

/**
 * @param {Promise<any>} work
 * @param {number} milliseconds
 * @returns {Promise<boolean>} whether the work takes longer than this; the work may fail
 */
function isSlower(work, milliseconds) {
  return Promise.race([work.then(() => false, () => false), new Promise((done) => setTimeout(done, milliseconds, true))]);
}

/**
 * @param {Answer} answer about the first position
 * @param {string[]} moves
 * @param {(answer: Answer, move: string, ply: number) => Promise<{position: Answer, comment: Remark | null}>} make makes a move
 */
async function stepsOf(answer, moves, make) {
  /** @type {Step[]} */
  const steps = [{ answer, comment: null, places: null }];
  for (const [ply, move] of moves.entries()) {
    const before = steps[ply].answer;
    const { position, comment } = await make(before, move, ply);
    steps.push({ answer: position, comment, places: sits(before, move) });
  }
  return steps;
}

/**
 * @param {Part[]} parts
 * @param {string[]} moves
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 */
async function solvedSteps(parts, moves, watch, rules) {
  const { game, position: text } = joined(parts);
  const own = misere(rules);
  const { signal } = watch ?? {};
  let body = { game, position: text, board: true, ...own };
  const first = await quick('positions', body, signal);
  let unsolved = !first;
  const steps = await stepsOf(first ?? (await once('boards', { game, position: text })), moves, async ({ position }, move, ply) => {
    const made = unsolved ? null : await quick('moves', { game, position, move, ...own }, signal);
    if (made) return made;
    const drawn = await once('boards', { game, position, move });
    body = { ...body, position: drawn.position };
    // In a game that takes long, only the last position is solved; for earlier positions, only kept answers are used.
    const known = ply === moves.length - 1 || kept.has('positions' + JSON.stringify(body)) ? await quick('positions', body, signal) : null;
    unsolved = !known;
    return { position: known ?? drawn, comment: null };
  });
  if (unsolved && watch) {
    watch.draft?.(drawable(steps), true);
    steps[steps.length - 1].answer = await solved(body, watch);
  }
  return drawable(steps);
}

/**
 * @param {Part[]} parts
 * @param {string[]} moves
 * @returns {Promise<Step[]>} the steps without nimbers
 */
export async function drawnSteps(parts, moves) {
  const { game, position: text } = joined(parts);
  return stepsOf(await once('boards', { game, position: text }), moves, async ({ position }, move) => ({ position: await once('boards', { game, position, move }), comment: null }));
}

/**
 * @param {Step[]} steps
 * @returns {Step[]} the steps, the last one with cells and choices
 */
function drawable(steps) {
  const last = steps[steps.length - 1];
  return [...steps.slice(0, -1), { ...last, answer: withNimbers(unpacked(last.answer)) }];
}

/**
 * Let the coach move. The answer includes the position after the move, which is not requested again.
 * @param {string} game
 * @param {string} text
 * @param {Rules & {coach: string}} rules
 */
export async function reply(game, text, rules) {
  const found = await ask('replies', { game, position: text, coach: rules.coach, ...aims(rules), compact: true });
  keep('moves' + JSON.stringify({ game, position: text, move: found.move, ...misere(rules) }), Promise.resolve(found));
  return found;
}

export function hint(/** @type {string} */ game, /** @type {string} */ text, /** @type {Rules} */ rules) {
  return once('hints', { game, position: text, ...aims(rules) });
}

/**
 * @param {string} game
 * @param {string} text
 * @param {string | null} move
 * @param {number | null} component
 * @param {Watch} [watch]
 * @param {Rules} [rules]
 */
export function explain(game, text, move, component, watch, rules) {
  return patiently('explanations', { game, position: text, ...(move === null ? {} : { move }), ...(component === null ? {} : { component }), ...misere(rules) }, watch);
}

/**
 * @param {string} game
 * @param {string} text which may be the input of a contest problem about the game
 */
export function readInput(game, text) {
  return once('inputs', { game, text });
}
