/** Where cells are too small for fingers: a bar to move to a cell, and to pick it. */

import { el, set, write } from './dom.js';

/** @typedef {import('./game-board.js').View} View */

/** @type {[string, string, number, number][]} a sign, a key of the words, and the step */
const STEPS = [['←', 'left', 0, -1], ['↑', 'up', -1, 0], ['↓', 'down', 1, 0], ['→', 'right', 0, 1]];

export class Aim {
  /** @param {{step: (down: number, right: number) => void, pick: () => void}} hands */
  constructor(hands) {
    this.on = false;
    this.spot = ''; // the cell that was aimed at: a second tap picks it
    this.steps = STEPS.map(([sign, , down, right]) => el('button', { type: 'button', onclick: () => hands.step(down, right) }, sign));
    this.pick = el('button', { type: 'button', class: 'pick', onclick: hands.pick });
    this.node = el('div', { class: 'aim', role: 'group', hidden: true }, ...this.steps, this.pick);
  }

  /**
   * @param {View} view
   * @param {[number, number]} spot
   */
  update(view, [row, column]) {
    this.node.hidden = !this.on;
    if (!this.on) return;
    const { first } = view.scene;
    set(this.node, { 'aria-label': view.say('aim') });
    STEPS.forEach(([, key], i) => set(this.steps[i], { 'aria-label': view.say(`aim-${key}`) }));
    const open = (view.at.get(`${row},${column}`) ?? []).length > 0 && !view.disabled;
    write(this.pick, view.say('aim-pick', { row: row + first, column: column + first }));
    set(this.pick, { disabled: !open || this.spot !== `${row},${column}` });
  }
}
