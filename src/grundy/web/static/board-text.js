/** A component that is shown by its text; its moves stand in the list below. */

import { el, set, write } from './dom.js';

export class TextDrawing {
  constructor() {
    this.node = el('pre', { class: 'text' });
  }

  /** @param {import('./game-board.js').View} view */
  update(view) {
    write(this.node, view.scene.text ?? '');
    set(this.node, { 'aria-label': view.label || null, role: view.label ? 'img' : null });
  }

  focus() {
    const list = this.node.parentElement?.parentNode?.querySelector('[role=option][tabindex="0"]');
    /** @type {HTMLElement | null | undefined} */ (list)?.focus();
  }
}
