/** The panel to play: the boards, the status of the game, the opponent, the moves, and buttons. */

import { Boards } from './boards.js';
import { el, set, write } from './dom.js';
import { exportMenu } from './export.js';
import { remember } from './memory.js';
import { MoveLog } from './move-log.js';
import { OpponentCard } from './opponent.js';
import { another, hasPuzzles, puzzle, puzzleCard } from './puzzles.js';
import { hintSteps } from './hints.js';
import { Keys, keysCard } from './keys.js';
import { Loader } from './loading.js';
import { sumText } from './say.js';
import { hint, replay, reply } from './session.js';
import { exchanged, makerOf, moved, shownOf, usualMaker, written } from './state.js';
import { StatusCard } from './status-card.js';
import { COLOURS, TurnBar } from './turn-bar.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./session.js').Step} Step */

const THINKING = 450; // milliseconds that the coach seems to think
const TOGGLES = ['winning', 'values', 'components', 'comments'];

export class PlayPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.boards = new Boards((choice) => this.move(choice.move));
    /** @type {import('./hints.js').Step[]} the steps of the hint that is being given */
    this.hints = [];
    this.hinted = 0; // how many of them are given
    this.bar = new TurnBar();
    this.status = new StatusCard(this.bar, (text) => this.app.say(text), (move) => this.why(move));
    /** @type {Loader<Step[]>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    this.buttons = {
      hint: this.button('hint', () => this.hint()),
      undo: this.button('undo', () => this.undo()),
      redo: this.button('redo', () => this.redo()),
      restart: this.button('restart', () => this.restart()),
      new: this.button('new', () => this.newBoard()),
    };
    this.keys = new Keys({
      h: () => this.buttons.hint.click(), u: () => this.buttons.undo.click(), r: () => this.buttons.restart.click(), n: () => this.buttons.new.click(),
      arrowleft: () => this.step(-1), arrowright: () => this.step(1),
    });
    this.puzzles = puzzleCard((level) => this.puzzle(level), () => this.app.state.parts);
    this.toggles = TOGGLES.map((name) => el('input', { type: 'checkbox', id: `show-${name}`, value: name, onchange: () => this.toggle(name) }));
    this.log = new MoveLog((at) => this.app.go({ at }));
    this.sum = el('p', { class: 'sumline', hidden: true });
    this.felt = el('div', { class: 'felt', hidden: true });
    this.typed = el('input', { id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.more = el('p', { class: 'note', hidden: true }, t('more-choices'));
    this.exports = exportMenu(() => this.exported());
    this.opponent = new OpponentCard((change) => this.app.go(exchanged(this.app.state, change)), (change) => this.app.go(change, true));
    this.felt.append(this.boards.node, this.sum, this.more);
    this.stage = el('div', { class: 'stage' },
      this.felt,
      el('div', { class: 'actions', role: 'group', 'aria-label': t('actions') }, ...Object.values(this.buttons),
        el('button', { type: 'button', 'data-act': 'setup', onclick: () => this.setUp() }, t('act.setup'))));
    const shows = el('fieldset', { class: 'toggles card' }, el('legend', {}, t('show.title')),
      ...this.toggles.map((input) => el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`show.${input.value}`)))));
    this.side = el('div', { class: 'side' }, this.status.node, this.log.node, this.puzzles, shows, this.opponent.node, this.typing(), keysCard(), this.exports);
    /** @type {Step[]} */
    this.steps = [];
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
    this.state = state;
    this.keys.begin();
    const [{ game }] = state.parts;
    this.puzzles.hidden = this.buttons.new.hidden = !hasPuzzles(game);
    set(this.buttons.new, { disabled: false });
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    const comments = /** @type {HTMLElement} */ (this.toggles[TOGGLES.indexOf('comments')].parentElement);
    comments.hidden = state.against !== 'friend';
    this.opponent.update(state);
    const there = await this.loader.load((watch) => replay(state.parts, state.moves.slice(0, state.at), watch, state));
    if (there && this.coachMoves()) await this.answerMove();
  }

  /** @param {import('./loading.js').Loading<Step[]>} loading */
  loaded(loading) {
    if (loading.phase === 'ready') {
      this.steps = loading.value;
      this.hints = [];
      this.hinted = 0;
      this.draw();
      return;
    }
    if (loading.phase === 'working' && loading.done === null) return; // what is shown stays for a moment
    this.status.loading(this.loader, loading);
    for (const [name, button] of Object.entries(this.buttons)) set(button, { disabled: name !== 'new' });
    for (const board of this.boards.boards) board.disabled = true;
    if (this.app.state.at > this.first) set(this.buttons.undo, { disabled: false }); // the way back
  }

  /** @param {unknown} error */
  fail(error) {
    this.loaded({ phase: 'failed', error });
  }

  /** The move before which nothing is taken back: that of the coach, where it begins. */
  get first() {
    return this.coachs(0) ? 1 : 0;
  }

  get last() {
    return this.steps[this.steps.length - 1];
  }
  get over() {
    return this.last.answer.choices.length === 0;
  }

  /** @param {number} ply counted from 0 */
  coachs(ply) {
    return makerOf(/** @type {State} */ (this.state), ply) === 'coach';
  }

  /** Whether it is the coach's turn. */
  coachMoves() {
    const { at, moves } = /** @type {State} */ (this.state);
    return !this.over && at === moves.length && usualMaker(/** @type {State} */ (this.state), at) === 'coach';
  }

  /** Whether an earlier position is looked at, in which the coach has moved already. */
  coachHasMoved() {
    const { at, moves } = /** @type {State} */ (this.state);
    return at < moves.length && this.coachs(at);
  }

  draw() {
    const state = /** @type {State} */ (this.state);
    const { answer, places } = this.last;
    const waits = this.coachMoves();
    const show = shownOf(state);
    this.felt.hidden = false;
    const step = this.hints[this.hinted - 1];
    const by = state.at ? COLOURS[makerOf(state, state.at - 1)] : 'a';
    this.boards.update(answer, { show, disabled: waits || this.over || this.coachHasMoved(), hint: step?.move ?? null, area: step?.area ?? null, last: places, by, over: this.over });
    this.more.hidden = !answer.more_choices;
    const sum = show.includes('components') ? sumText(answer) : '';
    this.sum.hidden = !sum;
    write(this.sum, sum);
    this.status.update(state, this.steps, { over: this.over, waits });
    this.log.update(state, this.steps, this.over || show.includes('comments'));
    const { first } = this;
    const more = this.hinted > 0 && this.hinted < this.hints.length;
    write(this.buttons.hint, more ? t('act.hint-more', { number: this.hinted, count: this.hints.length }) : t('act.hint'));
    set(this.buttons.hint, { disabled: waits || this.over || this.coachHasMoved() });
    set(this.buttons.undo, { disabled: state.at <= first });
    set(this.buttons.redo, { disabled: state.at >= state.moves.length });
    set(this.buttons.restart, { disabled: state.at <= first });
  }

  /** @param {string} move */
  async move(move) {
    const state = /** @type {State} */ (this.state);
    if (!this.steps.length || this.coachMoves() || this.coachHasMoved()) return;
    if (!this.last.answer.choices.some((choice) => choice.move === move) && !(await this.legal(move))) return;
    this.typed.value = '';
    this.app.go(moved(state, move));
  }

  /** @param {string} move */
  async legal(move) {
    try {
      const { state } = this.app;
      await replay(state.parts, [...state.moves.slice(0, state.at), move], undefined, state);
      return true;
    } catch (error) {
      this.status.refuse(error);
      return false;
    }
  }

  async answerMove() {
    const state = /** @type {State} */ (this.state);
    const { current } = this.loader;
    try {
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : THINKING;
      const [{ move }] = await Promise.all([
        reply(state.parts[0].game, this.last.answer.position, state),
        new Promise((done) => setTimeout(done, calm)),
      ]);
      if (!current()) return;
      this.app.go(moved(state, move), true);
    } catch (error) {
      if (current()) this.fail(error);
    }
  }

  /** Give the next step of the hint. */
  async hint() {
    const state = /** @type {State} */ (this.state);
    try {
      const { answer } = this.last;
      if (!this.hints.length) {
        const found = await hint(state.parts[0].game, answer.position, state);
        if (state !== this.state) return;
        this.hints = hintSteps(found, answer);
      }
      this.hinted = Math.min(this.hinted + 1, this.hints.length);
      this.draw();
      this.status.hint(this.hints[this.hinted - 1].text);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Play another position of the same size. */
  async newBoard() {
    const { state } = this.app;
    await this.begin(() => another(state.parts), {});
  }

  /** @param {string} level */
  async puzzle(level) {
    const [{ game }] = this.app.state.parts;
    await this.begin(() => puzzle(game, level), { against: 'coach', side: 'first' });
  }

  /**
   * @param {() => Promise<import('./state.js').Part[]>} made
   * @param {Partial<State>} change
   */
  async begin(made, change) {
    const { state } = this.app;
    try {
      const parts = await made();
      if (state !== this.app.state) return;
      this.app.go({ ...change, view: parts.length > 1 ? 'sum' : 'play', parts, moves: [], at: 0, makers: [] });
    } catch (error) {
      this.status.refuse(error);
    }
  }

  /**
   * Explain the position, or the last move of the reader in the position before it.
   * @param {string | null} move
   */
  why(move) {
    const { at, moves } = this.app.state;
    const ply = move === null ? at : moves.slice(0, at).lastIndexOf(move);
    this.app.go({ view: 'why', at: ply < 0 ? at : ply, look: move, part: 0 });
  }

  /**
   * Go along the moves of the game.
   * @param {number} by
   */
  step(by) {
    const { at, moves } = this.app.state;
    const to = Math.max(this.first, Math.min(moves.length, at + by));
    if (to !== at) this.app.go({ at: to });
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
    this.app.go({ at: Math.min(this.first, this.app.state.at) }); // what was played can be done again
  }

  /** Set up a position; the game that is left can be gone back to. */
  setUp() {
    remember('left', written(this.app.state));
    this.app.go({ setup: true, part: 0 });
  }

  /** @param {string} name */
  toggle(name) {
    const { show } = /** @type {State} */ (this.state);
    this.app.go({ show: show.includes(name) ? show.filter((one) => one !== name) : [...show, name] }, true);
  }

  /** Give up work that is waited for. */
  leave() {
    this.keys.end();
    this.loader.leave();
  }

  exported() {
    const state = /** @type {State} */ (this.state);
    return { game: state.parts[0].game, answer: this.last?.answer ?? null, moves: state.moves.slice(0, state.at) };
  }
}
