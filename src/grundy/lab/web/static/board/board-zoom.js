/** Boards whose cells would be too small: they are shown as a whole, or larger in a box that scrolls. */

import { el, write } from '../base/dom.js';

const LEAST = 4; // pixels of a cell of a board that is shown as a whole
const MARGIN = 24; // pixels for the numbers of rows and columns
const BAR = 52; // pixels of the button

export class Zoom {
  /**
   * @param {HTMLElement} board
   * @param {() => void} fit computes the size of the cells again
   */
  constructor(board, fit) {
    this.fit = fit;
    this.on = false;
    this.whole = false;
    this.scroll = el('div', { class: 'scroll' }, board);
    this.button = el('button', { type: 'button', onclick: () => this.turn(!this.whole) });
    this.node = el('div', { class: 'zoom', hidden: true }, this.button);
  }

  /** Whether a pick only enlarges the cells, because they are too small to be picked. */
  get isWhole() {
    return this.on && this.whole;
  }

  /**
   * @param {number} across the size of a cell at which the board is as wide as the box
   * @param {number} fits the size of a cell at which the whole board fits into the box
   * @param {number} least the smallest cell that can be picked and read
   * @param {number} large the cell of a board that scrolls
   */
  size(across, fits, least, large) {
    const high = this.scroll.parentElement?.querySelector('.room')?.clientHeight ?? 0;
    if (this.whole) return Math.max(LEAST, high ? Math.floor(fits * (1 - BAR / high)) : fits);
    if (across >= least) return Math.min(across, large);
    const wide = this.scroll.clientWidth - MARGIN;
    return Math.floor(wide / (Math.max(1, Math.floor(wide / large - 0.5)) + 0.5)); // half of a cell shows that there are more
  }

  /**
   * Show the button if it has an effect, and scroll to the place of a hint or of the last move.
   * @param {View} view
   * @param {View | null} before
   * @param {number} size of a cell
   */
  update(view, before, size) {
    this.node.hidden = !this.on;
    this.scroll.classList.toggle('zoomed', this.on && !this.whole);
    if (!this.on) return;
    write(this.button, view.say(this.whole ? 'zoom-in' : 'zoom-out'));
    if (this.whole || !size) return;
    const [wanted, was] = [[...view.hint, ...view.last], before ? [...before.hint, ...before.last] : []];
    if (wanted.length && String(wanted) !== String(was)) this.reveal(/** @type {[number, number]} */ (wanted[0].split(',').map(Number)), size);
  }

  turn(/** @type {boolean} */ whole) {
    this.whole = whole;
    this.fit();
  }

  /** Scroll to a cell if it is not visible. */
  reveal(/** @type {[number, number]} */ [row, column], /** @type {number} */ size) {
    const { scroll } = this;
    const [left, top] = [column * size, row * size];
    const hidden = left < scroll.scrollLeft || left + size > scroll.scrollLeft + scroll.clientWidth - MARGIN || top < scroll.scrollTop || top + size > scroll.scrollTop + scroll.clientHeight - MARGIN;
    if (hidden) scroll.scrollTo(left - (scroll.clientWidth - MARGIN - size) / 2, top - (scroll.clientHeight - MARGIN - size) / 2);
  }
}
