/** Hints in steps: whether there is a winning move, in which component, where on the board, and the move itself. */

import { say } from '../base/say.js';
import { t } from '../base/words.js';

/**
 * @param {any} found the hint as the server gives it
 * @param {Answer} answer
 */
export function hintSteps(found, answer) {
  const last = { text: say(found), area: null, move: found.move };
  const choice = answer.choices.find((one) => one.move === found.move);
  if (!found.wins || !choice) return [last];
  const winning = answer.choices.filter((one) => one.wins).length;
  /** @type {HintStep[]} */
  const steps = [{ text: t(answer.more_choices ? 'hint.step-wins-some' : 'hint.step-wins', { number: winning }), area: null, move: null }];
  const { term } = choice;
  const all = componentPlaces(answer, choice);
  if (answer.components.length > 1 && all.length) {
    const before = answer.terms.slice(0, term).reduce((sum, one) => sum + one.components, 0);
    const nimber = answer.components[before + choice.component]?.nimber;
    steps.push({ text: nimber === null || nimber === undefined ? t('hint.step-there') : t('hint.step-component', { nimber }), area: { term, places: all }, move: null });
  }
  const scene = answer.scenes[term];
  const [place] = choice.places;
  if (scene.kind === 'grid' && Array.isArray(place) && scene.rows.length > 1 && scene.rows[0].length > 1) {
    const row = all.filter((one) => Array.isArray(one) && one[0] === place[0]);
    steps.push({ text: t('hint.step-row', { row: place[0] + scene.first }), area: { term, places: row }, move: null });
  } else if (scene.kind === 'circle' || scene.kind === 'graph') {
    if (choice.places.length > 1) steps.push({ text: t('hint.step-point', { point: place }), area: { term, places: [place] }, move: null });
  }
  return [...steps, last];
}

/**
 * @param {Answer} answer
 * @param {Choice} choice
 * @returns {Place[]} all places of its component that its scene shows
 */
function componentPlaces(answer, { term, component, places }) {
  const scene = answer.scenes[term];
  if (scene.kind === 'heaps') return places;
  if (scene.kind === 'circle') return scene.regions[component] ?? [];
  if (scene.kind !== 'grid') return [];
  /** @type {Place[]} */
  const found = [];
  scene.rows.forEach((/** @type {any[]} */ row, /** @type {number} */ r) => row.forEach((cell, c) => {
    if (cell.component === component || (cell.component === undefined && cell.move)) found.push([r, c]);
  }));
  return found;
}
