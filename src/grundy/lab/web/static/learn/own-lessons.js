/** Lessons that teachers make: addresses with notes, stored on this computer, in a file or in an address. */

import { store, storedData } from '../base/memory.js';
import { read, VIEWS, written } from '../base/state.js';
import { t } from '../base/words.js';

/** @typedef {{address: string, note: string}} Step an address of the page from `#/` on, and its note */
/** @typedef {{id: string, title: string, steps: Step[]}} Lesson */

const MOST_KEPT = 20;
const MOST_STEPS = 99;
const MOST_TITLE = 200; // characters
const MOST_NOTE = 2000;
const MOST_STEP = 4000;
const MOST_ADDRESS = 4000; // of a whole lesson, because other programs cut off longer addresses
export const MOST_FILE = 1_000_000; // bytes
const VERSION = 1;
const EXAMPLE = '#/play?g=nim&p=3+5';

/** The reason why a file or an address is not a lesson. */
export class LessonError extends Error {}

/** @returns {Lesson[]} the lessons on this computer, the newest first; other programs may have written some */
export function lessons() {
  const found = storedData('lessons');
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === 'string' && isLesson(one)) : [];
}

export const lessonOf = (/** @type {string} */ id) => lessons().find((one) => one.id === id) ?? null;

/**
 * Store a lesson, in place of its former version. If there are too many, the oldest is dropped.
 * @param {Lesson} lesson
 * @returns {boolean} whether it is still there after the page is closed
 */
export function keep(lesson) {
  return keepAll([lesson, ...lessons().filter(({ id }) => id !== lesson.id)].slice(0, MOST_KEPT));
}

export const forget = (/** @type {string} */ id) => keepAll(lessons().filter((one) => one.id !== id));

const keepAll = (/** @type {Lesson[]} */ all) => store('lessons', JSON.stringify(all));

/** @returns {Lesson} a new one, without steps */
export const begun = () => ({ id: Math.random().toString(36).slice(2, 8).padEnd(6, '0'), title: '', steps: [] });

/** Store a lesson from a file or an address, unless it is stored already. */
export function adopt(/** @type {Omit<Lesson, 'id'>} */ { title, steps }) {
  const same = lessons().find((one) => JSON.stringify([one.title, one.steps]) === JSON.stringify([title, steps]));
  const lesson = same ?? { ...begun(), title, steps };
  keep(lesson);
  return lesson;
}

/** Add a step to the lesson that was changed last, or to a new one. */
export function addStep(/** @type {string} */ hash) {
  const lesson = lessons()[0] ?? begun();
  const more = { ...lesson, steps: [...lesson.steps, { address: stepAddress(hash), note: '' }] };
  check(more);
  keep(more);
  return more;
}

/**
 * The form of an address in a lesson: without the language, the classroom and the lesson from which it was opened.
 * @param {string} text an address from `#/` on, or a whole address
 * @returns {string} empty if it is not an address of the page
 */
export function stepAddress(text) {
  const hash = text.slice(Math.max(0, text.indexOf('#/'))).trim();
  const view = /^#\/(\w+)/.exec(hash)?.[1];
  if (view === 'teach' || !VIEWS.some((one) => one === view)) return '';
  return written({ ...read(hash), language: null, classroom: false, answers: false, taught: '' });
}

/**
 * @param {Lesson} lesson
 * @param {number} step from 1
 * @param {Partial<State>} change
 * @returns {string} the address at which the step is shown
 */
export const shownAt = ({ id, steps }, step, change) => written({ ...read(steps[step - 1].address), taught: `${id}.${step}`, ...change });

/**
 * @param {string} taught of a state
 * @returns {{lesson: Lesson, step: number} | null} null if this computer does not know the lesson
 */
export function shownLesson(taught) {
  const [id, number] = taught.split('.');
  const lesson = lessonOf(id);
  return lesson?.steps.length ? { lesson, step: Math.max(1, Math.min(lesson.steps.length, Number(number) || 1)) } : null;
}

/**
 * @param {Lesson} lesson
 * @returns {string | null} an address that contains the whole lesson, or null if it would be too long
 */
