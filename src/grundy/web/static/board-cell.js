/** The looks of a cell of a board, and its words: from the scene, the choices on it, and what is shown. */

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./board-grid.js').Cell} Cell */
/** @typedef {import('./game-board.js').Choice} Choice */
/**
 * @typedef {object} Look
 * @property {string} place
 * @property {string} role
 * @property {string} letter
 * @property {string} text in the middle
 * @property {string} corner a letter beside the text
 * @property {number | null} value the nimber that is shown
 * @property {'N' | 'P' | 'D' | ''} told the outcome that is shown
 * @property {boolean} wall whether it is gone, and a wall now
 * @property {boolean} wins
 * @property {boolean} lost
 * @property {boolean} movable whether a piece may go here
 * @property {boolean} open whether it can be picked
 * @property {boolean} corners whether cells of a component touch at corners
 * @property {number | undefined} component
 */

/** @type {Choice[]} */
const NONE = [];

/**
 * @param {View} view
 * @param {Cell} cell
 * @param {number} r
 * @param {number} c
 * @returns {Look}
 */
export function look(view, cell, r, c) {
  const place = `${r},${c}`;
  const role = cell.role ?? 'cell';
  const here = view.at.get(place) ?? NONE;
  const choosable = here.length > 0;
  const values = view.show.has('values');
  const corners = view.scene.touch === 'corners';
  const told = /** @type {Look['told']} */ (values && cell.outcome && !choosable ? cell.outcome : '');
  const solid = role === 'cell' || role === 'piece';
  const value = (values && solid ? (cell.value ?? (here.length === 1 ? here[0].nimber : null)) : null) ?? null;
  const letter = cell.outcome || cell.symbol === '.' ? '' : cell.symbol;
  const plain = role === 'removed' || role === 'absent' ? '' : role === 'blocked' && letter === '#' ? '' : told || letter;
  return {
    place, role, letter, value, told, corners,
    text: value === null ? plain : String(value),
    corner: value !== null && role === 'cell' ? letter : '',
    wall: role === 'removed' && !corners && (view.scene.cuts?.length ?? 0) > 0,
    wins: view.show.has('winning') && here.some((choice) => choice.wins),
    lost: role === 'cell' && ((value === 0 && !choosable) || told === 'P'),
    movable: choosable && cell.component === undefined,
    open: choosable && !view.disabled,
    component: cell.component,
  };
}

/**
 * @param {View} view
 * @param {Look} look
 * @returns {string} the classes of a cell: what it is, and what is laid over its picture
 */
export function classes(view, { place, role, wall, open, wins }) {
  let found = role;
  if (wall) found += ' wall';
  if (open) found += ' open';
  if (wins) found += ' wins';
  if (view.picked.has(place)) found += ' picked';
  if (view.hint.has(place)) found += ' hint';
  if (view.area.has(place)) found += ' area';
  if (view.last.has(place)) found += ' last';
  return found;
}

/**
 * @param {View} view
 * @param {Look} look
 * @param {number} r
 * @param {number} c
 * @returns {string} the name of a cell for those who hear it
 */
export function words(view, { place, role, letter, value, told, wins, movable }, r, c) {
  const { first, worth } = view.scene;
  const found = [view.say('at', { row: r + first, column: c + first }), view.say(role === 'absent' ? 'removed' : role)];
  if (letter && role === 'cell') found.push(letter);
  if (value !== null) found.push(view.say(worth ? 'worth' : 'after', { value }));
  if (told) found.push(view.say(`outcome-${told}`));
  if (wins) found.push(view.say('wins'));
  else if (movable) found.push(view.say('choice'));
  if (view.hint.has(place)) found.push(view.say('hint'));
  if (view.area.has(place)) found.push(view.say('area'));
  if (view.last.has(place)) found.push(view.say('last'));
  return found.filter(Boolean).join(', ');
}
