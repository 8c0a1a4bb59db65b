/** Whose turn it is, for the page and the widget: texts, colours and the bar of the players; a sign for each verdict. */

import { shape } from '../board/shapes.js';
import { el, fill, set } from '../base/dom.js';
import { makerOf, usualMaker } from '../base/state.js';
import { t } from '../base/words.js';

/** @typedef {Pick<State, 'against' | 'side' | 'makers' | 'again' | 'rules'>} Turns the fields that say who makes a move, and who wins */

/** @type {Record<string, string>} a sign for each verdict on a move */
export const SIGNS = { won: '★', kept: '✓', 'gave-away': '✗', 'lost-anyway': '–', 'kept-draw': '=', 'gave-draw-away': '✗', drew: '✗' };

/** The verdicts with a link to an explanation. */
export const MISTAKES = ['gave-away', 'gave-draw-away', 'drew'];

/** @type {Record<Maker, 'a' | 'b'>} the colour and the shape of a player */
export const COLOURS = { you: 'a', coach: 'b', 1: 'a', 2: 'b' };

/** @type {Record<Maker, string>} */
const NAMES = { you: 'player.you', coach: 'player.coach', 1: 'player.1', 2: 'player.2' };

export const makerName = (/** @type {Maker} */ maker) => t(NAMES[maker]);

/**
 * @param {Maker} next who is to move
 * @returns {string} whose turn it is
 */
export function turnText(next) {
  if (next === 'you') return t('turn.you');
  return next === 'coach' ? t('turn.coach') : t('turn.player', { player: makerName(next) });
}

/**
 * @param {Turns} state
 * @param {Step[]} steps
 * @returns {Made[]} the moves that led to the last step: their places, makers and numbers
 */
export const movesMade = (state, steps) => steps.slice(1).map((step, ply) => ({ .../** @type {any} */ (step.places), by: COLOURS[makerOf(state, ply)], ply: ply + 1 }));

/**
 * The player who has won after the last move.
 * @param {Turns} state
 * @param {(string | null)[]} verdicts on the moves made
 * @returns {Maker | null} null if no move was made
 */
export function winnerOf(state, verdicts) {
  const last = verdicts.length - 1;
  if (last < 0) return null;
  const moves = state.again.includes(last); // the player who made the last move would move again, but cannot
  if (!moves && (state.rules !== 'misere' || verdicts[last] === 'won')) return makerOf(state, last);
  const maker = makerOf(state, last);
  return { you: /** @type {Maker} */ ('coach'), coach: /** @type {Maker} */ ('you'), 1: /** @type {Maker} */ ('2'), 2: /** @type {Maker} */ ('1') }[maker];
}

/**
 * @param {Turns} state
 * @param {(string | null)[]} verdicts on the moves made
 * @param {boolean} [drawn]
 * @returns {string} who has won
 */
export function overText(state, verdicts, drawn = false) {
  if (drawn) return t('over.draw');
  const moves = verdicts.length;
  const winner = winnerOf(state, verdicts);
  if (!winner) return t(state.rules === 'misere' ? 'over.misere' : 'over.start');
  if (winner === 'you') return t('over.you', { moves });
  if (winner !== 'coach') return t('over.player', { player: makerName(winner), moves });
  return t('over.coach', { moves });
}

/** The two players: a disc and a square, with a frame around the player who moves or has won. */
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
      one === 'coach' && state.coach ? `${makerName(one)}: ${t(`player.${state.coach}`)}` : makerName(one))));
  }
}
