/** The tokens of one heap, and the moves that picking them selects. */

import { token as picture } from './board-token.js';
import { el } from '../base/dom.js';

/**
 * A move at one place of a heap: it takes the tokens from `from` to `to` - 1; if the two are equal, it splits the heap
 * before `from`. `inner`: it may take tokens from inside the heap, and each of these tokens stands for it.
 * @typedef {{choice: Choice, from: number, to: number, inner: boolean}} Span
 */
/** @typedef {{low: number, high: number}} Range the picked tokens, both ends included */
/** @typedef {{span: Span | null, range: Range, left: Span[]}} Pick the move if it is decided; the picked tokens; the moves that belong to them */

const MOST_DRAWN = 400; // tokens that are drawn one by one
const ENDS = 8; // tokens that are drawn at each end of a larger heap
const NARROW = new Set(['pin', 'match', 'pawns', 'candle', 'skittle']); // which stand closer together

/**
 * @param {number} size of the heap
 * @param {Choice[]} choices on it
 * @param {boolean} inside whether tokens may be taken from the middle; if not, only from the right end
 * @returns {Span[]} the moves that leave at most two heaps: with two, once in either order from left to right
 */
export function spans(size, choices, inside) {
  /** @type {Span[]} */
  const found = [];
  for (const choice of choices) {
    const sizes = choice.sizes?.map(Number);
    if (!sizes || sizes.length > 2) continue;
    const [a = 0, b = 0] = sizes;
    const parted = sizes.length === 2;
    const inner = (inside || parted) && a + b < size;
    found.push({ choice, from: a, to: size - b, inner });
    if ((inner || parted) && a !== b) found.push({ choice, from: b, to: size - a, inner });
  }
  return found;
}

/**
 * The effect of picking a token. If several moves take the token, it selects among them. The same token again, or the
 * other end of a move, makes the move. A token that no move takes together with the picked ones replaces them.
 * @param {Span[]} all
 * @param {Range | null} before what is picked already
 * @param {number} token
 */
export function pick(all, before, token) {
  const range = before ? { low: Math.min(before.low, token), high: Math.max(before.high, token) } : { low: token, high: token };
  const left = all.filter((span) => holds(span, range));
  if (before && !left.length) return pick(all, null, token);
  const ended = before && left.find(({ from, to }) => from === range.low && to === range.high + 1);
  const again = before && range.low === range.high && left.find(({ from, to, inner }) => !inner && from < to);
  const only = left.every(({ choice }) => choice === left[0].choice) && (left.find(({ from }) => from === token) ?? left[0]);
  return { span: ended || again || only || null, range, left };
}

/**
 * Whether a move belongs to the picked tokens: it takes them; or it takes all tokens from the single one on, or splits
 * the heap before it; or it splits the heap between the two.
 */
function holds(/** @type {Span} */ { from, to, inner }, /** @type {Range} */ { low, high }) {
  if (inner) return from <= low && high < to;
  return (low === high && from === low) || (from === to && low === from - 1 && high === from);
}

/**
 * @param {Span[]} all
 * @returns {{token: number, level: number, gap: boolean, choice: Choice}[]} where the number of each move is written: below
 * the first token if it takes all to the right, in the middle of the tokens that it takes, or between two tokens that it separates
 */
export function marks(all) {
  const found = all.map(({ choice, from, to, inner }) => {
    const middle = from === to ? from : inner ? (from + to) / 2 : from + 0.5;
    const gap = Number.isInteger(middle);
    return { token: Math.floor(middle), level: inner && from < to ? Math.floor((to - from - 1) / 2) * 2 + Number(gap) : Number(gap), gap, choice };
  });
  const levels = [...new Set(found.map(({ level }) => level))].sort((a, b) => a - b);
  return found.map((mark) => ({ ...mark, level: levels.indexOf(mark.level) }));
}

/**
 * @param {number} size
 * @param {string} name of the tokens
 * @returns {HTMLElement} the tokens, each with its number
 */
export function tokenRow(size, name) {
  const one = picture(name, { preserveAspectRatio: 'xMidYMid slice' });
  const dots = (/** @type {number} */ first, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => el('i', { 'data-token': first + i }, one.cloneNode(true)));
  const all = size <= MOST_DRAWN ? dots(0, size) : [...dots(0, ENDS), el('span', { class: 'gap' }, '···'), ...dots(size - ENDS, ENDS)];
  return el('span', { class: size > 60 ? 'tokens many' : NARROW.has(name) ? 'tokens narrow' : 'tokens', 'aria-hidden': 'true' }, ...all);
}
