/** Messages of the server in the reader's language. */

import { Lost, Refusal } from './api.js';
import { gameTitle } from './catalogue.js';
import { number, t } from './words.js';

/** Say a message of the server: a comment, a hint, a label. */
export const say = (/** @type {{kind: string, [param: string]: any}} */ message) => t(message.kind, message);

/**
 * The text of a value: a nimber, or another value.
 * @param {{nimber: number | string | null, value?: string}} one
 */
export const worth = ({ nimber, value = 'WIN' }) => (nimber === null ? value : number(nimber));

export function sayOutcome(/** @type {{outcome: string | null, nimber: number | null, value?: string}} */ answer, said = 'outcome.') {
  const kind = answer.nimber !== null ? 'is' : answer.value === 'WIN' ? 'none' : answer.value === 'LOONY' ? 'loony' : 'loopy';
  return `${t(`${said}${answer.outcome}`)}${t('sentences')}${t(`nimber.${kind}`, { value: worth(answer) })}`;
}

const MOST_SUMMED = 24; // components whose nimbers are written out

/**
 * @param {{nimber: number | null, value?: string, components: {nimber: number | null, value?: string}[]}} answer
 * @returns {string} the sum of its components; empty if there is only one component, or too many
 */
export function sumText(answer) {
  const { components } = answer;
  if (components.length < 2 || components.length > MOST_SUMMED) return '';
  return `${components.map((one) => one.nimber ?? worth(one)).join(' ⊕ ')} = ${answer.nimber ?? worth(answer)}`;
}

const MOST_NEAR = 3; // names that an error suggests
const LONGEST = 28; // characters of a name in the notation of its game

/**
 * Name a component of an explanation.
 * @param {{game: string, names_game: boolean, label: {kind: string, [param: string]: any} | null}} part
 */
export function componentName({ game, names_game, label }) {
  if (!label || (label.kind === 'label.text' && label.text.length > LONGEST)) return gameTitle(game);
  return names_game ? t('label.of-game', { game: gameTitle(game), label }) : say(label);
}

/**
 * @param {unknown} error
 * @returns {boolean} whether a file of the page could not be loaded; Chromium, Firefox and Safari word this differently
 */
const isLostFile = (error) => error instanceof TypeError && /dynamically imported module|module script failed|Failed to fetch|NetworkError|Load failed/.test(error.message);

export function sayError(/** @type {unknown} */ error) {
  if (error instanceof DOMException && error.name === 'AbortError') return t('error.stopped');
  if (error instanceof Lost || isLostFile(error)) return t('error.lost');
  if (!(error instanceof Refusal)) return t('error.page', { error: String(error) });
  if (error.kind === 'error.input') return t('error.input-at', error.data); // without the name of a file
  if (error.kind === 'error.name') return t('error.name', { ...error.data, near: /** @type {string[]} */ (error.data.near).slice(0, MOST_NEAR) });
  return error.kind ? t(error.kind, error.data) : t('error.refused', { status: error.status });
}
