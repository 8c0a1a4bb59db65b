/** Answers about boards that come as rows of letters, as the boards take them: cells and choices. */

/** @typedef {import('./session.js').Answer} Answer */

/**
 * @param {any} answer of the server, or what has it as `position`
 * @returns {any} the same, with cells and choices
 */
export function unpacked(answer) {
  if (answer.position?.scenes) answer.position = unpacked(answer.position);
  const scene = answer.scenes?.[0];
  if (!scene?.letters) return answer;
  const { letters, roles, owners, after, first, ...rest } = scene;
  /** @type {import('./game-board.js').Choice[]} */
  const choices = [];
  const rows = letters.map((/** @type {string} */ row, /** @type {number} */ r) => [...row].map((symbol, c) => {
    const role = roles[symbol];
    const component = owners[r][c];
    const nimber = after[r][c];
    /** @type {import('./board-grid.js').Cell} */
    const cell = { symbol };
    if (role) cell.role = role;
    if (component >= 0) cell.component = component;
    if (nimber < 0) return cell;
    cell.move = `r${r + first}c${c + first}`;
    choices.push({ move: cell.move, term: 0, component, places: [[r, c]], nimber, wins: nimber === 0 });
    return cell;
  }));
  return { ...answer, scenes: [{ ...rest, first, rows }], choices };
}
