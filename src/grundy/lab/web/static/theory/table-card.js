/** Tables of games whose states are numbers or pairs of numbers, and the formulas that the library finds in them. */

import { el, fill, set, write } from '../base/dom.js';
import { drawTable } from './plot.js';
import { number, t } from '../base/words.js';

/** @typedef {{names: string[], first: number[], rows: number[][], loopy: Record<number, string>, literal: boolean}} Table as the operation `tables` returns it; if states are single numbers, it has one row */
/** @typedef {{formula: string, of: 'nimbers' | 'outcomes', checked: number}} Pattern */

export const USUAL = 200; // values of a sequence by default; for a table, it stands for as many values as take little work

/**
 * @param {string} game
 * @param {number} length of the address
 * @returns {{game: string, size?: number[]}} the request for `tables`
 */
export const tableAsked = (game, length) => (length === USUAL ? { game } : { game, size: [length] });

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {number} value of a table
 * @param {string} loopy the meaning of -3
 * @returns {string} the text of the value: -1 is WIN, and -2 means that there is no state
 */
export const signOf = (value, loopy) => (value === -1 ? 'WIN' : value === -4 ? 'LOONY' : value === -3 ? loopy : value < 0 ? '' : String(value));

/** The table of a game whose states are two numbers. The pointer or the keys select a state. */
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

/** The text of a chart about the selected place, with a button that plays from there. */
export class Pointed {
  /**
   * @param {string} keys how to use the chart: the text while no place is selected
   * @param {() => void} open plays from the selected place
   */
  constructor(keys, open) {
    this.keys = keys;
    this.said = el('output', { class: 'readout' });
    this.play = el('button', { type: 'button', class: 'chip', 'data-act': 'play-there', onclick: open });
    this.node = el('div', { class: 'row wrap pointed' }, this.said, this.play);
    this.clear();
  }

  clear() {
    fill(this.said, el('span', { class: 'note' }, t(this.keys)));
    this.play.hidden = true;
  }

  /**
   * @param {string} text
   * @param {string | null} play the text of the button; null if nothing can be played
   */
  say(text, play) {
    write(this.said, text);
    this.play.hidden = play === null;
    if (play !== null) write(this.play, play);
  }
}

export class TableCard {
  /** @param {(state: string) => void} play plays a state */
  constructor(play) {
    const open = () => this.state !== null && play(this.state);
    this.pointed = new Pointed('table.keys', open);
    this.heat = new Heat((place) => this.tell(place), open);
    this.node = el('section', { class: 'card', hidden: true }, el('h2', {}, t('table.title')), this.pointed.node, this.heat.area);
    /** @type {string | null} the selected state, if it can be played */
    this.state = null;
  }

  update(/** @type {Table | null} */ table) {
    this.node.hidden = !table;
    this.state = null;
    this.pointed.clear();
    this.heat.update(table);
    if (!table) return;
    const { rows } = table;
    const top = rows.reduce((most, row) => row.reduce((more, value) => Math.max(more, value), most), 0);
    set(this.heat.area, { 'aria-label': `${t('table.title')}. ${t('table.label', { rows: rows.length, columns: rows[0].length, top })}` });
  }

  tell(/** @type {[number, number]} */ [row, column]) {
    const { names, first, rows, loopy, literal } = /** @type {Table} */ (this.heat.table);
    const numbers = [first[0] + row, first[1] + column];
    const value = rows[row][column];
    this.state = literal && value !== -2 ? numbers.join(' ') : null;
    const said = names.map((name, i) => `${name} = ${number(numbers[i])}`).join(', ');
    this.pointed.say(t('table.state', { state: said, value: signOf(value, loopy[row * rows[0].length + column]) || '–' }), this.state === null ? null : t('table.play', { state: `(${numbers.join(', ')})` }));
  }
}

export class PatternCard {
  constructor() {
    this.list = el('ul', { class: 'patterns' });
    this.node = el('section', { class: 'card', hidden: true, role: 'status' }, el('h2', {}, t('pattern.title')), this.list);
  }

  /** Show that formulas are being searched. */
  begin() {
    this.node.hidden = false;
    fill(this.list, el('li', { class: 'note' }, t('pattern.looking')));
  }

  /**
   * @param {Pattern[]} found
   * @param {number} states of the table
   * @param {string} [lacks] the missing package without which no formulas are searched
   */
  update(found, states, lacks) {
    if (lacks) {
      fill(this.list, el('li', { class: 'note' }, t('pattern.lacks', { package: lacks })));
      return;
    }
    const none = found.every((one) => one.of === 'outcomes') && el('li', {}, t('pattern.none', { number: states }));
    fill(this.list, none, ...found.map((one) => el('li', {},
      el('span', {}, t(one.of === 'outcomes' ? 'pattern.lost' : 'pattern.nimber')), ' ', el('code', {}, one.formula),
      ' ', el('span', { class: 'note' }, t('pattern.checked', { number: one.checked })))));
  }

  /** Show only the formulas that were found before the work was stopped. */
  stop() {
    if (this.list.textContent === t('pattern.looking')) write(this.list, '');
    this.node.hidden = !this.list.textContent;
  }
}
