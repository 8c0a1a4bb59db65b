/** The two players: a disc and a square, with a frame around the player who moves or has won. */

import { el, fill, set } from '../base/dom.js';
import { shape } from '../board/shapes.js';
import { usualMaker } from '../base/state.js';
import { makerName, winnerOf } from './turns.js';
import { t } from '../base/words.js';

/** @type {Record<Maker, 'a' | 'b'>} the colour and the shape of a player */
export const COLOURS = { you: 'a', coach: 'b', 1: 'a', 2: 'b' };

export class TurnBar {
  constructor() {
    this.node = el('p', { class: 'versus', 'aria-hidden': 'true' }); // the strip says the same in words
  }

  /**
   * @param {State} state
   * @param {{over: boolean, drawn: boolean}} [now]
   * @param {(string | null)[]} [verdicts] on the moves made so far
   */
  update(state, { over, drawn } = { over: false, drawn: false }, verdicts = []) {
    const shown = over ? (drawn ? null : winnerOf(state, verdicts)) : usualMaker(state, state.at);
    /** @type {Maker[]} */
    const players = state.against === 'friend' ? ['1', '2'] : ['you', 'coach'];
    set(this.node, { 'data-over': String(over) });
    fill(this.node, ...players.map((one) => el('span', { class: `player ${COLOURS[one]}${one === shown ? ' on' : ''}` }, shape(COLOURS[one]),
      one === 'coach' && state.errors ? t('player.coach-errs', { errors: state.errors }) : makerName(one))));
  }
}
