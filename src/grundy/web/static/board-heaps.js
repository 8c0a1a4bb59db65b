/** Heaps: a listbox of rows of tokens, which are taken by picking the first and the last; or by a list of moves. */

import { between, tokenRow } from './board-tokens.js';
import { el, fill } from './dom.js';

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./game-board.js').Hands} Hands */
/** @typedef {{heap: number, token: number}} Spot a token of a heap, both from 0 */
/** @typedef {{size: number | string, nimber: number | null, winning_moves: string[]}} Heap */

export class HeapsDrawing {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el('div', {
      class: 'heaps', role: 'listbox',
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onpointerover: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && this.show(tokenOf(e)),
      onpointerleave: () => this.show(null),
    });
    /** @type {View | null} */
    this.view = null;
    /** @type {Spot | null} the token that was picked first */
    this.start = null;
    /** @type {Spot | null} the token that the keys have gone to */
    this.cursor = null;
    this.place = 0;
    this.drawn = '';
  }

  /** @param {View} view */
  update(view) {
    const fresh = this.view?.scene !== view.scene;
    this.view = view;
    if (fresh) this.start = this.cursor = null;
    /** @type {Heap[]} */
    const heaps = view.scene.heaps;
    this.place = Math.max(0, Math.min(this.place, heaps.length - 1));
    const news = JSON.stringify([heaps, [...view.show], [...view.picked], [...view.hint], [...view.last], [...view.area], view.disabled, view.label]);
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.node.contains(/** @type {ShadowRoot} */ (this.node.getRootNode()).activeElement ?? null);
    this.node.setAttribute('aria-label', view.label || view.say('heaps', { number: heaps.length }));
    this.node.style.setProperty('--most', String(Math.max(1, ...heaps.map((heap) => Math.min(Number(heap.size), 60)))));
    fill(this.node, ...heaps.map((heap, number) => this.heap(view, heap, number)));
    if (focused) this.focus();
    this.show(null);
  }

  /**
   * @param {View} view
   * @param {Heap} heap
   * @param {number} number
   */
  heap(view, heap, number) {
    const place = String(number);
    const here = view.at.get(place) ?? [];
    const wins = view.show.has('winning') && here.some((choice) => choice.wins);
    const nimber = view.show.has('components') && heap.nimber !== null ? heap.nimber : null;
    const words = [view.say('heap', { size: heap.size })];
    if (nimber !== null) words.push(view.say('nimber', { value: nimber }));
    if (wins) words.push(view.say('wins'));
    if (view.hint.has(place)) words.push(view.say('hint'));
    if (view.last.has(place)) words.push(view.say('last'));
    const classes = ['heap'];
    if (here.length && !view.disabled) classes.push('open');
    for (const name of /** @type {const} */ (['picked', 'hint', 'last', 'area'])) if (view[name].has(place)) classes.push(name);
    return el(
      'div',
      {
        role: 'option',
        class: classes.join(' '),
        tabindex: number === this.place ? 0 : -1,
        'data-place': place,
        'aria-selected': String(view.picked.has(place)),
        'aria-disabled': here.length && !view.disabled ? null : 'true',
        'aria-label': words.join(', '),
        onclick: (/** @type {Event} */ event) => this.click(number, tokenOf(event)),
        onfocus: () => this.turn(number),
      },
      el('span', { class: 'size', 'aria-hidden': 'true' }, grouped(heap.size)),
      tokenRow(Number(heap.size)),
      wins && el('span', { class: 'mark', 'aria-hidden': 'true' }),
      nimber !== null && el('span', { class: 'worth', 'aria-hidden': 'true' }, grouped(nimber)),
    );
  }

  /**
   * @param {number} heap
   * @param {Spot | null} spot the token, or none where the heap itself was picked
   */
  click(heap, spot) {
    if (!this.view || this.view.disabled) return;
    if (!spot) {
      this.start = null;
      this.hands.pick(heap);
      return;
    }
    const { size, choices } = this.about(heap);
    const start = this.start?.heap === heap ? this.start.token : null;
    const { span, to, from, sure } = between(size, choices, start, spot.token);
    if (span && sure) {
      this.start = null;
      this.hands.choose(span.choice);
    } else if (start === null && to > from) this.start = spot;
    else {
      this.start = null;
      this.hands.tell(start === null ? 'nothing' : 'unpicked');
    }
    this.show(spot);
  }

  /** @param {number} heap */
  about(heap) {
    const view = /** @type {View} */ (this.view);
    return { size: Number(view.scene.heaps[heap].size), choices: view.at.get(String(heap)) ?? [] };
  }

  /**
   * Show which tokens a pick would take.
   * @param {Spot | null} spot
   */
  show(spot) {
    for (const node of this.node.querySelectorAll('i.falls, i.aimed, i.parts')) node.classList.remove('falls', 'aimed', 'parts');
    const mark = (/** @type {number} */ heap, /** @type {number} */ token, /** @type {string} */ name) =>
      this.node.children[heap]?.querySelector(`[data-token="${token}"]`)?.classList.add(name);
    if (this.start) mark(this.start.heap, this.start.token, 'aimed');
    if (!spot || !this.view || this.view.disabled) return;
    const { heap, token } = spot;
    const { size, choices } = this.about(heap);
    const start = this.start?.heap === heap ? this.start.token : null;
    const { span, from, to } = between(size, choices, start, token);
    if (span && from === to) mark(heap, token, 'parts');
    else if (span) for (let i = from; i < to; i += 1) mark(heap, i, 'falls');
    else if (start === null && to > from) mark(heap, token, 'aimed');
  }

  focus() {
    /** @type {HTMLElement | undefined} */ (this.node.children[this.place])?.focus();
  }

  /** @param {number} number */
  turn(number) {
    this.node.children[this.place]?.setAttribute('tabindex', '-1');
    this.place = number;
    this.node.children[number]?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.node.children.length - 1;
    let place = this.place;
    if (event.key === 'ArrowDown') place += 1;
    else if (event.key === 'ArrowUp') place -= 1;
    else if (event.key === 'ArrowRight') this.walk(1);
    else if (event.key === 'ArrowLeft') this.walk(-1);
    else if (event.key === 'Home') place = 0;
    else if (event.key === 'End') place = last;
    else if (event.key === 'Enter' || event.key === ' ') this.click(place, this.cursor);
    else if (event.key === 'Escape') this.escape();
    else return;
    event.preventDefault();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.cursor = null;
      this.turn(place);
      this.focus();
      this.show(null);
    }
  }

  /**
   * Go along the tokens of the heap that has the focus.
   * @param {number} step
   */
  walk(step) {
    const { size } = this.about(this.place);
    if (!size) return;
    const before = this.cursor?.heap === this.place ? this.cursor.token : step > 0 ? -1 : size;
    const token = Math.max(0, Math.min(size - 1, before + step));
    this.cursor = { heap: this.place, token };
    this.show(this.cursor);
    this.hands.tell('token', { number: token + 1, size });
  }

  escape() {
    const before = this.start ?? this.cursor;
    this.start = this.cursor = null;
    this.show(null);
    if (!before) this.hands.back();
  }
}

/** @param {number | string} value which may be beyond what a number holds exactly */
function grouped(value) {
  return BigInt(value).toLocaleString();
}

/**
 * @param {Event} event
 * @returns {Spot | null} the token that it is about
 */
function tokenOf(event) {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.dataset.token === undefined) return null;
  const heap = /** @type {HTMLElement | null} */ (target.closest('[data-place]'));
  return heap && { heap: Number(heap.dataset.place), token: Number(target.dataset.token) };
}
