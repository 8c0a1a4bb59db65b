/** Rules that the reader has typed and run: their text, their games, and their form in an address. */

import { store, storedData } from './memory.js';

const MOST_PACKED = 60_000; // characters in an address
const MOST_TEXT = 100_000; // characters, as on the server
const NONE = { text: '', packed: '', games: /** @type {Game[]} */ ([]) };

/** The rules by which this page answers; `packed` is their form in addresses. */
let typed = NONE;

export const typedRules = () => typed;
export const isTyped = (/** @type {string} */ name) => typed.games.some((game) => game.name === name);

/** Take the rules that this browser has kept. */
export function loadTyped() {
  const kept = storedData('typed');
  if (Array.isArray(kept?.games)) typed = kept;
}

/**
 * @param {string} text
 * @param {Game[]} games
 * @returns {Promise<boolean>} whether the browser keeps them
 */
export async function keepTyped(text, games) {
  typed = { text, packed: await packed(text), games };
  return store('typed', JSON.stringify(typed));
}

/** @param {Blob} data @param {ReadableWritablePair<any, any>} change */
const changed = (data, change) => new Response(data.stream().pipeThrough(change));

/** @returns {Promise<string>} a text for an address: compressed, in base64 for addresses */
export async function packed(/** @type {string} */ text) {
  const bytes = new Uint8Array(await changed(new Blob([text]), new CompressionStream('deflate-raw')).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @returns {Promise<string | null>} the text; null if it is damaged or too long */
export async function unpacked(/** @type {string} */ text) {
  if (text === typed.packed) return typed.text;
  if (text.length > MOST_PACKED) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const found = await changed(new Blob([bytes]), new DecompressionStream('deflate-raw')).text();
    return found.length > MOST_TEXT ? null : found;
  } catch {
    return null;
  }
}
