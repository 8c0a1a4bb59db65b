/** The first view: an introduction, a picture of a board, links to three views and the day's puzzle, recent games, all games. */

import { games, gameTitle, isOwn, wordName } from '../base/catalogue.js';
import { el, svg } from '../base/dom.js';
import { recent } from '../base/recent.js';
import { drawing, shape } from '../board/shapes.js';
import { written } from '../base/state.js';
import { t } from '../base/words.js';

const KINDS = ['own', 'heaps', 'boards', 'pieces', 'lines', 'graphs'];
/** @type {Record<string, string>} of the notation of a game */
const OF_NOTATION = { letters: 'boards', grid: 'boards', piece: 'pieces', heaps: 'heaps', line: 'lines', chords: 'graphs' };
/** @type {Record<string, string>} of games whose notation belongs to several kinds */
const OF_GAME = { turning: 'lines', tartan: 'boards', 'general-wythoff': 'heaps', 'moores-nim': 'heaps', 'take-away': 'heaps' };
const POSTER = { viewBox: '25.5 21.5 305 261', width: 332, height: 284 }; // the cells of the board, without numbers and frame

export class FrontView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.recent = el('div', {});
    this.node = el('div', { class: 'view front' },
      el('div', { class: 'hero' },
        el('div', { class: 'poster' }, el('h1', {}, t('front.title')), el('p', {}, t('front.lead', { games: games.size }))),
        el('figure', { class: 'picture' }, drawing('poster', POSTER), el('figcaption', {}, t('front.board', { title: gameTitle('wall-making') })))),
      el('div', { class: 'doors' },
        this.door('play', { view: 'play' }, el('span', {}, shape('a'), shape('b'))),
        this.door('learn', { view: 'learn', lesson: 'nim' }, heapsPicture()),
        this.door('sequences', { view: 'sequences' }, sequencePicture()),
        this.door('puzzle', { view: 'puzzles' }, el('span', {}, shape('win')))),
      this.recent,
      el('section', { class: 'gallery' }, el('h2', {}, t('front.games')), ...this.kinds()));
  }

  kinds() {
    const names = [...games.keys()];
    return KINDS.map((kind) => ({ kind, own: names.filter((name) => kindOf(name) === kind) })).filter(({ own }) => own.length)
      .map(({ kind, own }) => el('section', {}, el('h3', {}, t(`front.kind-${kind}`)),
        el('ul', { class: 'tiles' }, ...own.map((name) => el('li', {}, this.tile(name, written(this.app.of('play', { parts: [{ game: name, text: '' }] })), gameTitle(name)))))));
  }

  tile(/** @type {string} */ game, /** @type {string} */ href, /** @type {string} */ text) {
    return el('a', { class: 'tile', href, 'data-game': game }, el('span', { class: 'thumb' }, isOwn(game) ? shape('parts') : drawing(wordName(game))), el('span', {}, text));
  }

  door(/** @type {string} */ name, /** @type {Partial<State>} */ to, /** @type {Element} */ picture) {
    const href = to.view === 'play' || to.view === 'sequences' ? written({ ...this.app.stateOf(to.view), classroom: false }) : written(this.app.of('play', to));
    return el('a', { class: 'door', 'data-door': name, href }, el('b', {}, t(`front.${name}`), '\u00a0', el('i', { 'aria-hidden': 'true' }, '→')), el('span', { class: 'said' }, t(`front.${name}-why`)), picture);
  }

  show() {
    const all = recent();
    const tiles = all.map(({ game, moves, hash }) => el('li', {}, this.tile(game, hash, `${gameTitle(game)}, ${t('front.moves', { moves })}`)));
    this.recent.replaceChildren(...(all.length ? [el('section', { class: 'gallery' }, el('h2', {}, t('front.recent')), el('ul', { class: 'tiles' }, ...tiles))] : []));
  }
}

function kindOf(/** @type {string} */ name) {
  if (isOwn(name)) return 'own';
  return OF_GAME[wordName(name)] ?? OF_NOTATION[games.get(name)?.kind ?? ''] ?? 'graphs';
}

const heapsPicture = () => svg('svg', { viewBox: '0 0 72 60', 'aria-hidden': 'true' },
  ...[1, 3, 5].flatMap((size, heap) => Array.from({ length: size }, (_, i) => svg('circle', { cx: 10 + 26 * heap, cy: 54 - 12 * i, r: 4.5, fill: 'var(--ink)' }))));

/** Nimbers of Kayles, 0.77, from 0 on. */
const KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8];

const sequencePicture = () => svg('svg', { viewBox: '0 0 112 60', 'aria-hidden': 'true' },
  ...KAYLES.map((nimber, n) => svg('circle', { cx: 4 + 3.15 * n, cy: 54 - 6 * nimber, r: 1.6, fill: 'var(--ink)' })));
