/** A list of moves that share a place, or that are on no place of the board. */

import { ListboxDrawing } from './board-listbox.js';
import { onNimber } from './colours.js';
import { el, fill, set } from '../base/dom.js';
import { moveText } from '../base/words.js';

const MARGINS = 30; // pixels above and below the list

export class MoveList extends ListboxDrawing {
  constructor(/** @type {Hands} */ hands) {
    super(hands);
    this.list = this.node = el('div', { class: 'moves', role: 'listbox', hidden: true, onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    /** @type {Choice[]} */
    this.choices = [];
    this.news = '';
  }

  steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };

  /**
   * @param {View} view
   * @param {Choice[]} choices
   * @param {boolean} opened whether picking a place has opened it
   */
  update(view, choices, opened) {
    const moves = choices.map(({ move }) => move);
    const news = JSON.stringify([moves, [...view.show], opened, view.disabled, [...view.hint]]);
    if (news === this.news) return;
    this.news = news;
    if (String(moves) !== String(this.choices.map(({ move }) => move))) this.place = 0;
    this.choices = choices;
    set(this.node, { hidden: !choices.length, 'aria-label': view.say('moves'), 'data-opened': opened });
    this.options = choices.map((choice, number) => this.choice(view, choice, number));
    fill(this.node, ...this.options);
    if (opened) this.makeWay();
  }

  /** In a frame, lie above or below the place that was picked, where there is more room. */
  makeWay() {
    const spot = /** @type {ShadowRoot} */ (this.node.getRootNode()).activeElement?.getBoundingClientRect();
    const frame = getComputedStyle(this.node).position === 'absolute' && this.node.offsetParent?.getBoundingClientRect();
    if (!spot || !frame) return;
    const [above, below] = [spot.top - frame.top, frame.bottom - spot.bottom];
    set(this.node, { style: { '--from': above > below ? '0 8px auto' : 'auto 8px 8px', '--room': `${Math.max(above, below) - MARGINS}px` } });
  }

  choice(/** @type {View} */ view, /** @type {Choice} */ choice, /** @type {number} */ number) {
    const { nimber, outcome } = choice;
    const wins = choice.wins && view.show.has('winning');
    const value = view.show.has('values') && (nimber === null
      ? outcome && el('span', { class: 'badge', title: view.say(`outcome-${outcome}`) }, outcome)
      : el('span', { class: 'badge', 'aria-hidden': 'true', style: onNimber(nimber) }, String(nimber)));
    return el('div', { ...this.move(view, choice, number, view.say('move', { move: moveText(choice) }), (one) => this.hands.preview(one)), class: wins ? 'option wins' : 'option' },
      wins && el('span', { class: 'mark', 'aria-hidden': 'true' }), el('span', { 'aria-hidden': 'true' }, moveText(choice)), value);
  }

  /** @override */
  turn(/** @type {number} */ number) {
    super.turn(number);
    this.hands.preview(this.choices[number]);
  }

  /** @override */
  enter() {
    this.hands.choose(this.choices[this.place]);
  }
}
