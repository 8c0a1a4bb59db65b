/** Boards as HTML for other pages, as `grundy embed` writes them: each contains its answers and needs no server. */

import { file } from '../base/api.js';
import { gameTitle } from '../base/catalogue.js';
import { boardWords, spoken } from '../base/words.js';

/**
 * @param {string} text
 * @returns {string} the text as HTML
 */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @returns {Promise<string>} the script for all boards of a page; it does not contain the end of a script element */
export async function component() {
  const answer = await fetch('component.bundle.js');
  if (!answer.ok) throw new TypeError('component.bundle.js');
  return `<script>\n${(await answer.text()).replaceAll('</script', '<\\/script')}</script>`;
}

/**
 * @param {string} game
 * @param {string} position
 * @returns {Promise<string>} a board to play on; without scripts, its picture
 */
export const boardCode = async (game, position) => (await file('embeds', { game, position, language: spoken() })).text();

/**
 * @param {Answer} answer
 * @returns {string} boards that cannot be played and do not say who wins; without scripts, the text of the position
 */
export function stillCode({ scenes, terms, position }) {
  return scenes.map((scene, term) => {
    const data = JSON.stringify({ scene, choices: [], words: boardWords() }).replaceAll('<', '\\u003c');
    return `<game-board disabled label="${escaped(gameTitle(terms[term].game))}">${term ? '' : `<pre>${escaped(position)}</pre>`}\n<script type="application/json">${data}</script>\n</game-board>`;
  }).join('\n');
}
