/** Editors of positions that are numbers: heaps, a piece, a line, points on a circle. */

import { el, fill, set } from '../base/dom.js';
import { boardWords, t } from '../base/words.js';

/** @typedef {Game['kind']} Kind */

/** @type {Partial<Record<Kind, string>>} the name of a number, by the kind of notation */
const LABELS = { heaps: 'size.heap', piece: 'size.number', line: 'size.cells' };
const NEW_HEAP = '5';
const MOST_TOKENS = 60; // of a heap that can be edited by its tokens
const MOST_HEAPS = 12;

/** Sizes of heaps, which may be added and removed; distances of a piece; a length. */
export class NumberEditor {
  constructor(/** @type {(text: string) => void} */ edit) {
    this.edit = edit;
    this.node = el('div', { class: 'numbers' });
    /** @type {string[]} */
    this.numbers = [];
    this.shown = '';
  }

  update(/** @type {string[]} */ numbers, /** @type {Kind} */ kind) {
    const shown = `${kind} ${numbers.join(' ')}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.numbers = numbers;
    fill(this.node,
      ...numbers.map((value, place) => this.field(value, place, kind)),
      kind === 'heaps' && el('button', { type: 'button', 'data-act': 'heap', onclick: () => this.edit([...numbers, NEW_HEAP].join(' ')) }, `+ ${t('heap.add')}`));
  }

  field(/** @type {string} */ value, /** @type {number} */ place, /** @type {Kind} */ kind) {
    const number = place + 1;
    const input = el('input', { type: 'number', id: `number-${place}`, min: 0, inputmode: 'numeric', value, onchange: () => this.change(place, input.value) });
    return el('div', { class: kind === 'heaps' ? 'field small counted' : 'field small' },
      el('label', { for: input.id }, t(LABELS[kind] ?? 'size.size', { number })),
      input,
      kind === 'heaps' && el('button', { type: 'button', class: 'plus', 'aria-label': t('heap.more', { number }), onclick: () => this.change(place, String(Number(value) + 1)) }, '+'),
      kind === 'heaps' && this.numbers.length > 1 &&
        el('button', { type: 'button', class: 'plain', 'aria-label': t('heap.remove', { number }), onclick: () => this.change(place, '') }, '×'));
  }

  /**
   * @param {number} place
   * @param {string} value an empty text removes the number
   */
  change(place, value) {
    this.edit(this.numbers.map((one, i) => (i === place ? value : one)).filter((one) => one !== '').join(' '));
  }
}

/** Heaps that are edited by their tokens: a picked token is removed, and the tokens after it too if moves take only from the end. */
export class HeapEditor {
  constructor(/** @type {(text: string) => void} */ edit) {
    this.board = /** @type {GameBoard} */ (document.createElement('game-board'));
    this.board.addEventListener('choose', (event) => edit(/** @type {CustomEvent} */ (event).detail.text));
    this.node = el('div', { class: 'drawnheaps' }, el('p', { class: 'note' }, t('heap.note')), this.board);
  }

  /**
   * @param {string[]} numbers
   * @param {Answer} answer for these or other numbers of the game: it names the tokens of heaps
   * @returns {HTMLElement | null} null if heaps are too large to be edited by their tokens
   */
  update(numbers, answer) {
    const [first] = answer.scenes;
    const sizes = numbers.map(Number);
    if (first.kind !== 'heaps' || sizes.length > MOST_HEAPS || Math.max(...sizes) > MOST_TOKENS) return null;
    const { token, inside, name } = first;
    this.board.words = boardWords();
    this.board.label = t('heap.board');
    this.board.scene = { kind: 'heaps', name, token, inside, heaps: sizes.map((size) => ({ size, nimber: null, winning_moves: [] })) };
    this.board.choices = sizes.flatMap((size, heap) => Array.from({ length: inside ? Math.ceil(size / 2) : size }, (_, i) => { // the other half is its mirror image
      const left = (inside ? [i, size - 1 - i] : [i]).filter((one) => one > 0);
      const text = [...sizes.slice(0, heap), ...left, ...sizes.slice(heap + 1)].join(' ') || '0';
      return { move: left.join('+') || '0', term: 0, component: heap, places: [heap], sizes: left, nimber: null, wins: false, text };
    }));
    return this.node;
  }
}

/** Chords on a circle: how many points there are; chords are drawn on the board, and the last one is taken back. */
export class ChordEditor {
  constructor(/** @type {(text: string) => void} */ edit) {
    this.edit = edit;
    this.text = '';
    this.size = el('input', { type: 'number', id: 'points', min: 1, max: 1000, inputmode: 'numeric', onchange: () => edit(this.size.value) });
    this.back = el('button', { type: 'button', onclick: () => edit(this.words.slice(0, -1).join(' ')) }, t('chord.remove'));
    this.node = el('div', { class: 'row wrap editorbar' },
      el('div', { class: 'field small' }, el('label', { for: 'points' }, t('size.points')), this.size), this.back);
  }

  /** @param {string} text the number of points, then the chords */
  update(text) {
    this.text = text.trim();
    set(this.size, { value: this.words[0] });
    set(this.back, { disabled: this.words.length < 2 });
  }

  add(/** @type {string} */ chord) {
    this.edit(`${this.text} ${chord}`);
  }

  get words() {
    return this.text.split(/\s+/);
  }
}
