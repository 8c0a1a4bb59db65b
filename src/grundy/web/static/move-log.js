/** The moves of a game, with verdicts on them; choosing one goes back to it. */

import { el, fill } from './dom.js';
import { makerOf, tells } from './state.js';
import { makerName, SIGNS } from './turns.js';
import { t } from './words.js';

/** @typedef {import('./session.js').Step} Step */
/** @typedef {import('./state.js').State} State */

export class MoveLog {
  /** @param {(at: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.list = el('ol', { class: 'log' });
    this.node = el('section', { class: 'card', hidden: true }, el('h2', {}, t('moves.title')), this.list);
  }

  /**
   * @param {State} state
   * @param {Step[]} steps
   * @param {boolean} judged whether friends are told what their moves did
   */
  update(state, steps, judged) {
    const rows = state.moves.map((move, ply) => {
      const maker = makerOf(state, ply);
      const told = tells(state) && (maker === 'you' || (maker !== 'coach' && judged));
      return this.row(state, (told && steps[ply + 1]?.comment?.verdict) || null, move, ply);
    });
    fill(this.list, ...rows);
    this.node.hidden = state.moves.length === 0;
    const now = /** @type {HTMLElement | null} */ (this.list.querySelector('[aria-current]'));
    // Not now: asking for places makes the browser lay out a page that is still being changed.
    if (now) requestAnimationFrame(() => (this.list.scrollTop = Math.max(0, now.offsetTop + now.offsetHeight - this.list.clientHeight - this.list.offsetTop)));
  }

  /**
   * @param {State} state
   * @param {string | null} verdict
   * @param {string} move
   * @param {number} ply counted from 0
   */
  row(state, verdict, move, ply) {
    return el(
      'li',
      { class: ply >= state.at ? 'undone' : '', 'aria-current': ply === state.at - 1 ? 'step' : null },
      el(
        'button',
        { type: 'button', class: 'plain', onclick: () => this.goTo(ply + 1) },
        el('span', { class: 'who' }, makerName(makerOf(state, ply))),
        el('span', { class: 'what' }, move),
        verdict && el('span', { class: `verdict ${verdict}`, title: t(`verdict.${verdict}`) }, el('b', { 'aria-hidden': 'true' }, SIGNS[verdict]), el('span', { class: 'quiet' }, t(`verdict.${verdict}`))),
      ),
    );
  }
}
