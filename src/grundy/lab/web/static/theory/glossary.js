/** The glossary: a dialog that explains each term of the field in a sentence or two. */

import { el } from '../base/dom.js';
import { TERMS } from './terms.js';
import { t } from '../base/words.js';

/** @param {string} [wanted] the term to show */
export function open(wanted) {
  const close = el('button', { type: 'button', onclick: () => dialog.close() }, t('act.close'));
  const entries = TERMS.flatMap((term) => [
    el('dt', { id: `term-${term}`, 'aria-current': term === wanted ? 'true' : null }, t(`term.${term}`)), el('dd', {}, t(`gloss.${term}`))]);
  const dialog = el('dialog', { class: 'glossary', 'aria-labelledby': 'glossary', onclose: () => dialog.remove() },
    el('h2', { id: 'glossary' }, t('gloss.title')), el('dl', {}, ...entries), close);
  document.body.append(dialog);
  dialog.showModal();
  if (wanted) dialog.querySelector(`#term-${wanted}`)?.scrollIntoView({ block: 'nearest' });
  else dialog.scrollTop = 0; // the button below has the focus
}
