/** Requests to the API, and their refusals. All requests to the solver go through this module. */

import { request } from './transport.js';

/** A refusal of the server: its message, as data. */
export class Refusal extends Error {
  /**
   * @param {{type?: string, kind?: string, message?: string, line?: number | null, column?: number | null, [more: string]: unknown}} error
   * @param {number} status
   */
  constructor(error, status) {
    super(error.message ?? String(status));
    this.type = error.type ?? '';
    this.kind = error.kind ?? '';
    this.data = error;
    this.status = status;
  }

  /** Whether the work took too long. The request itself was correct. */
  get isForTime() {
    return this.type === 'over-budget';
  }
}

/** The answer is missing or incomplete. */
export class Lost extends Error {}

/**
 * @template T
 * @param {Promise<T>} arriving
 */
const arrived = (arriving) => arriving.catch((error) => {
  throw error instanceof TypeError || error instanceof SyntaxError ? new Lost(error.message) : error;
});

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function send(path, body, signal) {
  const answer = await arrived(request(path, body, signal));
  if (answer.ok && !answer.headers.has('Preference-Applied')) return answer;
  /** @type {Record<string, any>} */
  let error = {};
  try {
    error = (await answer.json()).error ?? {};
  } catch {
    // not JSON: only the status is known
  }
  throw new Refusal(error, answer.status);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function ask(path, body, signal) {
  return arrived((await send(path, body, signal)).json());
}

/**
 * @param {string} path
 * @param {unknown} body
 */
export async function file(path, body) {
  return arrived((await send(path, body)).blob());
}

/**
 * Read an answer that is sent line by line.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 */
export async function* stream(path, body, signal) {
  const answer = await send(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await arrived(reader.read());
    const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      if (!line.trim()) continue;
      const data = JSON.parse(line);
      if (data.error) throw new Refusal(data.error, 200);
      yield data;
    }
    if (done) return;
  }
}
