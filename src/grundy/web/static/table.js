/** A game being played: the boards, whose turn it is, a word on each move, and what can be done. */

import { Boards } from './boards.js';
import { el, fill, set, write } from './dom.js';
import { exportMenu } from './export.js';
import { hint, replay, reply } from './session.js';
import { say, sayError, sayOutcome } from './say.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./session.js').Step} Step */

const THINKING = 450; // milliseconds that the coach seems to think
/** @type {Record<string, string>} */
const MARKS = { won: '★', kept: '✓', 'gave-away': '✗', 'lost-anyway': '–' };

export class Table {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.boards = new Boards((choice) => this.move(choice.move));
    this.turn = el('h2', { class: 'turn' }, t('loading'));
    this.word = el('p', { class: 'word' });
    this.hinted = /** @type {string | null} */ (null);
    this.status = el('section', { class: 'card status', 'aria-label': t('status') }, this.turn, this.word);
    this.buttons = {
      hint: this.button('hint', () => this.hint()),
      undo: this.button('undo', () => this.undo()),
      redo: this.button('redo', () => this.redo()),
      restart: this.button('restart', () => this.restart()),
    };
    this.toggles = ['winning', 'values', 'components'].map((name) =>
      el('input', { type: 'checkbox', id: `show-${name}`, onchange: () => this.toggle(name) }),
    );
    this.log = el('ol', { class: 'log' });
    this.logged = el('section', { class: 'card', hidden: true }, el('h2', {}, t('moves.title')), this.log);
    this.sum = el('p', { class: 'sumline', hidden: true });
    this.felt = el('div', { class: 'felt', hidden: true });
    this.typed = el('input', { id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.more = el('p', { class: 'note', hidden: true }, t('more-choices'));
    this.exports = exportMenu(() => this.exported());
    this.opponent = this.makeOpponent();
    this.stage = el(
      'div',
      { class: 'stage' },
      this.felt,
      el('div', { class: 'actions', role: 'group', 'aria-label': t('actions') }, ...Object.values(this.buttons)),
      el(
        'fieldset',
        { class: 'toggles' },
        el('legend', {}, t('show.title')),
        ...this.toggles.map((input) => el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(input.id.replace('show-', 'show.'))))),
      ),
    );
    this.felt.append(this.boards.node, this.sum, this.more);
    this.side = el('div', { class: 'side' }, this.status, this.opponent.node, this.logged, this.typing(), this.exports);
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

