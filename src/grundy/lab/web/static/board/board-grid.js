/**
 * Boards: one picture of all cells, and over it an ARIA grid of empty cells, which have names, places and the focus. The
 * picture shows what the move under the pointer would change.
 */

import { gridLegend } from './board-legend.js';
import { asMade, preview } from './board-made.js';
import { classes, looksOf, rowNumber, words } from './board-cell.js';
import { Paint } from './board-paint.js';
import { Zoom } from './board-zoom.js';
import { ofNimber } from './colours.js';
import { el, fill, set } from '../base/dom.js';

const LARGEST = 9; // the largest side of a cell in rem, because cells grow with the type size
const LEAST = 20; // pixels of a cell whose number can be read
const LEAST_POINTED = 12; // pixels of a cell that a mouse picks
const LEAST_TOUCHED = 28; // and a finger
const MARGIN = 24; // pixels for the numbers of rows
const DELAY = 45; // milliseconds until the next cell changes
const MOST_DELAY = 400;
const MOST_BETWEEN = 160;
const LARGE_TOUCHED = 44; // pixels of a cell of a board that scrolls
const LARGE = 1000; // number of cells from which on they are named in slices
const SLICE = 12; // milliseconds of work before the page may respond

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class GridDrawing {
  constructor(/** @type {Hands} */ hands) {
    this.hands = hands;
    this.grid = el('div', {
      class: 'grid', role: 'grid',
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onclick: (/** @type {Event} */ e) => this.click(spotOf(e)),
      onfocusin: (/** @type {Event} */ e) => this.focused(spotOf(e)),
      onfocusout: () => this.point(null),
      onpointerover: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && this.point(spotOf(e)),
      onpointerleave: () => this.point(null),
    });
    this.paint = new Paint();
    this.badges = el('div', { class: 'worths', 'aria-hidden': 'true' });
    this.heads = el('div', { class: 'heads', 'aria-hidden': 'true' });
    this.board = el('div', { class: 'board' }, this.heads, this.paint.node, this.paint.palette, this.grid, this.badges);
    this.legend = el('div', { class: 'legend' });
    this.zoom = new Zoom(this.board, () => this.fit(true));
    this.room = el('div', { class: 'room' }); // its height is the height that the host gives the board
    this.node = el('div', { class: 'gridbox' }, this.zoom.scroll, this.zoom.node, this.legend, this.room);
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {import('./board-cell.js').Look[][]} */
    this.looks = [];
    /** @type {Map<HTMLElement, string>} the name and the classes of each cell */
    this.dressed = new Map();
    /** @type {Map<string, number>} the cells that the last move has taken, and when each goes */
    this.fallen = new Map();
    /** @type {ReturnType<typeof asMade> | null} the scene as it is drawn */
    this.scene = null;
    /** @type {import('./board-paint.js').Mark[]} */
    this.marks = [];
    this.row = 0;
    this.column = 0;
    this.size = 0;
    this.sharp = 1; // pixels of the screen for one pixel of the page
    /** @type {View | null} */
    this.view = null;
    /** @type {[number, number] | null} the cell whose move is shown before it is made */
    this.shown = null;
    /** @type {HTMLElement[]} the cells that are shown as about to change */
    this.marked = [];
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.node);
    resized.observe(this.room);
  }

  update(/** @type {View} */ view) {
    const before = this.view;
    this.view = view;
    const { rows, first } = view.scene;
    const same = this.cells.length === rows.length && this.cells[0]?.length === rows[0].length && before?.scene.first === first && before?.words === view.words;
    if (!same) this.build();
    set(this.grid, { 'aria-label': view.label || view.say('board', { rows: rows.length, columns: rows[0].length }) });
    this.show(null);
    if (before?.scene !== view.scene) this.fell(same ? before : null, view);
    this.marks = between(view);
    this.scene = asMade(view.scene, view.made);
    this.board.classList.toggle('stamped', this.scene.stamps.length > 0);
    this.looks = looksOf({ ...view, scene: this.scene }, this.marks.length > 0);
    if (this.size) this.draw();
    else this.fit(); // measuring makes the browser lay the page out; later changes are observed
    this.dressAll(same ? before : null, view);
    fill(this.badges, ...(view.show.has('components') ? badges(view.scene, view.show.has('numbered')) : []));
    fill(this.legend, ...gridLegend(view, this.looks.flat()));
    this.zoom.update(view, before, this.size);
  }

  build() {
    const { scene } = /** @type {View} */ (this.view);
    const { rows, first } = scene;
    this.row = Math.min(this.row, rows.length - 1);
    this.column = Math.min(this.column, rows[0].length - 1);
    this.cells = rows.map((/** @type {Cell[]} */ row, /** @type {number} */ r) =>
      row.map((_, c) => el('div', { role: 'gridcell', tabindex: r === this.row && c === this.column ? 0 : -1, 'data-place': `${r},${c}` })));
    fill(this.heads, ...rows[0].map((/** @type {Cell} */ _, /** @type {number} */ c) => el('span', {}, String(c + first))));
    fill(this.grid, ...this.cells.map((row, r) =>
      el('div', { role: 'row' }, el('span', { class: 'head', 'aria-hidden': 'true' }, String(rowNumber(scene, r))), ...row)));
    this.size = 0;
    this.dressed.clear();
  }

  /** Make the cells as large as they fit. If they would be too small, the board scrolls, at first to the last move. */
  fit(fresh = !this.size) {
    const width = this.cells[0]?.length;
    const space = this.node.clientWidth;
    if (!width || !space) return;
    const across = Math.floor((space - MARGIN - 4) / width);
    const fits = Math.floor(Math.min(across, (this.room.clientHeight - MARGIN) / this.cells.length, LARGEST * rem()));
    const large = fits < (isTouched() ? LEAST_TOUCHED : LEAST);
    if (large && !this.zoom.on) this.zoom.whole = !isTouched();
    this.zoom.on = large;
    const size = !large ? fits : isTouched() ? this.zoom.size(across, fits, LEAST_TOUCHED, LARGE_TOUCHED) : this.zoom.size(across, fits, LEAST, LEAST);
    const same = size === this.size && devicePixelRatio === this.sharp;
    this.size = size;
    this.sharp = devicePixelRatio;
    this.board.style.setProperty('--cell', `${size}px`);
    this.board.classList.toggle('small', size < 30);
    this.board.classList.toggle('tiny', size < 20);
    if (this.view) this.zoom.update(this.view, fresh ? null : this.view, size);
    if (!same) this.draw();
  }

  draw() {
    const { last, show } = /** @type {View} */ (this.view);
    const start = Number([...last][0]?.split(',')[0] ?? 0);
    const looks = show.has('pointed') ? this.looks.map((row) => row.map((look) => (look.place === String(this.shown) ? look : { ...look, value: null, text: look.plain }))) : this.looks;
    this.paint.draw({ looks, size: this.size, scene: /** @type {ReturnType<typeof asMade>} */ (this.scene), components: show.has('components'), start, marks: this.marks });
  }

  /**
   * Give all cells their names: on a large board in slices, but cells with a mark over their picture at once.
   * @param {View | null} before the view of these cells until now
   * @param {View} view
   */
  dressAll(before, view) {
    const rows = this.cells.map((_, r) => r);
    const dressRows = (/** @type {number} */ until) => {
      while (rows.length && performance.now() < until) {
        const r = /** @type {number} */ (rows.shift());
        for (let c = 0; c < this.cells[r].length; c += 1) this.dress(r, c);
      }
    };
    const dressSome = () => {
      if (this.view !== view) return; // there is a newer view
      dressRows(performance.now() + SLICE);
      if (rows.length) setTimeout(dressSome);
      else this.named();
    };
    if (this.cells.length * this.cells[0].length <= LARGE) {
      dressRows(Infinity);
      this.named();
      return;
    }
    set(this.grid, { 'aria-busy': 'true' });
    for (const place of [...laidOver(before), ...laidOver(view), ...this.fallen.keys(), `${this.row},${this.column}`]) {
      const [r, c] = place.split(',').map(Number);
      if (this.cells[r]?.[c]) this.dress(r, c);
    }
    requestAnimationFrame(() => setTimeout(dressSome)); // the picture comes first
  }

  /** All cells have their names. */
  named() {
    set(this.grid, { 'aria-busy': null });
    if (this.shown) this.show(this.shown);
  }

  /** Set the name and the classes of a cell. */
  dress(/** @type {number} */ r, /** @type {number} */ c) {
    const view = /** @type {View} */ (this.view);
    const node = this.cells[r][c];
    const seen = this.looks[r][c];
    const wait = this.fallen.get(seen.place);
    const kind = classes(view, seen) + (wait === undefined ? '' : ' new');
    const said = words(view, seen, r, c);
    if (this.dressed.get(node) === kind + said) return;
    this.dressed.set(node, kind + said);
    node.className = kind;
    node.setAttribute('aria-label', said);
    set(node, { 'aria-selected': view.picked.has(seen.place) ? 'true' : null, 'aria-disabled': seen.open ? null : 'true' });
    if (wait !== undefined) node.style.setProperty('--wait', `${wait}ms`);
  }

  /** Let the removed cells vanish one after another, starting at the move: until then each shows its former picture. */
  fell(/** @type {View | null} */ before, /** @type {View} */ view) {
    const roles = (/** @type {View} */ one) => one.scene.rows.flatMap((/** @type {Cell[]} */ row) => row.map((cell) => cell.role)).join();
    if (before && roles(before) === roles(view)) return; // a new answer for the same position: the cells still vanish
    this.fallen.clear();
    if (!before) return;
    const last = [...view.last][0]?.split(',').map(Number);
    view.scene.rows.forEach((/** @type {Cell[]} */ row, /** @type {number} */ r) => row.forEach((cell, c) => {
      if (cell.role !== 'removed' || before.scene.rows[r][c].role === 'removed') return;
      const far = last ? Math.max(Math.abs(r - last[0]), Math.abs(c - last[1])) : 0;
      this.fallen.set(`${r},${c}`, Math.min(MOST_DELAY, DELAY * far));
      const { value } = this.looks[r][c];
      this.cells[r][c].style.setProperty('--was', value === null ? 'var(--blank)' : ofNimber(value));
    }));
  }

  /** Show the move on the cell under the pointer. */
  point(/** @type {[number, number] | null} */ spot) {
    if (String(spot) === String(this.shown)) return;
    this.show(spot);
    if (this.view?.show.has('pointed')) this.draw();
  }

  /** Show what a move on a cell would change. */
  show(/** @type {[number, number] | null} */ spot) {
    for (const node of this.marked) node.classList.remove('falls', 'aimed');
    this.marked = [];
    this.shown = spot;
    if (!spot || !this.view) return;
    for (const { spot: [r, c], far } of preview(this.view, spot)) {
      const node = this.cells[r]?.[c];
      if (!node) continue;
      node.classList.add(far || !this.view.scene.cuts?.length ? 'falls' : 'aimed');
      if (!far) node.classList.add('aimed');
      this.marked.push(node);
    }
  }

  click(/** @type {[number, number] | null} */ spot) {
    if (!spot) return;
    if (!this.zoom.isWhole || this.size >= (isTouched() ? LEAST_TOUCHED : LEAST_POINTED)) {
      this.hands.pick(spot);
      return;
    }
    this.turn(...spot);
    this.focus();
    this.zoom.turn(false);
    this.zoom.reveal(spot, this.size);
  }

  focused(/** @type {[number, number] | null} */ spot) {
    if (!spot) return;
    if (spot[0] !== this.row || spot[1] !== this.column) this.turn(...spot);
    if (this.cells[spot[0]][spot[1]].matches(':focus-visible')) this.point(spot);
  }

  focus() {
    this.cells[this.row]?.[this.column]?.focus();
  }

  turn(/** @type {number} */ row, /** @type {number} */ column) {
    this.cells[this.row]?.[this.column]?.setAttribute('tabindex', '-1');
    this.row = row;
    this.column = column;
    this.cells[row][column].setAttribute('tabindex', '0');
    this.dress(row, column);
  }

  key(/** @type {KeyboardEvent} */ event) {
    const arrow = ARROWS[event.key];
    const height = this.cells.length;
    const width = this.cells[0].length;
    let [row, column] = [this.row, this.column];
    if (event.altKey || event.metaKey) return;
    if (arrow) [row, column] = [row + arrow[0], column + arrow[1]];
    else if (event.key === 'Home') [row, column] = [event.ctrlKey ? 0 : row, 0];
    else if (event.key === 'End') [row, column] = [event.ctrlKey ? height - 1 : row, width - 1];
    else if (event.key === 'PageUp') row = 0;
    else if (event.key === 'PageDown') row = height - 1;
    else if (event.key === 'Enter' || event.key === ' ') this.hands.pick([row, column]);
    else if (event.key === 'Escape') this.hands.back();
    else return;
    event.preventDefault();
    if (row < 0 || column < 0 || row >= height || column >= width) return;
    if (row !== this.row || column !== this.column) {
      this.turn(row, column);
      this.focus();
    }
  }
}

