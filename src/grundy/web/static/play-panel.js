/** The panel to play: a game that is played, the opponent, the moves, puzzles and exports. */

import { el, set, write } from './dom.js';
import { exportMenu } from './export.js';
import { remember } from './memory.js';
import { MoveLog } from './move-log.js';
import { OpponentCard } from './opponent.js';
import { another, hasPuzzles, puzzle, puzzleCard } from './puzzles.js';
import { hintSteps } from './hints.js';
import { Keys, keysCard } from './keys.js';
import { Loader } from './loading.js';
import { PlayedGame, thinking } from './played-game.js';
import { hint, replay, reply } from './session.js';
import { exchanged, moved, shownOf, written } from './state.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./session.js').Step} Step */

const TOGGLES = ['winning', 'values', 'components', 'comments'];

const LOW = 3; // so many heaps, or fewer rows of cells, leave much of a wide page empty

export class PlayPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./hints.js').Step[]} the steps of the hint that is being given */
    this.hints = [];
    this.hinted = 0; // how many of them are given
    this.game = new PlayedGame({
      move: (move) => this.move(move), toggle: (name) => this.toggle(name), toggles: TOGGLES,
      acts: { hint: () => this.hint(), undo: () => this.undo(), redo: () => this.redo(), restart: () => this.restart(), new: () => this.newBoard() },
      tell: (text) => this.app.say(text), why: (move) => this.why(move),
    });
    const { bar, boards, buttons, labels, status, sum } = this.game;
    this.bar = bar;
    this.boards = boards;
    this.buttons = buttons;
    this.status = status;
    /** @type {Loader<Step[]>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    this.keys = new Keys({
      h: () => this.buttons.hint.click(), u: () => this.buttons.undo.click(), r: () => this.buttons.restart.click(), n: () => this.buttons.new.click(),
      arrowleft: () => this.step(-1), arrowright: () => this.step(1),
    });
    this.puzzles = puzzleCard((level) => this.puzzle(level), () => this.app.state.parts);
    this.log = new MoveLog((at) => this.app.go({ at }));
    this.felt = el('div', { class: 'felt', hidden: true });
    this.typed = el('input', { id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.more = el('p', { class: 'note', hidden: true }, t('more-choices'));
    this.exports = exportMenu(() => this.exported());
    this.opponent = new OpponentCard((change) => this.app.go(exchanged(this.app.state, change)), (change) => this.app.go(change, true));
    this.felt.append(boards.node, sum, this.more);
    this.stage = el('div', { class: 'stage' },
      this.felt,
      el('div', { class: 'actions', role: 'group', 'aria-label': t('actions') }, ...Object.values(buttons),
        el('button', { type: 'button', 'data-act': 'setup', onclick: () => this.setUp() }, t('act.setup'))));
    const shows = el('fieldset', { class: 'toggles card' }, el('legend', {}, t('show.title')), ...labels);
    this.side = el('div', { class: 'side' }, status.node, this.log.node, this.puzzles, shows, this.opponent.node, this.typing(), keysCard(), this.exports);
    /** @type {State | null} */
    this.state = null;
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
    this.game.begin(state);
    this.opponent.update(state);
    const there = await this.loader.load((watch) => replay(state.parts, state.moves.slice(0, state.at), watch, state));
    if (there && this.game.waits) await this.answerMove();
  }

  /** @param {import('./loading.js').Loading<Step[]>} loading */
  loaded(loading) {
    if (loading.phase === 'ready') {
      this.hints = [];
      this.hinted = 0;
      this.draw(loading.value);
      return;
    }
    if (loading.phase === 'working' && loading.done === null) return; // what is shown stays for a moment
    this.status.loading(this.loader, loading);
    this.game.wait();
    if (this.app.state.at > this.game.first) this.game.able({ undo: true }); // the way back
  }

  /** @param {unknown} error */
  fail(error) {
    this.loaded({ phase: 'failed', error });
  }

  /** @param {Step[]} steps */
  draw(steps) {
    const state = /** @type {State} */ (this.state);
    const { game } = this;
    this.felt.hidden = false;
    this.stage.classList.toggle('low', isLow(steps[0].answer)); // as it began: the board stays where it is
    game.draw(steps, this.hints[this.hinted - 1]);
    this.more.hidden = !game.last.answer.more_choices;
    this.log.update(state, steps, game.over || shownOf(state).includes('comments'));
    const more = this.hinted > 0 && this.hinted < this.hints.length;
    write(this.buttons.hint, more ? t('act.hint-more', { number: this.hinted, count: this.hints.length }) : t('act.hint'));
  }

  /** @param {string} move */
  async move(move) {
    const state = /** @type {State} */ (this.state);
    if (!this.game.steps.length || (this.game.closed && !this.game.over)) return;
    if (!this.game.last.answer.choices.some((choice) => choice.move === move) && !(await this.legal(move))) return;
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
      const [{ move }] = await Promise.all([
        reply(state.parts[0].game, this.game.last.answer.position, state),
        new Promise((done) => setTimeout(done, thinking())),
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
      const { answer } = this.game.last;
      if (!this.hints.length) {
        const found = await hint(state.parts[0].game, answer.position, state);
        if (state !== this.state) return;
        this.hints = hintSteps(found, answer);
      }
      this.hinted = Math.min(this.hinted + 1, this.hints.length);
      this.draw(this.game.steps);
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
    const to = Math.max(this.game.first, Math.min(moves.length, at + by));
    if (to !== at) this.app.go({ at: to });
  }

  undo() {
    const { at } = /** @type {State} */ (this.state);
    let to = at - 1;
    while (to > 0 && this.game.isCoachs(to)) to -= 1;
    this.app.go({ at: to });
  }

  redo() {
    const { at, moves } = /** @type {State} */ (this.state);
    let to = at + 1;
    while (to < moves.length && this.game.isCoachs(to)) to += 1;
    this.app.go({ at: to });
  }

  restart() {
    this.app.go({ at: Math.min(this.game.first, this.app.state.at) }); // what was played can be done again
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
    return { game: state.parts[0].game, answer: this.game.last?.answer ?? null, moves: state.moves.slice(0, state.at) };
  }
}

/**
 * @param {import('./session.js').Answer} answer may be as the server wrote it
 * @returns {boolean} whether a board is so low that the cards have room below it
 */
function isLow({ scenes }) {
  const [{ kind, rows, letters, heaps }] = scenes;
  if (scenes.length > 1) return false;
  return kind === 'heaps' ? heaps.length <= LOW : kind === 'grid' && (rows ?? letters).length < LOW;
}
