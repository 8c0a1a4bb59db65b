/** Runs a solution in a worker, and compares its output with the right answers. */

import { Refusal, stream } from '../base/api.js';
import { el } from '../base/dom.js';
import { say, sayError } from '../base/say.js';
import { t } from '../base/words.js';

/** @typedef {{input: string, output: string, positions: string[], names?: string[]}} Case `names`: the names of the positions, if outputs list some of them */
/** @typedef {{number: number, found: string | null, error: string | null, position: number} | null} Verdict the first case that is wrong, its output or the reason why there is none, and the wrong position; null if all are right */
/** @typedef {{game: string, position: string, input: string, found: string | null, output: string, hint: any, tried: number}} Mistake a wrong output, or none, beside the right one: the clinic finds it, and Why shows it again */
/** @typedef {(code: string, cases: Case[], progress: (done: number) => void, signal: AbortSignal) => Promise<Verdict>} Run the cases are the smallest first */

const MOST_SECONDS = 2; // without a message from the worker
const BATCH = 200; // inputs of one request
const UNREADABLE = 'error.program-syntax';

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
 * @param {number} number
 * @param {{output?: string, fault?: string}} answer
 * @param {Case} of
 * @returns {Verdict}
 */
export function verdict(number, { output, fault = '' }, of) {
  if (output === undefined) return { number, found: null, error: fault, position: 0 };
  return firstWrong(output, of.output) < 0 ? null : { number, found: output, error: null, position: wrongPosition(output, of) };
}

/** @type {Run} a function `solve` of the input text in JavaScript, or a program in Python */
export const run = async (code, cases, progress, signal) => {
  if (/\b(function|const|let|var)\s+solve\b/.test(code)) return runScript(code, cases, progress, signal);
  let at = 0;
  try {
    while (at < cases.length) {
      for await (const answer of stream('programs', { code, inputs: cases.slice(at, at + BATCH).map((one) => one.input) }, signal)) {
        if (answer.progress) continue;
        const wrong = verdict(at, answer, cases[at]);
        if (wrong) return wrong;
        at += 1;
        progress(at);
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== 'rules' || error.kind === UNREADABLE) throw error;
    return { number: at, found: null, error: sayError(error), position: 0 }; // it did not end
  }
  return null;
};

/** @type {Run} */
const runScript = (code, cases, progress, signal) => new Promise((done, fail) => {
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
  worker.onerror = ({ message, lineno }) => {
    const [location, error] = [`solution.js:${lineno}`, message.replace('Uncaught ', '')];
    if (error.startsWith('SyntaxError')) fail(new Refusal({ kind: UNREADABLE, location, error }, 200));
    end({ number: at, found: null, error: `${location}: ${error}`, position: 0 });
  };
  worker.onmessage = ({ data }) => {
    if (data.at >= cases.length) {
      end(null);
      return;
    }
    const wrong = verdict(data.at, data, cases[data.at]);
    if (wrong) end(wrong);
    else {
      at = data.at + 1;
      progress(at);
      wait();
    }
  };
  wait();
  worker.postMessage({ code, inputs: cases.map((one) => one.input) });
});

/**
 * @param {Mistake} mistake
 * @returns {(HTMLElement | null)[]} the input, both outputs, and a winning move if there is one
 */
export function compared({ input, found, output, hint }) {
  const text = (/** @type {string} */ name, /** @type {string} */ value) => [el('dt', {}, t(`clinic.${name}`)), el('dd', {}, el('pre', {}, value.trim() || '–'))];
  return [
    el('dl', { class: 'compared' }, ...text('input', input), ...(found === null ? [] : text('yours', found)), ...text('truth', output)),
    hint && el('p', {}, say(hint)),
  ];
}
