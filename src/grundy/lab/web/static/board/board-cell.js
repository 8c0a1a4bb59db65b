/** The appearance of a cell of a board, and its name: from the scene, its choices, and the options of the view. */

import { marksOf, saidOf } from './board-listbox.js';
import { cellsOf } from './board-made.js';

/**
 * @typedef {object} Look
 * @property {string} place
 * @property {string} role
 * @property {string} letter
 * @property {string} text in the middle
 * @property {string} plain the text in its place if the nimber is not shown
 * @property {string} corner a letter beside the text
 * @property {number | null} value the nimber that is shown
 * @property {'N' | 'P' | 'D' | ''} told the outcome that is shown
 * @property {boolean} wall whether the cell was removed and is a wall now
 * @property {boolean} wins
 * @property {boolean} lost
 * @property {boolean} movable whether a piece may go here
 * @property {boolean} open whether it can be picked
 * @property {boolean} corners whether cells of a component touch at corners
 * @property {number | undefined} component
 * @property {string} token the name of the token that is drawn, empty if a letter is written
 * @property {boolean} shown whether a dot says that a piece may go here
 * @property {boolean} stroked whether walls are drawn as strokes over it
 * @property {boolean} square whether the cell is drawn as a square
 * @property {number} side on a line, -1 if the number is left of the token, 1 if it is to the right; on other boards 0
 */

/** @type {Choice[]} */
const NONE = [];

/**
 * @param {View} view
 * @param {boolean} apart whether moves on two cells are marked between them
 * @returns {Look[][]}
 */
export function looksOf(view, apart) {
  const { scene, show, disabled } = view;
  const { floor = 'squares', rows } = scene;
  const tokens = new Map(scene.tokens ?? []);
  const walls = new Set((scene.walls ?? []).flatMap((/** @type {Record<string, number>} */ wall) => [...cellsOf(wall)]));
  const dominoes = new Set((scene.dominoes ?? []).flat().map(String));
  const values = show.has('values') || show.has('pointed');
  const corners = scene.touch === 'corners';
  return rows.map((/** @type {Cell[]} */ row, /** @type {number} */ r) => row.map((cell, c) => {
    const place = `${r},${c}`;
    const role = cell.role ?? 'cell';
    const here = view.at.get(place) ?? NONE;
    const choosable = here.length > 0;
    const token = tokens.get(role) ?? (role === 'removed' ? '' : (tokens.get(cell.symbol) ?? ''));
    const told = values && cell.outcome && !choosable ? cell.outcome : '';
    const solid = role === 'cell' || role === 'piece';
    const value = (values && solid ? (cell.value ?? nimberHere(view, here, apart)) : null) ?? null;
    const letter = token || cell.outcome || cell.symbol === '.' ? '' : cell.symbol;
    const plain = role === 'removed' || role === 'absent' ? '' : role === 'blocked' && letter === '#' ? '' : told || letter;
    return {
      place, role, letter, value, told, corners, plain,
      token: dominoes.has(place) ? 'free' : token,
      text: value === null ? plain : String(value),
      corner: value !== null && role === 'cell' ? letter : '',
      wall: role === 'removed' && !corners && (scene.cuts?.length ?? 0) > 0,
      wins: show.has('winning') && here.some((choice) => choice.wins && (!apart || choice.places.length === 1)),
      lost: role === 'cell' && ((value === 0 && !choosable) || told === 'P'),
      movable: choosable && cell.component === undefined,
      open: choosable && !disabled,
      component: cell.component,
      shown: choosable && cell.component === undefined && (!token || Boolean(scene.goal)),
      stroked: walls.has(place),
      square: floor === 'squares',
      side: floor !== 'line' ? 0 : row[c + 1]?.symbol === cell.symbol ? -1 : 1,
    };
  }));
}

/**
 * The number that names a row: steps of a staircase are counted from below.
 * @param {Scene} scene
 * @param {number} r counted from 0, from above
 */
export const rowNumber = ({ rows, first, floor }, r) => first + (floor === 'steps' ? rows.length - 1 - r : r);

/**
 * The nimber after a cell is picked: after its only move, or after the moves that are on this cell alone.
 * @param {View} view
 * @param {Choice[]} here
 * @param {boolean} apart whether moves on two cells are marked between them
 */
function nimberHere({ picked }, here, apart) {
  const alone = here.length === 1 && (picked.size || !apart) ? here : here.filter(({ places }) => places.length === 1);
  return alone.length && alone.every(({ nimber }) => nimber === alone[0].nimber) ? alone[0].nimber : null;
}

/**
 * @param {View} view
 * @param {Look} look
 * @returns {string} the classes of a cell: its role, and the marks over its picture
 */
export function classes(view, { place, role, wall, open, wins }) {
  let found = role;
  if (wall) found += ' wall';
  if (open) found += ' open';
  if (wins) found += ' wins';
  return [found, ...marksOf(view, place)].join(' ');
}

/**
 * @param {View} view
 * @param {Look} look
 * @param {number} r
 * @param {number} c
 * @returns {string} the name of a cell for screen readers
 */
export function words(view, { place, role, value, told, wins, movable }, r, c) {
  const { first, worth, rows } = view.scene;
  const cell = rows[r][c];
  const symbol = cell.outcome || cell.symbol === '.' ? '' : cell.symbol;
  const found = [view.say('at', { row: rowNumber(view.scene, r), column: c + first }), view.say(role === 'absent' ? 'removed' : role)];
  if (symbol && role === 'cell') found.push(symbol);
  if (value !== null) found.push(view.say(worth ? 'worth' : 'after', { value }));
  if (told) found.push(view.say(`outcome-${told}`));
  if (wins) found.push(view.say('wins'));
  else if (movable) found.push(view.say('choice'));
  found.push(...saidOf(view, place, ['hint', 'area', 'last']));
  return found.filter(Boolean).join(', ');
}
