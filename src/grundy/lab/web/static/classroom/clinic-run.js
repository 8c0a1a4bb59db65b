/** Runs a solution in a worker, and compares its output with the right answers. */

import { el } from '../base/dom.js';
import { say } from '../base/say.js';
import { t } from '../base/words.js';

/** @typedef {{input: string, output: string, positions: string[], names?: string[]}} Case `names`: the names of the positions, if outputs list some of them */
/** @typedef {{number: number, found: string | null, error: string | null, position: number} | null} Verdict the first case that is wrong, its output or the reason why there is none, and the wrong position; null if all are right */
/** @typedef {{game: string, position: string, input: string, found: string, output: string, hint: any, tried: number}} Mistake a wrong output beside the right one: the clinic finds it, and Why shows it again */

const MOST_SECONDS = 2; // without a message from the worker

const words = (/** @type {string} */ text) => text.split(/\s+/).filter(Boolean);

/**
 * @param {string} found
 * @param {string} output
 * @returns {number} the first word that differs, -1 if none differs
 */
export function firstWrong(found, output) {
  const [own, right] = [words(found), words(output)];
  for (let i = 0; i < Math.max(own.length, right.length); i += 1) if (own[i] !== right[i]) return i;
  return -1;
}

/**
 * @param {string} found
 * @param {Case} of
 * @returns {number} the first position about which a wrong output is wrong
 */
export function wrongPosition(found, { output, positions, names }) {
  const listed = (/** @type {string} */ text) => new Set(text.split('\n').map((line) => words(line).join(' ')));
  const [own, right] = [listed(found), listed(output)];
  const wrong = names ? names.findIndex((name) => own.has(name) !== right.has(name)) : firstWrong(found, output);
  return Math.max(0, Math.min(wrong, positions.length - 1));
}

/**
 * @param {string} code in JavaScript, with a function `solve` of the input text
 * @param {Case[]} cases the smallest first
 * @param {(done: number) => void} progress
 * @param {AbortSignal} signal
 */
export function run(code, cases, progress, signal) {
  return new Promise((done, fail) => {
    const worker = new Worker('classroom/clinic-worker.js');
    let at = 0;
    let clock = 0;
    const end = (/** @type {Verdict} */ verdict) => {
      clearTimeout(clock);
      worker.terminate();
      done(verdict);
    };
    const wait = () => {
      clearTimeout(clock);
      clock = setTimeout(() => end({ number: at, found: null, error: `> ${MOST_SECONDS} s`, position: 0 }), 1000 * MOST_SECONDS);
    };
    signal.addEventListener('abort', () => {
      clearTimeout(clock);
      worker.terminate();
      fail(signal.reason);
    });
    worker.onerror = (event) => end({ number: at, found: null, error: event.message ?? '', position: 0 });
    worker.onmessage = ({ data }) => {
      if (data.at >= cases.length) {
        end(null);
        return;
      }
      const wrong = data.error === undefined ? firstWrong(data.output, cases[data.at].output) : 0;
      if (wrong >= 0) end({ number: data.at, found: data.output ?? null, error: data.error ?? null, position: data.error === undefined ? wrongPosition(data.output, cases[data.at]) : 0 });
      else {
        at = data.at + 1;
        progress(at);
        wait();
      }
    };
    wait();
    worker.postMessage({ code, inputs: cases.map((one) => one.input) });
  });
}

/**
 * @param {Mistake} mistake
 * @returns {(HTMLElement | null)[]} the input, both outputs, and a winning move if there is one
 */
export function compared({ input, found, output, hint }) {
  const text = (/** @type {string} */ name, /** @type {string} */ value) => [el('dt', {}, t(`clinic.${name}`)), el('dd', {}, el('pre', {}, value.trim() || '–'))];
  return [
    el('dl', { class: 'compared' }, ...text('input', input), ...text('yours', found), ...text('truth', output)),
    hint && el('p', {}, say(hint)),
  ];
}
