/** Loading of the data of a view: idle, working, ready or failed. Only the last request counts. */

import { Refusal } from './api.js';
import { el, fill, write } from './dom.js';
import { sayError } from './say.js';
import { t } from './words.js';

const PACE = 2000; // milliseconds of work after which the time to its end is estimated
const LONG = 10; // seconds: the view shows the time to the end if it is at least this

/** @template T */
export class Loader {
  /** @param {(loading: Loading<T>) => void} tell is called with each change */
  constructor(tell) {
    this.tell = tell;
    /** @type {AbortController | null} stops the present work */
    this.running = null;
    /** @type {(watch: Watch) => Promise<T>} */
    this.work = () => Promise.reject(new Error('nothing was asked'));
  }

  /** Drop the earlier request, and send a new one. */
  async load(/** @type {(watch: Watch) => Promise<T>} */ work) {
    this.running?.abort();
    const run = new AbortController();
    this.running = run;
    this.work = work;
    const tell = (/** @type {Loading<T>} */ loading) => run === this.running && this.tell(loading);
    /** @type {Drawn} */
    const drawn = {};
    tell({ phase: 'working', done: null, total: null });
    try {
      const [pace, begun] = [paced(), performance.now()];
      const value = await work({
        signal: run.signal,
        progress: (done, total, most) => {
          const left = pace(done, total);
          const late = left !== null && most !== undefined && (performance.now() - begun) / 1000 + left > most;
          tell({ phase: 'working', done, total, left, most, late, ...drawn });
        },
        draft: (draft, long) => {
          Object.assign(drawn, { draft, long });
          tell({ phase: 'working', done: null, total: null, ...drawn });
        },
      });
      tell({ phase: 'ready', value });
    } catch (error) {
      tell(run.signal.aborted ? { phase: 'idle', ...drawn } : { phase: 'failed', error, ...drawn });
    }
  }

  /** Send the stopped request again. */
  again() {
    return this.load(this.work);
  }

  /** Stop the work. This is not an error. */
  stop() {
    this.running?.abort();
  }

  /** Drop the request without a further report. */
  leave() {
    this.running?.abort();
    this.running = null;
  }

  /** Whether the answer to this request is still needed. */
  get current() {
    const { running } = this;
    return () => running === this.running;
  }
}

/** @returns {(done: number, total: number | null) => number | null} the estimated seconds to the end, or null before they can be estimated */
function paced() {
  let [from, start] = [0, -1];
  return (done, total) => {
    const now = performance.now();
    if (start < 0 && done) [from, start] = [done, now];
    return start >= 0 && total && done > from && now - start >= PACE ? ((now - start) / 1000) * ((total - done) / (done - from)) : null;
  };
}

/**
 * Show the progress of the work with a button to stop it, or that it was stopped with a button to continue, or why it failed.
 * @param {Element} place an element for this text only
 * @param {Loader<any>} loader
 * @param {Loading<any>} loading
 */
export function showLoading(place, loader, loading) {
  if (loading.phase === 'working') {
    const { done, total } = loading;
    const said = done === null ? t('loading') : [sayProgress(done, total), ...sayLeft(loading)].join(' ');
    const shown = place.querySelector('[data-loading=working]:has(button) .said');
    if (shown && done !== null) write(shown, said);
    else line(place, 'working', said, done === null ? null : el('button', { type: 'button', 'data-act': 'stop', onclick: () => loader.stop() }, t('work.stop')));
  } else if (loading.phase === 'idle') {
    line(place, 'idle', t('work.stopped'), el('button', { type: 'button', 'data-act': 'again', onclick: () => loader.again() }, t('work.again')));
  } else if (loading.phase === 'failed') {
    const lost = !(loading.error instanceof Refusal); // the server may be back
    line(place, 'failed', sayError(loading.error), lost ? el('button', { type: 'button', 'data-act': 'again', onclick: () => loader.again() }, t('work.retry')) : null);
  }
}

/**
 * The time to the end of the work if it is long, and advice to make the question smaller.
 * @param {{left?: number | null, most?: number, late?: boolean}} work without `most` there is no advice
 */
export function sayLeft({ left = null, most, late }) {
  if (left === null || left < LONG) return [];
  const time = left < 90 ? t('work.left-seconds', { number: 10 * Math.ceil(left / 10) }) : t('work.left-minutes', { number: Math.ceil(left / 60) });
  if (most === undefined) return [time];
  return [time, late ? t('work.too-long', { number: Math.round(most / 60) }) : t('work.smaller')];
}

/**
 * @param {number} done
 * @param {number | null} total null if it is not known
 */
export const sayProgress = (done, total) => (total ? t('work.share', { percent: Math.floor((100 * done) / total) }) : t('work.done', { done }));

function line(/** @type {Element} */ place, /** @type {string} */ phase, /** @type {string} */ said, /** @type {Node | null} */ button) {
  const looks = { failed: 'said error', idle: 'said dim', working: 'said dim' }[phase];
  fill(place, el('span', { class: 'loading', 'data-loading': phase }, el('span', { class: looks ?? 'said' }, said), button));
}
