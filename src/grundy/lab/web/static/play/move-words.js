/** Moves in words: how many tokens are taken and left, where a piece goes, and in which direction. Other moves keep their notation. */

/** @typedef {(key: string, params?: Record<string, any>) => string} Say */

const HEAPS = /^(?:(\d+):)?(\d+) -> (\d+(?:\+\d+)*)$/; // 2:10 -> 1+8
const TO = /^(?:(\d+):)?to (\d+) (\d+)$/;
const WAY = /^(?:(\d+):)?(\S+) (left|right|up|down|across)$/;
const STATE = /^(\w+)\((.+)\)$/; // of a ruleset of the operator

/**
 * @param {string} move in the notation of its game
 * @param {Say} say
 */
export function inWords(move, say) {
  const heaps = HEAPS.exec(move);
  if (heaps) {
    const [, term, size, left] = heaps;
    const words = taken(Number(size), left.split('+').map(Number), say);
    return term ? say('move.heap', { size, words }) : words; // a board names a heap by its size too
  }
  const to = TO.exec(move);
  if (to) return part(to[1], say('move.to', { row: to[2], column: to[3] }), say);
  const way = WAY.exec(move);
  if (way) return part(way[1], say(`move.${way[3]}`, { place: way[2] }), say);
  const state = STATE.exec(move);
  return state && !move.includes(' + ') ? say('move.state', { state: state[2] }) : move;
}

/**
 * @param {number} size
 * @param {number[]} left
 * @param {Say} say
 */
function taken(size, left, say) {
  const number = size - left.reduce((sum, one) => sum + one, 0);
  if (!left.some((one) => one)) return say('move.all', { number });
  const rest = left.map(String);
  return number ? say('move.take', { number, rest }) : say('move.split', { size, rest });
}

/**
 * @param {string | undefined} number of the part of a sum
 * @param {string} words
 * @param {Say} say
 */
const part = (number, words, say) => (number ? say('move.part', { number, words }) : words);
