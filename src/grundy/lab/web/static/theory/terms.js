/** Terms of the field in texts of the page: each links to the glossary, and the first nimber is explained. */

import { el } from '../base/dom.js';
import { store, stored } from '../base/memory.js';
import { has, t } from '../base/words.js';

/** The terms that the glossary explains. If one term is a part of another, the longer term comes first. */
export const TERMS = ['nimber', 'n-position', 'p-position', 'd-position', 'nim-sum', 'mex', 'component', 'genus'];

/**
 * Make the first occurrence of each term in a text a link.
 * @param {Element} node that contains only texts and links
 */
export function linkTerms(node) {
  for (const term of TERMS) {
    const word = has(`term.${term}`) ? t(`term.${term}`).toLowerCase() : '';
    const place = word && [...node.childNodes].find((child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? '').toLowerCase().includes(word));
    if (!place) continue;
    const text = place.textContent ?? '';
    const start = text.toLowerCase().indexOf(word);
    place.replaceWith(text.slice(0, start), link(term, text.slice(start, start + word.length)), text.slice(start + word.length));
  }
}

/**
 * @param {string} term
 * @param {string} text
 */
const link = (term, text) => el('a', { class: 'gloss', href: location.hash || '#', onclick: (/** @type {Event} */ event) => {
  event.preventDefault(); // the link would replace the address, which holds the game
  openGlossary(term);
} }, text);

/**
 * Open the dialog that explains each term of the field in a sentence or two.
 * @param {string} [wanted] the term to show
 */
export function openGlossary(wanted) {
  const close = el('button', { type: 'button', onclick: () => dialog.close() }, t('act.close'));
  const entries = TERMS.flatMap((term) => [
    el('dt', { id: `term-${term}`, 'aria-current': term === wanted ? 'true' : null }, t(`term.${term}`)), el('dd', {}, t(`gloss.${term}`))]);
  const dialog = el('dialog', { class: 'glossary', 'aria-labelledby': 'glossary', onclose: () => dialog.remove() },
    el('div', { class: 'row' }, el('h2', { id: 'glossary' }, t('gloss.title')), close), el('dl', {}, ...entries));
  document.body.append(dialog);
  dialog.showModal();
  if (wanted) dialog.querySelector(`#term-${wanted}`)?.scrollIntoView({ block: 'nearest' });
}

/** @returns {string} the explanation of a nimber, if it was not shown yet */
export function firstNimber() {
  if (stored('nimber')) return '';
  store('nimber', 'told');
  return t('gloss.first');
}
