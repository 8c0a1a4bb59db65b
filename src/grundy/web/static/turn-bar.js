/** Whose turn it is, or who has won: a chip for each player, in a colour of its own, and a line of words. */

import { el, fill, set, write } from './dom.js';
import { usualMaker } from './state.js';
import { makerName, overText, turnText, winnerOf } from './turns.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Maker} Maker */

/** @type {Record<Maker, 'a' | 'b'>} the colour of a player */
export const COLOURS = { you: 'a', coach: 'b', 1: 'a', 2: 'b' };

export class TurnBar {
  constructor() {
    this.words = el('h2', { class: 'turn' }, t('loading'));
    this.players = el('div', { class: 'players', 'aria-hidden': 'true' });
    this.node = el('section', { class: 'turnbar', 'aria-label': t('status') }, this.players, this.words);
  }

  /**
   * @param {State} state
   * @param {(string | null)[]} verdicts on the moves made so far
   * @param {boolean} over
   * @param {boolean} drawn
   */
  update(state, verdicts, over, drawn) {
    const next = usualMaker(state, state.at);
    const winner = over && !drawn ? winnerOf(state, verdicts) : null;
    const back = state.at < state.moves.length && next === 'coach'; // the coach has moved here already
    write(this.words, over ? overText(state, verdicts, drawn) : back ? t('turn.back') : turnText(next));
    /** @type {Maker[]} */
    const players = state.against === 'friend' ? ['1', '2'] : ['you', 'coach'];
    fill(this.players, ...players.map((one) =>
      el('span', { class: `player ${COLOURS[one]}${(over ? one === winner : one === next) ? ' on' : ''}` }, el('i', {}, one === winner ? '★' : ''), makerName(one))));
    set(this.node, { 'data-over': String(over), 'data-player': winner ? COLOURS[winner] : over ? null : COLOURS[next] });
  }

  /** @param {string} text in place of a turn */
  say(text) {
    write(this.words, text);
    fill(this.players);
    set(this.node, { 'data-over': 'false', 'data-player': null });
  }

  get text() {
    return this.words.textContent ?? '';
  }
}
