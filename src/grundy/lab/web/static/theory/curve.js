/**
 * The curve of a game that is over: the nimber after each move, at the sign of its player, with a cross for a mistake, and
 * where the game was decided. On request, also the remoteness: how many moves are left.
 */

import { el, fill, svg, write } from '../base/dom.js';
import { remoteness } from '../play/session.js';
import { makerOf, shownOf, tells } from '../base/state.js';
import { COLOURS, makerName, MISTAKES } from '../play/turns.js';
import { t } from '../base/words.js';

const [WIDTH, TOP, ZERO, LEFT] = [320, 14, 100, 32];
const MOST_APART = 48;
const LABELS = 12; // the most numbers below the curve; of more moves, only some have their numbers

export class Curve {
  constructor(/** @type {(at: number) => void} */ goTo) {
    this.goTo = goTo;
    this.place = el('div', { class: 'curve' });
    this.note = el('p', { class: 'note' });
    this.asked = false; // whether the remoteness was requested
    /** @type {Map<string, number | null>} remoteness by position */
    this.left = new Map();
    this.point = 0; // the position in which the game was decided
    this.decided = el('button', { type: 'button', class: 'link', 'data-act': 'decided', onclick: () => this.goTo(this.point) });
    this.more = el('button', { type: 'button', class: 'link', 'data-act': 'remoteness', 'aria-pressed': 'false', onclick: () => this.ask() }, t('curve.remoteness'));
    /** @type {{state: State, steps: Step[], over: boolean} | null} what is drawn */
    this.now = null;
    this.node = el('div', { class: 'decided' }, this.place, el('div', { class: 'curvehead' }, this.decided, this.more));
  }

  update(/** @type {State} */ state, /** @type {Step[]} */ steps, /** @type {boolean} */ over) {
    this.now = { state, steps, over };
    this.draw();
    if (this.asked) this.load();
  }

  ask() {
    this.asked = !this.asked;
    this.more.setAttribute('aria-pressed', String(this.asked));
    this.draw();
    if (this.asked) this.load();
  }

  /** Request how many moves are left. It begins with the last position, which costs least, and ends when the work grows. */
  async load() {
    const { now } = this;
    if (!now) return;
    const { state, steps } = now;
    for (const { answer } of [...steps].reverse()) {
      if (!this.left.has(answer.position)) {
        const found = await remoteness(state.parts[0].game, answer.position).catch(() => null);
        this.left.set(answer.position, found);
        if (now !== this.now) return;
        this.draw();
      }
      if (this.left.get(answer.position) === null) return;
    }
  }

  draw() {
    const { state, steps, over } = /** @type {NonNullable<Curve['now']>} */ (this.now);
    const shown = over ? tells(state) : shownOf(state).includes('values');
    this.node.hidden = !shown || steps.length < 2;
    if (this.node.hidden) return;
    const judged = over && steps.slice(1).every(({ comment }) => comment);
    const last = steps.findLastIndex(({ comment }) => MISTAKES.includes(comment?.verdict ?? ''));
    this.point = Math.max(0, last - 1);
    this.decided.hidden = !judged;
    write(this.decided, t(last < 0 ? 'curve.decided-start' : 'curve.decided', { number: last }));
    const values = steps.map(({ answer }) => (answer.nimber === null ? null : Number(answer.nimber)));
    const left = this.asked ? steps.map(({ answer }) => this.left.get(answer.position) ?? null) : [];
    this.note.textContent = t(left.some((one) => one !== null) ? 'curve.note-left' : this.asked && this.left.has(steps[steps.length - 1]?.answer.position) ? 'curve.note-much' : 'curve.note');
    const drawn = state.rules !== 'misere' && values.some((value) => value !== null); // misère play has no nimbers
    this.more.hidden = !drawn;
    fill(this.place, ...(drawn ? [picture(state, steps, values, left, judged ? Math.max(0, last) : null, (ply) => this.goTo(ply)), this.note] : []));
  }
}

