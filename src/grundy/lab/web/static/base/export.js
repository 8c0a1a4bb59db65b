/** Exports of a position: a link, a picture, text, JSON, HTML for other pages, a step of a lesson, an exercise. */

import { askAgain, file, Refusal } from './api.js';
import { copied } from './copy.js';
import { el, fill, save, write } from './dom.js';
import { addStep, LessonError } from '../learn/own-lessons.js';
import { bare } from '../learn/puzzles.js';
import { sayError } from './say.js';
import { GOALS, read, written } from './state.js';
import { hereOnly, t } from './words.js';

/** @typedef {{game: string, answer: Answer | null, moves: string[]}} Exported */

/** @type {Record<string, string>} the ending of a file's name, if it is not the name of the format */
const ENDINGS = { text: 'txt' };

export function exportMenu(/** @type {() => Exported} */ current) {
  const said = el('p', { class: 'note', role: 'status' });
  const link = el('p', {});
  const tell = async (/** @type {() => Promise<string>} */ work) => {
    try {
      write(said, await work());
    } catch (error) {
      write(said, error instanceof LessonError ? error.message : error instanceof Refusal && error.kind === 'error.goal' ? t('export.unfit', error.data) : sayError(error));
    }
  };
  const own = (/** @type {string} */ name, /** @type {() => Promise<string>} */ work) => el('button', { type: 'button', 'data-export': name, onclick: () => tell(work) }, t(`export.${name}`));
  const answered = async (/** @type {(answer: Answer) => Promise<string>} */ work) => {
    const { answer } = current();
    return answer ? work(answer) : t('work.counting');
  };
  const saved = (/** @type {string} */ name, /** @type {(answer: Answer) => Promise<Blob>} */ made) => own(name, () => answered(async (answer) => {
    save(await made(answer), `${current().game}.${ENDINGS[name] ?? name}`);
    return t('export.saved');
  }));
  const exercises = GOALS.map((goal) => el('button', { type: 'button', 'data-exercise': goal, onclick: () => tell(() => answered((answer) => exercise(current().game, answer, goal))) }, t(`goal.${goal}-short`)));
  const drawn = (/** @type {Answer} */ { position }) => file('pictures', { game: current().game, position, format: 'svg', values: true });
  return el(
    'div',
    { class: 'cards' },
    el(
      'div',
      { class: 'row wrap' },
      own('link', async () => {
        return (await copied(location.href)) ? t('export.copied') + hereOnly() : '';
      }),
      saved('svg', drawn),
      saved('png', async (answer) => painted(await drawn(answer))),
      saved('text', async ({ position }) => new Blob([position + '\n'], { type: 'text/plain' })),
      saved('json', async ({ scenes: _, choices: __, ...data }) => new Blob([JSON.stringify({ ...data, moves: current().moves }, null, 2)], { type: 'application/json' })),
      own('embed', () => answered(embedded)),
      own('lesson', async () => {
        const lesson = addStep(location.hash);
        fill(link, el('a', { href: written({ ...read('#/teach'), language: read(location.hash).language, lesson: lesson.id }) }, t('export.to-lesson')));
        return t('export.added', { step: lesson.steps.length, title: lesson.title || t('teach.untitled') });
      }),
    ),
    el('div', { class: 'cards', role: 'group', 'aria-label': t('export.exercise') }, el('p', { class: 'note', 'aria-hidden': 'true' }, t('export.exercise')), el('div', { class: 'row wrap' }, ...exercises)),
    said, link,
  );
}

/**
 * Open the position as a puzzle, without the moves that led to it.
 * @param {string} game
 * @param {Answer} answer
 * @param {string} goal
 * @returns {Promise<string>} a message if there is no such puzzle
 */
export async function exercise(game, answer, goal) {
  const text = bare(answer);
  if (read(location.hash).rules === 'misere') return t('export.no-exercise');
  await askAgain('attempts', { game, position: text, goal });
  location.hash = written({ ...read('#/puzzles'), language: read(location.hash).language, goal, parts: [{ game, text }] });
  return '';
}

/**
 * @param {Answer} answer whose board is copied as HTML
 * @returns {Promise<string>} a message about the copy
 */
async function embedded(answer) {
  if (read(location.hash).rules === 'misere') return t('export.no-embed');
  const { boardCode, component } = await import('../board/embed-code.js');
  const code = `${await boardCode(answer.game, answer.position)}${await component()}\n`;
  return !(await copied(code)) ? '' : t('export.embedded', { size: Math.ceil(new Blob([code]).size / 1000) });
}

const SHARP = 2; // pixels of a PNG for one unit of the SVG
const MOST_SIDE = 8192;

/**
 * @param {Blob} drawn SVG
 * @returns {Promise<Blob>} PNG, made by the browser, so that the server needs no package for it
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
