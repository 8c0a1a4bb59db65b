/** The wrong output of a solution for an input, beside the right output: the clinic finds it, and Why shows it again. */

import { el } from '../base/dom.js';
import { say } from '../base/say.js';
import { t } from '../base/words.js';

/** @typedef {{game: string, position: string, input: string, found: string, output: string, hint: any, tried: number}} Mistake */

/**
 * @param {Mistake} mistake
 * @returns {(HTMLElement | null)[]} the input, both outputs, and a winning move if there is one
 */
export function compared({ input, found, output, hint }) {
  const text = (/** @type {string} */ name, /** @type {string} */ value) => [el('dt', {}, t(`clinic.${name}`)), el('dd', {}, el('pre', {}, value.trim() || '–'))];
  return [
    el('dl', { class: 'compared' }, ...text('input', input), ...text('yours', found), ...text('truth', output)),
    hint && el('p', {}, say(hint)),
  ];
}