/**
 * @param {State} state
 * @param {Step[]} steps
 * @param {(number | null)[]} values
 * @param {(number | null)[]} left how many moves are left, if it is known
 * @param {number | null} decided the move that decided the game
 * @param {(at: number) => void} goTo
 */
function picture(state, steps, values, left, decided, goTo) {
  const top = Math.max(4, ...values.map((value) => value ?? 0));
  const apart = Math.min(MOST_APART, (WIDTH - LEFT - 10) / Math.max(1, values.length - 1));
  const x = (/** @type {number} */ ply) => LEFT + apart * ply;
  const y = (/** @type {number} */ value) => ZERO - ((ZERO - TOP) * value) / top;
  const lines = [...new Set([Math.ceil(top / 2), top])].flatMap((value) => [svg('path', { class: 'level', d: `M22 ${y(value)}H${WIDTH}` }), text(16, y(value) + 4, String(value), 'end')]);
  const way = values.map((value, ply) => (value === null ? '' : `${ply && values[ply - 1] !== null ? 'L' : 'M'}${x(ply)} ${y(value)}`)).join('');
  const longest = Math.max(1, ...left.map((one) => one ?? 0));
  const height = (/** @type {number} */ one) => ZERO - ((ZERO - TOP) * one) / longest;
  const far = left.map((one, ply) => (one === null ? '' : `${ply && left[ply - 1] !== null ? 'L' : 'M'}${x(ply)} ${height(one)}`)).join('');
  const ends = left.flatMap((one, ply) => (one === null || (ply && left[ply - 1] !== null) ? [] : [text(x(ply) + 8, height(one) + 4, String(one), 'start')]));
  const every = Math.ceil(values.length / LABELS);
  const marks = values.flatMap((value, ply) => (value === null ? [] : [mark(state, steps, ply, x(ply), y(value), goTo)]));
  const numbers = values.map((_, ply) => (ply % every ? null : text(x(ply), 118, ply ? String(ply) : t('curve.start'), ply ? 'middle' : 'start')));
  return svg('svg', { viewBox: `0 0 ${WIDTH} 124`, role: 'img', 'aria-label': [t('curve.label', { values: values.map((value) => value ?? '–').join(', ') }), far && t('curve.label-left', { values: left.map((one) => one ?? '–').join(', ') })].filter(Boolean).join('. ') },
    decided !== null && svg('path', { class: 'decider', d: `M${x(decided)} 2V110` }), state.at <= steps.length && svg('path', { class: 'here', d: `M${x(state.at) - 5} 124l5 -5l5 5z` }), ...lines, svg('path', { class: 'zero', d: `M22 ${ZERO}H${WIDTH}` }), text(16, ZERO + 4, '0', 'end'), svg('path', { class: 'far', d: far }), ...ends, svg('path', { class: 'way', d: way }), ...marks, ...numbers);
}

/**
 * @param {State} state
 * @param {Step[]} steps
 * @param {number} ply
 * @param {number} x
 * @param {number} y
 * @param {(at: number) => void} goTo
 */
function mark(state, steps, ply, x, y, goTo) {
  const open = { class: 'mark', onclick: () => goTo(ply) };
  if (!ply) return svg('g', open, svg('circle', { cx: x, cy: y, r: 2.5, fill: 'var(--ink)' }));
  const { comment } = steps[ply];
  const maker = makerOf(state, ply - 1);
  const wrong = comment && MISTAKES.includes(comment.verdict);
  return svg('g', open, svg('title', {}, `${ply}. ${makerName(maker)}: ${state.moves[ply - 1]}`),
    COLOURS[maker] === 'a' ? svg('circle', { cx: x, cy: y, r: 6, fill: 'var(--a)' }) : svg('rect', { x: x - 5.5, y: y - 5.5, width: 11, height: 11, rx: 1, fill: 'var(--b)' }),
    wrong && svg('path', { class: 'cross', d: `M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6` }));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} said
 * @param {'start' | 'middle' | 'end'} anchor
 */
const text = (x, y, said, anchor) => svg('text', { x, y, 'text-anchor': anchor }, said);
