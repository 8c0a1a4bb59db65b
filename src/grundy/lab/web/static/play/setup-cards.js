/** Parts of the panel to set up: random positions, samples, files; the parts of a sum. */

import { ask, randomSeed } from '../base/api.js';
import { gameTitle } from '../base/catalogue.js';
import { el } from '../base/dom.js';
import { sayError } from '../base/say.js';
import { t } from '../base/words.js';

/** @typedef {(text: string) => void} Edit is called with a new text */
/** @typedef {(why: string) => void} Refuse */

const MOST_BYTES = 200_000;
const MOST_SIDE = 100;
const LONGEST = 60; // shown characters of a sample
const ADDED = { game: 'nim', text: '3 5' };

export function randomCard(/** @type {Game} */ game, /** @type {Edit} */ edit, /** @type {Refuse} */ refuse) {
  const { sides } = game;
  if (!sides.length) return null;
  const inputs = sides.map((side, number) =>
    el('input', { type: 'number', id: `size-${number}`, min: side.least, max: Math.min(side.most, MOST_SIDE), value: side.usual, inputmode: 'numeric' }),
  );
  const density = el('input', { type: 'range', id: 'density', min: 0, max: 100, value: 20, step: 5 });
  const act = async () => {
    try {
      const size = inputs.map((input) => Number(input.value));
      edit((await ask('samples', { game: game.name, size, density: Number(density.value) / 100, seed: randomSeed() })).position);
    } catch (error) {
      refuse(sayError(error));
    }
  };
  return el('section', { class: 'card' },
    el('h2', {}, t('random.title')),
    el('div', { class: 'row wrap' },
      ...inputs.map((input, number) => el('div', { class: 'field small' }, el('label', { for: input.id }, t(`size.${sides[number].name}`)), input)),
      game.density && el('div', { class: 'field grow' }, el('label', { for: 'density' }, t('random.density')), density),
      el('button', { type: 'button', 'data-act': 'random', onclick: act }, t('random.act')),
    ));
}

export function sampleCard(/** @type {Game} */ game, /** @type {Edit} */ edit) {
  /** @type {Map<string, string>} sources by their texts */
  const found = new Map();
  if (game.sample) found.set(game.sample, t('samples.usual'));
  for (const { position, title, problem } of game.contests) found.set(position, `${title} (${problem})`);
  if (!found.size) return null;
  const sample = (/** @type {string} */ text, /** @type {string} */ source) =>
    el('li', {}, el('button', { type: 'button', class: 'plain', onclick: () => edit(text) },
      el('code', {}, text.length > LONGEST ? text.slice(0, LONGEST) + '…' : text), el('span', { class: 'note' }, source)));
  return el('section', { class: 'card' },
    el('h2', {}, t('samples.title')),
    el('ul', { class: 'samples' }, ...[...found].map(([text, source]) => sample(text, source))));
}

export function uploadButton(/** @type {Edit} */ edit, /** @type {Refuse} */ refuse) {
  const read = async () => {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (file.size > MOST_BYTES) refuse(t('upload.large', { most: MOST_BYTES }));
    else edit((await file.text()).replace(/\r\n?/g, '\n').replace(/\n+$/, ''));
  };
  const input = el('input', { type: 'file', id: 'file', class: 'quiet', accept: '.txt,text/plain', onchange: read });
  return el('div', { class: 'row' }, input, el('label', { for: 'file', class: 'button' }, t('upload.act')));
}

/**
 * The parts of a sum, with buttons to choose, add and remove a part.
 * @param {App} app
 * @param {() => void} keep is called before parts are changed
 */
export function partChips(app, keep) {
  const { parts, part } = app.state;
  const go = (/** @type {Part[]} */ changed, /** @type {number} */ number) => {
    keep();
    app.go({ parts: changed, part: number, moves: [], at: 0, makers: [] }, true);
  };
  return el(
    'div',
    { class: 'parts', role: 'group', 'aria-label': t('parts') },
    ...parts.map((one, number) =>
      el('button', { type: 'button', class: 'chip', 'aria-pressed': String(number === part), onclick: () => app.go({ part: number }, true) }, `${number + 1}. ${gameTitle(one.game)}`),
    ),
    el('button', { type: 'button', class: 'chip add', 'data-act': 'add', onclick: () => go([...parts, ADDED], parts.length) }, `+ ${t('parts.add')}`),
    parts.length > 1 && el('button', { type: 'button', class: 'chip', 'data-act': 'remove', onclick: () => go(parts.filter((_, number) => number !== part), Math.max(0, part - 1)) }, `− ${t('parts.remove')}`),
  );
}
