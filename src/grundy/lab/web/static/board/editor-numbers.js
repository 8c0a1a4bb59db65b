/** Positions that are numbers: sizes of heaps, which may be added and removed; distances of a piece; a length. */

import { el, fill } from '../base/dom.js';
import { t } from '../base/words.js';

/** @typedef {Game['kind']} Kind */

/** @type {Partial<Record<Kind, string>>} the name of a number, by the kind of notation */
const LABELS = { heaps: 'size.heap', piece: 'size.number', line: 'size.cells' };
const NEW_HEAP = '5';

export class NumberEditor {
  /** @param {(text: string) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.node = el('div', { class: 'numbers' });
    /** @type {string[]} */
    this.numbers = [];
    this.shown = '';
  }

  /**
   * @param {string[]} numbers
   * @param {Kind} kind
   */
  update(numbers, kind) {
    const shown = `${kind} ${numbers.join(' ')}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.numbers = numbers;
    fill(this.node,
      ...numbers.map((value, place) => this.field(value, place, kind)),
      kind === 'heaps' && el('button', { type: 'button', 'data-act': 'heap', onclick: () => this.edit([...numbers, NEW_HEAP].join(' ')) }, `+ ${t('heap.add')}`));
  }

  /**
   * @param {string} value
   * @param {number} place
   * @param {Kind} kind
   */
  field(value, place, kind) {
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
