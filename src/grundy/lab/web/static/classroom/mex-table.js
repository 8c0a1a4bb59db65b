/** The nimbers of the first heaps as a table that opens value by value: what moves lead to, and then the least number that is missing. */

import { askAgain } from '../base/api.js';
import { onNimber } from '../board/colours.js';
import { el } from '../base/dom.js';
import { t } from '../base/words.js';

const HEAPS = 10;

/**
 * @param {string} code
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>} a card, whose parts are opened one after the other
 */
export async function mexTable(code, signal) {
  const badge = (/** @type {number} */ nimber, props = {}) => el('span', { class: 'badge', style: onNimber(nimber), ...props }, String(nimber));
  const rows = await Promise.all(Array.from({ length: HEAPS }, async (_, heap) => {
    const { choices, nimber } = await askAgain('positions', { game: code, position: String(heap), board: true }, signal);
    const led = [...new Set(choices.map((/** @type {Choice} */ one) => one.nimber))].sort((one, other) => one - other);
    return el('tr', { 'data-part': '' }, el('th', { scope: 'row' }, String(heap)), el('td', {}, ...led.map((one) => badge(one))), el('td', {}, badge(nimber, { 'data-part': '' })));
  }));
  const heads = ['heap', 'led', 'least'].map((name) => el('th', { scope: 'col' }, t(`classroom.${name}`)));
  return el('section', { class: 'card mextable' }, el('h2', {}, t('classroom.mex', { code })), el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)));
}
