/** What moves change on a board, from its scene alone: walls and dominoes as they were made, and what a move would take. */

/** @typedef {{row: number, column: number, by: 'a' | 'b', ply: number}} Stamp where a move was picked */

/**
 * A position knows only which cells are gone. So its scene draws walls and dominoes that could have taken them. The walls
 * and dominoes of the known moves replace those of the scene that cover the same cells.
 */
export function asMade(/** @type {Scene} */ scene, /** @type {Made[]} */ made) {
  if (scene.dominoes?.length) return { ...scene, dominoes: dominoes(scene, made), stamps: [] };
  if (!scene.walls?.length) return { .../** @type {Scene} */ (scene), stamps: [] };
  const taken = new Set();
  const walls = made.filter(({ places }) => places.length === 1).map(({ places: [[row, column]] }) => {
    const reach = (/** @type {number} */ down, /** @type {number} */ right) => {
      let steps = 0;
      while (scene.rows[row + (steps + 1) * down]?.[column + (steps + 1) * right] && !taken.has(`${row + (steps + 1) * down},${column + (steps + 1) * right}`)) steps += 1;
      return steps;
    };
    const wall = { row, column, top: row - reach(-1, 0), bottom: row + reach(1, 0), left: column - reach(0, -1), right: column + reach(0, 1) };
    for (const cell of cellsOf(wall)) taken.add(cell);
    return wall;
  });
  const gone = scene.rows.flatMap((/** @type {any[]} */ row, /** @type {number} */ r) => row.flatMap(({ role }, c) => (role === 'removed' ? [`${r},${c}`] : [])));
  const explained = walls.length > 0 && gone.length === taken.size && gone.every((/** @type {string} */ cell) => taken.has(cell));
  if (!explained) return { .../** @type {Scene} */ (scene), stamps: [] };
  return { ...scene, walls, stamps: made.map(({ places: [[row, column]], by, ply }) => ({ row, column, by, ply })) };
}

export function* cellsOf(/** @type {Record<string, number>} */ { row, column, top, bottom, left, right }) {
  for (let other = left; other <= right; other += 1) yield `${row},${other}`;
  for (let other = top; other <= bottom; other += 1) yield `${other},${column}`;
}

function dominoes(/** @type {Scene} */ scene, /** @type {Made[]} */ made) {
  const covered = new Set(scene.dominoes.flat().map(String));
  const met = new Set();
  return [...made.map(({ places }) => places).filter((places) => places.length === 2), ...scene.dominoes].filter((pair) => {
    const fits = pair.every((/** @type {number[]} */ cell) => covered.has(String(cell)) && !met.has(String(cell)));
    if (fits) for (const cell of pair) met.add(String(cell));
    return fits;
  });
}

/**
 * The cells that a move on a cell takes: the cells on its cuts, up to cells that are already gone.
 * @param {Scene} scene
 * @param {Spot} spot
 * @returns {{spot: Spot, far: number}[]} the cell itself first; `far` is the number of steps to it
 */
function taken(scene, [row, column]) {
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
