/** The parts of a sum that is set up, with buttons to choose, add and remove a part. */

import { gameTitle } from '../base/catalogue.js';
import { el } from '../base/dom.js';
import { t } from '../base/words.js';

const ADDED = { game: 'nim', text: '3 5' };

/**
 * @param {App} app
 * @param {() => void} keep is called before parts are changed
 */
export function partChips(app, keep) {
  const { parts, part } = app.state;
  const go = (/** @type {Part[]} */ changed, /** @type {number} */ number) => {
    keep();
    app.go({ parts: changed, part: number, moves: [], at: 0, makers: [] }, true);
  };
  return el(
    'div',
    { class: 'parts', role: 'group', 'aria-label': t('parts') },
    ...parts.map((one, number) =>
      el('button', { type: 'button', class: 'chip', 'aria-pressed': String(number === part), onclick: () => app.go({ part: number }, true) }, `${number + 1}. ${gameTitle(one.game)}`),
    ),
    el('button', { type: 'button', class: 'chip add', 'data-act': 'add', onclick: () => go([...parts, ADDED], parts.length) }, `+ ${t('parts.add')}`),
    parts.length > 1 && el('button', { type: 'button', class: 'chip', 'data-act': 'remove', onclick: () => go(parts.filter((_, number) => number !== part), Math.max(0, part - 1)) }, `− ${t('parts.remove')}`),
  );
}
