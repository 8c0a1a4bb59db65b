/**
 * A game in a notebook: the boards of the lab, buttons, and a comment on each move. The kernel makes the
 * moves; what it says is in `shown`, what a reader does goes to it as messages `{do, move}`. Notebooks
 * load `widget.bundle.js`: after a change here or in a module of the page, `npm run bundle` makes it anew.
 */

import { Boards } from '../web/static/boards.js';
import { el, fill, set, write } from '../web/static/dom.js';
import { say, sayOutcome, sumText } from '../web/static/say.js';
import { withNimbers } from '../web/static/session.js';
import { makerOf } from '../web/static/state.js';
import { overText, turnText } from '../web/static/turns.js';
import { choose, spoken, t, use } from '../web/static/words.js';

/** @typedef {import('../web/static/session.js').Answer} Answer */
/** @typedef {import('../web/static/session.js').Comment} Comment */
/**
 * What the kernel says.
 * @typedef {object} Shown
 * @property {Answer} answer
 * @property {{move: string, coach: boolean, verdict: string}[]} moves made so far
 * @property {{term: number, places: import('../web/static/game-board.js').Place[]} | null} last where the last move sits
 * @property {boolean} against whether the coach plays
 * @property {boolean} first whether the reader moves first
 * @property {Comment | null} comment on the last move that was not the coach's
 * @property {any} hint
 * @property {Record<string, string> | null} error in each language
 */
/** @typedef {{get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void, send: (message: unknown) => void, on: (event: string, act: () => void) => void, off: (event: string, act: () => void) => void}} Model */

const THINKING = 450; // milliseconds that the coach seems to think
const TOGGLES = ['winning', 'values', 'components'];

class WidgetView {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.waiting = 0;
    this.boards = new Boards((choice) => this.send('play', choice.move));
    this.turn = el('div', { class: 'grundy-turn' });
    this.said = el('div', { class: 'grundy-said', role: 'status' });
    this.buttons = ['hint', 'undo', 'restart'].map((name) =>
      el('button', { type: 'button', 'data-do': name, onclick: () => this.send(name) }, t(`act.${name}`)),
    );
    this.toggles = TOGGLES.map((name) => el('input', { type: 'checkbox', 'data-show': name, onchange: () => this.toggle() }));
    const labels = this.toggles.map((input, i) => el('label', {}, input, t(`show.${TOGGLES[i]}`)));
    this.node = el(
      'div',
      { class: 'grundy', role: 'group', lang: spoken() },
      this.turn,
      this.boards.node,
      this.said,
      el('div', { class: 'grundy-bar' }, ...this.buttons, ...labels),
    );
  }

  /**
   * @param {string} act
   * @param {string} [move]
   */
  send(act, move) {
    for (const board of this.boards.boards) board.disabled = true;
    this.model.send({ do: act, move });
  }

  toggle() {
    this.model.set('show', TOGGLES.filter((_, i) => this.toggles[i].checked));
    this.model.save_changes();
  }

  /** Draw what the kernel says; a move of the coach a moment later, so that it can be followed. */
  changed() {
    clearTimeout(this.waiting);
    const { moves } = this.model.get('shown');
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!calm && moves.length > 1 && moves[moves.length - 1].coach) this.waiting = setTimeout(() => this.draw(), THINKING);
    else this.draw();
  }

  draw() {
    /** @type {Shown} */
    const shown = this.model.get('shown');
    const { answer, moves, last, hint } = shown;
    const show = this.model.get('show');
    const over = answer.choices.length === 0;
    const waits = !over && makerOf(playersOf(shown), moves.length) === 'coach';
    this.boards.update(withNimbers(answer), { show, disabled: waits || over, hint: hint?.move ?? null, last });
    this.toggles.forEach((input, i) => (input.checked = show.includes(TOGGLES[i])));
    const own = moves.filter((move) => !move.coach).length;
    this.buttons.forEach((button) => set(button, { disabled: button.dataset.do === 'hint' ? waits || over : waits || own === 0 }));
    write(this.turn, over ? overText(playersOf(shown), moves.map((move) => move.verdict)) : turnText(makerOf(playersOf(shown), moves.length)));
    fill(this.said, ...lines(shown, show).map((line) => el('p', {}, line)));
  }
}

/**
 * @param {Shown} shown
 * @returns {import('../web/static/turns.js').State}
 */
const playersOf = ({ against, first }) => ({ against: against ? 'coach' : 'friend', side: first ? 'first' : 'second', makers: [], rules: 'normal' });

/**
 * @param {Shown} shown
 * @param {string[]} show
 * @returns {string[]} what there is to say
 */
function lines({ answer, moves, comment, hint, error }, show) {
  const found = [];
  if (error) found.push(error[spoken()] ?? error.en);
  if (hint) found.push(say(hint));
  else if (comment) found.push(say(comment));
  const last = moves[moves.length - 1];
  if (last?.coach && !hint) found.push(t('coach.played', { move: last.move }));
  if (show.includes('components')) {
    found.push(`${sayOutcome(answer)} ${sumText(answer)}`.trim());
  }
  return found;
}

/** @param {{model: Model, el: HTMLElement}} host */
function render({ model, el: place }) {
  const words = model.get('words');
  const language = choose(model.get('language'));
  use(words[language] ?? words.en, language);
  const view = new WidgetView(model);
  const events = ['change:shown', 'change:show'];
  const acts = [() => view.changed(), () => view.draw()];
  events.forEach((event, i) => model.on(event, acts[i]));
  place.append(view.node);
  view.draw();
  return () => events.forEach((event, i) => model.off(event, acts[i]));
}

export default { render };
