/** Small pictures: games, and the signs of players and verdicts: a disc is one player, a square the other. */

import { svg } from '../base/dom.js';

/** @typedef {'a' | 'b' | 'kept' | 'lost' | 'same' | 'waits' | 'counts' | 'win' | 'parts'} Shape */

const SHEET = 'thumbnails.svg';
const ROUND = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' };

/** @type {Record<Shape, () => SVGElement[]>} in a square with a side of 48 */
const DRAWN = {
  a: () => [svg('circle', { cx: 24, cy: 24, r: 18, fill: 'var(--a)' })],
  b: () => [svg('rect', { x: 8, y: 8, width: 32, height: 32, rx: 2, fill: 'var(--b)' })],
  kept: () => [svg('circle', { cx: 24, cy: 24, r: 20, fill: 'var(--good)' }), line('M15 24.5l6.5 6.5L33.5 18', 'var(--card)', 4)],
  lost: () => [
    svg('rect', { x: 7.2, y: 7.2, width: 33.6, height: 33.6, rx: 3, transform: 'rotate(45 24 24)', fill: 'var(--bad)' }),
    line('M17.5 17.5l13 13M30.5 17.5l-13 13', 'var(--card)', 3)],
  same: () => [svg('circle', { cx: 24, cy: 24, r: 18.5, ...ROUND, stroke: 'var(--dim)', 'stroke-width': 3 }), line('M15 24h18', 'var(--ink)', 4)],
  waits: () => [
    svg('rect', { x: 9.5, y: 9.5, width: 29, height: 29, rx: 2, fill: 'none', stroke: 'var(--b)', 'stroke-width': 3 }),
    ...[16, 24, 32].map((cx) => svg('circle', { cx, cy: 24, r: 2.6, fill: 'var(--ink)' }))],
  counts: () => [svg('circle', { cx: 24, cy: 24, r: 18.5, fill: 'none', stroke: 'var(--dim)', 'stroke-width': 3 }), line('M24 24V5.5M24 24l9 9', 'var(--ink)', 3)],
  win: () => [svg('circle', { cx: 24, cy: 24, r: 18.5, fill: 'none', stroke: 'var(--win)', 'stroke-width': 4 })],
  parts: () => [3, 28].map((x) => svg('rect', { x, y: 12, width: 17, height: 24, rx: 2, fill: 'none', stroke: 'var(--dim)', 'stroke-width': 3 })),
};

/**
 * @param {string} d
 * @param {string} stroke
 * @param {number} width
 */
const line = (d, stroke, width) => svg('path', { d, ...ROUND, stroke, 'stroke-width': width });

/**
 * @param {Shape} name
 * @returns {SVGElement} the picture, without a name, because a text beside it says the same
 */
export const shape = (name) => svg('svg', { viewBox: '0 0 48 48', class: `shape ${name}`, 'aria-hidden': 'true', focusable: 'false' }, ...DRAWN[name]());

/** The small drawing of a game, or another symbol of the sheet. */
export const drawing = (/** @type {string} */ name) => svg('svg', { 'aria-hidden': 'true', focusable: 'false' }, svg('use', { href: `${SHEET}#${name}`, width: '100%', height: '100%' }));
