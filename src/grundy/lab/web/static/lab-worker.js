/** Python in a worker: starts the lab, from a snapshot of memory if the browser has kept one, and answers requests. */

const { root, version, bytes, gigabytes } = /** @type {{root: string, version: string, bytes: number, gigabytes: number}} */ (/** @type {any} */ (globalThis).SITE);
const FOLDER = '/lib/lab';
const TICK = 100; // milliseconds between two interrupts, at which Python checks rules that do not report
const SNAPSHOT = 'snapshot';
const IMPORT = `
import sys
sys.path.insert(0, "${FOLDER}")
from grundy.lab import worker
`;
const BEGIN = `
import signal
host = worker.WorkerHost(table_bytes=table_bytes, held=held)
signal.signal(signal.SIGINT, host.check_rules)
host.answer
`;
const whole = /** @type {any} */ (globalThis);

/** Count the loaded bytes of the files that this worker and the loader of Python request. */
function counting() {
  const { fetch } = whole;
  let done = 0;
  whole.fetch = async (/** @type {any[]} */ ...asked) => {
    const answer = await fetch(...asked);
    if (!answer.ok || !answer.body) return answer;
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(chunk, stream) {
        done += chunk.byteLength;
        postMessage({ loaded: { done, total: Math.max(done, bytes) } });
        stream.enqueue(chunk);
      },
    }));
    return new Response(counted, { status: answer.status, headers: answer.headers });
  };
  return () => { whole.fetch = fetch; };
}

/** @returns {Promise<Cache | null>} the cache for a snapshot */
async function memory() {
  try {
    return await caches.open(`grundy ${root} ${version} memory`);
  } catch {
    return null;
  }
}

/** @param {any} loadPyodide @param {Cache | null} store */
async function restored(loadPyodide, store) {
  const kept = await store?.match(root + SNAPSHOT);
  if (!kept) return null;
  try {
    return await loadPyodide({ indexURL: `${root}pyodide/`, _loadSnapshot: await kept.arrayBuffer() });
  } catch {
    await store?.delete(root + SNAPSHOT); // it cannot be used
    return null;
  }
}

async function begin() {
  const counted = counting();
  const archive = fetch(`${root}lab.zip`).then((answer) => answer.arrayBuffer());
  const store = await memory();
  const { loadPyodide } = await import(`${root}pyodide/pyodide.mjs`);
  let py = await restored(loadPyodide, store);
  const fresh = py === null;
  py ??= await loadPyodide({ indexURL: `${root}pyodide/`, _makeSnapshot: store !== null });
  py.unpackArchive(await archive, 'zip', { extractDir: FOLDER });
  counted();
  if (fresh) {
    py.runPython(IMPORT);
    if (store) {
      const snapshot = py.makeMemorySnapshot();
      store.put(root + SNAPSHOT, new Response(snapshot)).catch(() => {}); // no space: the next visit starts without a snapshot
    }
  }
  py.globals.set('table_bytes', Math.min(2 ** 29, Math.max(2 ** 26, gigabytes * 2 ** 27)));
  py.globals.set('held', () => py._module.HEAP8.length);
  const answer = py.runPython(BEGIN);
  let next = 0;
  py.setInterruptBuffer({ // Python reads the first item regularly, and is interrupted if it is 2
    get 0() {
      const now = performance.now();
      if (now < next) return 0;
      next = now + TICK;
      return 2;
    },
    set 0(_) {},
  });
  return answer;
}

/** @param {string} kind @param {any} content @param {string} type */
function send(kind, content, type) {
  if (typeof content === 'string') {
    postMessage({ kind, content, type });
    return;
  }
  const data = content.toJs();
  content.destroy();
  postMessage({ kind, content: data, type });
}

/** @param {any} error @returns {string} its last line: in a traceback of Python, this is the message */
const reason = (error) => String(error?.message ?? error).trim().split('\n').at(-1) ?? '';

const ready = begin();
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: reason(error) }));

onmessage = async ({ data: { path, body } }) => {
  try {
    (await ready)(path, body ?? undefined, send);
    postMessage({ done: true });
  } catch (error) {
    postMessage({ broken: reason(error) });
  }
};

export {}; // a module, so its names are not global
