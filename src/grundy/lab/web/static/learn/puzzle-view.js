/** The view Puzzles: a position with a goal, the idea in steps, days in a row, the level, and further puzzles. */

import { askAgain, randomSeed } from '../base/api.js';
import { gameRules, gameTitle } from '../base/catalogue.js';
import { el, fill, set, write } from '../base/dom.js';
import { level, progress, puzzleFailed, puzzleShown, puzzleSolved, returning, streak, today, week } from './progress.js';
import { bare } from './puzzles.js';
import { sayError } from '../base/say.js';
import { shape } from '../board/shapes.js';
import { GOALS, written } from '../base/state.js';
import { TaskPanel } from './task-panel.js';
import { made, spoken, t } from '../base/words.js';

/** @typedef {import('./task-panel.js').Verdict} Verdict */
/** @typedef {import('./task-panel.js').Said} Said */


export class PuzzleView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.asked = 0;
    this.panel = new TaskPanel(app, {
      said: (verdict) => this.said(verdict), judged: (verdict) => this.judged(verdict), next: () => this.next(this.app.state.goal), ideas: (steps) => this.tellIdeas(steps),
    });
    this.title = el('h1', { class: 'name' }, t('view.puzzles'));
    this.rule = el('p', { class: 'rule' });
    this.level = el('p', { class: 'versus' });
    this.days = el('section', { class: 'card streak' });
    this.ideas = el('ol', { class: 'ideas' });
    const kinds = GOALS.map((goal) => el('button', { type: 'button', class: 'link', 'data-goal': goal, onclick: () => this.next(goal) }, t(`goal.${goal}-short`)));
    const day = el('button', { type: 'button', class: 'link', 'data-act': 'day', onclick: () => this.begin({ day: today() }) }, t('puzzles.day'));
    this.play = el('a', { href: '#' }, t('puzzles.play'));
    const side = el('aside', { class: 'side', 'aria-label': t('puzzles.side') }, this.days,
      el('section', { class: 'card' }, el('h2', {}, t('puzzles.ideas')), this.ideas),
      el('section', { class: 'card' }, el('h2', {}, t('puzzles.more')), el('div', { class: 'menu' }, ...kinds, day), el('p', {}, this.play)));
    this.node = el('div', { class: 'view play puzzle' }, el('div', { class: 'titlerow' }, el('div', {}, this.title, this.rule), this.level), el('div', { class: 'columns' }, this.panel.node, side));
  }

  async show(/** @type {State} */ state) {
    this.tellDays();
    if (!state.parts.length || !state.goal) {
      write(this.title, t('view.puzzles'));
      write(this.rule, '');
      this.panel.game.clear();
      await this.begin({ day: state.day || today() }, true);
      return;
    }
    const [{ game }] = state.parts;
    write(this.title, t(state.day === today() ? 'puzzles.day' : state.day ? 'puzzles.day-of' : `goal.${state.goal}-short`, { day: dayText(state.day) }));
    write(this.rule, t('puzzles.rule', { title: gameTitle(game), rules: gameRules(game) }));
    set(this.play, { href: written({ ...state, view: 'play', goal: '', day: '', moves: [], at: 0, side: 'first' }) });
    await this.panel.show(state);
  }

  next(/** @type {string} */ goal) {
    const missed = returning();
    if (missed) location.hash = missed;
    else this.begin({ goal, seed: randomSeed() });
  }

  /**
   * Ask for a puzzle, and go to its address.
   * @param {{day?: string, goal?: string, seed?: number}} wanted
   * @param {boolean} [quietly]
   */
  async begin(wanted, quietly = false) {
    const number = ++this.asked;
    try {
      const made = await askAgain('challenges', { ...wanted, level: level(), but: progress().shown });
      if (number !== this.asked) return;
      puzzleShown(made.position);
      this.app.go({ parts: [{ game: made.game, text: bare(made) }], goal: made.goal, day: wanted.day ?? '', side: 'first', moves: [], at: 0, makers: [] }, quietly);
    } catch (error) {
      if (number === this.asked) this.panel.game.status.complain(sayError(error), () => this.begin(wanted, quietly));
    }
  }

  /** The address of the puzzle, without what the reader has done. */
  get address() {
    return written({ ...this.app.state, side: 'first', day: '', moves: [], at: 0, makers: [] });
  }

  judged(/** @type {Verdict} */ { state }) {
    if (state === 'failed') puzzleFailed(this.address);
    else puzzleSolved(this.address, this.panel.alone);
    this.tellDays();
  }

  tellIdeas(/** @type {HintStep[]} */ steps) {
    fill(this.ideas, ...(steps.length ? steps.map(({ text }) => el('li', {}, text)) : [el('li', { class: 'note' }, t('puzzles.no-idea'))]));
    if (steps.length) this.ideas.scrollIntoView({ block: 'nearest' }); // on a phone they are below the board
  }

  /** Days in a row, the last seven days, and the level. */
  tellDays() {
    const { now, best } = streak();
    const days = week().map(({ day, done }) => el('li', { 'data-done': done }, el('span', {}, dayText(day, { weekday: 'short' })), shape(done ? 'kept' : day === today() ? 'win' : 'same'), el('b', { class: 'quiet' }, t(done ? 'puzzles.done' : 'puzzles.not-done'))));
    const [count, ...rest] = t('puzzles.days', { days: now, best }).split(/(?<=^\d+)(?!\d)/);
    fill(this.days, el('h2', {}, t('puzzles.streak')), el('p', { class: 'days' }, el('b', {}, count), ...rest), el('ol', { class: 'week' }, ...days));
    write(this.level, t('puzzles.level', { level: level(), solved: progress().solved }));
  }

  /**
   * @param {Verdict} verdict
   * @returns {Said}
   */
  said({ task, state, own, reason, reply, nimbers }) {
    const { goal, moves, side, at } = this.app.state;
    const { number, moves: many, level: hard } = /** @type {import('./task-panel.js').Task} */ (task);
    if (state === 'solved') return { tone: 'good', shape: 'kept', head: t('puzzles.solved'), why: [t(`goal.${goal === 'prove' && side === 'second' ? 'lost' : goal}-done`), streak().now > 0 && t('puzzles.days-now', { days: streak().now })], act: { act: 'next', text: t('puzzles.next'), primary: true, do: () => this.next(goal) } };
    if (state === 'failed') {
      const [last, before] = [at - 1, at - 2].map((ply) => made(moves, this.panel.game.steps, ply));
      const answered = !reply && (at > 1 || reason === 'is-won') && moves.length > 0 && (at % 2 === 0) === (side === 'first'); // the board shows the refutation
      const said = t(`failed.${reason}`, { move: answered && reason !== 'is-won' ? before : last, nimbers: nimbers ?? [], number });
      return { tone: 'bad', shape: 'lost', head: t('puzzles.failed'), why: [said, answered && t('coach.played', { move: last })], act: { act: 'retry', text: t('puzzles.again'), primary: true, do: () => this.panel.again() } };
    }
    const head = own || side === 'second' ? (reply ? t('puzzles.right') : t(side === 'second' ? 'goal.reply' : 'goal.win-on', { number: number - own })) : t(`goal.${goal}`, { number });
    const begin = !own && side === 'first' && [t(`goal.${goal}-why`, { moves: many, number }), t('puzzles.hard', { level: hard }), !this.panel.failures && progress().missed.includes(this.address) && t('puzzles.missed')];
    return { tone: reply ? 'wait' : 'a', shape: reply ? 'waits' : 'a', head, why: begin || [at > 0 && !reply && t('coach.played', { move: made(moves, this.panel.game.steps, at - 1) })] };
  }

  leave() {
    this.asked += 1;
    this.panel.leave();
  }

  focus() {
    this.panel.focus();
  }
}

/**
 * @param {string} day as 2026-11-23
 * @param {Intl.DateTimeFormatOptions} [parts]
 */
const dayText = (day, parts = { day: 'numeric', month: 'long' }) => (day ? new Intl.DateTimeFormat(spoken(), { ...parts, timeZone: 'UTC' }).format(new Date(day)) : '');
