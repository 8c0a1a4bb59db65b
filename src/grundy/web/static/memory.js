/** What the page keeps for the time of the tab: the state of each view, and the games that were left for another. */

const KEY = 'grundy.';

/** @type {Map<string, string>} where storage is blocked, this lasts as long as the page */
const kept = new Map();

/**
 * @param {string} name
 * @param {string} hash the address of a state, behind the #
 */
export function remember(name, hash) {
  kept.set(name, hash);
  try {
    sessionStorage.setItem(KEY + name, hash);
  } catch {
    // no storage, or a full one: then it is kept as long as the page
  }
}

/**
 * @param {string} name
 * @returns {string | null} what was kept last under this name
 */
export function remembered(name) {
  try {
    return sessionStorage.getItem(KEY + name) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}
