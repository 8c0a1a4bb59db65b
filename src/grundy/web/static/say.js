/** What the coach and the server say, in the reader's language. */

import { Refusal } from './api.js';
import { gameTitle } from './catalogue.js';
import { has, number, t } from './words.js';

/** @typedef {import('./session.js').Word} Word */

/**
 * Say what a player's own move did.
 * @param {Word} word
 */
export function sayWord(word) {
  const params = { move: word.move, better: word.better, reply: word.reply, nimber: word.nimber_after ?? 'WIN' };
  if (word.kind === 'won') return t(word.ends ? 'word.won-ends' : 'word.won', params);
  if (word.kind === 'gave-away') return t(word.nimber_after === null ? 'word.gave-away-ends' : 'word.gave-away', params);
  if (word.kind === 'lost-anyway') return t(word.nimber_after === null ? 'word.lost-anyway-ends' : 'word.lost-anyway', params);
  return t(`word.${word.kind}`, params);
}

/** @param {any} hint */
export function sayHint(hint) {
  const params = { move: hint.move, reply: hint.reply, replies: hint.replies };
  if (hint.kind === 'lost') {
    const how = hint.replies === 1 ? 'one' : hint.replies === null ? 'many' : 'some';
    return `${t('hint.lost', params)} ${t(`hint.lost-${how}`, params)}`;
  }
  if (hint.ends || hint.last) return t(hint.ends ? 'hint.ends' : 'hint.last', params);
  const nimbers = hint.nimbers.flat();
  if (nimbers.length === 1) return t('hint.alone', params);
  const into = hint.into.reduce((/** @type {number} */ sum, /** @type {number | null} */ one) => sum ^ (one ?? 0), 0);
  const before = hint.nimbers[hint.term - 1][hint.component];
  return t('hint.sum', { ...params, before, into, nimber: hint.nimber });
}

/** @param {{outcome: string, nimber: number | null}} answer */
export function sayOutcome(answer) {
  const what = t(answer.outcome === 'N' ? 'outcome.N' : 'outcome.P');
  const worth = answer.nimber === null ? t('nimber.none') : t('nimber.is', { value: number(answer.nimber) });
  return `${what} ${worth}`;
}

/** Names of components as the server writes them, and what says them in other languages. */
const LABELS = /** @type {[RegExp, string][]} */ ([
  [/^(?:.*\s)?rows? (\S+), columns? (\S+)$/, 'label.rectangle'],
  [/^(?:.*\s)?heap (\S+)$/, 'label.heap'],
  [/^(?:.*\s)?piece at (\S+ \S+|\S+)$/, 'label.piece'],
  [/^(?:.*\s)?points? ([\d, -]+)$/, 'label.points'],
  [/^(?:.*\s)?cells? ([\d-]+)$/, 'label.stretch'],
  [/^(?:.*\s)?(\d+) cells? from (\S+) on$/, 'label.cells'],
]);

/**
 * @param {string} label
 * @param {string} game
 */
export function componentName(label, game) {
  for (const [pattern, key] of LABELS) {
    const found = pattern.exec(label);
    if (found) return t(key, { game: gameTitle(game), a: found[1], b: found[2] });
  }
  return label && label.length <= 28 && !/[\n/]/.test(label) && label !== game ? label : gameTitle(game);
}

/** @param {unknown} error */
export function sayError(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return t('error.stopped');
  if (!(error instanceof Refusal)) return t('error.lost');
  const known = `error.${error.kind}`;
  const { line, column } = error.data;
  const place = line ? ` ${t('error.place', { line, column })}` : '';
  if (has(known)) return t(known, error.data) + (error.data.allowed ? ` (${error.message})` : ''); // with the figures
  return `${error.message || t('error.refused', { status: error.status })}${error.message.includes(`:${line}`) ? '' : place}`;
}
