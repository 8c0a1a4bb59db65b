/**
 * Heaps: a listbox of rows of tokens. Picking a token makes its move if only one move takes it. Otherwise the token is
 * picked first, the tokens that complete a move are marked, and the moves are listed. A first touch shows all tokens that
 * a move takes, and a second touch makes the move.
 */

import { ListboxDrawing } from './board-listbox.js';
import { marks, pick, spans, tokenRow } from './board-tokens.js';
import { onNimber } from './colours.js';
import { el, fill, set } from '../base/dom.js';
import { moveText } from '../base/words.js';

/** @typedef {{heap: number, token: number}} Spot a token of a heap, both from 0 */
/** @typedef {import('./board-tokens.js').Pick} Pick */
/** @typedef {import('./board-tokens.js').Span} Span */
/** @typedef {{size: number | string, nimber: number | null, winning_moves: string[]}} Heap */

const MOST_VALUED = 30; // tokens: larger heaps do not show the nimbers after moves
const MARK = 32, WORTH = 40; // pixels that a mark and a nimber take beside the tokens of a heap, with their gaps
const LONG = 9; // characters of a size: beside longer sizes, a narrow page has no room for tokens

export class HeapsDrawing extends ListboxDrawing {
  constructor(/** @type {Hands} */ hands) {
    super(hands);
    this.node = el('div', {
      class: 'heaps', role: 'listbox',
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onpointerover: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && this.show(tokenOf(e)),
      onpointerleave: () => this.show(null),
    });
    this.list = this.node;
    /** @type {(import('./board-tokens.js').Range & {heap: number}) | null} the tokens that are picked */
    this.picked = null;
    /** @type {Choice | null} the move that a first touch has shown */
    this.shown = null;
    /** @type {Spot | null} the token that the arrow keys have selected */
    this.cursor = null;
  }

  update(/** @type {View} */ view) {
    const fresh = this.view?.scene !== view.scene;
    const isNew = this.isNew(view, view.scene.heaps);
    if (fresh) this.shown = this.cursor = null;
    if (fresh || !view.offered.length) this.picked = null;
    /** @type {Heap[]} */
    const heaps = view.scene.heaps;
    if (!isNew) return;
    this.keepWithin(heaps.length);
    const focused = this.hasFocus();
    this.node.setAttribute('aria-label', view.label || view.say('heaps', { number: heaps.length }));
    const most = Math.max(1, ...[Number(view.scene.most ?? 0), ...heaps.map((heap) => Number(heap.size))].map((size) => Math.min(size, 60)));
    const beside = (view.show.has('winning') ? MARK : 0) + (view.show.has('components') ? WORTH : 0);
    set(this.node, { style: { '--rows': Math.max(1, heaps.length), '--most': most, '--beside': `${beside}px` } });
    this.options = heaps.map((heap, number) => this.heap(view, heap, number));
    fill(this.node, ...(heaps.length ? this.options : [el('p', { 'aria-hidden': 'true' }, view.say('heaps-none'))])); // the label says it too
    if (focused) this.focus();
    this.show(null);
  }

  heap(/** @type {View} */ view, /** @type {Heap} */ heap, /** @type {number} */ number) {
    const place = String(number);
    const here = view.at.get(place) ?? [];
    const wins = view.show.has('winning') && here.some((choice) => choice.wins);
    const nimber = view.show.has('components') ? (heap.nimber ?? null) : null; // misère play has none
    const words = [view.say('heap', { size: heap.size })];
    if (nimber !== null) words.push(view.say('nimber', { value: nimber }));
    if (wins) words.push(view.say('wins'));
    const classes = ['heap'];
    if (grouped(heap.size).length > LONG) classes.push('long');
    const open = here.length > 0 && !view.disabled;
    const row = tokenRow(Number(heap.size), view.scene.token ?? 'counter');
    if (view.show.has('values') && Number(heap.size) <= MOST_VALUED) this.value(row, number);
    return el(
      'div',
      {
        ...this.option(view, number, { place, open, classes, words }),
        onclick: (/** @type {PointerEvent} */ event) => this.click(number, tokenOf(event), event.pointerType === 'touch'),
      },
      el('span', { class: 'size', 'aria-hidden': 'true' }, grouped(heap.size)),
      row,
      wins && el('span', { class: 'mark', 'aria-hidden': 'true' }),
      nimber !== null && el('span', { class: 'worth', 'aria-hidden': 'true', 'data-value': grouped(nimber) }),
    );
  }

  /** Write the nimber after each move below the tokens that stand for it. */
  value(/** @type {HTMLElement} */ row, /** @type {number} */ heap) {
    const { show } = /** @type {View} */ (this.view);
    const found = marks(this.spans(heap)).filter(({ choice }) => choice.nimber !== null);
    const levels = Math.max(-1, ...found.map(({ level }) => level)) + 1;
    row.style.setProperty('--levels', String(levels));
    for (const { token, level, gap, choice } of found) {
      const nimber = /** @type {number} */ (choice.nimber);
      const looks = `num ${gap ? 'gap' : ''}${choice.wins && show.has('winning') ? ' wins' : ''}`;
      // Drawn and not read aloud: the name of the option contains it.
      row.children[token]?.append(el('span', { class: looks, 'aria-hidden': 'true', 'data-value': nimber, style: { ...onNimber(nimber), '--level': level } }));
    }
  }

