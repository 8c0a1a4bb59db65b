/** Steps of a view in the classroom: one card at a time, and the parts of a card one after the other. */

import { el, set, write } from '../base/dom.js';
import { Keys } from '../base/keys.js';
import { t } from '../base/words.js';

export class Reveal {
  constructor() {
    /** @type {Element[]} */
    this.cards = [];
    /** @type {{card: Element, part: Element | null}[]} */
    this.steps = [];
    this.at = 0;
    const button = (/** @type {string} */ act, /** @type {string} */ key, /** @type {number} */ by) => el('button', { type: 'button', class: by > 0 ? 'primary' : '', 'data-act': act, 'aria-keyshortcuts': key, onclick: () => this.turn(by) }, t(`classroom.${act}`));
    this.buttons = [button('part-back', 'ArrowLeft', -1), button('part-next', 'ArrowRight', 1)];
    this.said = el('output', { class: 'note' });
    this.node = el('div', { class: 'row reveal', hidden: true }, ...this.buttons, this.said);
    this.keys = new Keys({ arrowright: () => this.turn(1), arrowleft: () => this.turn(-1) });
  }

  /** @param {Element[]} cards in the order in which they are shown; none outside the classroom, where all are visible */
  show(cards) {
    for (const node of this.steps.flatMap(({ card, part }) => [card, part])) if (node) set(node, { 'data-off': null });
    if (cards.length !== this.cards.length || cards.some((card, i) => card !== this.cards[i])) this.at = 0;
    this.cards = cards;
    this.steps = cards.flatMap((card) => [null, ...card.querySelectorAll('[data-part]')].map((part) => ({ card, part })));
    this.node.hidden = this.steps.length < 2;
    this.keys.end();
    if (this.node.hidden) return;
    this.keys.begin();
    this.turn(0);
  }

  turn(/** @type {number} */ by) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
    const now = this.steps[this.at].card;
    this.steps.forEach(({ card, part }, i) => set(part ?? card, { 'data-off': part ? i > this.at : card !== now }));
    set(this.buttons[0], { disabled: this.at === 0 });
    set(this.buttons[1], { disabled: this.at === this.steps.length - 1 });
    write(this.said, t('classroom.part', { number: this.at + 1, count: this.steps.length }));
  }
}
