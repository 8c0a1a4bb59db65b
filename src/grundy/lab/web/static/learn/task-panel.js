/** A board with a goal, for puzzles and lessons: the moves are judged, and the other player replies. */

import { askAgain, Refusal } from '../base/api.js';
import { gameRules } from '../base/catalogue.js';
import { el, set, write } from '../base/dom.js';
import { Keys } from '../base/keys.js';
import { Loader } from '../base/loading.js';
import { PlayedGame, thinking } from '../play/played-game.js';
import { hint, replay, reply } from '../play/session.js';
import { moved } from '../base/state.js';
import { winnerOf } from '../play/turns.js';
import { t } from '../base/words.js';

/** @typedef {{goal: string, number: number, moves: number, solutions: number, rating: number, level: number}} Task */
/** @typedef {{task: Task | null, state: 'open' | 'solved' | 'failed', own: number, reason: string | null, reply: string | null, nimbers: number[] | null}} Verdict */
/** @typedef {import('../play/strip.js').Said} Said */
/**
 * The callbacks of a view with a task.
 * @typedef {object} Host
 * @property {(verdict: Verdict, steps: Step[]) => Said} said
 * @property {(verdict: Verdict) => void} judged is called when the reader has solved the task, or failed
 * @property {() => void} next
 * @property {(steps: HintStep[]) => void} ideas is called with the known steps of the idea, at first with none
 * @property {(state: State) => HintStep[]} [hints] what comes before the solver's steps of the idea
 */

const BEAT = 'beat'; // the goal of lessons that no server judges: to win against the coach

