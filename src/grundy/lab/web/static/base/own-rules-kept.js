/** The reader's own rules, stored by the browser. No address contains them. */

const KEY = 'grundy.rules';

export function storedRules() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/**
 * @param {string} text
 * @returns {boolean} whether the browser has stored it
 */
export function storeRules(text) {
  try {
    if (text.trim()) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
