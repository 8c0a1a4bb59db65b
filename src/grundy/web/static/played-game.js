/** A game that is played: boards, whose turn it is, what is said, buttons; the same in the page and in notebooks. */

import { Boards } from './boards.js';
import { el, set, write } from './dom.js';
import { sumText } from './say.js';
import { makerOf, shownOf, usualMaker } from './state.js';
import { StatusCard } from './status-card.js';
import { COLOURS, TurnBar } from './turn-bar.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./session.js').Step} Step */
/**
 * What a host does where the reader asks for it.
 * @typedef {object} Host
 * @property {(move: string) => void} move
 * @property {(name: string) => void} toggle shows something beside the position, or hides it
 * @property {Record<string, () => void>} acts of the buttons, by name
 * @property {string[]} toggles the names of what can be shown
 * @property {(text: string) => void} tell says something to those who do not see the page
 * @property {((move: string | null) => void) | null} why explains the position, or a move
 */

const THINKING = 450; // milliseconds that the coach seems to think

const REPEATED = 3; // times that make a draw

/** @returns {number} milliseconds after which the coach's move is shown */
export const thinking = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : THINKING);

export class PlayedGame {
  /** @param {Host} host */
  constructor({ move, toggle, acts, toggles, tell, why }) {
    this.boards = new Boards((choice) => move(choice.move));
    this.bar = new TurnBar();
    this.status = new StatusCard(this.bar, tell, why);
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = Object.fromEntries(Object.entries(acts).map(([name, act]) => [
      name, el('button', { type: 'button', disabled: true, class: name === 'hint' ? 'primary' : '', 'data-act': name, onclick: act }, t(`act.${name}`))]));
    this.toggles = toggles.map((name) => el('input', { type: 'checkbox', value: name, 'data-show': name, onchange: () => toggle(name) }));
    this.labels = this.toggles.map((input) => el('label', { class: 'pill' }, input, el('span', {}, t(`show.${input.value}`))));
    this.sum = el('p', { class: 'sumline', hidden: true });
    /** @type {State | null} */
    this.state = null;
    /** @type {Step[]} */
    this.steps = [];
  }

  get last() {
    return this.steps[this.steps.length - 1];
  }

  get over() {
    return this.last.answer.choices.length === 0 || this.drawn;
  }

  /** Whether play may go on for ever, and the same player is to move in this position for the third time. */
  get drawn() {
    const { position, choices } = this.last.answer;
    const been = this.steps.filter((step, ply) => step.answer.position === position && (this.steps.length - ply) % 2 === 1);
    return choices[0]?.outcome !== undefined && been.length >= REPEATED;
  }

  /** The move before which nothing is taken back: that of the coach, where it begins. */
  get first() {
    return this.isCoachs(0) ? 1 : 0;
  }

  /** @param {number} ply counted from 0 */
  isCoachs(ply) {
    return makerOf(/** @type {State} */ (this.state), ply) === 'coach';
  }

  /** Whether it is the coach's turn. */
  get waits() {
    const state = /** @type {State} */ (this.state);
    return !this.over && state.at === state.moves.length && usualMaker(state, state.at) === 'coach';
  }

  /** Whether nothing can be picked: the coach is to move, or has moved here already, or the game is over. */
  get closed() {
    const { at, moves } = /** @type {State} */ (this.state);
    return this.waits || this.over || (at < moves.length && this.isCoachs(at));
  }

  /** @param {State} state whose position is not known yet */
  begin(state) {
    this.state = state;
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    this.toggles.forEach((input, i) => (this.labels[i].hidden = input.value === 'comments' && state.against !== 'friend'));
  }

  /**
   * Draw the position that the steps lead to.
   * @param {Step[]} steps
   * @param {{text: string, move: string | null, area: import('./hints.js').Step['area']} | null} [hint]
   */
  draw(steps, hint = null) {
    const state = /** @type {State} */ (this.state);
    this.steps = steps;
    const { answer, places } = this.last;
    const { over, drawn, closed, waits } = this;
    const show = shownOf(state);
    const by = state.at ? COLOURS[makerOf(state, state.at - 1)] : 'a';
    this.boards.update(answer, { show, disabled: closed, hint: hint?.move ?? null, area: hint?.area ?? null, last: places, by, over });
    const sum = show.includes('components') && state.rules !== 'misere' ? sumText(answer) : ''; // no nimbers in misère play
    this.sum.hidden = !sum;
    write(this.sum, sum);
    this.status.update(state, steps, { over, drawn, waits });
    if (hint) this.status.hint(hint.text);
    this.able({ hint: !closed, undo: state.at > this.first, redo: state.at < state.moves.length, restart: state.at > this.first });
  }

  /** Nothing can be done until there is an answer. */
  wait() {
    this.able({ hint: false, undo: false, redo: false, restart: false });
    for (const board of this.boards.boards) board.disabled = true;
  }

  /** @param {Record<string, boolean>} acts whether each can be done now */
  able(acts) {
    for (const [name, can] of Object.entries(acts)) if (this.buttons[name]) set(this.buttons[name], { disabled: !can });
  }
}
