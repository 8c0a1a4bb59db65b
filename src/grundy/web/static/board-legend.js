/** The legend of a board: its colours and signs, and their meanings. */

import { inkOn, ofNimber } from './colours.js';
import { el } from './dom.js';

/** @typedef {import('./game-board.js').View} View */

const SWATCHES = 10;

/**
 * @param {View} view
 * @returns {HTMLElement[]} what is on the board, and nothing else
 */
export function gridLegend(view) {
  /** @type {import('./board-grid.js').Cell[]} */
  const cells = view.scene.rows.flat();
  const roles = new Set(cells.map((cell) => cell.role ?? 'cell'));
  const shown = view.show.has('values');
  const values = shown && (cells.some((cell) => cell.value !== undefined) || view.choices.some((choice) => choice.nimber !== null && choice.places.length === 1));
  const found = [];
  let top = view.choices.reduce((most, choice) => Math.max(most, choice.nimber ?? 0), 0);
  for (const cell of cells) top = Math.max(top, cell.value ?? 0);
  if (values) found.push(item(scale(top), view.say(view.scene.worth ? 'legend-worth' : 'legend-after')));
  if (view.show.has('winning') && view.choices.some((choice) => choice.wins)) found.push(sign('ring', view.say('legend-winning')));
  if (cells.some((cell) => cell.move && cell.component === undefined)) found.push(sign('dot', view.say('legend-move')));
  if (roles.has('piece')) found.push(sign('disc', view.say('legend-piece')));
  if (shown && cells.some((cell) => (cell.value === 0 || cell.outcome === 'P') && !cell.move && (cell.role ?? 'cell') === 'cell')) {
    found.push(sign('frame', view.say('legend-lost')));
  }
  if (shown && cells.some((cell) => cell.outcome === 'N' && cell.value === undefined)) found.push(sign('won', view.say('legend-won')));
  if (shown && cells.some((cell) => cell.outcome === 'D')) found.push(sign('blank', view.say('legend-drawn')));
  if (view.last.size) found.push(sign('trace', view.say('legend-last')));
  if (roles.has('blocked')) found.push(sign('hatch', view.say('legend-blocked')));
  const walls = view.scene.cuts?.length && view.scene.touch !== 'corners';
  if (roles.has('removed')) found.push(walls ? sign('wall', view.say('legend-wall')) : sign('gone', view.say('legend-gone')));
  return found;
}

/**
 * @param {string} name
 * @param {string} text
 */
export function sign(name, text) {
  return item(el('span', { class: `sign ${name}`, 'aria-hidden': 'true' }), text);
}

/**
 * @param {Node} picture
 * @param {string} text
 */
function item(picture, text) {
  return el('span', { class: 'item' }, picture, text);
}

/**
 * @param {number} top
 * @returns {HTMLElement} the colours of some values from 0 to the top
 */
function scale(top) {
  const step = Math.max(1, Math.ceil(top / SWATCHES));
  const values = [];
  for (let value = 0; value < top; value += step) values.push(value);
  if (values.length && top - values[values.length - 1] <= step / 2 && values.length > 1) values.pop();
  values.push(top);
  return el(
    'span',
    { class: 'scale', 'aria-hidden': 'true' },
    ...values.map((value) => {
      const colour = ofNimber(value);
      const swatch = el('span', {}, String(value));
      swatch.style.setProperty('background', colour);
      swatch.style.setProperty('color', inkOn(colour));
      return swatch;
    }),
  );
}