export class TaskPanel {
  constructor(/** @type {App} */ app, /** @type {Host} */ host) {
    this.app = app;
    this.host = host;
    this.speaks = false;
    this.game = new PlayedGame({
      move: (move) => this.move(move), toggle: () => {}, toggles: [], acts: { hint: () => this.idea(), again: () => this.again(), next: () => host.next() },
      tell: (text) => this.speaks && app.say(text),
    });
    /** @type {Loader<{steps: Step[], verdict: Verdict}>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    this.lost = el('button', { type: 'button', 'data-act': 'lost', hidden: true, onclick: () => this.claim() }, t('puzzles.lost'));
    const { boards, buttons, status } = this.game;
    boards.node.addEventListener('nothing', () => this.state && status.say({ tone: 'a', shape: 'a', head: t('board.nothing'), why: [gameRules(this.state.parts[0].game)] }));
    write(/** @type {Element} */ (buttons.hint.lastElementChild), t('puzzles.idea'));
    write(/** @type {Element} */ (buttons.again.lastElementChild), t('puzzles.again'));
    write(/** @type {Element} */ (buttons.next.lastElementChild), t('puzzles.next'));
    this.node = el('div', { class: 'stage task' },
      el('div', { class: 'sheetbox' }, el('div', { class: 'box', tabindex: -1 }, boards.node), status.node),
      el('div', { class: 'under', role: 'group', 'aria-label': t('actions') }, buttons.hint, this.lost, buttons.again, buttons.next));
    this.keys = new Keys({ h: () => buttons.hint.click(), n: () => buttons.next.click(), r: () => buttons.again.click() });
    /** @type {State | null} */
    this.state = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {HintStep[]} */
    this.ideas = [];
    this.given = 0; // how many ideas were shown
    this.failures = 0;
    this.helped = false; // whether an idea was given
    this.acted = false; // whether the reader has done something here since the host was told
    this.shown = ''; // the task that is shown, as text
    this.from = ''; // the position to which the ideas belong
  }

  /** Whether the task is done without a wrong move and without an idea. */
  get alone() {
    return !this.failures && !this.helped;
  }

  async show(/** @type {State} */ state) {
    this.state = state;
    this.keys.begin();
    const shown = JSON.stringify([state.parts, state.goal, state.lesson, state.step]);
    if (shown !== this.shown) {
      this.shown = shown;
      [this.failures, this.helped, this.acted] = [0, false, false];
    }
    const from = shown + JSON.stringify(state.moves.slice(0, state.at));
    if (from !== this.from) {
      [this.from, this.ideas, this.given] = [from, [], 0];
      this.host.ideas([]);
    }
    set(this.game.buttons.next, { disabled: false });
    this.game.begin(state);
    await this.loader.load((watch) => this.judgedSteps(state, watch));
  }

  async judgedSteps(/** @type {State} */ state, /** @type {Watch} */ watch) {
    const moves = state.moves.slice(0, state.at);
    const [{ game, text }] = state.parts;
    const asked = state.goal === BEAT ? null : askAgain('attempts', { game, position: text, goal: state.goal, moves, lost: state.side === 'second' }, watch.signal);
    const [steps, found] = await Promise.all([replay(state.parts, moves, { ...watch, draft: undefined }, state), asked]);
    return { steps, verdict: found ?? (await beaten(state, steps)) };
  }

  loaded(/** @type {Loading<{steps: Step[], verdict: Verdict}>} */ loading) {
    set(this.game.boards.node, { 'aria-busy': loading.phase === 'working' ? 'true' : null }); // nothing can be picked
    if (loading.phase !== 'ready') {
      if (loading.phase === 'working' && loading.done === null) return;
      if (loading.phase === 'failed' && loading.error instanceof Refusal) this.game.clear();
      this.game.status.loading(this.loader, /** @type {any} */ (loading));
      if (this.game.steps.length) this.game.wait();
      return;
    }
    this.verdict = loading.value.verdict;
    this.tellHost();
    this.draw(loading.value.steps);
    if (this.verdict.reply) this.answer(this.verdict.reply);
  }

  /** Report the result of the reader to the host, once. */
  tellHost() {
    const verdict = /** @type {Verdict} */ (this.verdict);
    if (!this.acted || verdict.state === 'open') return;
    this.acted = false;
    this.host.judged(verdict);
    if (verdict.state === 'failed') this.failures += 1;
  }

  draw(/** @type {Step[]} */ steps) {
    const { game } = this;
    const state = /** @type {State} */ (this.state);
    const verdict = /** @type {Verdict} */ (this.verdict);
    this.speaks = false;
    const step = this.ideas[this.given - 1];
    game.draw(steps, verdict.state === 'open' && step ? { ...step, text: '' } : null);
    this.speaks = true;
    game.status.say(this.host.said(verdict, steps));
    const open = verdict.state === 'open';
    if (!open || verdict.reply) for (const board of game.boards.boards) board.disabled = true;
    this.lost.hidden = state.goal !== 'prove' || state.side === 'second' || state.at > 0 || !open;
    game.buttons.hint.hidden = !open;
    game.buttons.again.hidden = verdict.state === 'failed'; // the strip has the same button
    game.able({ hint: open && !verdict.reply && (!this.ideas.length || this.given < this.ideas.length), again: state.moves.length > 0 || state.side === 'second' });
  }

  /** @param {string} move of the other player */
  async answer(move) {
    const { current } = this.loader;
    const { state } = this;
    const { state: there } = this.app; // in a lesson, the address does not hold the position
    await new Promise((done) => setTimeout(done, thinking()));
    if (current() && state && there === this.app.state) this.app.go(moved(state, move), true);
  }

  move(/** @type {string} */ move) {
    const { state, verdict } = this;
    if (!state || !this.game.current || verdict?.state !== 'open' || verdict.reply) return;
    this.acted = true;
    this.app.go(moved(state, move));
  }

  /** Answer that the first player loses; then the other player begins. */
  claim() {
    this.acted = true;
    this.app.go({ side: 'second', moves: [], at: 0, makers: [] });
  }

  /** Try again from the position of the task. */
  again() {
    this.app.go({ ...(this.state?.goal === 'prove' ? { side: 'first' } : {}), moves: [], at: 0, makers: [] });
  }

  /** Give the next step of the idea. */
  async idea() {
    const state = /** @type {State} */ (this.state);
    const { answer } = this.game.last;
    try {
      if (!this.ideas.length) {
        const found = await this.ideasOf(state, answer);
        if (state !== this.state) return;
        this.ideas = [...(this.host.hints?.(state) ?? []), ...found];
      }
      this.helped = true;
      this.given = Math.min(this.given + 1, this.ideas.length);
      this.host.ideas(this.ideas.slice(0, this.given));
      this.draw(this.game.steps);
      this.app.say(this.ideas[this.given - 1].text);
    } catch (error) {
      this.game.status.refuse(error);
    }
  }

  /**
   * @param {State} state
   * @param {Answer} answer
   * @returns {Promise<HintStep[]>} the steps of the idea; the last one says what to do
   */
  async ideasOf(state, answer) {
    const said = (/** @type {string} */ text, /** @type {string | null} */ move = null) => ({ text, area: null, move });
    if (state.goal === 'zero') {
      const worth = (/** @type {Answer} */ { components }) => components.map((one) => one.nimber ?? '');
      const steps = [said(t('idea.zero')), said(t('idea.parts', { nimbers: worth(answer) }))];
      for (const choice of answer.choices.filter(({ wins }) => wins)) {
        const { move } = choice;
        const made = await replay(state.parts, [...state.moves.slice(0, state.at), move]);
        if (worth(made[made.length - 1].answer).every((nimber) => nimber === 0)) return [...steps, said(t('idea.move', { move: choice }), move)];
      }
      return steps;
    }
    if (state.goal === 'prove' && state.side === 'first' && answer.outcome === 'P') return [said(t('idea.lost', { button: t('puzzles.lost') }))];
    const { hintSteps } = await import('../play/hints.js');
    return hintSteps(await hint(answer.game, answer.position, { rules: state.rules, fast: state.goal === 'win' }), answer);
  }

  leave() {
    this.keys.end();
    this.loader.leave();
  }

  focus() {
    this.game.boards.focus();
  }
}

/** Judge a game against the coach, who never errs. */
async function beaten(/** @type {State} */ state, /** @type {Step[]} */ steps) {
  const { answer } = steps[steps.length - 1];
  const common = { task: null, own: Math.ceil(state.at / 2), reason: null, nimbers: null };
  if (!answer.choices.length) {
    const won = winnerOf(state, steps.slice(1).map((step) => step.comment?.verdict ?? null)) === 'you';
    return { ...common, state: won ? 'solved' : 'failed', reason: won ? null : 'beaten', reply: null };
  }
  const waits = (state.at % 2 === 0) === (state.side === 'second');
  return { ...common, state: 'open', reply: waits ? (await reply(answer.game, answer.position, state)).move : null };
}
