/** What the browser keeps: for this tab, and on this computer. */

const KEY = 'grundy.';

/** @type {Map<string, string> | null} what this tab keeps: if storage is blocked, with the entry of the history, which survives a reload */
let kept = null;
const own = () => (kept ??= new Map(Object.entries(history.state?.kept ?? {})));

/** @type {Set<string>} what this computer could not keep, and the tab does */
const refused = new Set();

/**
 * Keep a text for this tab: the last state of a view, or a game that was left for another game.
 * @param {string} name
 * @param {string} text such as the address of a state, without the #
 */
export function remember(name, text) {
  own().set(name, text);
  try {
    sessionStorage.setItem(KEY + name, text);
  } catch {
    try {
      history.replaceState({ kept: Object.fromEntries(own()) }, ''); // each shown address is remembered, so each entry has the whole map
    } catch {
      // too large or too many: kept only as long as the page is open
    }
  }
}

/**
 * @param {string} name
 * @returns {string | null} the last text under this name
 */
export function remembered(name) {
  try {
    return own().get(name) ?? sessionStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}

/**
 * Keep a text on this computer; if that is refused, for this tab.
 * @param {string} name
 * @param {string} text
 * @returns {boolean} whether it is still there after the page is closed
 */
export function store(name, text) {
  try {
    localStorage.setItem(KEY + name, text);
    refused.delete(name);
  } catch {
    refused.add(name);
    remember(name, text);
  }
  return !refused.has(name);
}

/**
 * @param {string} name
 * @returns {string | null} the last text under this name on this computer
 */
export function stored(name) {
  try {
    return refused.has(name) ? remembered(name) : localStorage.getItem(KEY + name);
  } catch {
    return remembered(name);
  }
}

/**
 * @param {string} name
 * @returns {any} the data that were stored as JSON, which other programs may have damaged: then undefined
 */
export function storedData(name) {
  try {
    return JSON.parse(stored(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
