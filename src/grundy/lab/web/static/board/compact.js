/** Converts answers about boards, which are sent as rows of letters, into the cells and choices of boards. */

/** @type {{packed: any, answer: Answer} | null} the last answer, so that the same packed answer gives the same object */
let last = null;

/**
 * @param {any} packed an answer of the server; it is not changed, because it takes far fewer bytes than the result
 * @returns {Answer} the answer with cells and choices
 */
export function unpacked(packed) {
  if (!packed.scenes?.[0]?.letters) return packed;
  if (last && last.packed === packed) return last.answer;
  const { letters, roles, owners, after, said, first, ...rest } = packed.scenes[0];
  /** @type {Choice[]} */
  const choices = [];
  const rows = letters.map((/** @type {string} */ row, /** @type {number} */ r) => [...row].map((symbol, c) => {
    const role = roles[symbol];
    const component = owners[r][c];
    const nimber = after[r][c];
    /** @type {Cell} */
    const cell = { symbol };
    if (role) cell.role = role;
    if (component >= 0) cell.component = component;
    if (nimber < 0) return cell;
    cell.move = `r${r + first}c${c + first}`;
    choices.push({ move: cell.move, term: 0, component, places: [[r, c]], nimber, wins: nimber === 0, words: { kind: said[symbol], cell: cell.move } });
    return cell;
  }));
  const answer = { ...packed, scenes: [{ ...rest, first, rows }], choices };
  last = { packed, answer };
  return answer;
}

/**
 * @param {any} packed an answer of the server
 * @param {string} move
 * @returns {Places} the places of a move, if they are known
 */
export function sits(packed, move) {
  const letters = packed.scenes?.[0]?.letters;
  if (!letters) {
    const choice = packed.choices.find((/** @type {Choice} */ one) => one.move === move);
    return choice ? { term: choice.term, places: choice.places, words: choice.words } : null;
  }
  const { first, said } = packed.scenes[0];
  const [row, column] = (move.match(/\d+/g) ?? []).map((number) => Number(number) - first);
  const symbol = letters[row]?.[column];
  return symbol ? { term: 0, places: [[row, column]], words: { kind: said[symbol], cell: move } } : null;
}
