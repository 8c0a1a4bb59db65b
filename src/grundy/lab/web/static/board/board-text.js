/** A component that is shown by its text; its moves are in the list below. */

import { el, write } from '../base/dom.js';
import { spell } from '../base/words.js';

export class TextDrawing {
  constructor() {
    this.node = el('pre', { class: 'text' });
  }

  /** @param {View} view */
  update(view) {
    write(this.node, spell(view.scene.text));
  }
}
