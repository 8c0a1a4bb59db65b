/** The legend of a board: its colours and signs, and their meanings. */

import { onNimber } from './colours.js';
import { el } from '../base/dom.js';

const SWATCHES = 10;

/**
 * @param {View} view
 * @param {import('./board-cell.js').Look[]} looks of all cells
 * @returns {HTMLElement[]} the colours and signs that are on the board
 */
export function gridLegend(view, looks) {
  const roles = new Set(looks.map((look) => look.role));
  const values = looks.flatMap(({ value }) => (value === null ? [] : [value]));
  const plain = !view.scene.tokens?.length; // tokens need no legend
  const found = [];
  if (values.length) found.push(item(scale(values.reduce((top, value) => Math.max(top, value), 0)), view.say(view.scene.worth ? 'legend-worth' : 'legend-after')));
  if (looks.some((look) => look.wins)) found.push(sign('ring', view.say('legend-winning')));
  if (looks.some((look) => look.shown && look.role !== 'piece')) found.push(sign('dot', view.say('legend-move')));
  if (plain && roles.has('piece')) found.push(sign('disc', view.say('legend-piece')));
  if (looks.some((look) => look.lost)) found.push(sign('frame', view.say('legend-lost')));
  if (looks.some((look) => look.told === 'N')) found.push(sign('won', view.say('legend-won')));
  if (looks.some((look) => look.told === 'D')) found.push(sign('blank', view.say('legend-drawn')));
  if (view.last.size) found.push(sign('trace', view.say('legend-last')));
  if (plain && roles.has('blocked')) found.push(sign('hatch', view.say('legend-blocked')));
  if (plain && roles.has('removed')) found.push(sign('gone', view.say('legend-gone')));
  return found;
}

/**
 * @param {string} name
 * @param {string} text
 */
export const sign = (name, text) => item(el('span', { class: `sign ${name}`, 'aria-hidden': 'true' }), text);

const item = (/** @type {Node} */ picture, /** @type {string} */ text) => el('span', { class: 'item' }, picture, text);

/**
 * @param {number} top
 * @returns {HTMLElement} the colours of some values from 0 to `top`
 */
function scale(top) {
  const step = Math.max(1, Math.ceil(top / SWATCHES));
  const values = [];
  for (let value = 0; value < top; value += step) values.push(value);
  if (values.length && top - values[values.length - 1] <= step / 2 && values.length > 1) values.pop();
  values.push(top);
  return el('span', { class: 'scale', 'aria-hidden': 'true' }, ...values.map((value) => el('span', { style: onNimber(value) }, String(value))));
}
