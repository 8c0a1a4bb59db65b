/** The codes of the last sequences and tables, stored on this computer. */

const STORED = 'grundy.codes';
const MOST = 8;
const LONGEST = 200; // characters

/** @type {Record<string, string[]>} by view; if storage is blocked, this lasts as long as the page */
let kept = {};

/**
 * @param {string} view
 * @returns {string[]} the newest first
 */
export function recentCodes(view) {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    for (const [name, codes] of Object.entries(found)) if (Array.isArray(codes) && codes.every((one) => typeof one === 'string')) kept[name] = codes;
  } catch {
    // no storage, or damaged content: the page uses what it has in memory
  }
  return kept[view] ?? [];
}

/**
 * @param {string} view
 * @param {string} code
 */
export function keepCode(view, code) {
  if (code.length > LONGEST) return;
  kept[view] = [code, ...recentCodes(view).filter((one) => one !== code)].slice(0, MOST);
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // then it lasts as long as the page
  }
}
