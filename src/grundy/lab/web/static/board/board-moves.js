/** A list of moves that share a place, or that are on no place of the board. */

import { onNimber } from './colours.js';
import { el, fill, set } from '../base/dom.js';

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };

export class MoveList {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.node = el('div', { class: 'moves', role: 'listbox', hidden: true, onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    /** @type {Choice[]} */
    this.choices = [];
    this.place = 0;
    this.drawn = '';
  }

  /**
   * @param {View} view
   * @param {Choice[]} choices
   * @param {boolean} opened whether picking a place has opened it
   */
  update(view, choices, opened) {
    const news = JSON.stringify([choices.map((choice) => choice.move), [...view.show], opened, view.disabled, [...view.hint]]);
    if (news === this.drawn) return;
    const same = choices.length === this.choices.length && choices.every((choice, i) => choice.move === this.choices[i].move);
    this.drawn = news;
    this.choices = choices;
    this.place = same ? this.place : 0;
    set(this.node, { hidden: !choices.length, 'aria-label': view.say('moves'), 'data-opened': opened });
    fill(this.node, ...choices.map((choice, number) => this.option(view, choice, number)));
  }

  focus() {
    /** @type {HTMLElement | undefined} */ (this.node.children[this.place])?.focus();
  }

  /**
   * @param {View} view
   * @param {Choice} choice
   * @param {number} number
   */
  option(view, choice, number) {
    const wins = choice.wins && view.show.has('winning');
    const value = view.show.has('values') && choice.nimber !== null ? choice.nimber : null;
    const letter = view.show.has('values') && choice.nimber === null && choice.outcome;
    const words = [view.say('move', { move: choice.move })];
    if (value !== null) words.push(view.say('after', { value }));
    if (letter) words.push(view.say(`outcome-${letter}`));
    if (wins) words.push(view.say('wins'));
    const badge = value === null ? letter && el('span', { class: 'badge', title: view.say(`outcome-${letter}`) }, letter) : el('span', { class: 'badge', 'aria-hidden': 'true', style: onNimber(value) }, String(value));
    return el(
      'div',
      {
        role: 'option',
        class: wins ? 'option wins' : 'option',
        tabindex: number === this.place ? 0 : -1,
        'aria-selected': 'false',
        'aria-disabled': view.disabled ? 'true' : null,
        'aria-label': words.join(', '),
        'data-move': choice.move,
        onclick: () => this.hands.choose(choice),
        onfocus: () => {
          this.turn(number);
          this.hands.preview(choice);
        },
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && this.hands.preview(choice),
        onpointerleave: () => this.hands.preview(null),
      },
      wins && el('span', { class: 'mark', 'aria-hidden': 'true' }),
      el('span', { 'aria-hidden': 'true' }, choice.move),
      badge,
    );
  }

  /** @param {number} number */
  turn(number) {
    if (number !== this.place) this.node.children[this.place]?.setAttribute('tabindex', '-1');
    this.place = number;
    this.node.children[number]?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    const last = this.choices.length - 1;
    let place = this.place;
    if (step) place += step;
    else if (event.key === 'Home') place = 0;
    else if (event.key === 'End') place = last;
    else if (event.key === 'Enter' || event.key === ' ') this.hands.choose(this.choices[this.place]);
    else if (event.key === 'Escape') this.hands.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
    place = Math.max(0, Math.min(last, place));
    if (place !== this.place) {
      this.turn(place);
      this.focus();
    }
  }
}
