/** The memory of a tab: the last state of each view, and games that were left for another game. */

const KEY = 'grundy.';

/** @type {Map<string, string>} if storage is blocked, it is also kept with the entry of the history, which survives a reload */
const kept = new Map(Object.entries(history.state?.kept ?? {}));

/**
 * @param {string} name
 * @param {string} text such as the address of a state, without the #
 */
export function remember(name, text) {
  kept.set(name, text);
  try {
    sessionStorage.setItem(KEY + name, text);
  } catch {
    keepWithEntry();
  }
}

/** Store the map with the entry of the history. Each shown address is remembered, so each entry has the whole map. */
function keepWithEntry() {
  try {
    history.replaceState({ kept: Object.fromEntries(kept) }, '');
  } catch {
    // too large or too many: kept only as long as the page is open
  }
}

/**
 * @param {string} name
 * @returns {string | null} the last text under this name
 */
export function remembered(name) {
  const own = kept.get(name);
  if (own !== undefined) return own;
  try {
    return sessionStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}
