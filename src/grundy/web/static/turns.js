/** Turns in words: who moves, who has won, and a sign for each verdict, for the page and the widget. */

import { t } from './words.js';

/** @typedef {import('./state.js').Maker} Maker */

/** @type {Record<string, string>} a sign for each verdict on a move */
export const SIGNS = { won: '★', kept: '✓', 'gave-away': '✗', 'lost-anyway': '–' };

/** @type {Record<Maker, string>} */
const NAMES = { you: 'player.you', coach: 'player.coach', 1: 'player.1', 2: 'player.2' };

/** @param {Maker} maker */
export const makerName = (maker) => t(NAMES[maker]);

/**
 * @param {Maker} next who is to move
 * @returns {string} whose turn it is
 */
export function turnText(next) {
  if (next === 'you') return t('turn.you');
  return next === 'coach' ? t('turn.coach') : t('turn.player', { player: makerName(next) });
}

/**
 * @param {Maker[]} makers of the moves made
 * @param {(string | null)[]} verdicts on them
 * @returns {string} who has won
 */
export function overText(makers, verdicts) {
  const moves = makers.length;
  const last = makers[moves - 1];
  if (!last) return t('over.start');
  if (last === 'you') return t('over.you', { moves });
  if (last !== 'coach') return t('over.player', { player: makerName(last), moves });
  const mistakes = verdicts.filter((verdict, ply) => verdict === 'gave-away' && makers[ply] === 'you').length;
  return t(mistakes ? 'over.coach-mistakes' : 'over.coach', { mistakes });
}
