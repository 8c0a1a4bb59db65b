/** The moves of a game with their verdicts. Choosing a move goes back to it. */

import { onNimber } from '../board/colours.js';
import { el, fill } from '../base/dom.js';
import { shape } from '../board/shapes.js';
import { makerOf, shownOf, tells } from '../base/state.js';
import { COLOURS, makerName, SIGNS } from './turns.js';
import { made, moveText, t } from '../base/words.js';

const SHORT = 8; // characters of a move: two moves of this length fit into a row

export class MoveLog {
  /**
   * @param {(at: number) => void} goTo
   * @param {(ply: number | null) => void} light is called with the move under the pointer or the focus, counted from 0
   */
  constructor(goTo, light) {
    this.goTo = goTo;
    const look = (/** @type {Event} */ event) => light([...this.list.children].indexOf(/** @type {Element} */ (event.target).closest('li') ?? this.list));
    const away = () => light(null);
    this.list = el('ol', { class: 'log', onpointerover: look, onfocusin: look, onpointerleave: away, onfocusout: away });
    this.none = el('p', { class: 'note' }, t('moves.none'));
    this.box = el('div', { class: 'logbox' }, this.list, this.none);
  }

  update(/** @type {State} */ state, /** @type {Step[]} */ steps, /** @type {boolean} */ over) {
    const judged = shownOf(state).includes('comments'); // whether the verdicts on moves of friends are shown
    const worth = tells(state) && (over || shownOf(state).includes('values'));
    const rows = state.moves.map((_, ply) => {
      const maker = makerOf(state, ply);
      const told = tells(state) && (over || maker === 'you' || (maker !== 'coach' && judged));
      const step = steps[ply + 1];
      return this.row(state, made(state.moves, steps, ply), ply, (told && step?.comment?.verdict) || null, worth ? (step?.answer.nimber ?? null) : null, over);
    });
    fill(this.list, ...rows);
    this.list.classList.toggle('long', state.moves.some((_, ply) => moveText(made(state.moves, steps, ply)).length > SHORT));
    this.none.hidden = rows.length > 0;
    const now = /** @type {HTMLElement | null} */ (this.list.querySelector('[aria-current]'));
    // Later, because reading a place makes the browser lay out the page, which is still being changed.
    if (now) requestAnimationFrame(() => (this.box.scrollTop = Math.max(0, now.offsetTop + now.offsetHeight - this.box.clientHeight)));
  }

  /**
   * @param {State} state
   * @param {{move: string, words?: any}} one
   * @param {number} ply counted from 0
   * @param {string | null} verdict
   * @param {number | null} nimber after it
   * @param {boolean} over whether the game is over
   */
  row(state, one, ply, verdict, nimber, over) {
    const { move } = one;
    const maker = makerOf(state, ply);
    const said = verdict && el('span', { class: `verdict ${verdict}`, title: t(`verdict.${verdict}`) },
      el('b', { 'aria-hidden': 'true' }, SIGNS[verdict]), el('span', { class: 'quiet' }, t(`verdict.${verdict}`)));
    return el('li', { class: ply >= state.at && !over ? 'undone' : '', 'aria-current': ply === state.at - 1 ? 'step' : null, 'data-move': move },
      el('button', { type: 'button', class: 'plain', onclick: () => this.goTo(ply + 1) },
        el('span', { class: 'ply', 'aria-hidden': 'true' }, String(ply + 1)), shape(COLOURS[maker]),
        el('span', { class: 'who quiet' }, makerName(maker)), el('span', { class: 'what', title: move }, moveText(one)), said, nimber !== null && el('span', { class: 'badge', style: onNimber(Number(nimber)) }, el('span', { class: 'quiet' }, t('curve.nimber')), String(nimber))));
  }
}
