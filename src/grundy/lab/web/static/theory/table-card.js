/** Tables of games whose states are numbers or pairs of numbers, and the formulas that the library finds in them. */

import { el, fill, set, write } from '../base/dom.js';
import { Heat, signOf } from '../board/heat.js';
import { number, t } from '../base/words.js';

/** @typedef {import('../board/heat.js').Table} Table */
/** @typedef {{formula: string, of: 'nimbers' | 'outcomes', checked: number}} Pattern */

export const USUAL = 200; // values of a sequence by default; for a table, it stands for as many values as take little work

/**
 * @param {string} game
 * @param {number} length of the address
 * @returns {{game: string, size?: number[]}} the request for `tables`
 */
export const tableAsked = (game, length) => (length === USUAL ? { game } : { game, size: [length] });

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

  clear() {
    this.node.hidden = true;
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
