/** The settings of a game: the opponent, who moves first, and the rules. */

import { el } from '../base/dom.js';
import { t } from '../base/words.js';

/** @typedef {Partial<Pick<State, 'against' | 'side'>>} Players */

export class OpponentCard {
  /**
   * @param {(change: Players) => void} exchange is called with a new opponent or side
   * @param {(change: Partial<State>) => void} set is called with new rules or aims
   */
  constructor(exchange, set) {
    this.against = ['coach', 'friend'].map((name) => radio('against', name, () => exchange({ against: /** @type {State['against']} */ (name) })));
    this.side = ['first', 'second'].map((name) => radio('side', name, () => exchange({ side: /** @type {State['side']} */ (name) })));
    this.rules = ['normal', 'misere'].map((name) => radio('rules', name, () => set({ rules: /** @type {State['rules']} */ (name) })));
    this.fast = el('input', { type: 'checkbox', id: 'fast', onchange: () => set({ fast: this.fast.checked }) });
    this.seat = el('fieldset', {}, el('legend', {}, t('side.title')), ...this.side.map(pill));
    this.aim = el('label', { class: 'pill', for: 'fast' }, this.fast, el('span', {}, t('fast.title')));
    this.node = el('div', { class: 'cards' },
      el('fieldset', {}, el('legend', {}, t('against.title')), ...this.against.map(pill)), this.seat,
      el('fieldset', {}, el('legend', {}, t('rules.title')), ...this.rules.map(pill)), this.aim);
  }

  update(/** @type {State} */ state) {
    for (const input of this.against) input.checked = input.value === state.against;
    for (const input of this.side) input.checked = input.value === state.side;
    for (const input of this.rules) input.checked = input.value === state.rules;
    this.fast.checked = state.fast;
    this.aim.hidden = state.rules === 'misere';
    this.seat.hidden = state.against === 'friend';
  }
}

export function radio(/** @type {string} */ group, /** @type {string} */ value, /** @type {() => void} */ act) {
  return el('input', { type: 'radio', name: group, value, id: `${group}-${value}`, onchange: act });
}

export function pill(/** @type {HTMLInputElement} */ input) {
  return el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`${input.name}.${input.value}`)));
}