/** The moves on several cells, marked between their first two cells, if they are few. */
function between(/** @type {View} */ { scene, choices, show, picked }) {
  const pairs = choices.filter(({ places }) => places.length > 1 && places.every(Array.isArray));
  const values = show.has('values');
  if (picked.size || pairs.length > MOST_BETWEEN || !(values || show.has('winning'))) return [];
  return pairs.flatMap(({ places, nimber, wins }) => {
    const [[row, column], [down, right]] = /** @type {number[][]} */ (places);
    const near = Math.abs(row - down) + Math.abs(column - right) === 1 && scene.floor !== 'nothing';
    const shown = near && (values ? nimber !== null : wins);
    const far = scene.floor === 'line' ? 0.28 : 0.5; // the first cell of a row that falls has a neighbour on each side
    return shown ? [{ row: row + (down - row) * far, column: column + (right - column) * far, value: values ? nimber : null, wins: wins && show.has('winning') }] : [];
  });
}

/**
 * @param {Scene} scene
 * @param {boolean} numbered whether a list beside the board counts the components
 * @returns {HTMLElement[]} the nimber of each component, or its number in that list, on its first cell
 */
function badges({ rows, nimbers = [], before = 0 }, numbered) {
  const waiting = new Map(nimbers.map((/** @type {number | null} */ nimber, /** @type {number} */ i) => [i, numbered ? `${before + i + 1}.` : nimber]));
  return rows.flatMap((/** @type {Cell[]} */ row, /** @type {number} */ r) => row.flatMap(({ component }, c) => {
    const text = waiting.get(component) ?? null;
    waiting.delete(component);
    return text === null ? [] : [el('span', { style: { left: `calc(var(--cell) * ${c} + 24px)`, top: `calc(var(--cell) * ${r} + 22px)` } }, String(text))];
  }));
}

/**
 * @param {Event} event
 * @returns {[number, number] | null} the cell of the event
 */
function spotOf(event) {
  const cell = event.target instanceof Element && event.target.closest('[data-place]');
  if (!(cell instanceof HTMLElement)) return null;
  const [row, column] = (cell.dataset.place ?? '').split(',').map(Number);
  return [row, column];
}

/** Whether cells are picked with a finger. */
const isTouched = () => matchMedia('(pointer: coarse)').matches || innerWidth <= 480;

/** @returns {number} the pixels of a rem */
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * @param {View | null} view
 * @returns {string[]} the places of cells that have something laid over their picture
 */
const laidOver = (view) => (view ? [...view.picked, ...view.hint, ...view.area, ...view.last] : []);