export function lessonAddress({ title, steps }) {
  const hash = written({ ...read('#/teach'), title, stops: steps.map(({ address, note }) => ({ address: address.slice(2), note })) });
  return hash.length > MOST_ADDRESS ? null : hash;
}

/** The part of a note that is shown, and the part for the speaker alone, which follows a line with three hyphens. */
export const noteParts = (/** @type {string} */ note) => {
  const [shown, ...own] = note.split(/^---$/m);
  return { shown: shown.trim(), own: own.join('').trim() };
};

export const lessonFile = (/** @type {Lesson} */ { title, steps }) => JSON.stringify({ grundy: 'lesson', version: VERSION, title, steps }, null, 2) + '\n';

/** @param {string} text of a file */
export function readFile(text) {
  let data;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new LessonError(t('teach.no-json', { place: placeOf(text, String(error)) }));
  }
  expect(isObject(data), t('teach.file'), 'teach.an-object', data);
  expect(data.grundy === 'lesson', '"grundy"', 'teach.the-text', data.grundy, { text: '"lesson"' });
  expect(data.version === VERSION, '"version"', 'teach.the-text', data.version, { text: String(VERSION) });
  onlyKnown(data, ['grundy', 'version', 'title', 'steps'], t('teach.file'));
  return check(data);
}

/** @param {State} state of an address that holds a lesson */
export const readAddress = ({ title, stops }) => check({ title, steps: stops.map(({ address, note }) => ({ address: `#/${address}`, note })) });

/**
 * @param {any} data
 * @returns {Omit<Lesson, 'id'>} its steps in the form of `stepAddress`
 */
function check({ title, steps }) {
  expect(isText(title, MOST_TITLE), '"title"', 'teach.a-text', title, { most: MOST_TITLE });
  expect(Array.isArray(steps) && steps.length <= MOST_STEPS, '"steps"', 'teach.a-list', steps, { most: MOST_STEPS });
  return { title, steps: steps.map((/** @type {any} */ step, /** @type {number} */ i) => checkStep(step, i + 1)) };
}

/**
 * @param {any} step
 * @param {number} number from 1
 */
function checkStep(step, number) {
  const place = t('teach.place', { step: number });
  expect(isObject(step), place, 'teach.an-object', step);
  onlyKnown(step, ['address', 'note'], place);
  const { address, note = '' } = step;
  expect(isText(address, MOST_STEP) && Boolean(stepAddress(address)), `${place}, "address"`, 'teach.an-address', address, { example: EXAMPLE });
  expect(isText(note, MOST_NOTE), `${place}, "note"`, 'teach.a-text', note, { most: MOST_NOTE });
  return { address: stepAddress(address), note };
}

function isLesson(/** @type {any} */ data) {
  try {
    return Boolean(check(data));
  } catch {
    return false;
  }
}

const isObject = (/** @type {any} */ data) => typeof data === 'object' && data !== null && !Array.isArray(data);

/**
 * @param {any} data
 * @param {number} most characters
 */
const isText = (data, most) => typeof data === 'string' && data.length <= most;

function onlyKnown(/** @type {any} */ data, /** @type {string[]} */ known, /** @type {string} */ place) {
  const other = Object.keys(data).find((key) => !known.includes(key));
  if (other !== undefined) throw new LessonError(t('teach.unknown', { place, found: shortened(other), known }));
}

/**
 * @param {boolean} fine
 * @param {string} place
 * @param {string} expected its message
 * @param {any} found
 * @param {Record<string, any>} [params] of the message
 */
function expect(fine, place, expected, found, params = {}) {
  if (!fine) throw new LessonError(t('teach.wrong', { place, expected: t(expected, params), found: shortened(found) }));
}

function shortened(/** @type {any} */ found) {
  const text = found === undefined ? t('teach.nothing') : JSON.stringify(found);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Find the place at which a text is not valid JSON: browsers word their errors differently. */
function placeOf(/** @type {string} */ text, /** @type {string} */ said) {
  const named = /line (\d+) column (\d+)/.exec(said);
  if (named) return t('teach.line', { line: Number(named[1]), column: Number(named[2]) });
  const position = /position (\d+)/.exec(said);
  const before = text.slice(0, position ? Number(position[1]) : text.length).split('\n');
  return t('teach.line', { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
}
