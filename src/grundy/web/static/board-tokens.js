/** The tokens of one heap, and the moves that they stand for: those between two tokens, both among them. */

import { el } from './dom.js';

/** @typedef {import('./game-board.js').Choice} Choice */
/** @typedef {{choice: Choice, from: number, to: number}} Span a move and the tokens that it takes: from, and before to */

export const MOST_DRAWN = 400; // tokens that are drawn one by one
const ENDS = 8; // at each end of larger heaps

/**
 * @param {number} size of the heap
 * @param {Choice[]} choices on it
 * @returns {Span[]} the moves that leave two heaps at most; each may take its tokens at two places
 */
export function spans(size, choices) {
  /** @type {Span[]} */
  const found = [];
  const fromEnd = isTakenFromEnd(choices);
  for (const choice of choices) {
    const sizes = choice.sizes?.map(Number) ?? [];
    if (!choice.sizes || sizes.length > 2) continue;
    const [a = 0, b = 0] = sizes;
    found.push({ choice, from: a, to: size - b });
    if (!fromEnd && a !== b) found.push({ choice, from: b, to: size - a });
  }
  return found;
}

/** @param {Choice[]} choices */
const isTakenFromEnd = (choices) => choices.every((choice) => (choice.sizes?.length ?? 0) < 2);

/**
 * The moves that a token begins or ends; where tokens are taken from the end, the one that begins there.
 * @param {Span[]} all
 * @param {number} token
 * @param {boolean} fromEnd
 */
function beginning(all, token, fromEnd) {
  return all.filter(({ from, to }) => from === token || (!fromEnd && to === token + 1));
}

/**
 * @param {number} size
 * @param {Choice[]} choices
 * @param {number | null} start the token that was picked before
 * @param {number} token the one that is picked, or looked at
 * @returns {{span: Span | null, from: number, to: number, sure: boolean}} the move between the two, if there is one;
 *   the tokens that it takes; whether no other move begins so
 */
export function between(size, choices, start, token) {
  const all = spans(size, choices);
  const fromEnd = isTakenFromEnd(choices);
  if (start === null) {
    const found = beginning(all, token, fromEnd);
    const [only] = found;
    if (only && found.every((one) => one.choice === only.choice)) return { span: only, from: only.from, to: only.to, sure: true };
    return { span: null, from: token, to: found.length ? token + 1 : token, sure: false };
  }
  const [from, to] = [Math.min(start, token), Math.max(start, token) + 1];
  const gap = all.find((one) => start === token && one.from === token && one.to === token);
  const span = all.find((one) => one.from === from && one.to === to) ?? gap ?? null;
  return { span, from, to, sure: span !== null };
}

/**
 * @param {number} size
 * @returns {HTMLElement} the tokens, each with its number
 */
export function tokenRow(size) {
  const dots = (/** @type {number} */ first, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => el('i', { 'data-token': first + i }));
  const all = size <= MOST_DRAWN ? dots(0, size) : [...dots(0, ENDS), el('span', { class: 'gap' }, '···'), ...dots(size - ENDS, ENDS)];
  return el('span', { class: size > 60 ? 'tokens many' : 'tokens', 'aria-hidden': 'true' }, ...all);
}
