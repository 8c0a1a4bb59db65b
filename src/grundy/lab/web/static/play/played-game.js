/** The current game: boards, the player to move, texts and buttons. The page and notebooks both use it. */

import { Boards } from '../board/boards.js';
import { onNimber } from '../board/colours.js';
import { el, set, svg, write } from '../base/dom.js';
import { sumText, worth } from '../base/say.js';
import { makerOf, shownOf, usualMaker } from '../base/state.js';
import { shape } from '../board/shapes.js';
import { Strip } from './strip.js';
import { COLOURS, movesMade, TurnBar } from './turns.js';
import { t } from '../base/words.js';

/**
 * The callbacks of a host for the actions of the reader.
 * @typedef {object} Host
 * @property {(move: string) => void} move
 * @property {(name: string) => void} toggle shows something beside the position, or hides it
 * @property {Record<string, () => void>} acts the action of each button, by name
 * @property {string[]} toggles the names of what can be shown
 * @property {(text: string) => void} tell announces a text to screen readers
 * @property {import('./strip.js').Offers} [offers] what the strip may offer
 * @property {Boards} [boards] which show the game already
 */

const THINKING = 450; // milliseconds that the coach seems to think

const REPEATED = 3; // a position that comes up this many times is a draw

/** @returns {number} milliseconds after which the coach's move is shown */
export const thinking = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : THINKING);

/** @returns {boolean} whether play may go on for ever, and the same player is to move in the last position for the third time */
function isDrawn(/** @type {Step[]} */ steps) {
  const { position, choices } = steps[steps.length - 1].answer;
  const been = steps.filter((step, ply) => step.answer.position === position && (steps.length - ply) % 2 === 1);
  return choices[0]?.outcome !== undefined && been.length >= REPEATED;
}

export const isOver = (/** @type {Step[]} */ steps) => steps[steps.length - 1].answer.choices.length === 0 || isDrawn(steps);

/** The first position and the rules of a game. */
export const placeOf = (/** @type {State} */ { parts, rules }) => JSON.stringify([parts, rules]);

export class PlayedGame {
  constructor(/** @type {Host} */ { move, toggle, acts, toggles, tell, offers = {}, boards = new Boards(() => {}) }) {
    this.boards = boards;
    boards.onChoose = (choice) => this.current && move(choice.move);
    this.bar = new TurnBar();
    this.status = new Strip(tell, offers);
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = Object.fromEntries(Object.entries(acts).map(([name, act]) => [
      name, el('button', { type: 'button', disabled: true, class: name === 'hint' ? 'primary' : '', 'data-act': name, onclick: act }, icon(name), el('span', {}, t(`act.${name}`)))]));
    this.toggles = toggles.map((name) => el('input', { type: 'checkbox', role: 'switch', value: name, 'data-show': name, onchange: () => toggle(name) }));
    this.labels = this.toggles.map((input) => el('label', { class: 'switch' }, el('span', {}, t(`show.${input.value}`)), legend(input.value), input));
    this.sum = el('p', { class: 'sumline', hidden: true });
    /** @type {State | null} */
    this.state = null;
    /** @type {Step[]} */
    this.steps = [];
    this.place = ''; // the first position and the rules of the game that is shown
    this.current = false; // whether the boards show the state
  }

  get last() {
    return this.steps[this.steps.length - 1];
  }

  get over() {
    return isOver(this.steps);
  }

  get drawn() {
    return isDrawn(this.steps);
  }

  /** The number of first moves that cannot be taken back: the coach's first move, if it begins. */
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

  /**
   * Begin with a position without an answer. The boards of another game are removed; those of an earlier position stay
   * until the answer is there, but nothing can be picked on them.
   */
  begin(/** @type {State} */ state) {
    this.state = state;
    this.current = false;
    const place = placeOf(state);
    if (place !== this.place && (this.place || !this.boards.boards.length)) this.clear();
    this.place = place;
    this.bar.update(state);
    for (const input of this.toggles) input.checked = state.show.includes(input.value);
    this.toggles.forEach((input, i) => (this.labels[i].hidden = input.value === 'comments' && state.against !== 'friend'));
  }

  /** Show no game, until a position is drawn. */
  clear() {
    this.steps = [];
    this.boards.clear();
    this.sum.hidden = true;
    this.status.wait();
    this.wait();
  }

