/** The panel to play: the boards, the status of the game, the opponent, the moves, and buttons. */

import { Boards } from './boards.js';
import { el, set, write } from './dom.js';
import { exportMenu } from './export.js';
import { MoveLog } from './move-log.js';
import { OpponentCard } from './opponent.js';
import { hint, replay, reply } from './session.js';
import { sumText } from './say.js';
import { StatusCard } from './status-card.js';
import { isCoachs } from './turns.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./session.js').Step} Step */

const THINKING = 450; // milliseconds that the coach seems to think
const TOGGLES = ['winning', 'values', 'components'];

export class PlayPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.boards = new Boards((choice) => this.move(choice.move));
    this.hinted = /** @type {string | null} */ (null);
    this.status = new StatusCard((text) => this.app.say(text));
    this.buttons = {
      hint: this.button('hint', () => this.hint()),
      undo: this.button('undo', () => this.undo()),
      redo: this.button('redo', () => this.redo()),
      restart: this.button('restart', () => this.restart()),
    };
    this.toggles = TOGGLES.map((name) => el('input', { type: 'checkbox', id: `show-${name}`, value: name, onchange: () => this.toggle(name) }));
    this.log = new MoveLog((at) => this.app.go({ at }));
    this.sum = el('p', { class: 'sumline', hidden: true });
    this.felt = el('div', { class: 'felt', hidden: true });
    this.typed = el('input', { id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.more = el('p', { class: 'note', hidden: true }, t('more-choices'));
    this.exports = exportMenu(() => this.exported());
    this.opponent = new OpponentCard((change, quietly) => this.app.go(change, quietly));
    this.stage = el(
      'div',
      { class: 'stage' },
      this.felt,
      el('div', { class: 'actions', role: 'group', 'aria-label': t('actions') }, ...Object.values(this.buttons)),
      el(
        'fieldset',
        { class: 'toggles' },
        el('legend', {}, t('show.title')),
        ...this.toggles.map((input) => el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`show.${input.value}`)))),
      ),
    );
    this.felt.append(this.boards.node, this.sum, this.more);
    this.side = el('div', { class: 'side' }, this.status.node, this.opponent.node, this.log.node, this.typing(), this.exports);
    /** @type {Step[]} */
    this.steps = [];
    this.turnNumber = 0;
    /** @type {AbortController | null} the work that is waited for */
    this.running = null;
    /** @type {State | null} */
    this.state = null;
  }

  /**
   * @param {string} name
   * @param {() => void} act
   */
  button(name, act) {
    return el('button', { type: 'button', disabled: true, class: name === 'hint' ? 'primary' : '', 'data-act': name, onclick: act }, t(`act.${name}`));
  }

  typing() {
    const form = el(
      'form',
      { class: 'typing', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const move = this.typed.value.trim();
        if (move) this.move(move);
      } },
      el('label', { for: 'typed' }, t('typed.label')),
      el('div', { class: 'row' }, this.typed, el('button', { type: 'submit' }, t('typed.act'))),
    );
    return el('details', { class: 'card' }, el('summary', {}, t('typed.title')), form);
  }

  /** @param {State} state */
  async show(state) {
    const number = ++this.turnNumber;
    this.state = state;
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    this.opponent.update(state);
    this.running?.abort();
    this.running = new AbortController();
    try {
      const steps = await replay(state.parts, state.moves.slice(0, state.at), { signal: this.running.signal, progress: (done, total) => this.status.working(done, total, () => this.running?.abort()) });
      if (number !== this.turnNumber) return;
      this.steps = steps;
      this.hinted = null;
      this.draw();
    } catch (error) {
      if (number !== this.turnNumber) return;
      this.fail(error);
      return;
    }
    if (this.coachMoves()) await this.answerMove(number);
  }

  get last() {
    return this.steps[this.steps.length - 1];
  }
  get over() {
    return this.last.answer.choices.length === 0;
  }

  /** @param {number} ply counted from 0 */
  coachs(ply) {
    return isCoachs(/** @type {State} */ (this.state), ply);
  }

  /** Whether it is the coach's turn. */
  coachMoves() {
    const { at, moves } = /** @type {State} */ (this.state);
    return !this.over && at === moves.length && this.coachs(at);
  }

  draw() {
    const state = /** @type {State} */ (this.state);
    const { answer, places } = this.last;
    const waits = this.coachMoves();
    this.felt.hidden = false;
    this.boards.update(answer, { show: state.show, disabled: waits || this.over, hint: this.hinted, last: places });
    this.more.hidden = !answer.more_choices;
    const sum = state.show.includes('components') ? sumText(answer) : '';
    this.sum.hidden = !sum;
    write(this.sum, sum);
    this.status.update(state, this.steps, { over: this.over, waits });
    this.log.update(state, this.steps);
    const first = this.coachs(0) ? 1 : 0;
    set(this.buttons.hint, { disabled: waits || this.over });
    set(this.buttons.undo, { disabled: state.at <= first });
    set(this.buttons.redo, { disabled: state.at >= state.moves.length });
    set(this.buttons.restart, { disabled: state.at <= first });
  }

  /** @param {unknown} error */
  fail(error) {
    this.status.fail(error);
    for (const button of Object.values(this.buttons)) set(button, { disabled: true });
    if (this.app.state.at > (this.coachs(0) ? 1 : 0)) set(this.buttons.undo, { disabled: false }); // the way back
  }

  /** @param {string} move */
  async move(move) {
    const state = /** @type {State} */ (this.state);
    if (!this.steps.length || this.coachMoves()) return;
    if (!this.last.answer.choices.some((choice) => choice.move === move) && !(await this.legal(move))) return;
    this.typed.value = '';
    this.app.go({ moves: [...state.moves.slice(0, state.at), move], at: state.at + 1 });
  }

  /** @param {string} move */
  async legal(move) {
    try {
      await replay(this.app.state.parts, [...this.app.state.moves.slice(0, this.app.state.at), move]);
      return true;
    } catch (error) {
      this.status.refuse(error);
      return false;
    }
  }

  /** @param {number} number */
  async answerMove(number) {
    const state = /** @type {State} */ (this.state);
    try {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : THINKING;
      const [{ move }] = await Promise.all([
        reply(state.parts[0].game, this.last.answer.position, state.errors),
        new Promise((done) => setTimeout(done, calm)),
      ]);
      if (number !== this.turnNumber) return;
      this.app.go({ moves: [...state.moves, move], at: state.at + 1 }, true);
    } catch (error) {
      if (number === this.turnNumber) this.fail(error);
    }
  }

  async hint() {
    const state = /** @type {State} */ (this.state);
    try {
      const found = await hint(state.parts[0].game, this.last.answer.position);
      if (state !== this.state) return;
      this.hinted = found.move;
      this.boards.update(this.last.answer, { show: state.show, hint: found.move, last: this.last.places });
      this.status.hint(found);
    } catch (error) {
      this.fail(error);
    }
  }

  undo() {
    const { at } = /** @type {State} */ (this.state);
    let to = at - 1;
    while (to > 0 && this.coachs(to)) to -= 1;
    this.app.go({ at: to });
  }

  redo() {
    const { at, moves } = /** @type {State} */ (this.state);
    let to = at + 1;
    while (to < moves.length && this.coachs(to)) to += 1;
    this.app.go({ at: to });
  }

  restart() {
    this.app.go({ moves: [], at: 0 });
  }

  /** @param {string} name */
  toggle(name) {
    const { show } = /** @type {State} */ (this.state);
    this.app.go({ show: show.includes(name) ? show.filter((one) => one !== name) : [...show, name] }, true);
  }

  exported() {
    const state = /** @type {State} */ (this.state);
    return { game: state.parts[0].game, answer: this.last?.answer ?? null, moves: state.moves.slice(0, state.at) };
  }
}
