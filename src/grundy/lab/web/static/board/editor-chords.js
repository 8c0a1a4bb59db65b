/** Chords on a circle: how many points there are; chords are drawn on the board, and the last one is taken back. */

import { el, set } from '../base/dom.js';
import { t } from '../base/words.js';

export class ChordEditor {
  /** @param {(text: string) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.text = '';
    this.size = el('input', { type: 'number', id: 'points', min: 1, max: 1000, inputmode: 'numeric', onchange: () => edit(this.size.value) });
    this.back = el('button', { type: 'button', onclick: () => edit(this.words.slice(0, -1).join(' ')) }, t('chord.remove'));
    this.node = el('div', { class: 'row wrap editorbar' },
      el('div', { class: 'field small' }, el('label', { for: 'points' }, t('size.points')), this.size), this.back);
  }

  /** @param {string} text the number of points, then the chords */
  update(text) {
    this.text = text.trim();
    set(this.size, { value: this.words[0] });
    set(this.back, { disabled: this.words.length < 2 });
  }

  /** @param {string} chord */
  add(chord) {
    this.edit(`${this.text} ${chord}`);
  }

  get words() {
    return this.text.split(/\s+/);
  }
}
