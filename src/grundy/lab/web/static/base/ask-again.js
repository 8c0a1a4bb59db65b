/** Requests that are repeated while the solver is busy. */

import { ask, Refusal } from './api.js';

const TRIES = 5;
const BETWEEN = 500; // milliseconds between two requests

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
