/** The tokens that games are drawn with: on a canvas, and as symbols of SVG. */

import DATA from '../../../../drawing/tokens.js';
import { svg } from '../base/dom.js';

/** @typedef {Record<string, string>} Colours by their names in the data */
/** @typedef {{fill?: string, stroke?: string, width?: number, dash?: number[]}} Stuff */

export const SIDE = 48; // units of a token
/** Tokens under which there is no square. */
export const COVERS = new Set(['blocked', 'was', 'card-gone', 'nothing']);
/** @type {Record<string, string[][]>} */
const TOKENS = DATA.tokens;
/** @type {Record<string, Stuff>} */
const PAINTS = DATA.paints;
/** @type {Map<string, {stuff: Stuff, width: number, path: Path2D}[]>} */
const drawn = new Map();

/** The names of colours, and their custom properties: on a light page, and on a dark card. */
export const NAMES = Object.keys(DATA.colours);
export const PALETTE = Object.entries(DATA.colours).map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`).join(' ');

/** @type {Colours} */
export const PAPER = { card: '#fff', soft: '#fff', rule: '#999', dim: '#333' }; // on paper; all others are black
const READERS = { card: 'Canvas', soft: 'Canvas', win: 'Highlight' };
/**
 * @param {Record<string, string>} own colours
 * @param {string} other
 */
const fixed = (own, other) => NAMES.map((name) => `--${name}: ${own[name] ?? other};`).join(' ');
export const PRINTED = fixed(PAPER, '#000'); // on paper: black on white
export const FORCED = fixed(READERS, 'CanvasText'); // the reader's own colours

/** @param {string} paint such as ink, or line-5 */
function parsed(paint) {
  const [name, width] = paint.split('-');
  const stuff = PAINTS[name];
  return { stuff, width: Number(width ?? stuff.width ?? 0) };
}

const paths = (/** @type {string} */ name) => {
  const found = drawn.get(name) ?? (TOKENS[name] ?? []).map(([paint, d]) => ({ ...parsed(paint), path: new Path2D(d) }));
  drawn.set(name, found);
  return found;
};

export const isToken = (/** @type {string} */ name) => name in TOKENS;

/**
 * Draw a token in a square whose upper left corner is given.
 * @param {CanvasRenderingContext2D} pen
 * @param {Colours} colours
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} [ink] a colour in place of ink; then only the parts in ink are drawn
 */
export function stamp(pen, colours, name, x, y, side, ink) {
  pen.save();
  pen.translate(x, y);
  pen.scale(side / SIDE, side / SIDE);
  pen.lineCap = pen.lineJoin = 'round';
  for (const { stuff, width, path } of paths(name)) {
    const dye = (/** @type {string} */ own) => (ink ? (own === 'ink' ? ink : null) : colours[own]);
    const [fill, stroke] = [stuff.fill && dye(stuff.fill), stuff.stroke && dye(stuff.stroke)];
    if (fill) {
      pen.fillStyle = fill;
      pen.fill(path);
    }
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width;
      pen.setLineDash(stuff.dash ?? []);
      pen.stroke(path);
    }
  }
  pen.restore();
}

/**
 * @param {string} name
 * @returns {SVGElement[]} the paths of a token; their colours are custom properties, so they follow the theme of the page
 */
export function shapes(name) {
  return (TOKENS[name] ?? []).map(([paint, d]) => {
    const { stuff, width } = parsed(paint);
    const line = stuff.stroke ? { stroke: `var(--${stuff.stroke})`, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'stroke-dasharray': stuff.dash?.join(' ') } : {};
    return svg('path', { d, fill: stuff.fill ? `var(--${stuff.fill})` : 'none', ...line });
  });
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [own] attributes
 * @returns {SVGElement} a token as a whole picture
 */
export function token(name, own = {}) {
  return svg('svg', { class: 'token', viewBox: `0 0 ${SIDE} ${SIDE}`, 'aria-hidden': 'true', ...own }, ...shapes(name));
}

/**
 * @param {string} name
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} side
 * @returns {SVGElement} a token in a larger picture
 */
export function placed(name, x, y, side) {
  const scale = side / SIDE;
  return svg('g', { transform: `translate(${x - side / 2} ${y - side / 2}) scale(${scale})` }, ...shapes(name));
}