  /**
   * @param {number} heap
   * @param {Spot | null} spot the token, or null if the heap itself was picked
   * @param {boolean} [finger]
   */
  click(heap, spot, finger = false) {
    if (!this.view || this.view.disabled) return;
    if (!spot) {
      this.hands.pick(heap);
      return;
    }
    const before = this.pickedOn(heap);
    const { span, range, left } = this.look(spot);
    const same = before !== null && before.low === range.low && before.high === range.high;
    const foreseen = span && (span.choice === this.shown || (span.from === range.low && span.to === range.high + 1)); // it takes only the touched token, or was shown before
    if (span && finger && !foreseen) {
      this.shown = span.choice;
      this.hands.offer([span.choice], 'token-again', { move: moveText(span.choice) });
    } else if (span) this.hands.choose(span.choice);
    else if (left.length && !same) {
      this.picked = { heap, ...range };
      this.shown = null;
      this.hands.offer([...new Set(left.map(({ choice }) => choice))], 'token-picked', { number: spot.token + 1 });
    } else {
      this.picked = this.shown = null;
      this.hands.offer([], before ? 'unpicked' : 'nothing');
    }
    this.show(spot);
  }

  pickedOn(/** @type {number} */ heap) {
    return this.picked?.heap === heap ? this.picked : null;
  }

  spans(/** @type {number} */ heap) {
    const view = /** @type {View} */ (this.view);
    return spans(Number(view.scene.heaps[heap].size), view.at.get(String(heap)) ?? [], view.scene.inside);
  }

  /**
   * @param {Spot} spot
   * @returns {Pick} the effect of picking the token
   */
  look({ heap, token }) {
    return pick(this.spans(heap), this.pickedOn(heap), token);
  }

  /** Show the picked tokens, the tokens that complete a move, and the tokens that a pick would take. */
  show(/** @type {Spot | null} */ spot) {
    for (const node of this.node.querySelectorAll('i[class]')) node.removeAttribute('class');
    const { picked } = this;
    if (picked) {
      const { left } = pick(this.spans(picked.heap), picked, picked.low);
      const ends = (/** @type {number} */ token) => left.some(({ from, to }) => token >= from - 1 && token <= to) && isSure(left, picked, token);
      this.mark(picked.heap, 'able', ends);
      this.mark(picked.heap, 'aimed', (token) => token >= picked.low && token <= picked.high);
    }
    if (!spot || !this.view || this.view.disabled) return;
    const { span, range, left } = this.look(spot);
    if (span) this.foresee(spot.heap, span);
    else if (left.length) this.mark(spot.heap, 'aimed', (token) => token >= range.low && token <= range.high);
  }

  /** Show what a move takes, or where it splits the heap. */
  foresee(/** @type {number} */ heap, /** @type {Span} */ { from, to }) {
    if (from === to) this.mark(heap, 'parts', (token) => token >= from);
    else this.mark(heap, 'falls', (token) => token >= from && token < to);
  }

  /** Show a move of the list. */
  preview(/** @type {Choice | null} */ choice) {
    this.show(null);
    if (!choice?.places.length) return; // none, or one that changes several heaps
    const heap = Number(choice.places[0]);
    const span = this.spans(heap).find((one) => one.choice === choice);
    if (span) this.foresee(heap, span);
  }

  /**
   * @param {number} heap
   * @param {string} name a class
   * @param {(token: number) => boolean} has which of the drawn tokens get it
   */
  mark(heap, name, has) {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.node.children[heap].querySelectorAll('i'))) {
      if (has(Number(node.dataset.token))) node.classList.add(name);
    }
  }

  /** @override */
  enter() {
    this.click(this.place, this.cursor);
  }

  /** @override */
  arrow(/** @type {string} */ key) {
    if (key === 'ArrowRight') this.walk(1);
    if (key === 'ArrowLeft') this.walk(-1);
    return super.arrow(key);
  }

  /** @override */
  moved() {
    this.cursor = null;
    this.show(null);
  }

  /** Move the focus along the tokens of the heap. */
  walk(/** @type {number} */ step) {
    const size = Number(this.view?.scene.heaps[this.place].size);
    if (!size) return;
    const before = this.cursor?.heap === this.place ? this.cursor.token : step > 0 ? -1 : size;
    const token = Math.max(0, Math.min(size - 1, before + step));
    this.cursor = { heap: this.place, token };
    this.show(this.cursor);
    const { span } = this.look(this.cursor);
    const value = this.view?.show.has('values') ? (span?.choice.nimber ?? null) : null;
    const move = span && [moveText(span.choice), value !== null && this.view?.say('after', { value })].filter(Boolean).join(', ');
    this.hands.tell(span ? 'token-move' : 'token', { number: token + 1, size, move });
  }

  /** @override */
  escape() {
    const before = this.picked ?? this.cursor;
    this.cursor = null;
    if (this.picked) this.hands.back();
    this.show(null);
    if (!before) this.hands.back();
  }
}

/**
 * @param {Span[]} left the moves that belong to the picked tokens
 * @param {import('./board-tokens.js').Range} picked
 * @param {number} token
 */
function isSure(left, picked, token) {
  const { span, range } = pick(left, picked, token);
  return span !== null && range.low <= picked.low && range.high >= picked.high;
}

/** @param {number | string} value may be larger than a number holds exactly */
function grouped(value) {
  return BigInt(value).toLocaleString();
}

/**
 * @param {Event} event
 * @returns {Spot | null} the token of the event
 */
function tokenOf(event) {
  const token = event.target instanceof Element && event.target.closest('[data-token]');
  const heap = token && token.closest('[data-place]');
  return heap ? { heap: Number(heap.getAttribute('data-place')), token: Number(token.getAttribute('data-token')) } : null;
}
