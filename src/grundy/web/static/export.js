/** Exports of a position: a link, a picture, text, JSON. */

import { file } from './api.js';
import { el, write } from './dom.js';
import { sayError } from './say.js';
import { t } from './words.js';

/** @typedef {{game: string, answer: import('./session.js').Answer | null, moves: string[]}} Exported */

/** @param {() => Exported} current */
export function exportMenu(current) {
  const said = el('p', { class: 'note', role: 'status' });
  const act = (/** @type {string} */ name, /** @type {() => Promise<void>} */ work) =>
    el('button', { type: 'button', 'data-export': name, onclick: async () => {
      try {
        await work();
        write(said, t(name === 'link' ? 'export.copied' : 'export.saved'));
      } catch (error) {
        write(said, sayError(error));
      }
    } }, t(`export.${name}`));
  const picture = (/** @type {string} */ format) => async () => {
    const { game, answer } = current();
    if (answer) save(await file('pictures', { game, position: answer.position, format, values: true }), `${game}.${format}`);
  };
  return el(
    'details',
    { class: 'card' },
    el('summary', {}, t('export.title')),
    el(
      'div',
      { class: 'row wrap' },
      act('link', () => navigator.clipboard.writeText(location.href)),
      act('svg', picture('svg')),
      act('png', picture('png')),
      act('text', async () => {
        const { game, answer } = current();
        if (answer) save(new Blob([answer.position + '\n'], { type: 'text/plain' }), `${game}.txt`);
      }),
      act('json', async () => {
        const { game, answer, moves } = current();
        if (!answer) return;
        const { scenes: _, choices: __, ...data } = answer;
        save(new Blob([JSON.stringify({ ...data, moves }, null, 2)], { type: 'application/json' }), `${game}.json`);
      }),
    ),
    said,
  );
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name.replace(/[^\w.-]+/g, '-') }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