  makeOpponent() {
    const radio = (/** @type {string} */ group, /** @type {string} */ value) =>
      el('input', { type: 'radio', name: group, id: `${group}-${value}`, onchange: () => this.app.go({ [group]: value }) });
    const against = [radio('against', 'coach'), radio('against', 'friend')];
    const side = [radio('side', 'first'), radio('side', 'second')];
    const errors = el('input', { type: 'range', id: 'errors', min: 0, max: 100, step: 5, oninput: () => write(shown, t('errors.shown', { errors: Number(errors.value) })), onchange: () => this.app.go({ errors: Number(errors.value) }, true) });
    const shown = el('output', { for: 'errors' });
    const pills = (/** @type {HTMLInputElement[]} */ inputs) =>
      inputs.map((input) => el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`${input.name}.${input.id.split('-')[1]}`))));
    const seat = el('fieldset', {}, el('legend', {}, t('side.title')), ...pills(side));
    const rate = el('div', { class: 'rate' }, el('label', { for: 'errors' }, t('errors.title')), errors, shown);
    const node = el('section', { class: 'card opponent' }, el('fieldset', {}, el('legend', {}, t('against.title')), ...pills(against)), seat, rate);
    return { node, against, side, seat, errors, shown, rate };
  }

  /** @param {State} state */
  async show(state) {
    const number = ++this.turnNumber;
    this.state = state;
    this.showControls(state);
    this.running?.abort();
    this.running = new AbortController();
    try {
      const steps = await replay(state.parts, state.moves.slice(0, state.at), { signal: this.running.signal, progress: (done, total) => this.working(done, total) });
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

  /**
   * @param {number} ply counted from 0
   * @returns {boolean} whether the coach makes it
   */
  coachs(ply) {
    const { against, side } = /** @type {State} */ (this.state);
    return against === 'coach' && (ply % 2 === 0) === (side === 'second');
  }

  /** Whether it is the coach's turn. */
  coachMoves() {
    const { at, moves } = /** @type {State} */ (this.state);
    return !this.over && at === moves.length && this.coachs(at);
  }

  /** @param {State} state */
  showControls(state) {
    this.toggles.forEach((input) => (input.checked = state.show.includes(input.id.replace('show-', ''))));
    const { against, side, seat, errors, shown, rate } = this.opponent;
    for (const input of against) input.checked = input.id === `against-${state.against}`;
    for (const input of side) input.checked = input.id === `side-${state.side}`;
    seat.hidden = rate.hidden = state.against === 'friend';
    errors.value = String(state.errors);
    write(shown, t('errors.shown', { errors: state.errors }));
  }

  draw() {
    const state = /** @type {State} */ (this.state);
    const { answer, comment: latest, places } = this.last;
    const waits = this.coachMoves();
    this.felt.hidden = false;
    this.boards.update(answer, { show: state.show, disabled: waits || this.over, hint: this.hinted, last: places });
    this.more.hidden = !answer.more_choices;
    write(this.turn, this.turnWords());
    this.status.dataset.over = String(this.over);
    const lines = [];
    const own = [...this.steps.keys()].reverse().find((ply) => ply > 0 && !this.coachs(ply - 1));
    const comment = own === undefined ? null : this.steps[own].comment;
    if (comment && own !== undefined && own >= this.steps.length - 2) lines.push(el('span', { class: `said ${comment.verdict}` }, el('b', { 'aria-hidden': 'true' }, MARKS[comment.verdict] ?? ''), say(comment)));
    if (latest && this.coachs(this.steps.length - 2)) lines.push(el('span', { class: 'said' }, el('b', { 'aria-hidden': 'true' }, '›'), t('coach.played', { move: latest.move })));
    if (!lines.length && !this.over && !waits) lines.push(el('span', { class: 'said dim' }, t(`begin.${answer.scenes.length > 1 ? 'sum' : answer.scenes[0].kind}`)));
    if (state.show.includes('components') || state.show.includes('winning')) lines.push(el('span', { class: 'said dim' }, sayOutcome(answer)));
    fill(this.word, ...lines);
    this.drawSum(answer);
    this.app.say([this.turn.textContent, ...lines.map((line) => line.lastChild?.textContent ?? '')].join(' '));
    this.drawLog();
    const first = this.coachs(0) ? 1 : 0;
    set(this.buttons.hint, { disabled: waits || this.over });
    set(this.buttons.undo, { disabled: state.at <= first });
    set(this.buttons.redo, { disabled: state.at >= state.moves.length });
    set(this.buttons.restart, { disabled: state.at <= first });
  }

  /** @param {import('./session.js').Answer} answer */
  drawSum(answer) {
    const shown = this.app.state.show.includes('components') && answer.components.length > 1 && answer.components.length <= 24;
    this.sum.hidden = !shown;
    const nimbers = answer.components.map((one) => (one.nimber === null ? 'WIN' : String(one.nimber)));
    if (shown) write(this.sum, `${nimbers.join(' ⊕ ')} = ${answer.nimber ?? 'WIN'}`);
  }

  turnWords() {
    const { at, against } = /** @type {State} */ (this.state);
    const next = against === 'friend' ? t(at % 2 === 0 ? 'player.1' : 'player.2') : '';
    if (!this.over) {
      if (next) return t('turn.player', { player: next });
      return this.coachs(at) ? t('turn.coach') : t('turn.you');
    }
    if (at === 0) return t('over.start');
    if (against === 'friend') return t('over.player', { player: t(at % 2 === 1 ? 'player.1' : 'player.2'), moves: at });
    const mistakes = this.steps.filter((step, ply) => ply && !this.coachs(ply - 1) && step.comment?.verdict === 'gave-away').length;
    const won = !this.coachs(at - 1);
    const how = won ? 'over.you' : mistakes ? 'over.coach-mistakes' : 'over.coach';
    return t(how, { moves: at, mistakes });
  }

  drawLog() {
    const state = /** @type {State} */ (this.state);
    const rows = state.moves.map((move, ply) => {
      const step = this.steps[ply + 1];
      const who = state.against === 'friend' ? t(ply % 2 ? 'player.2' : 'player.1') : t(this.coachs(ply) ? 'player.coach' : 'player.you');
      const verdict = step?.comment && !this.coachs(ply) ? step.comment.verdict : null;
      return el(
        'li',
        { class: ply >= state.at ? 'undone' : '', 'aria-current': ply === state.at - 1 ? 'step' : null },
        el(
          'button',
          { type: 'button', class: 'plain', onclick: () => this.app.go({ at: ply + 1 }) },
          el('span', { class: 'who' }, who),
          el('span', { class: 'what' }, move),
          verdict && el('span', { class: `verdict ${verdict}`, title: t(`verdict.${verdict}`) }, el('b', { 'aria-hidden': 'true' }, MARKS[verdict]), el('span', { class: 'quiet' }, t(`verdict.${verdict}`))),
        ),
      );
    });
    fill(this.log, ...rows);
    this.logged.hidden = rows.length === 0;
    const now = /** @type {HTMLElement | null} */ (this.log.querySelector('[aria-current]'));
    // Not now: asking for places makes the browser lay out a page that is still being changed.
    if (now) requestAnimationFrame(() => (this.log.scrollTop = Math.max(0, now.offsetTop + now.offsetHeight - this.log.clientHeight - this.log.offsetTop)));
  }

  /**
   * Say how far long work is, and let it be stopped.
   * @param {number} done
   * @param {number | null} total
   */
  working(done, total) {
    write(this.turn, t('work.title'));
    const said = total ? t('work.share', { percent: Math.floor((100 * done) / total) }) : t('work.done', { done });
    if (this.word.querySelector('[data-act=stop]')) write(/** @type {Element} */ (this.word.firstElementChild), said);
    else fill(this.word, el('span', { class: 'said' }, said), el('button', { type: 'button', 'data-act': 'stop', onclick: () => this.running?.abort() }, t('seq.stop')));
  }

  /** @param {unknown} error */
  fail(error) {
    write(this.turn, t('error.title'));
    fill(this.word, el('span', { class: 'said error' }, sayError(error)));
    this.app.say(sayError(error));
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
      fill(this.word, el('span', { class: 'said error' }, sayError(error)));
      this.app.say(sayError(error));
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
      fill(this.word, el('span', { class: 'said' }, el('b', { 'aria-hidden': 'true' }, '?'), say(found)));
      this.app.say(say(found));
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
