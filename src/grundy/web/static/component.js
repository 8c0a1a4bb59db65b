/**
 * The component alone, for any page: one script tag makes each <game-board> a board. `npm run bundle-component` writes
 * component.bundle.js of it, a plain script, so that a page of another host may name it.
 *
 * A page without a server holds the answer in the element, as JSON: one position with `scene` and `choices`, or all
 * positions of a small game, which is played then (live-board.js).
 */

import { GameBoard } from './game-board.js';
import { LiveBoard } from './live-board.js';

GameBoard.live = (board, data) => new LiveBoard(board, data);
for (const board of document.querySelectorAll('game-board')) /** @type {GameBoard} */ (board).connectedCallback();
