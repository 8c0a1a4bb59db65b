/** The traces of known moves on a board: walls and dominoes as they were made. */

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
