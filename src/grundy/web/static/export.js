/** Exports of a position: a link, a picture, text, JSON, and the position as an exercise. */

import { file } from './api.js';
import { el, write } from './dom.js';
import { bare } from './puzzles.js';
import { sayError } from './say.js';
import { read, written } from './state.js';
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
    if (!answer) return;
    const drawn = await file('pictures', { game, position: answer.position, format: 'svg', values: true });
    save(format === 'png' ? await painted(drawn) : drawn, `${game}.${format}`);
  };
  return el(
    'div',
    { class: 'cards' },
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
      el('button', { type: 'button', 'data-export': 'puzzle', onclick: () => {
        const { game, answer } = current();
        if (answer) location.hash = written({ ...read(location.hash), view: 'puzzles', goal: 'prove', parts: [{ game, text: bare(answer) }], moves: [], at: 0, makers: [], side: 'first', show: [] });
      } }, t('export.puzzle')),
    ),
    said,
  );
}

const SHARP = 2; // pixels of a PNG for one of the SVG
const MOST_SIDE = 8192;

/**
 * @param {Blob} drawn SVG
 * @returns {Promise<Blob>} PNG, made by the browser: no package of the server's is needed
 */
async function painted(drawn) {
  const address = URL.createObjectURL(drawn);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const scale = Math.min(SHARP, MOST_SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
    const canvas = el('canvas', { width: Math.round(picture.naturalWidth * scale), height: Math.round(picture.naturalHeight * scale) });
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new DOMException('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
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
