/** Messages of the server in the reader's language. */

import { Refusal } from './api.js';
import { gameTitle } from './catalogue.js';
import { number, t } from './words.js';

/**
 * Say a message of the server: a comment, a hint, a label.
 * @param {{kind: string, [param: string]: any}} message
 */
export const say = (message) => t(message.kind, message);

/** @param {{outcome: string, nimber: number | null}} answer */
export function sayOutcome(answer) {
  const what = t(answer.outcome === 'N' ? 'outcome.N' : 'outcome.P');
  const worth = answer.nimber === null ? t('nimber.none') : t('nimber.is', { value: number(answer.nimber) });
  return `${what} ${worth}`;
}

const MOST_SUMMED = 24; // components whose nimbers are written out

/**
 * @param {{nimber: number | null, components: {nimber: number | null}[]}} answer
 * @returns {string} the nim-sum of its components, where there are several and not too many
 */
export function sumText({ components, nimber }) {
  if (components.length < 2 || components.length > MOST_SUMMED) return '';
  return `${components.map((one) => one.nimber ?? 'WIN').join(' ⊕ ')} = ${nimber ?? 'WIN'}`;
}

const LONGEST = 28; // characters of a name in the notation of its game

/**
 * Name a component of an explanation.
 * @param {{game: string, names_game: boolean, label: {kind: string, [param: string]: any} | null}} part
 */
export function componentName({ game, names_game, label }) {
  if (!label || (label.kind === 'label.text' && label.text.length > LONGEST)) return gameTitle(game);
  return names_game ? t('label.of-game', { game: gameTitle(game), label }) : say(label);
}

/** @param {unknown} error */
export function sayError(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return t('error.stopped');
  if (!(error instanceof Refusal)) return t('error.lost');
  return error.kind ? t(error.kind, error.data) : t('error.refused', { status: error.status });
}
