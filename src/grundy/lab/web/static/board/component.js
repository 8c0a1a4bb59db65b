/**
 * The component for any page: one script tag makes each <game-board> a board. `npm run bundle-component` bundles it as
 * component.bundle.js, a plain script, so that pages of other hosts may load it.
 *
 * A page without a server has the answer in the element, as JSON: one position with `scene` and `choices`, or all
 * positions of a small game, which can then be played (live-board.js).
 */

import { GameBoard } from './game-board.js';
import { LiveBoard } from './live-board.js';

GameBoard.live = (board, data) => new LiveBoard(board, data);
for (const board of document.querySelectorAll('game-board')) /** @type {GameBoard} */ (board).connectedCallback();
