/** The text of a chart about the selected place, with a button that plays from there. */

import { el, fill, write } from '../base/dom.js';
import { t } from '../base/words.js';

export class Pointed {
  /**
   * @param {string} keys how to use the chart: the text while no place is selected
   * @param {() => void} open plays from the selected place
   */
  constructor(keys, open) {
    this.keys = keys;
    this.said = el('output', { class: 'readout' });
    this.play = el('button', { type: 'button', class: 'chip', 'data-act': 'play-there', onclick: open });
    this.node = el('div', { class: 'row wrap pointed' }, this.said, this.play);
    this.clear();
  }

  clear() {
    fill(this.said, el('span', { class: 'note' }, t(this.keys)));
    this.play.hidden = true;
  }

  /**
   * @param {string} text
   * @param {string | null} play the text of the button; null if nothing can be played
   */
  say(text, play) {
    write(this.said, text);
    this.play.hidden = play === null;
    if (play !== null) write(this.play, play);
  }
}
