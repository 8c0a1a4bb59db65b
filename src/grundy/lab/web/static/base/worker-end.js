/** Requests to workers of this page. Long work has a separate worker, so that other requests are answered meanwhile. */

import { controlled } from './offline.js';
import { isLong, Solver } from './solver.js';
import { typedRules } from './typed-rules.js';

/** @typedef {import('./solver.js').Task} Task */
/** @typedef {import('./solver.js').Said} Said */

/** @type {Solver | null} the solver with the tables of the present game */
let main = null;
/** @type {Solver | null} a second solver while the first one does long work */
let spare = null;

const told = (/** @type {any} */ loaded) => document.dispatchEvent(new CustomEvent('solver', { detail: loaded }));

/** The rules that have ended a worker. They are not sent to another worker. */
let refused = '';

function rules() {
  const { text } = typedRules();
  return text === refused ? '' : text;
}

/** @param {(loaded: any) => unknown} loading is called with the progress of loading its files */
function begun(loading) {
  const text = rules();
  return new Solver(text, loading, replaced, () => { refused = text; });
}

/** Continue without a solver that has ended. */
function replaced(/** @type {Solver} */ ended, /** @type {Task[]} */ unanswered) {
  if (ended === main) {
    main = spare;
    spare = null;
  } else if (ended === spare) spare = null;
  for (const task of unanswered) free().ask(task);
}

/** @returns {Solver} the solver that answers next */
function free() {
  main ??= begun(told);
  if (!isLong(main.now)) return main;
  spare ??= begun(() => {});
  return spare;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(path, body, signal) {
  signal?.throwIfAborted();
  if (path === 'games') return fetch('games.json');
  if (path === 'rules') for (const one of [main, spare]) if (one === spare || isLong(main?.now ?? null)) one?.fail({ type: 'stopped', kind: 'error.stopped' }); // it would go on with the rules before
  await controlled;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const answer = new Answer(resolve, reject);
    const task = { path, body: body === undefined ? null : JSON.stringify(body), said: answer.said, done: answer.done, failed: answer.failed };
    free().ask(task);
    signal?.addEventListener('abort', () => {
      answer.stopped(signal.reason);
      for (const solver of [main, spare]) {
        if (!solver || solver.drop(task)) continue;
        if (solver.now === task && isLong(task)) { // quick work is not stopped
          const { waiting } = solver;
          solver.end();
          replaced(solver, waiting);
        }
      }
    });
  });
}

/** A `Response` like that of `fetch`, made from the answer of a worker. */
class Answer {
  constructor(/** @type {(answer: Response) => void} */ resolve, /** @type {(error: unknown) => void} */ reject) {
    this.resolve = resolve;
    this.reject = reject;
    /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
    this.stream = null;
    this.over = false;
    this.encoder = new TextEncoder();
  }

  said = (/** @type {Said} */ { kind, content, type }) => {
    if (this.over) return;
    if (kind === 'part') this.part(/** @type {string} */ (content));
    else this.resolve(new Response(content, { headers: { 'Content-Type': type || 'application/json', ...(kind === 'refused' ? { 'Preference-Applied': 'errors=200' } : {}) } }));
  };

  done = () => {
    if (!this.over) this.stream?.close();
    this.over = true;
  };

  failed = (/** @type {object} */ error) => {
    this.said({ kind: this.stream ? 'part' : 'refused', content: JSON.stringify({ error }), type: '' });
    this.done();
  };

  stopped(/** @type {unknown} */ reason) {
    if (this.over) return;
    this.over = true;
    if (this.stream) this.stream.error(reason);
    else this.reject(reason);
  }

  part(/** @type {string} */ line) {
    if (!this.stream) {
      this.resolve(new Response(new ReadableStream({ start: (stream) => { this.stream = stream; } }), { headers: { 'Content-Type': 'application/x-ndjson' } }));
    }
    /** @type {any} */ (this.stream).enqueue(this.encoder.encode(`${line}\n`));
  }
}
