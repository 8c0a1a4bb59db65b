/** The view Learn: the list of lessons, and a step of a lesson: a position to play, or an exercise. */

import { gameRules, gameTitle } from '../base/catalogue.js';
import { el, fill, write } from '../base/dom.js';
import { ExercisePanel } from './exercise-panel.js';
import { LESSONS } from './lessons.js';
import { begun, keep } from './own-lessons.js';
import { progress, stepDone } from './progress.js';
import { shape } from '../board/shapes.js';
import { written } from '../base/state.js';
import { TaskPanel } from './task-panel.js';
import { made, t } from '../base/words.js';

/** @typedef {import('./task-panel.js').Verdict} Verdict */
/** @typedef {import('./task-panel.js').Said} Said */

export class LessonView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.ideas = el('ol', { class: 'ideas' });
    this.panel = new TaskPanel(app, { said: (verdict) => this.said(verdict), judged: (verdict) => this.judged(verdict), next: () => this.next(), ideas: (steps) => this.tellIdeas([...new Set([...(this.panel.helped ? [this.words('-hint')] : []), ...steps.map(({ text }) => text)])]), // its own hint stays
      hints: ({ at, side }) => (this.panel.helped || at > Number(side === 'second') ? [] : [{ text: this.words('-hint'), area: null, move: null }]) });
    this.exercise = new ExercisePanel(app, { done: () => this.done(), next: () => this.next(), hint: () => this.hint() });
    write(/** @type {Element} */ (this.panel.game.buttons.next.lastElementChild), t('learn.next'));
    this.steps = el('ol', { class: 'stepbar', 'aria-label': t('learn.progress') });
    this.part = el('p', { class: 'note' });
    this.title = el('h1', { class: 'name' });
    this.text = el('p', { class: 'lessontext' });
    this.rule = el('p', { class: 'source' });
    this.list = el('div', {});
    const side = el('aside', { class: 'side', 'aria-label': t('learn.side') }, el('section', { class: 'card' }, this.steps, this.part, this.title, this.text), this.ideas, this.rule,
      el('p', { class: 'row wrap' }, el('a', { href: written(this.app.of('learn')) }, t('learn.end')), el('button', { type: 'button', class: 'link', 'data-act': 'own', onclick: () => this.own() }, t('learn.own-from'))));
    this.stage = el('div', { class: 'stage' });
    this.columns = el('div', { class: 'columns lesson' }, side, this.stage);
    this.node = el('div', { class: 'view play' });
  }

  async show(/** @type {State} */ state) {
    const steps = LESSONS[state.lesson];
    const shown = steps ? this.columns : this.list;
    if (this.node.firstChild !== shown) fill(this.node, shown);
    if (!steps) {
      this.leave();
      fill(this.list, ...this.index(Boolean(state.lesson)));
      return;
    }
    const number = Math.min(state.step, steps.length);
    const { game, text = '', goal = '', side = 'first', rules = 'normal', kind } = steps[number - 1];
    const now = kind ? this.exercise : this.panel;
    if (this.stage.firstChild !== now.node) {
      this.leave();
      fill(this.stage, now.node);
    }
    write(this.title, this.words(''));
    write(this.text, this.words('-text'));
    write(this.part, t('learn.step', { lesson: t(`lesson.${state.lesson}`), step: number, steps: steps.length }));
    write(this.rule, game.startsWith('{') ? '' : t('puzzles.rule', { title: gameTitle(game), rules: gameRules(game) })); // the text says what may be taken
    this.bar(state.lesson, steps.length, number);
    if (kind) {
      this.tellIdeas([]);
      await this.exercise.show(steps[number - 1]);
      return;
    }
    // The address names the step; the lesson gives the position, the goal and the players.
    await this.panel.show({ ...state, step: number, parts: [{ game, text }], goal, side, rules, coach: 'perfect', show: [] });
  }

  /**
   * @param {string} lesson
   * @param {number} count of steps
   * @param {number} now
   */
  bar(lesson, count, now) {
    const { steps } = progress();
    fill(this.steps, ...Array.from({ length: count }, (_, i) => {
      const done = steps.includes(`${lesson}.${i + 1}`);
      return el('li', { 'data-done': done, 'aria-current': i + 1 === now ? 'step' : null },
        el('a', { href: written(this.at({ lesson, step: i + 1 })) }, el('span', { class: 'quiet stepname' }, t(`lesson.${lesson}.${i + 1}`)), done && el('span', { class: 'quiet' }, `, ${t('learn.done')}`)));
    }));
  }

  /**
   * @param {boolean} wrong whether the address names an unknown lesson
   * @returns {(HTMLElement | false)[]}
   */
  index(wrong) {
    const { steps } = progress();
    return [el('h1', { class: 'name' }, t('learn.title')), el('p', { class: 'rule' }, t('learn.lead')), el('p', {}, el('a', { href: written(this.app.of('teach')) }, t('learn.own'))), wrong && el('p', { class: 'said error' }, t('learn.none')),
      el('ol', { class: 'lessons' }, ...Object.entries(LESSONS).map(([lesson, all]) => {
        const done = all.filter((_, i) => steps.includes(`${lesson}.${i + 1}`)).length;
        const first = all.findIndex((_, i) => !steps.includes(`${lesson}.${i + 1}`));
        return el('li', {}, el('a', { class: 'door', 'data-lesson': lesson, href: written(this.at({ lesson, step: Math.max(0, first) + 1 })) },
          el('b', {}, t(`lesson.${lesson}`), '\u00a0', el('i', { 'aria-hidden': 'true' }, '→')), el('span', { class: 'said' }, t('learn.steps', { done, steps: all.length })), el('span', {}, shape(done === all.length ? 'kept' : 'win'))));
      }))];
  }

  /** A step, or the list of lessons, in the classroom if the page is. @param {Partial<State>} change */
  at(change) {
    const { classroom, theme } = this.app.state;
    return this.app.of('learn', { classroom, theme, ...change });
  }

  /** The number of the step that is shown, from 1. */
  get number() {
    const { lesson, step } = this.app.state;
    return Math.min(step, LESSONS[lesson].length);
  }

  /** A text of the step that is shown. @param {'' | '-text' | '-hint' | '-why'} part */
  words(part) {
    return t(`lesson.${this.app.state.lesson}.${this.number}${part}`);
  }

  tellIdeas(/** @type {string[]} */ texts) {
    fill(this.ideas, ...texts.map((text) => el('li', {}, text)));
  }

  /** Show the hint of an exercise. */
  hint() {
    this.tellIdeas([this.words('-hint')]);
    this.app.say(this.words('-hint'));
  }

  /** Begin a teacher's lesson with this step and those after it. */
  own() {
    const { lesson } = this.app.state;
    const steps = LESSONS[lesson].slice(this.number - 1).map((_, i) => ({ address: written({ ...this.app.of('learn', { lesson, step: this.number + i }), language: null }), note: '' }));
    const made = { ...begun(), title: t(`lesson.${lesson}`), steps };
    keep(made);
    this.app.go(this.app.of('teach', { lesson: made.id }));
  }

  /** Go to the step after this one, or to the list of lessons. */
  next() {
    const { lesson } = this.app.state;
    const last = this.number === LESSONS[lesson].length;
    this.app.go(this.at(last ? {} : { lesson, step: this.number + 1 }));
  }

  judged(/** @type {Verdict} */ { state }) {
    if (state === 'solved') this.mark();
  }

  /** Mark the step as done. */
  mark() {
    const { lesson } = this.app.state;
    stepDone(`${lesson}.${this.number}`);
    this.bar(lesson, LESSONS[lesson].length, this.number);
  }

  /** @returns {Said} that the step is done, and the reason */
  done() {
    this.mark();
    return this.praise();
  }

  /** @returns {Said} */
  praise() {
    const end = this.number === LESSONS[this.app.state.lesson].length;
    return { tone: 'good', shape: 'kept', head: t('learn.done'), why: [this.words('-why')], act: { act: 'next', text: t(end ? 'learn.end' : 'learn.next'), primary: true, do: () => this.next() } };
  }

  /**
   * @param {Verdict} verdict
   * @returns {Said}
   */
  said({ task, state, reason, reply, nimbers, own }) {
    const { moves, at } = this.app.state;
    const { goal = '' } = this.panel.state ?? {};
    const move = (/** @type {number} */ ply) => made(moves, this.panel.game.steps, ply);
    const played = at > 0 && !reply && t('coach.played', { move: move(at - 1) });
    if (state === 'solved') return this.praise();
    if (state === 'failed') {
      const answered = goal !== 'beat' && !reply && at > 1;
      const slip = this.panel.game.steps.findIndex(({ comment }) => comment?.verdict === 'gave-away') - 1;
      return { tone: 'bad', shape: 'lost', head: t('puzzles.failed'), why: [goal === 'beat' && slip >= 0 && t('failed.gives-away', { move: move(slip) }), t(`failed.${reason}`, { move: move(answered ? at - 2 : at - 1), nimbers: nimbers ?? [] }), answered && played], act: { act: 'retry', text: t('puzzles.again'), primary: true, do: () => this.panel.again() } };
    }
    const head = reply ? t('turn.coach') : t(goal === 'beat' && (own || at) ? 'goal.beat-on' : `goal.${goal}`);
    return { tone: reply ? 'wait' : 'a', shape: reply ? 'waits' : 'a', head, why: [at ? played : t(`goal.${goal}-why`, { moves: task?.moves ?? 0 })] };
  }

  leave() {
    this.panel.leave();
    this.exercise.leave();
  }

  focus() {
    (this.stage.firstChild === this.exercise.node ? this.exercise : this.panel).focus();
  }
}
