/** The table of a game whose states are two numbers. The pointer or the keys select a state. */

import { el, set } from '../base/dom.js';
import { drawTable } from '../theory/plot.js';
import { t } from '../base/words.js';

/** @typedef {{names: string[], first: number[], rows: number[][], loopy: Record<number, string>, literal: boolean}} Table as the operation `tables` returns it; if states are single numbers, it has one row */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Heat {
  /**
   * @param {(place: [number, number]) => void} point is called with the selected row and column
   * @param {() => void} open opens the selected state
   */
  constructor(point, open) {
    this.point = point;
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.frame = el('i', { class: 'cellframe', hidden: true });
    this.area = el('div', { class: 'canvas chart', tabindex: 0, role: 'application', 'aria-label': t('table.title'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event, open),
      onpointermove: (/** @type {PointerEvent} */ event) => this.moved(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.moved(event) }, this.canvas, this.frame);
    /** @type {Table | null} */
    this.table = null;
    /** @type {[number, number] | null} */
    this.at = null;
    this.place = { left: 0, above: 0, side: 1 };
  }

  update(/** @type {Table | null} */ table) {
    this.table = table;
    this.at = null;
    this.draw();
  }

  draw() {
    this.frame.hidden = true;
    if (!this.table) return;
    const { rows, first, loopy } = this.table;
    this.place = drawTable(this.canvas, rows, first, (value, at) => signOf(value, loopy[at]));
    if (this.at) this.mark(this.at);
  }

  mark(/** @type {[number, number]} */ [row, column]) {
    const { left, above, side } = this.place;
    this.frame.hidden = false;
    set(this.frame, { style: { left: `${left + column * side}px`, top: `${above + row * side}px`, width: `${side}px`, height: `${side}px` } });
  }

  select(/** @type {number} */ row, /** @type {number} */ column) {
    if (!this.table) return;
    const { rows } = this.table;
    const place = /** @type {[number, number]} */ ([Math.max(0, Math.min(rows.length - 1, row)), Math.max(0, Math.min(rows[0].length - 1, column))]);
    if (this.at && place.every((number, i) => number === this.at?.[i])) return;
    this.at = place;
    this.mark(place);
    this.point(place);
  }

  moved(/** @type {PointerEvent} */ event) {
    const box = this.canvas.getBoundingClientRect();
    const { left, above, side } = this.place;
    this.select(Math.floor((event.clientY - box.top - above) / side), Math.floor((event.clientX - box.left - left) / side));
  }

  pressed(/** @type {KeyboardEvent} */ event, /** @type {() => void} */ open) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    if (!step) open();
    else if (this.at) this.select(this.at[0] + step[0], this.at[1] + step[1]);
    else this.select(0, 0);
  }
}

/**
 * @param {number} value of a table
 * @param {string} loopy the meaning of -3
 * @returns {string} the text of the value: -1 is WIN, and -2 means that there is no state
 */
export const signOf = (value, loopy) => (value === -1 ? 'WIN' : value === -4 ? 'LOONY' : value === -3 ? loopy : value < 0 ? '' : String(value));
