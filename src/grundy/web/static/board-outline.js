/** The components of a board: lines around them, or between their cells where these touch at corners, and badges. */

import { el, fill, svg } from './dom.js';

/** @typedef {import('./board-grid.js').Cell} Cell */

export class Outline {
  constructor() {
    this.lines = svg('svg', { class: 'over', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
    this.badges = el('div', { class: 'worths', 'aria-hidden': 'true' });
    this.drawn = '';
  }

  /**
   * @param {import('./game-board.js').Scene} scene
   * @param {boolean} shown
   */
  update(scene, shown) {
    /** @type {Cell[][]} */
    const rows = scene.rows;
    const news = shown ? `${rows.map((row) => row.map((cell) => cell.component ?? '').join()).join(';')}|${scene.nimbers}` : '';
    if (news === this.drawn) return;
    this.drawn = news;
    this.lines.setAttribute('viewBox', `0 0 ${rows[0].length} ${rows.length}`);
    fill(this.lines, shown && svg('path', { d: path(rows, scene.touch === 'corners'), 'vector-effect': 'non-scaling-stroke' }));
    fill(this.badges, ...(shown ? firsts(rows, scene.nimbers ?? []).map(badge) : []));
  }
}

/**
 * @param {Cell[][]} rows
 * @param {boolean} corners whether neighbours in a component share a corner, not a side
 */
function path(rows, corners) {
  const at = (/** @type {number} */ r, /** @type {number} */ c) => rows[r]?.[c]?.component ?? -1;
  let d = '';
  rows.forEach((row, r) => row.forEach((_, c) => {
    const own = at(r, c);
    if (corners) {
      if (own >= 0 && at(r + 1, c + 1) === own) d += `M${c + 0.86} ${r + 0.86}l.28 .28`;
      if (own >= 0 && at(r + 1, c - 1) === own) d += `M${c + 0.14} ${r + 0.86}l-.28 .28`;
      return;
    }
    if (own !== at(r - 1, c)) d += `M${c} ${r}h1`;
    if (own !== at(r, c - 1)) d += `M${c} ${r}v1`;
    if (own >= 0 && r === rows.length - 1) d += `M${c} ${r + 1}h1`;
    if (own >= 0 && c === row.length - 1) d += `M${c + 1} ${r}v1`;
  }));
  return d;
}

/**
 * @param {Cell[][]} rows
 * @param {(number | null)[]} nimbers of the components
 * @returns {[number, number, number][]} row and column of the first cell of each component, and its nimber
 */
function firsts(rows, nimbers) {
  /** @type {Map<number, [number, number, number]>} */
  const found = new Map();
  rows.forEach((row, r) => row.forEach(({ component: own = -1 }, c) => {
    const worth = nimbers[own];
    if (own >= 0 && !found.has(own) && worth !== undefined && worth !== null) found.set(own, [r, c, worth]);
  }));
  return [...found.values()];
}

/** @param {[number, number, number]} first */
function badge([r, c, worth]) {
  const node = el('span', {}, String(worth));
  node.style.setProperty('left', `calc(var(--cell) * ${c} + 24px)`);
  node.style.setProperty('top', `calc(var(--cell) * ${r} + 22px)`);
  return node;
}
