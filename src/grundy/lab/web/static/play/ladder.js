/** The ladder of coaches beside the board: which one plays, with a tick at each that the reader has beaten. */

import { el, write } from '../base/dom.js';
import { beaten, keepCoach } from '../base/recent.js';
import { COACHES } from '../base/state.js';
import { t } from '../base/words.js';
import { pill, radio } from './opponent.js';

export class Ladder {
  constructor(/** @type {(coach: string) => void} */ choose) {
    this.coaches = COACHES.map((name) => radio('player', name, () => {
      keepCoach(name);
      choose(name);
    }));
    const pills = this.coaches.map(pill);
    this.won = pills.map((label) => label.appendChild(el('b', {}, '✓')));
    this.about = el('p', { class: 'note' });
    this.node = el('section', { class: 'card ladder' }, el('fieldset', {}, el('legend', {}, t('ladder.title')), ...pills), this.about);
  }

  /**
   * @param {State} state
   * @param {string} coach who plays
   */
  update({ against }, coach) {
    this.node.hidden = against === 'friend';
    for (const input of this.coaches) input.checked = input.value === coach;
    this.won.forEach((tick, i) => (tick.hidden = !beaten().includes(COACHES[i])));
    write(this.about, t(`ladder.${coach}`));
  }
}
