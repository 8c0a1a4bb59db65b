/** The nimbers of the components of a board, as badges on their first cells. */

import { el, fill } from '../base/dom.js';

export class Badges {
  constructor() {
    this.node = el('div', { class: 'worths', 'aria-hidden': 'true' });
    this.drawn = '';
  }

  /**
   * @param {Scene} scene
   * @param {boolean} shown
   */
  update(scene, shown) {
    const found = shown ? firsts(scene.rows, scene.nimbers ?? []) : [];
    const news = found.join(';');
    if (news === this.drawn) return;
    this.drawn = news;
    fill(this.node, ...found.map(badge));
  }
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
