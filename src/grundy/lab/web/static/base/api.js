/** Requests to the API, and their refusals. All requests to the solver go through this module. */

import { stored } from './memory.js';
import { typedRules } from './typed-rules.js';
import { loadFurther } from './words.js';

const ROOT = 'api/v1/';
const PAGE = Math.random().toString(36).slice(2); // a server shares its time among pages, and asks the process that knows the last position
const TRIES = 5;
const BETWEEN = 500; // milliseconds between two requests

/** @type {Promise<{id: string}> | null} what the server says about the typed rules */
let sent = null;

/** Whether a request names a game of typed rules. */
function isAboutTyped(/** @type {any} */ body) {
  const named = [body?.game, body?.rules, ...String(body?.position ?? '').split(/[\s(:]+/)];
  return typedRules().games.some(({ name }) => named.includes(name) || named.includes(`grundy-${name}`));
}

/** Run rules that the reader has typed. Further questions about their games are answered by them. */
export async function run(/** @type {string} */ text) {
  const found = await ask('rules', { text, code: stored('code') ?? '' });
  if (found.games.length) sent = Promise.resolve(found);
  return found;
}

/** @returns {Promise<Record<string, string>>} the header of a request about typed rules, which a server has to have run before */
async function typedHeader(/** @type {any} */ body) {
  if (!isAboutTyped(body)) return {};
  sent ??= run(typedRules().text);
  const { id } = await sent.catch((error) => {
    sent = null;
    throw error;
  });
  return { 'Grundy-Typed': id };
}

/**
 * Send a request. An answer with the header `Preference-Applied` is a refusal.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(path, body, signal) {
  if (document.documentElement.dataset.solver === 'worker') return (await import('./worker-end.js')).request(path, body, signal);
  const answer = await fetch(ROOT + path, body === undefined ? { signal } : {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'errors=200', 'Grundy-Page': PAGE, ...await typedHeader(body) }, // so that refusals have status 200: browsers log other statuses as failures
    body: JSON.stringify(body),
    signal,
  });
  const rules = answer.headers.get('grundy-rules');
  if (rules) document.dispatchEvent(new CustomEvent('rules', { detail: rules }));
  return answer;
}

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

/** @param {any} error @param {number} status */
async function refused(error, status) {
  await loadFurther().catch(() => {}); // without its words, a refusal is still one
  if (error.kind === 'error.rules-gone') sent = null;
  return new Refusal(error, status);
}

/** @returns {number} the seed of a random position */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

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
  throw await refused(error, answer.status);
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
 * Send a request, and repeat it a few times while the solver is busy: it may be compiling.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export async function askAgain(path, body, signal) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask(path, body, signal);
    } catch (error) {
      if (left <= 1 || !(error instanceof Refusal) || !error.isForTime) throw error;
    }
    await new Promise((done) => setTimeout(done, BETWEEN));
    signal?.throwIfAborted();
  }
}

export async function file(/** @type {string} */ path, /** @type {unknown} */ body) {
  return arrived((await send(path, body)).blob());
}

/** Read an answer that is sent line by line. */
export async function* stream(/** @type {string} */ path, /** @type {unknown} */ body, /** @type {AbortSignal} */ signal) {
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
      if (data.error) throw await refused(data.error, 200);
      yield data;
    }
    if (done) return;
  }
}
