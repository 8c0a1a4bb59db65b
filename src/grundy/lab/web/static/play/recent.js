/** The last games, stored on this computer, each as an address. */

const STORED = 'grundy.recent';
const MOST = 5;
const LONGEST = 2000; // characters of an address

/** @typedef {{game: string, moves: number, hash: string}} Recent */

/** @type {Recent[]} if storage is blocked, this lasts as long as the page */
let kept = [];

/** @returns {Recent[]} the newest first */
export function recent() {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    if (Array.isArray(found)) kept = found.filter((one) => typeof one?.game === 'string' && typeof one?.moves === 'number' && typeof one?.hash === 'string' && one.hash.startsWith('#/'));
  } catch {
    // no storage, or damaged content: the page uses what it has in memory
  }
  return kept;
}

/**
 * Store a game that has begun, in place of its former state.
 * @param {State} state
 * @param {string} hash
 */
export function played({ view, parts, moves, classroom }, hash) {
  if ((view !== 'play' && view !== 'sum') || !moves.length || classroom || hash.length > LONGEST) return;
  const same = (/** @type {string} */ one) => one.split(/[?&]m=|&m=/)[0];
  kept = [{ game: parts[0].game, moves: moves.length, hash }, ...recent().filter((one) => same(one.hash) !== same(hash))].slice(0, MOST);
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // then it lasts as long as the page
  }
}
