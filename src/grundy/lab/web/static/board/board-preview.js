/** The cells that a move on a board would change, from its scene alone, without the rules of a game. */

/**
 * The cells that a move on a cell takes: the cells on its cuts, up to cells that are already gone.
 * @param {Scene} scene
 * @param {Spot} spot
 * @returns {{spot: Spot, far: number}[]} the cell itself first; `far` is the number of steps to it
 */
export function taken(scene, [row, column]) {
  const found = [{ spot: /** @type {Spot} */ ([row, column]), far: 0 }];
  const { rows } = scene;
  const ways = (scene.cuts ?? []).find((/** @type {any} */ [symbol]) => symbol === rows[row][column].symbol)?.[1] ?? [];
  for (const [down, right] of ways) {
    let [r, c, far] = [row + down, column + right, 1];
    while (rows[r]?.[c] && rows[r][c].role !== 'removed') {
      found.push({ spot: [r, c], far });
      [r, c, far] = [r + down, c + right, far + 1];
    }
  }
  return found;
}

/**
 * The cells that would change if this cell were picked now.
 * @param {View} view
 * @param {Spot} spot
 * @returns {{spot: Spot, far: number}[]} empty if there is no move
 */
export function preview(view, spot) {
  const here = view.at.get(String(spot)) ?? [];
  if (!here.length || view.disabled) return [];
  const { scene } = view;
  const piece = pieceOf(scene);
  if (piece && here[0].places.length === 1) return between(piece, spot);
  if (here.length === 1 && here[0].places.length > 1) {
    return here[0].places.map((place) => ({ spot: /** @type {Spot} */ (place), far: 0 }));
  }
  return here[0].places.length === 1 ? taken(scene, spot) : [{ spot, far: 0 }];
}

function pieceOf(/** @type {Scene} */ scene) {
  for (const [r, row] of scene.rows.entries()) {
    const c = row.findIndex((/** @type {any} */ cell) => cell.role === 'piece');
    if (c >= 0) return /** @type {Spot} */ ([r, c]);
  }
  return null;
}

/** The cells on the straight path of a piece to its target; if the path is not straight, only the target. */
function between(/** @type {Spot} */ [top, left], /** @type {Spot} */ [row, column]) {
  const steps = Math.max(Math.abs(row - top), Math.abs(column - left));
  const straight = row === top || column === left || Math.abs(row - top) === Math.abs(column - left);
  if (!straight || !steps) return [{ spot: /** @type {Spot} */ ([row, column]), far: 0 }];
  return Array.from({ length: steps }, (_, i) => ({
    spot: /** @type {Spot} */ ([top + ((row - top) * (i + 1)) / steps, left + ((column - left) * (i + 1)) / steps]), far: i }));
}
