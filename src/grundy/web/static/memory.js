/** The memory of a tab: the last state of each view, and games that were left for another game. */

const KEY = 'grundy.';

/** @type {Map<string, string>} where storage is blocked, the entry of the history has it too, which a reload keeps */
const kept = new Map(Object.entries(history.state?.kept ?? {}));

/**
 * @param {string} name
 * @param {string} text such as the address of a state, behind the #
 */
export function remember(name, text) {
  kept.set(name, text);
  try {
    sessionStorage.setItem(KEY + name, text);
  } catch {
    keepWithEntry();
  }
}

/** Each address that is shown is remembered, so that the entry of each has all of it. */
function keepWithEntry() {
  try {
    history.replaceState({ kept: Object.fromEntries(kept) }, '');
  } catch {
    // too large or too many: kept only as long as the page is open
  }
}

/**
 * @param {string} name
 * @returns {string | null} what was kept last under this name
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
