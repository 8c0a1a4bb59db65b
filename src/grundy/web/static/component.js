/**
 * The component alone, for any page: one script tag makes each <game-board> a board. `npm run bundle` writes
 * component.bundle.js of it, which a server sends, and `grundy embed` puts into a page.
 *
 * A page without a server holds the answer as JSON. What is picked is told in the element that its attribute
 * `tells` names: the verdicts are in the JSON, by the move.
 */

import './game-board.js';

/** @typedef {import('./game-board.js').GameBoard} GameBoard */

document.addEventListener('choose', (event) => {
  const board = /** @type {GameBoard} */ (event.target);
  const own = board.querySelector('script[type="application/json"]');
  const place = document.getElementById(board.getAttribute('tells') ?? '');
  const { move } = /** @type {CustomEvent} */ (event).detail;
  const told = own && JSON.parse(own.textContent ?? '{}').told?.[move];
  if (!place || !told) return;
  board.hint = move;
  place.textContent = told;
});
