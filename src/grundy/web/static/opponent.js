/** Against whom the reader plays, who moves first, and how often the coach errs. */

import { el, write } from './dom.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {Partial<Pick<State, 'against' | 'side'>>} Players */

export class OpponentCard {
  /**
   * @param {(change: Players) => void} exchange is called with another opponent or side
   * @param {(percent: number) => void} err is called with another rate of errors
   */
  constructor(exchange, err) {
    this.against = ['coach', 'friend'].map((name) => radio('against', name, () => exchange({ against: /** @type {State['against']} */ (name) })));
    this.side = ['first', 'second'].map((name) => radio('side', name, () => exchange({ side: /** @type {State['side']} */ (name) })));
    this.errors = el('input', {
      type: 'range', id: 'errors', min: 0, max: 100, step: 5,
      oninput: () => this.tell(Number(this.errors.value)),
      onchange: () => err(Number(this.errors.value)),
    });
    this.shown = el('output', { for: 'errors' });
    this.seat = el('fieldset', {}, el('legend', {}, t('side.title')), ...this.side.map(pill));
    this.rate = el('div', { class: 'rate' }, el('label', { for: 'errors' }, t('errors.title')), this.errors, this.shown);
    this.node = el('section', { class: 'card opponent' },
      el('fieldset', {}, el('legend', {}, t('against.title')), ...this.against.map(pill)), this.seat, this.rate);
  }

  /** @param {State} state */
  update(state) {
    for (const input of this.against) input.checked = input.value === state.against;
    for (const input of this.side) input.checked = input.value === state.side;
    this.seat.hidden = this.rate.hidden = state.against === 'friend';
    this.errors.value = String(state.errors);
    this.tell(state.errors);
  }

  /** @param {number} errors in percent */
  tell(errors) {
    write(this.shown, t('errors.shown', { errors }));
  }
}

/**
 * @param {string} group
 * @param {string} value
 * @param {() => void} act
 */
function radio(group, value, act) {
  return el('input', { type: 'radio', name: group, value, id: `${group}-${value}`, onchange: act });
}

/** @param {HTMLInputElement} input */
function pill(input) {
  return el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`${input.name}.${input.value}`)));
}
