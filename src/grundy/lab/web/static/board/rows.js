/** Boards as text: rows of letters, read and written. */

/** @typedef {{head: string | null, rows: string[]}} Rows the line `K=` of the Grid Game, and the rows */

/** Read a text, if it consists of rows of equal length. */
function rowsOf(/** @type {string} */ text) {
  const lines = text.trim().split(/\s*\n\s*/);
  let head = null;
  const limit = /^[Kk]=(\d+)$/.exec(lines[0]);
  if (limit) {
    head = limit[1];
    lines.shift();
  }
  if (/^\d+\s+\d+$/.test(lines[0] ?? '')) lines.shift();
  if (!lines.length || lines.some((line) => line.length !== lines[0].length || /[\s\d]/.test(line)) || !lines[0]) return null;
  return { head, rows: lines };
}

/**
 * @param {Game | null} game
 * @param {string} text
 * @returns {Rows | null} the rows of a board of the game, if the text is one
 */
export function letteredRows(game, text) {
  const letters = [...(game?.alphabet ?? '')];
  const found = letters.length ? rowsOf(text) : null;
  return found?.rows.every((row) => [...row].every((letter) => letters.includes(letter))) ? found : null;
}

/**
 * Write rows as text, with one more or less.
 * @param {Rows} rows
 * @param {string} letter of new cells
 * @param {'row' | 'column'} way
 * @param {number} more
 */
export function drawn({ head, rows }, letter, way, more) {
  let lines = rows;
  if (way === 'row' && more > 0) lines = [...rows, letter.repeat(rows[0].length)];
  if (way === 'row' && more < 0 && rows.length > 1) lines = rows.slice(0, -1);
  if (way === 'column' && more > 0) lines = rows.map((row) => row + letter);
  if (way === 'column' && more < 0 && rows[0].length > 1) lines = rows.map((row) => row.slice(0, -1));
  return [...(head === null ? [] : [`K=${head}`]), ...lines].join('\n');
}