  /**
   * Draw the position that the steps lead to.
   * @param {Step[]} steps
   * @param {{text: string, move: string | null, area: HintStep['area']} | null} [hint]
   */
  draw(steps, hint = null) {
    const state = /** @type {State} */ (this.state);
    this.steps = steps;
    this.current = true;
    const { places } = this.last;
    const answer = this.whole(this.last.answer);
    const { over, drawn, closed, waits } = this;
    const show = shownOf(state);
    const by = state.at ? COLOURS[makerOf(state, state.at - 1)] : 'a';
    this.boards.update(answer, { show, disabled: closed, hint: hint?.move ?? null, area: hint?.area ?? null, last: places, by, over, made: movesMade(state, steps) });
    this.sum.hidden = !show.includes('components') || state.rules === 'misere' || answer.outcome === null; // no nimbers in misère play
    write(this.sum, this.sum.hidden ? '' : sumText(answer) || `= ${worth(answer)}`); // the line stays in the page if it is empty, so that the strip below does not move
    this.bar.update(state, { over, drawn }, steps.slice(1).map((step) => step.comment?.verdict ?? null));
    if (hint?.text) this.status.hint(hint.text);
    else this.status.update(state, steps, { over, drawn, waits, closed });
    this.able({ hint: !closed && answer.outcome !== null, undo: state.at > this.first, redo: state.at < state.moves.length, restart: state.at > this.first });
  }

  /**
   * Boards keep the size with which the game began: rows and columns that a later scene lacks are drawn as gone, and tokens
   * as if the largest heap were still there.
   */
  whole(/** @type {Answer} */ answer) {
    const first = this.steps[0].answer.scenes;
    return { ...answer, scenes: answer.scenes.map((scene, term) => asBegun(scene, first[term])) };
  }

  /** Disable everything until there is an answer. */
  wait() {
    this.able({ hint: false, undo: false, redo: false, restart: false });
    for (const board of this.boards.boards) board.disabled = true;
  }

  /** @param {Record<string, boolean>} acts whether each action is possible now */
  able(acts) {
    for (const [name, can] of Object.entries(acts)) if (this.buttons[name]) set(this.buttons[name], { disabled: !can });
  }
}

/** @type {WeakMap<Scene, {first: Scene | undefined, found: Scene}>} so that the same scene gives the same object and is not drawn again */
const begun = new WeakMap();

/**
 * @param {Scene} scene
 * @param {Scene | undefined} first the first scene, which may be packed
 * @returns {Scene} the scene in the size of the first
 */
function asBegun(scene, first) {
  const kept = begun.get(scene);
  if (kept && kept.first === first) return kept.found;
  const found = first?.kind !== scene.kind ? scene : scene.kind === 'grid' ? extended(scene, first.rows ?? first.letters)
    : scene.kind === 'heaps' ? { ...scene, most: Math.max(0, ...first.heaps.map((/** @type {{size: number | string}} */ { size }) => Number(size))) } : scene;
  begun.set(scene, { first, found });
  return found;
}

/**
 * @param {Scene} scene
 * @param {any[]} rows of the first scene
 */
function extended(scene, rows) {
  const [height, width] = [Math.max(rows.length, scene.rows.length), Math.max(rows[0].length, scene.rows[0].length)];
  if (height === scene.rows.length && width === scene.rows[0].length) return scene;
  const gone = (/** @type {number} */ count) => Array.from({ length: count }, () => ({ symbol: '#', role: 'removed' }));
  return { ...scene, rows: Array.from({ length: height }, (_, r) => [...(scene.rows[r] ?? []), ...gone(width - (scene.rows[r]?.length ?? 0))]) };
}

/** @type {Record<string, string>} the lines of the picture on a button, in a square with a side of 24 */
const ICONS = {
  hint: 'M12 3a6.5 6.5 0 0 1 3.5 12v2.5h-7V15A6.5 6.5 0 0 1 12 3zM9.5 21h5',
  undo: 'M4 9h10a5.5 5.5 0 0 1 0 11H9M4 9l4.5-4.5M4 9l4.5 4.5',
  redo: 'M20 9H10a5.5 5.5 0 0 0 0 11h5M20 9l-4.5-4.5M20 9l-4.5 4.5',
  new: 'M12 5v14M5 12h14',
  next: 'M5 12h14M13 6l6 6-6 6',
  auto: 'M8 5l11 7-11 7z',
  again: 'M5 12a7 7 0 1 0 2.5-5.3M5 4v4.5h4.5',
  more: 'M4 7h16M4 12h16M4 17h10',
};

export const icon = (/** @type {string} */ name) => ICONS[name] && svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
  svg('path', { d: ICONS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));

/**
 * @param {string} name of a mark on a board, such as `winning`
 * @returns {Element | null} a picture of the mark
 */
function legend(name) {
  if (name === 'winning' || name === 'components') return shape(name === 'winning' ? 'win' : 'parts');
  if (name !== 'values') return el('span', {});
  return el('span', { class: 'scale', 'aria-hidden': 'true' }, ...[0, 1, 2, 3, 5, 8, 15, 30].map((nimber) => el('i', { style: onNimber(nimber) }, String(nimber))));
}
