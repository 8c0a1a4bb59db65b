/** The settings of a game: the opponent, who moves first, and which coach plays; coaches that were beaten have a tick. */

import { el, write } from '../base/dom.js';
import { beaten } from '../base/recent.js';
import { COACHES } from './turns.js';
import { t } from '../base/words.js';

/** @typedef {Partial<Pick<State, 'against' | 'side'>>} Players */

export class OpponentCard {
  /**
   * @param {(change: Players) => void} exchange is called with a new opponent or side
   * @param {(change: Partial<State>) => void} set is called with new rules, aims, or errors of the coach
   */
  constructor(exchange, set) {
    this.against = ['coach', 'friend'].map((name) => radio('against', name, () => exchange({ against: /** @type {State['against']} */ (name) })));
    this.side = ['first', 'second'].map((name) => radio('side', name, () => exchange({ side: /** @type {State['side']} */ (name) })));
    this.rules = ['normal', 'misere'].map((name) => radio('rules', name, () => set({ rules: /** @type {State['rules']} */ (name) })));
    this.fast = el('input', { type: 'checkbox', id: 'fast', onchange: () => set({ fast: this.fast.checked }) });
    this.coach = Object.keys(COACHES).map((name) => radio('player', name, () => set({ errors: COACHES[name] })));
    const coaches = this.coach.map(pill);
    this.won = coaches.map((label) => label.appendChild(el('b', {}, '✓')));
    this.shown = el('p', { class: 'note' });
    this.seat = el('fieldset', {}, el('legend', {}, t('side.title')), ...this.side.map(pill));
    this.rate = el('fieldset', {}, el('legend', {}, t('errors.title')), ...coaches, this.shown);
    this.aim = el('label', { class: 'pill', for: 'fast' }, this.fast, el('span', {}, t('fast.title')));
    this.node = el('div', { class: 'cards' },
      el('fieldset', {}, el('legend', {}, t('against.title')), ...this.against.map(pill)), this.seat, this.rate,
      el('fieldset', {}, el('legend', {}, t('rules.title')), ...this.rules.map(pill)), this.aim);
  }

  update(/** @type {State} */ state) {
    for (const input of this.against) input.checked = input.value === state.against;
    for (const input of this.side) input.checked = input.value === state.side;
    for (const input of this.rules) input.checked = input.value === state.rules;
    this.fast.checked = state.fast;
    this.aim.hidden = state.rules === 'misere';
    this.seat.hidden = this.rate.hidden = state.against === 'friend';
    for (const input of this.coach) input.checked = COACHES[input.value] === state.errors;
    this.won.forEach((tick, i) => (tick.hidden = !beaten().includes(this.coach[i].value)));
    write(this.shown, t('errors.shown', { errors: state.errors }));
  }
}

function radio(/** @type {string} */ group, /** @type {string} */ value, /** @type {() => void} */ act) {
  return el('input', { type: 'radio', name: group, value, id: `${group}-${value}`, onchange: act });
}

function pill(/** @type {HTMLInputElement} */ input) {
  return el('label', { class: 'pill', for: input.id }, input, el('span', {}, t(`${input.name}.${input.value}`)));
}
