/** Boards as HTML for pages of others, as `grundy embed` writes them: each holds its answer, and asks no server. */

import { gameTitle } from './catalogue.js';
import { t, under } from './words.js';

/** @typedef {import('./session.js').Answer} Answer */

/**
 * @param {string} text
 * @returns {string} the text as HTML
 */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @returns {Promise<string>} the script that makes each `<game-board>` a board, with nothing in it that ends the element */
export async function component() {
  const answer = await fetch('component.bundle.js');
  if (!answer.ok) throw new TypeError('component.bundle.js');
  return `<script type="module">\n${(await answer.text()).replaceAll('</script', '<\\/script')}</script>`;
}

/**
 * @param {Answer} answer
 * @param {string} told the id of the element in which a board says what was picked
 * @param {boolean} tried whether moves are picked: under the usual rules, where each component has a nimber
 * @returns {string} a board for each term, and that element; where no script runs, the position as text
 */
export function boardCode(answer, told, tried) {
  const boards = answer.scenes.map((scene, term) => {
    const choices = tried ? answer.choices.filter((choice) => choice.term === term) : [];
    const said = Object.fromEntries(choices.map((choice) => [choice.move, t(`effect.${choice.wins ? 'wins' : answer.outcome === 'N' ? 'gives-away' : 'loses'}`, { move: choice.move })]));
    const data = JSON.stringify({ scene, choices, words: under('board.'), told: said }).replaceAll('<', '\\u003c');
    return `<game-board tells="${told}"${tried ? '' : ' disabled'} label="${escaped(gameTitle(answer.terms[term].game))}">${term ? '' : `<pre>${escaped(answer.position)}</pre>`}\n<script type="application/json">${data}</script>\n</game-board>`;
  });
  return !tried ? boards.join('\n') : `${boards.join('\n')}\n<p id="${told}" role="status">${escaped(t('embed.prompt'))}</p>`;
}
