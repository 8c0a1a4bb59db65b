/** Texts for the clipboard. */

import { el } from './dom.js';
import { t } from './words.js';

/**
 * Copy a text. If the browser refuses this, show the text, selected, so that the reader can copy it.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is copied
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // not allowed, or an address without https, where there is no clipboard
    const field = el('textarea', { readonly: true, rows: 6, 'aria-label': t('export.uncopied') });
    field.value = text;
    const dialog = el('dialog', { class: 'glossary', onclose: () => dialog.remove() }, el('div', { class: 'cards' }, el('p', {}, t('export.uncopied')), field, el('button', { type: 'button', onclick: () => dialog.close() }, t('act.close'))));
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return false;
  }
}
