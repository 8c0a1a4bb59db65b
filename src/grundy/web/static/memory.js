/** What the page keeps for the time of the tab: the state of each view, and the games that were left for another. */

const KEY = 'grundy.';

/**
 * @param {string} name
 * @param {string} hash the address of a state, behind the #
 */
export function remember(name, hash) {
  try {
    sessionStorage.setItem(KEY + name, hash);
  } catch {
    // no storage, or a full one: then the tab's history has to do
  }
}

/**
 * @param {string} name
 * @returns {string | null} what was kept last under this name
 */
export function remembered(name) {
  try {
    return sessionStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}
