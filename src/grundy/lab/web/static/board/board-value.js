/** The nimber after a move, drawn on what the move takes: a number on a colour. All boards have one scale of colours. */

import { inkOn, ofNimber } from './colours.js';
import { el, svg } from '../base/dom.js';

/**
 * @param {number} value
 * @param {boolean} wins whether the move wins: it has a ring
 * @param {string} [more] classes
 */
export function valueBadge(value, wins, more = '') {
  const colour = ofNimber(value);
  const node = el('span', { class: `num ${more}${wins ? ' wins' : ''}`, 'aria-hidden': 'true', 'data-value': value }); // drawn and not read aloud: the name of the option contains it
  node.style.setProperty('background', colour);
  node.style.setProperty('color', inkOn(colour));
  return node;
}

/**
 * @param {number} value
 * @param {boolean} wins
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} side
 */
export function valueMark(value, wins, x, y, side) {
  const colour = ofNimber(value);
  const wide = side * Math.max(1, 0.3 + 0.35 * String(value).length);
  return svg('g', { class: 'value', 'aria-hidden': 'true' },
    svg('rect', { x: x - wide / 2, y: y - side / 2, width: wide, height: side, rx: side / 8, fill: colour }),
    wins ? svg('rect', { class: 'round', x: x - wide / 2 + side * 0.08, y: y - side * 0.42, width: wide - side * 0.16, height: side * 0.84, rx: side * 0.42, fill: 'none', stroke: inkOn(colour), 'stroke-width': side / 14 }) : null,
    svg('text', { x, y, fill: inkOn(colour), 'font-size': side * 0.6 }, String(value)));
}
