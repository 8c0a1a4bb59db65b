/** An exercise of a lesson: items to mark or to type, powers to pair, rows to lay. The solver says what is right, and why. */

import { askAgain } from '../base/api.js';
import { Boards } from '../board/boards.js';
import { onNimber } from '../board/colours.js';
import { el, fill, set, write } from '../base/dom.js';
import { Keys } from '../base/keys.js';
import { Loader } from '../base/loading.js';
import { icon } from '../play/played-game.js';
import { withNimbers } from '../play/session.js';
import { Strip } from '../play/strip.js';
import { spell, t } from '../base/words.js';

/**
 * An item is given if it has a `value`; else it is marked or typed. Labels and reasons are messages or texts.
 * @typedef {{label: any, right: boolean | number, why: Message, said?: boolean | string, value?: number, led?: boolean, own?: boolean}} Item
 * @typedef {{items: Item[][], rows?: any[], columns?: any[], digits?: boolean}} Grid `digits`: marks add up to a digit
 * @typedef {{board?: Answer, note?: Message, least?: boolean, grids?: Grid[], rows?: {values: number[], wrong: (Message | null)[]}, powers?: {heaps: number[][], sum: number}}} Task the answer of `exercises`
 */
/** @typedef {import('../play/strip.js').Said} Said */
/** @typedef {{done: () => Said, next: () => void, hint: () => void}} Host `done` is called when the exercise is right, and gives what to say */

const START = 10; // values in a row at first

