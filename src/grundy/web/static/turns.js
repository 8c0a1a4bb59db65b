/** Turns: who moves, who has won, and a sign for each verdict, for the page and the widget. */

import { t } from './words.js';

/**
 * @typedef {object} Players
 * @property {'coach' | 'friend'} against
 * @property {'first' | 'second'} side who moves first: the reader, or the coach
 */

/** @type {Record<string, string>} a sign for each verdict on a move */
export const SIGNS = { won: '★', kept: '✓', 'gave-away': '✗', 'lost-anyway': '–' };

/**
 * @param {Players} players
 * @param {number} ply counted from 0
 * @returns {boolean} whether the coach makes this move
 */
export function isCoachs({ against, side }, ply) {
  return against === 'coach' && (ply % 2 === 0) === (side === 'second');
}

/**
 * @param {Players} players
 * @param {number} ply counted from 0
 * @returns {string} who makes this move
 */
export function playerName(players, ply) {
  if (players.against === 'friend') return t(ply % 2 === 0 ? 'player.1' : 'player.2');
  return t(isCoachs(players, ply) ? 'player.coach' : 'player.you');
}

/**
 * @param {Players} players
 * @param {(string | null)[]} verdicts on the moves made so far
 * @param {boolean} over
 * @returns {string} whose turn it is, or who has won
 */
export function turnText(players, verdicts, over) {
  const moves = verdicts.length;
  const friend = players.against === 'friend';
  if (!over && friend) return t('turn.player', { player: playerName(players, moves) });
  if (!over) return t(isCoachs(players, moves) ? 'turn.coach' : 'turn.you');
  if (!moves) return t('over.start');
  if (friend) return t('over.player', { player: playerName(players, moves - 1), moves });
  if (!isCoachs(players, moves - 1)) return t('over.you', { moves });
  const mistakes = verdicts.filter((verdict, ply) => verdict === 'gave-away' && !isCoachs(players, ply)).length;
  return t(mistakes ? 'over.coach-mistakes' : 'over.coach', { mistakes });
}
