/** Boards: an ARIA grid of cells, with outlines laid over it. */

import { ofValue, inkOn } from './colours.js';
import { el, fill, set, svg } from './dom.js';
import { gridLegend } from './board-legend.js';

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./game-board.js').Hands} Hands */
/** @typedef {{symbol: string, role?: string, move?: string, wins?: boolean, outcome?: string, value?: number, component?: number}} Cell */

const LARGEST = 120; // pixels a cell
const LEAST = 22;
const TOUCHED = 44; // where fingers point
const MARGIN = 24; // for the numbers of rows

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class GridDrawing {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.grid = el('div', { class: 'grid', role: 'grid', onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    this.over = svg('svg', { class: 'over', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
    this.heads = el('div', { class: 'heads', 'aria-hidden': 'true' });
    this.worths = el('div', { class: 'worths', 'aria-hidden': 'true' });
    this.board = el('div', { class: 'board' }, this.heads, this.grid, this.over, this.worths);
    this.legend = el('div', { class: 'legend' });
    this.node = el('div', { class: 'gridbox' }, el('div', { class: 'scroll' }, this.board), this.legend);
    /** @type {HTMLElement[][]} */
    this.cells = [];
    this.row = 0;
    this.column = 0;
    this.size = 0;
    /** @type {View | null} */
    this.view = null;
    this.outlined = '';
    this.room = el('div', { class: 'room' }); // as high as the host gives room to the board
    this.node.append(this.room);
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.node);
    resized.observe(this.room);
  }

  /** @param {View} view */
  update(view) {
    const before = this.view;
    this.view = view;
    const { rows, first } = view.scene;
    if (this.cells.length !== rows.length || this.cells[0]?.length !== rows[0].length || before?.scene.first !== first || before?.words !== view.words) this.build();
    set(this.grid, { 'aria-label': view.label || view.say('board', { rows: rows.length, columns: rows[0].length }) });
    let top = view.top;
    for (const row of rows) for (const cell of row) top = Math.max(top, cell.value ?? 0);
    rows.forEach((/** @type {Cell[]} */ row, /** @type {number} */ r) =>
      row.forEach((cell, c) => this.paint(this.cells[r][c], cell, r, c, top)),
    );
    this.outline();
    fill(this.legend, ...gridLegend(view, top));
    if (!this.size) this.fit(); // measuring makes the browser lay the page out; later changes are observed
  }

  build() {
    const { rows, first } = /** @type {View} */ (this.view).scene;
    const height = rows.length;
    const width = rows[0].length;
    this.row = Math.min(this.row, height - 1);
    this.column = Math.min(this.column, width - 1);
    this.cells = rows.map((/** @type {Cell[]} */ row, /** @type {number} */ r) =>
      row.map((_, c) =>
        el('div', {
          role: 'gridcell',
          tabindex: r === this.row && c === this.column ? 0 : -1,
          'data-place': `${r},${c}`,
          onclick: () => this.hands.pick([r, c]),
          onfocus: () => this.turn(r, c),
        }),
      ),
    );
    fill(this.heads, ...rows[0].map((/** @type {Cell} */ _, /** @type {number} */ c) => el('span', {}, String(c + first))));
    fill(
      this.grid,
      ...this.cells.map((row, r) =>
        el('div', { role: 'row' }, el('span', { class: 'head', 'aria-hidden': 'true' }, String(r + first)), ...row),
      ),
    );
    this.over.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.outlined = '';
    this.size = 0;
  }

  /** Make the cells as large as they fit, and large enough for fingers where that leaves no board to scroll. */
  fit() {
    const width = this.cells[0]?.length;
    const space = this.node.clientWidth;
    if (!width || !space) return;
    const fits = Math.floor(Math.min((space - MARGIN - 4) / width, (this.room.clientHeight - MARGIN) / this.cells.length, LARGEST));
    const touched = matchMedia('(pointer: coarse)').matches || innerWidth <= 480;
    const size = Math.max(touched ? TOUCHED : LEAST, fits);
    if (size === this.size) return;
    this.size = size;
    this.board.style.setProperty('--cell', `${size}px`);
    this.board.classList.toggle('small', size < 30);
  }

  /**
   * @param {HTMLElement} node
   * @param {Cell} cell
   * @param {number} r
   * @param {number} c
   * @param {number} top
   */
  paint(node, cell, r, c, top) {
    const view = /** @type {View} */ (this.view);
    const place = `${r},${c}`;
    const role = cell.role ?? 'cell';
    const open = view.at.has(place);
    const here = view.at.get(place) ?? [];
    const wins = view.show.has('winning') && (here.length ? here.some((choice) => choice.wins) : false);
    const told = view.show.has('values') && cell.outcome && !open ? cell.outcome : '';
    const solid = role === 'cell' || role === 'piece';
    const value = view.show.has('values') && solid ? (cell.value ?? (here.length === 1 ? here[0].nimber : null)) : null;
    const letter = cell.outcome || cell.symbol === '.' ? '' : cell.symbol;
    const lost = role === 'cell' && ((value === 0 && !open) || told === 'P');
    const classes = [role];
    if (open && !view.disabled) classes.push('open');
    if (open && cell.component === undefined) classes.push('dotted');
    if (wins) classes.push('wins');
    if (lost) classes.push('lost');
    if (view.picked.has(place)) classes.push('picked');
    if (view.hint.has(place)) classes.push('hint');
    if (view.last.has(place)) classes.push('last');
    if (view.scene.touch === 'corners') classes.push('corners');
    const text = value === null || value === undefined ? (role === 'removed' || role === 'absent' ? '' : role === 'blocked' && letter === '#' ? '' : told || letter) : String(value);
    const corner = value !== null && value !== undefined && role === 'cell' ? letter : '';
    const colour = value === null || value === undefined ? '' : ofValue(value, top);
    const look = `${classes.join(' ')}|${text}|${corner}|${colour}|${letter}|${view.disabled}`;
    if (node.dataset.look === look) return;
    node.dataset.look = look;
    node.className = classes.join(' ');
    const words = [view.say('at', { row: r + view.scene.first, column: c + view.scene.first }), view.say(role === 'absent' ? 'removed' : role)];
    if (letter && role === 'cell') words.push(letter);
    if (value !== null && value !== undefined) words.push(view.say(view.scene.worth ? 'worth' : 'after', { value }));
    if (told) words.push(view.say(`outcome-${told}`));
    if (wins) words.push(view.say('wins'));
    else if (open && cell.component === undefined) words.push(view.say('choice'));
    if (view.hint.has(place)) words.push(view.say('hint'));
    if (view.last.has(place)) words.push(view.say('last'));
    node.setAttribute('aria-label', words.join(', '));
    set(node, { 'aria-selected': view.picked.has(place) ? 'true' : null, 'aria-disabled': open && !view.disabled ? null : 'true' });
    if (colour) {
      node.style.setProperty('--fill', colour);
      node.style.setProperty('--on', inkOn(colour));
    } else {
      node.style.removeProperty('--fill');
      node.style.removeProperty('--on');
    }
    fill(node, el('span', { class: 'text' }, text), corner && el('span', { class: 'corner' }, corner));
  }

  /** Draw around components, or between their cells where these touch at corners. */
  outline() {
    const view = /** @type {View} */ (this.view);
    /** @type {Cell[][]} */
    const rows = view.scene.rows;
    const shown = view.show.has('components');
    const news = shown ? JSON.stringify([rows.map((row) => row.map((cell) => cell.component ?? -1)), view.scene.nimbers]) : '';
    if (news === this.outlined && this.over.childNodes.length === (news ? 1 : 0)) return;
    this.outlined = news;
    fill(this.worths);
    if (!shown) {
      fill(this.over);
      return;
    }
    const at = (/** @type {number} */ r, /** @type {number} */ c) => rows[r]?.[c]?.component ?? -1;
    let path = '';
    /** @type {Set<number>} */
    const seen = new Set();
    rows.forEach((row, r) =>
      row.forEach((_, c) => {
        const own = at(r, c);
        if (view.scene.touch === 'corners') {
          if (own >= 0 && at(r + 1, c + 1) === own) path += `M${c + 0.86} ${r + 0.86}l.28 .28`;
          if (own >= 0 && at(r + 1, c - 1) === own) path += `M${c + 0.14} ${r + 0.86}l-.28 .28`;
        } else {
          if (own !== at(r - 1, c)) path += `M${c} ${r}h1`;
          if (own !== at(r, c - 1)) path += `M${c} ${r}v1`;
          if (own >= 0 && r === rows.length - 1) path += `M${c} ${r + 1}h1`;
          if (own >= 0 && c === row.length - 1) path += `M${c + 1} ${r}v1`;
        }
        const worth = view.scene.nimbers?.[own];
        if (own >= 0 && !seen.has(own) && worth !== undefined && worth !== null) {
          seen.add(own);
          const badge = el('span', {}, String(worth));
          badge.style.setProperty('left', `calc(var(--cell) * ${c} + 24px)`);
          badge.style.setProperty('top', `calc(var(--cell) * ${r} + 22px)`);
          this.worths.append(badge);
        }
      }),
    );
    fill(this.over, svg('path', { d: path, 'vector-effect': 'non-scaling-stroke' }));
  }

  focus() {
    this.cells[this.row]?.[this.column]?.focus();
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  turn(row, column) {
    this.cells[this.row]?.[this.column]?.setAttribute('tabindex', '-1');
    this.row = row;
    this.column = column;
    this.cells[row][column].setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
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