export class ExercisePanel {
  constructor(/** @type {App} */ app, /** @type {Host} */ host) {
    this.host = host;
    this.status = new Strip((text) => app.say(text), {});
    this.boards = new Boards(() => {});
    this.form = el('form', { class: 'exercise', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.check();
    } });
    const button = (/** @type {string} */ act, /** @type {string} */ text, /** @type {() => void} */ work, looks = '') => el('button', { type: 'button', class: looks, 'data-act': act, onclick: work }, icon(act), el('span', {}, text));
    this.buttons = { check: button('check', t('exercise.check'), () => this.check(), 'primary'), hint: button('hint', t('act.hint'), () => host.hint()), next: button('next', t('learn.next'), () => host.next()) };
    this.node = el('div', { class: 'stage task' }, el('div', { class: 'sheetbox' }, el('div', { class: 'box', tabindex: -1 }, this.form), this.status.node),
      el('div', { class: 'under', role: 'group', 'aria-label': t('actions') }, ...Object.values(this.buttons)));
    this.keys = new Keys({ h: () => this.buttons.hint.click(), n: () => this.buttons.next.click() });
    /** @type {Loader<Task>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    this.kind = '';
    /** @type {Task | null} the exercise that is shown and not done yet */
    this.task = null;
    /** @type {(() => void)[]} */
    this.tails = [];
    /** @type {() => Message | null} what is wrong with rows or pairs */
    this.fault = () => null;
  }

  async show(/** @type {import('./lessons.js').LessonStep} */ step) {
    this.keys.begin();
    this.kind = step.kind ?? '';
    [this.task, this.tails, this.fault] = [null, [], () => null];
    fill(this.form);
    this.status.wait();
    this.able();
    const { kind, game, text: position = '', size = 0, heaps = [] } = step;
    await this.loader.load(({ signal }) => askAgain('exercises', { kind, game, position, size, heaps }, signal));
  }

  able() {
    for (const name of /** @type {const} */ (['check', 'hint'])) set(this.buttons[name], { disabled: !this.task });
  }

  loaded(/** @type {Loading<Task>} */ loading) {
    if (loading.phase !== 'ready') {
      if (loading.phase !== 'working') this.status.loading(this.loader, loading);
      return;
    }
    this.task = loading.value;
    this.able();
    this.open();
    this.draw(this.task);
  }

  open() {
    this.status.say({ tone: 'a', shape: 'a', head: t(`exercise.${this.kind}`), why: [t(`exercise.${this.kind}-why`)] });
  }

  draw(/** @type {Task} */ { board, note, least, grids = [], rows, powers }) {
    if (board) this.boards.update(withNimbers(board), { show: board.scenes[0].kind === 'grid' ? ['components', 'numbered'] : [], disabled: true });
    this.least = el('p', { class: 'least', role: 'status' });
    fill(this.form, board && this.boards.node, note && el('p', { class: 'rule' }, spell(note)), ...grids.map((grid) => this.grid(grid)), least && this.least, rows && this.rows(rows), powers && this.powers(powers),
      el('button', { type: 'submit', class: 'quiet', tabindex: -1, 'aria-hidden': 'true' })); // so that Enter checks
    this.follow();
  }

  /** Show what depends on what the reader has said. */
  follow() {
    if (this.status.node.classList.contains('bad')) this.open();
    for (const tell of this.tails) tell();
    const marks = this.task?.least && this.task.grids?.at(-1)?.items[0];
    if (!marks) return;
    const least = marks.some(({ said }) => said) ? marks.findIndex(({ said }) => !said) : -1;
    for (const [value, mark] of [...this.form.querySelectorAll('button.mark')].entries()) set(mark, { 'data-least': value === least });
    write(/** @type {Element} */ (this.least), least < 0 ? '' : t('exercise.least', { value: least }));
  }

  grid(/** @type {Grid} */ { items, rows, columns, digits }) {
    const places = items.length > 1 ? [...items[0].keys()].map(String) : [];
    const heads = (rows ?? (columns ? [] : places)).map((text) => spell(text));
    const row = (/** @type {Item[]} */ all, /** @type {number} */ r) => el('tr', {}, heads.length > 0 && el('th', { scope: 'row' }, heads[r]), ...all.map((item) => el('td', { 'data-led': item.led ?? null }, this.item(item))), digits && el('td', {}, this.tail(all)));
    const top = (columns ?? places).map((text) => el('th', { scope: 'col' }, spell(text)));
    return el('div', { class: 'gridbox' }, el('table', { class: items.length > 1 ? 'grid' : 'grid flat', style: { '--n': String(items[0].length) } }, top.length > 0 && el('thead', {}, el('tr', {}, heads.length > 0 && el('td', {}), ...top)), el('tbody', {}, ...items.map(row))));
  }

  /** The digit to which the marks of a row add up. */
  tail(/** @type {Item[]} */ row) {
    const shown = el('output', { class: 'tail' });
    this.tails.push(() => {
      const marked = row.flatMap(({ said }, i) => (said ? [2 ** i] : []));
      write(shown, `${marked.join(' + ') || '0'}${marked.length > 1 ? ` = ${sum(marked)}` : ''}`);
    });
    return shown;
  }

  item(/** @type {Item} */ item) {
    const { right, value, own } = item;
    if (value !== undefined) return el('b', { class: 'badge', style: own ? {} : onNimber(value) }, own ? '?' : String(value));
    const label = spell(item.label);
    /** @param {HTMLElement} node */
    const said = (node, /** @type {boolean | string} */ now) => {
      item.said = now;
      set(node, { 'aria-invalid': null });
      this.follow();
    };
    if (typeof right === 'number') {
      const input = el('input', { type: 'text', inputmode: 'numeric', class: 'typed', autocomplete: 'off', maxlength: 3, 'aria-label': label, oninput: () => said(input, input.value) });
      return input;
    }
    const button = el('button', { type: 'button', class: 'mark', 'aria-pressed': 'false', 'aria-label': label, onclick: () => {
      said(button, !item.said);
      set(button, { 'aria-pressed': String(item.said) });
    } }, /^\d+$/.test(label) ? label : '');
    return button;
  }

  /** The values in rows, whose length the reader chooses. */
  rows(/** @type {{values: number[], wrong: (Message | null)[]}} */ { values, wrong }) {
    const said = el('output', {});
    const cells = el('div', { class: 'laid', role: 'img', 'aria-label': values.join(' ') }, ...values.map((value) => el('i', { style: onNimber(value) }, String(value))));
    const wide = el('input', { type: 'range', id: 'wide', min: 2, max: wrong.length, value: START, oninput: () => {
      lay();
      this.follow();
    } });
    const lay = () => {
      set(cells, { style: { '--wide': wide.value } });
      write(said, wide.value);
      this.fault = () => wrong[Number(wide.value) - 1];
    };
    lay();
    return el('div', { class: 'cards' }, el('label', { for: 'wide', class: 'wide' }, t('exercise.wide'), wide, said), cells);
  }

  /** The powers of heaps: one is chosen, then its equal in another heap. */
  powers(/** @type {{heaps: number[][], sum: number}} */ { heaps, sum: nimSum }) {
    /** @typedef {{power: number, heap: number, button: HTMLButtonElement}} Power */
    /** @type {Power[]} */
    let left = [];
    /** @type {Power | null} */
    let first = null;
    const shown = el('p', { class: 'equation', role: 'status' });
    const tell = () => {
      const all = left.map(({ power }) => power).sort((a, b) => b - a);
      write(shown, t('exercise.left', { sum: all.length > 1 ? `${all.join(' + ')} = ${sum(all)}` : String(sum(all)) }));
    };
    const press = (/** @type {Power} */ one) => {
      this.follow();
      const before = first;
      first = before ? null : one;
      set((before ?? one).button, { 'aria-pressed': String(!before) });
      if (!before || before === one) return;
      if (before.power !== one.power || before.heap === one.heap) {
        this.wrong(t('wrong.pair'));
        return;
      }
      for (const { button } of [before, one]) set(button, { disabled: true });
      left = left.filter((other) => other !== before && other !== one);
      tell();
    };
    const rows = heaps.map((powers, heap) => el('div', { class: 'powers' }, el('b', {}, `${sum(powers)} =`), ...powers.map((power) => {
      const button = el('button', { type: 'button', class: 'mark', 'aria-pressed': 'false', 'aria-label': t('exercise.power', { power, heap: sum(powers) }), onclick: () => press(one) }, String(power));
      const one = { power, heap, button };
      left.push(one);
      return button;
    })));
    this.fault = () => (sum(left.map(({ power }) => power)) === nimSum ? null : { kind: 'wrong.pairs-left' });
    tell();
    return el('div', { class: 'cards' }, ...rows, shown);
  }

  /** Check what the reader has said: the first item of which something else is right, and why. */
  check() {
    if (!this.task) return;
    const items = (this.task.grids ?? []).flatMap((grid) => grid.items.flat()).filter(({ value }) => value === undefined);
    const item = items.find(({ right, said = false }) => (typeof said === 'string' ? !said.trim() || Number(said) !== right : said !== right));
    const why = item?.why ?? this.fault();
    if (item) set(/** @type {Element} */ (this.form.querySelectorAll('.mark, .typed')[items.indexOf(item)]), { 'aria-invalid': 'true' });
    if (why) {
      this.wrong(spell(why));
      return;
    }
    this.task = null;
    for (const part of this.form.querySelectorAll('button, input')) set(part, { disabled: true });
    this.able();
    this.status.say(this.host.done());
  }

  wrong(/** @type {string} */ reason) {
    this.status.say({ tone: 'bad', shape: 'lost', head: t('puzzles.failed'), why: [reason] });
  }

  leave() {
    this.keys.end();
    this.loader.leave();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.form.querySelector('button:enabled, input:enabled'))?.focus();
  }
}

const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other, 0);
