/** Reductions of a game: turned boards, heaps, the map of P-cells. */

import { gameTitle } from '../base/catalogue.js';
import { el } from '../base/dom.js';
import { say } from '../base/say.js';
import { boardWords, t } from '../base/words.js';

/**
 * @param {any} reduction as the API gives it
 */
export function reductionCard(reduction) {
  return el(
    'section',
    { class: 'card' },
    el('h2', {}, t(reduction.title, { game: gameTitle(reduction.game) })),
    el('p', {}, say(reduction)),
    reduction.notes.length > 0 && el('ul', {}, ...reduction.notes.map((/** @type {any} */ note) => el('li', {}, say(note)))),
    el('div', { class: 'turned' }, ...reduction.boards.filter((/** @type {any} */ board) => board.rows.length).map(figure)),
  );
}

function figure(/** @type {any} */ board) {
  const node = /** @type {GameBoard} */ (document.createElement('game-board'));
  const name = say(board.name);
  node.words = boardWords();
  node.label = name;
  node.show = ['values'];
  node.disabled = true;
  node.scene = {
    kind: 'grid',
    first: board.first[0],
    touch: 'sides',
    worth: true, // the numbers are values of the cells, not of moves
    rows: board.rows.map((/** @type {string} */ row, /** @type {number} */ r) =>
      [...row].map((symbol, c) => {
        const role = board.roles[symbol] ?? 'cell';
        const value = board.values[r]?.[c] ?? undefined;
        return { symbol: role === 'cell' && value === undefined ? symbol : '', role, value };
      }),
    ),
  };
  node.choices = [];
  return el('figure', {}, el('figcaption', {}, board.nimber === null ? name : t('turned.nimber', { name, value: board.nimber })), node);
}
