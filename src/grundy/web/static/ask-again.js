/** Requests that are made again where the solver has no time now. */

import { ask, Refusal } from './api.js';

const TRIES = 5;
const BETWEEN = 500; // milliseconds between two of them

/**
 * Ask; where the solver has no time now, ask again a few times: it may be compiling.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
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
