/** One worker with Python: it answers one request after another, each with a time limit. */

const LONG = ['solves', 'sequences', 'tables', 'worksheets', 'programs']; // operations whose answers come in parts, or take long
const SECONDS = { quick: 3, rules: 10, long: 600 }; // the time limits that the worker itself checks
const GRACE = 10; // seconds after the limit, after which the worker is ended
const ROOT = new URL('..', import.meta.url).href;

/**
 * @typedef {{kind: 'part' | 'answer' | 'refused', content: string | Uint8Array<ArrayBuffer>, type: string}} Said
 * @typedef {object} Task a request, and who waits for its answer
 * @property {string} path
 * @property {string | null} body
 * @property {(said: Said) => void} said
 * @property {() => void} done is called after the last `said`
 * @property {(error: object) => void} failed is called with the reason if the worker gave no answer
 */

export const isLong = (/** @type {Task | null} */ task) => task !== null && LONG.includes(task.path);

/** @param {string} kind @param {Record<string, unknown>} [params] */
const failure = (kind, params = {}) => ({ type: 'fault', kind: `error.worker-${kind}`, message: `${kind} ${Object.values(params).join(' ')}`, ...params });

export class Solver {
  /**
   * @param {string} rules the reader's own rules as text; may be empty
   * @param {(loaded: {done: number, total: number} | null) => void} loading is called with the loaded bytes of the files; with null when all are loaded
   * @param {(solver: Solver, unanswered: Task[]) => void} ended is called when the worker has ended
   * @param {() => void} [refused] is called if the worker was ended because of the rules
   */
  constructor(rules, loading, ended, refused = () => {}) {
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task | null} */
    this.now = null;
    this.ready = false;
    this.alive = true;
    this.clock = 0;
    this.loading = loading;
    this.ended = ended;
    // A worker from a blob has the content policy of the page; a worker from an address would have the policy of its file.
    const begin = `globalThis.SITE = ${JSON.stringify({ root: ROOT, version: document.documentElement.dataset.version, bytes: Number(document.documentElement.dataset.bytes), gigabytes: /** @type {any} */ (navigator).deviceMemory ?? 2 })};
import(${JSON.stringify(`${ROOT}lab-worker.js`)}).catch((error) => postMessage({ broken: String(error) }));`;
    const address = URL.createObjectURL(new Blob([begin], { type: 'text/javascript' }));
    this.worker = new Worker(address, { type: 'module' });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.fail(failure('start', { reason: event.message ?? '' }));
    if (rules) this.ask({ path: 'rules', body: JSON.stringify({ text: rules, audit: false }), said: () => {}, done: () => {}, failed: () => this.ready && refused() });
  }

  ask(/** @type {Task} */ task) {
    this.waiting.push(task);
    this.next();
  }

  /** Cancel a request that has not begun. */
  drop(/** @type {Task} */ task) {
    const at = this.waiting.indexOf(task);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  next() {
    if (!this.ready || this.now || !this.waiting.length) return;
    this.now = /** @type {Task} */ (this.waiting.shift());
    const { path, body } = this.now;
    const seconds = SECONDS[path === 'rules' ? 'rules' : isLong(this.now) ? 'long' : 'quick'] + GRACE;
    this.clock = setTimeout(() => this.fail(failure('ended', { seconds })), 1000 * seconds);
    this.worker.postMessage({ path, body });
  }

  heard(/** @type {any} */ data) {
    if (data.loaded) this.loading(data.loaded);
    else if (data.broken !== undefined) this.fail(failure(this.ready ? 'broken' : 'start', { reason: data.broken }));
    else if (data.ready) {
      this.ready = true;
      this.loading(null);
      this.next();
    } else if (data.done) {
      clearTimeout(this.clock);
      const { now } = this;
      this.now = null;
      now?.done();
      this.next();
    } else this.now?.said(data);
  }

  /** End the worker. The present request fails with the reason. */
  fail(/** @type {object} */ why) {
    if (!this.alive) return;
    const { now, waiting, ready } = this;
    this.end();
    now?.failed(why);
    if (!ready) for (const task of waiting) task.failed(why); // the next request would fail as well
    this.ended(this, ready ? waiting : []);
  }

  /** End the worker at once. */
  end() {
    clearTimeout(this.clock);
    this.alive = false;
    this.now = null;
    this.worker.terminate();
  }
}
