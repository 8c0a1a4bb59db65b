/** The looks of a cell of a board, and its words: from the scene, the choices on it, and what is shown. */

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./board-grid.js').Cell} Cell */

/**
 * @param {View} view
 * @param {Cell} cell
 * @param {number} r
 * @param {number} c
 * @returns {{classes: string, text: string, corner: string, value: number | null, words: () => string, open: boolean, picked: boolean}}
 */
export function look(view, cell, r, c) {
  const place = `${r},${c}`;
  const role = cell.role ?? 'cell';
  const here = view.at.get(place) ?? [];
  const choosable = here.length > 0;
  const wins = view.show.has('winning') && here.some((choice) => choice.wins);
  const told = view.show.has('values') && cell.outcome && !choosable ? cell.outcome : '';
  const solid = role === 'cell' || role === 'piece';
  const value = view.show.has('values') && solid ? (cell.value ?? (here.length === 1 ? here[0].nimber : null)) : null;
  const letter = cell.outcome || cell.symbol === '.' ? '' : cell.symbol;
  const lost = role === 'cell' && ((value === 0 && !choosable) || told === 'P');
  const picked = view.picked.has(place);
  const movable = choosable && cell.component === undefined;
  const classes = [
    role, view.scene.cuts?.length && role === 'removed' && view.scene.touch !== 'corners' && 'wall',
    choosable && !view.disabled && 'open', movable && 'dotted', wins && 'wins', lost && 'lost', told && `told${told}`, picked && 'picked',
    view.hint.has(place) && 'hint', view.area.has(place) && 'area', view.last.has(place) && 'last', view.scene.touch === 'corners' && 'corners',
  ].filter(Boolean);
  const shown = value ?? null;
  const plain = role === 'removed' || role === 'absent' ? '' : role === 'blocked' && letter === '#' ? '' : told || letter;
  return {
    classes: classes.join(' '),
    text: shown === null ? plain : String(shown),
    corner: shown !== null && role === 'cell' ? letter : '',
    value: shown,
    words: () => words(view, { place, role, letter, value: shown, told, wins, movable }, r, c),
    open: choosable && !view.disabled,
    picked,
  };
}

/**
 * @param {View} view
 * @param {{place: string, role: string, letter: string, value: number | null, told: string, wins: boolean, movable: boolean}} about
 * @param {number} r
 * @param {number} c
 */
function words(view, { place, role, letter, value, told, wins, movable }, r, c) {
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
