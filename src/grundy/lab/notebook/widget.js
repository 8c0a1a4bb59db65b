/**
 * A game in a notebook: the boards of the lab, buttons, and a comment on each move. The kernel makes the
 * moves. Its answers are in `shown`, and the actions of the reader go to it as messages `{do, move}`. Notebooks
 * load `widget.bundle.js`: after a change here or in a module of the page, `npm run bundle` writes it again.
 */

import { el } from '../web/static/base/dom.js';
import { PlayedGame, thinking } from '../web/static/play/played-game.js';
import { say } from '../web/static/base/say.js';
import { withNimbers } from '../web/static/play/session.js';
import { read } from '../web/static/base/state.js';
import { choose, spoken, use } from '../web/static/base/words.js';

/**
 * The answer of the kernel.
 * @typedef {object} Shown
 * @property {Answer} answer
 * @property {{move: string, coach: boolean, verdict: string}[]} moves made so far
 * @property {Places} last the places of the last move
 * @property {boolean} against whether the coach plays
 * @property {boolean} first whether the reader moves first
 * @property {Remark | null} comment on the last move that the coach has not made
 * @property {any} hint
 * @property {Record<string, string> | null} error in each language
 */
/** @typedef {{get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void, send: (message: unknown) => void, on: (event: string, act: () => void) => void, off: (event: string, act: () => void) => void}} Model */

class WidgetView {
  constructor(/** @type {Model} */ model) {
    this.model = model;
    this.waiting = 0;
    const acts = Object.fromEntries(['hint', 'undo', 'restart'].map((name) => [name, () => this.send(name)]));
    this.game = new PlayedGame({
      move: (move) => this.send('play', move), toggle: () => this.toggle(), acts, toggles: ['winning', 'values', 'components'],
      tell: () => {}, // texts are in a separate status element
    });
    const { bar, boards, buttons, labels, status, sum } = this.game;
    this.node = el(
      'div',
      { class: 'grundy', role: 'group', lang: spoken() },
      bar.node,
      boards.node,
      sum,
      el('div', { class: 'grundy-said', role: 'status' }, status.node),
      el('div', { class: 'grundy-bar' }, ...Object.values(buttons), ...labels),
    );
  }

  /**
   * @param {string} act
   * @param {string} [move]
   */
  send(act, move) {
    this.game.wait();
    this.model.send({ do: act, move });
  }

  toggle() {
    this.model.set('show', this.game.toggles.filter((input) => input.checked).map((input) => input.value));
    this.model.save_changes();
  }

  /** Draw the answer of the kernel; a move of the coach is drawn a moment later, so that the reader can follow it. */
  changed() {
    clearTimeout(this.waiting);
    const { moves } = this.model.get('shown');
    if (moves.length > 1 && moves[moves.length - 1].coach && thinking()) this.waiting = setTimeout(() => this.draw(), thinking());
    else this.draw();
  }

  draw() {
    /** @type {Shown} */
    const shown = this.model.get('shown');
    const { hint, error } = shown;
    this.game.begin(stateOf(shown, this.model.get('show')));
    this.game.draw(stepsOf(shown), hint && { text: say(hint), move: hint.move, area: null });
    if (error) this.game.status.complain(error[spoken()] ?? error.en);
  }
}

/**
 * @param {Shown} shown
 * @param {string[]} show
 * @returns {State} the state of a page that shows the same
 */
function stateOf({ moves, against, first }, show) {
  const made = moves.map(({ move }) => move);
  const told = against ? show : [...show, 'comments'];
  return { ...read(''), moves: made, at: made.length, show: told, against: against ? 'coach' : 'friend', side: first ? 'first' : 'second' };
}

function stepsOf(/** @type {Shown} */ { answer, moves, comment, last }) {
  const whole = withNimbers(answer);
  const own = moves.map((move) => move.coach).lastIndexOf(false);
  const made = moves.map(({ move, verdict }, ply) => ({
    answer: whole, comment: ply === own && comment ? comment : { kind: '', move, verdict }, places: last }));
  return [{ answer: whole, comment: null, places: null }, ...made];
}

function render(/** @type {{model: Model, el: HTMLElement}} */ { model, el: place }) {
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
