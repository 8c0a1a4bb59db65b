/** Heaps: a listbox of rows of tokens; the moves of the heap that is picked open in a list. */

import { el, fill } from './dom.js';

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./game-board.js').Hands} Hands */
/** @typedef {{size: number | string, nimber: number | null, winning_moves: string[]}} Heap */

const DRAWN = 40; // tokens that are drawn one by one
const ENDS = 8; // at each end of larger heaps

export class HeapsDrawing {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el('div', { class: 'heaps', role: 'listbox', onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    this.place = 0;
    this.drawn = '';
  }

  /** @param {View} view */
  update(view) {
    /** @type {Heap[]} */
    const heaps = view.scene.heaps;
    this.place = Math.max(0, Math.min(this.place, heaps.length - 1));
    const news = JSON.stringify([heaps, [...view.show], [...view.picked], [...view.hint], [...view.last], view.disabled, view.label]);
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.node.contains(/** @type {ShadowRoot} */ (this.node.getRootNode()).activeElement ?? null);
    this.node.setAttribute('aria-label', view.label || view.say('heaps', { number: heaps.length }));
    fill(this.node, ...heaps.map((heap, number) => this.heap(view, heap, number)));
    if (focused) this.focus();
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
    for (const name of /** @type {const} */ (['picked', 'hint', 'last'])) if (view[name].has(place)) classes.push(name);
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
        onclick: () => this.hands.pick(number),
        onfocus: () => this.turn(number),
      },
      el('span', { class: 'size', 'aria-hidden': 'true' }, grouped(heap.size)),
      tokens(Number(heap.size)),
      wins && el('span', { class: 'mark', 'aria-hidden': 'true' }),
      nimber !== null && el('span', { class: 'worth', 'aria-hidden': 'true' }, grouped(nimber)),
    );
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
    if (event.key === 'ArrowDown' || event.key === 'ArrowRight') place += 1;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') place -= 1;
    else if (event.key === 'Home') place = 0;
    else if (event.key === 'End') place = last;
    else if (event.key === 'Enter' || event.key === ' ') this.hands.pick(place);
    else if (event.key === 'Escape') this.hands.back();
    else return;
    event.preventDefault();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.turn(place);
      this.focus();
    }
  }
}

/** @param {number | string} value which may be beyond what a number holds exactly */
function grouped(value) {
  return BigInt(value).toLocaleString();
}

/** @param {number} size */
function tokens(size) {
  const dots = (/** @type {number} */ number) => Array.from({ length: number }, () => el('i', {}));
  const shown = size <= DRAWN ? dots(size) : [...dots(ENDS), el('span', { class: 'gap' }, '···'), ...dots(ENDS)];
  return el('span', { class: 'tokens', 'aria-hidden': 'true' }, ...shown);
}
