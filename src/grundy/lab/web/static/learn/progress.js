/** Progress that is stored on this computer only: days with a solved puzzle, the level, and finished lessons. */

import { store, storedData } from '../base/memory.js';

const STEP = 0.34; // of a level, for each puzzle
const MOST = 5; // the highest level
const MOST_DAYS = 400;
const DAY = 86_400_000; // milliseconds
const MOST_SHOWN = 100; // puzzles of which none is shown again
const MOST_MISSED = 20;
const LATER = 3; // puzzles until one that was missed returns

/**
 * @typedef {object} Progress
 * @property {string[]} days on which a puzzle was solved, as 2026-11-23, in order
 * @property {number} level from 1 to 5, with a part that is not shown
 * @property {number} solved puzzles
 * @property {string[]} steps of lessons that are done, as `nim.1`
 * @property {string[]} shown positions of the last puzzles
 * @property {string[]} missed addresses of puzzles that the reader has failed, the oldest first
 * @property {number} since how many puzzles were shown since one was missed, or returned
 */

/** @returns {Progress} checked, because other programs may have written it */
export function progress() {
  const found = storedData('progress') ?? {};
  const texts = (/** @type {unknown} */ all) => (Array.isArray(all) ? all.filter((one) => typeof one === 'string') : []);
  const number = (/** @type {unknown} */ one, /** @type {number} */ least) => (typeof one === 'number' && one >= least ? one : least);
  return { days: texts(found.days).sort(), level: Math.min(MOST + 1 - STEP, number(found.level, 1)), solved: Math.floor(number(found.solved, 0)), steps: texts(found.steps), shown: texts(found.shown), missed: texts(found.missed), since: number(found.since, 0) };
}

function write(/** @type {Partial<Progress>} */ change) {
  store('progress', JSON.stringify({ ...progress(), ...change }));
}

/** @returns {string} the date here, as 2026-11-23 */
export const today = () => dateText(new Date());

const dateText = (/** @type {Date} */ date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Note that a puzzle is shown. */
export function puzzleShown(/** @type {string} */ position) {
  const { shown, since } = progress();
  write({ shown: [...shown.filter((one) => one !== position), position].slice(-MOST_SHOWN), since: since + 1 });
}

/**
 * @param {string} address
 * @param {boolean} alone whether it was solved at the first attempt, without an idea
 */
export function puzzleSolved(address, alone) {
  const { days, level, solved, missed } = progress();
  const date = today();
  write({ days: [...days.filter((day) => day !== date), date].slice(-MOST_DAYS), level: alone ? Math.min(MOST + 1 - STEP, level + STEP) : level, solved: solved + 1, missed: alone ? missed.filter((one) => one !== address) : missed });
}

/** Count a wrong move: the puzzle returns. */
export function puzzleFailed(/** @type {string} */ address) {
  const { level, missed } = progress();
  write({ level: Math.max(1, level - STEP), missed: [...missed.filter((one) => one !== address), address].slice(-MOST_MISSED), since: 0 });
}

/** @returns {string | undefined} the address of a puzzle that was missed, now and then */
export function returning() {
  const { missed, since } = progress();
  if (since < LATER || !missed.length) return undefined;
  write({ missed: [...missed.slice(1), missed[0]], since: 0 });
  return missed[0];
}

/** @param {string} step of a lesson */
export function stepDone(step) {
  const { steps } = progress();
  if (!steps.includes(step)) write({ steps: [...steps, step] });
}

/** @returns {number} the level whose puzzles are chosen */
export const level = () => Math.min(MOST, Math.floor(progress().level));

/** @returns {{now: number, best: number}} days in a row with a solved puzzle, up to today or yesterday, and the longest such row ever */
export function streak() {
  const { days } = progress();
  let [run, best, last] = [0, 0, NaN];
  for (const day of days) {
    const time = Date.parse(day); // in UTC, where all days are equally long
    run = time - last === DAY ? run + 1 : 1;
    best = Math.max(best, run);
    last = time;
  }
  return { now: Date.parse(today()) - last <= DAY ? run : 0, best };
}

/** @returns {{day: string, done: boolean}[]} the last seven days, today last */
export function week() {
  const { days } = progress();
  return Array.from({ length: 7 }, (_, i) => {
    const day = new Date(Date.parse(today()) - (6 - i) * DAY).toISOString().slice(0, 10);
    return { day, done: days.includes(day) };
  });
}
