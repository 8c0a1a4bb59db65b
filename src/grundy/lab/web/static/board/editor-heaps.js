/** Heaps that are edited by their tokens: a picked token is removed, and the tokens after it too if moves take only from the end. */

import { el } from '../base/dom.js';
import { t, under } from '../base/words.js';

const MOST_TOKENS = 60; // of a heap that can be edited by its tokens
const MOST_HEAPS = 12;

export class HeapEditor {
  /** @param {(text: string) => void} edit */
  constructor(edit) {
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
    this.board.words = under('board.');
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
