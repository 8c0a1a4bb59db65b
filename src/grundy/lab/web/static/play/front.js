/** The first view: an introduction, a board to play on, links to three views and the day's puzzle, recent games, all games. */

import { ask } from '../base/api.js';
import { games, gameTitle, isOwn, wordName } from '../base/catalogue.js';
import { el, fill, set, write } from '../base/dom.js';
import { keepDealt, recent } from '../base/recent.js';
import { Boards } from '../board/boards.js';
import { drawing, shape } from '../board/shapes.js';
import { unpacked } from '../board/compact.js';
import { moved, written } from '../base/state.js';
import { linkTerms } from '../theory/terms.js';
import { t } from '../base/words.js';

const KINDS = ['start', 'own', 'heaps', 'boards', 'pieces', 'lines', 'graphs'];
const START = ['nim', 'kayles', 'chomp', 'wall-making', 'wythoff', 'treblecross', 'green-hackenbush'];
/** @type {Record<string, string>} of the notation of a game */
const OF_NOTATION = { letters: 'boards', grid: 'boards', piece: 'pieces', heaps: 'heaps', line: 'lines', chords: 'graphs' };
/** @type {Record<string, string>} of games whose notation belongs to several kinds */
const OF_GAME = { turning: 'lines', tartan: 'boards', 'general-wythoff': 'heaps', 'moores-nim': 'heaps', 'take-away': 'heaps' };
const answering = fetch('front.json').then((answer) => answer.json()).catch(() => null); // without the board, all else is shown
const loadPlay = () => Promise.all([import('./play-panel.js'), import('./session.js'), answering]);

export class FrontView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    /** @type {State | null} the game on the board, before its first move */
    this.begun = null;
    /** @type {import('./play-panel.js').PlayPanel | null} plays the game on from its first move */
    this.panel = null;
    this.boards = new Boards(() => {});
    this.boards.always = [matchMedia('(hover: hover)').matches ? 'pointed' : 'values'];
    const load = () => loadPlay().catch(() => {}); // in time for the first move
    this.sheet = el('div', { onpointerenter: load, onfocusin: load });
    this.onward = el('a', {}, t('front.go-on'));
    const nimber = el('span', {}, t('front.nimber'));
    linkTerms(nimber);
    this.recent = el('div', {});
    this.problems = el('ul', { class: 'tiles' });
    this.kinds = [...this.sections(), el('section', { 'data-kind': 'problems', hidden: true }, el('h3', {}, t('front.kind-problems')), this.problems)];
    this.found = el('p', { class: 'note', role: 'status' });
    this.field = el('input', { id: 'search', type: 'text', autocomplete: 'off', spellcheck: 'false', onfocus: () => this.list(), oninput: () => this.search() });
    this.node = el('div', { class: 'view front' },
      el('div', { class: 'hero' },
        el('div', { class: 'poster' }, el('h1', {}, t('front.title')), el('p', {}, t('front.lead', { games: games.size }))),
        el('figure', { class: 'picture' }, this.sheet, el('figcaption', {}, el('b', {}, gameTitle('wall-making')), nimber, this.onward))),
      el('div', { class: 'doors' },
        this.door('play', { view: 'play' }, el('span', {}, shape('a'), shape('b'))),
        this.door('learn', { view: 'learn', lesson: 'end' }, drawing('heaps')),
        this.door('sequences', { view: 'sequences' }, drawing('sequence')),
        this.door('puzzle', { view: 'puzzles' }, el('span', {}, shape('win')))),
      this.recent,
      el('section', { class: 'gallery' }, el('div', { class: 'titlerow' }, el('h2', {}, t('front.games')),
        el('div', { class: 'field' }, el('label', { for: 'search' }, t('front.search')), this.field)), this.found, ...this.kinds));
  }

  sections() {
    const names = [...games.keys()];
    return KINDS.map((kind) => ({ kind, own: kind === 'start' ? START : names.filter((name) => kindOf(name) === kind) })).filter(({ own }) => own.length)
      .map(({ kind, own }) => el('section', { 'data-kind': kind }, el('h3', {}, t(`front.kind-${kind}`)),
        el('ul', { class: 'tiles' }, ...own.map((name) => el('li', {}, this.tile(name, written(this.app.of('play', { parts: [{ game: name, text: '' }] })), gameTitle(name)))))));
  }

  /** List the contest problems: each leads to the clinic. */
  async list() {
    const all = this.problems.firstChild ? [] : await ask('problems').catch(() => []); // without it, games can still be found
    if (all.length) fill(this.problems, ...all.map((/** @type {any} */ { problem, title, source, game }) => el('li', { 'data-names': `${problem}\n${title}\n${source}` },
      this.tile(game, written(this.app.of('clinic', { problem })), `${title} (${problem})`))));
    this.search();
  }

  /** Show the games and contest problems with a text in their names or numbers, in the reader's language or in English; else those with similar names. */
  search() {
    const text = plain(this.field.value);
    const show = (/** @type {(name: string) => boolean} */ fits) => this.kinds.filter((section) => {
      const tiles = [...section.querySelectorAll('li')];
      for (const tile of tiles) tile.hidden = !namesOf(tile, /\d/.test(text)).some(fits);
      section.hidden = section.dataset.kind === (text ? 'start' : 'problems') || tiles.every((tile) => tile.hidden);
      return !section.hidden;
    }).length > 0;
    const found = show((name) => name.includes(text));
    write(this.found, found ? '' : t(show((name) => isNear(text, name)) ? 'front.near' : 'front.none'));
  }

  tile(/** @type {string} */ game, /** @type {string} */ href, /** @type {string} */ text) {
    return el('a', { class: 'tile', href, 'data-game': game }, el('span', { class: 'thumb' }, games.has(game) && !isOwn(game) ? drawing(wordName(game)) : shape('parts')), el('span', {}, text));
  }

  door(/** @type {string} */ name, /** @type {Partial<State>} */ to, /** @type {Element} */ picture) {
    const href = to.view === 'play' || to.view === 'sequences' ? written({ ...this.app.stateOf(to.view), classroom: false }) : written(this.app.of('play', to));
    return el('a', { class: 'door', 'data-door': name, href }, el('b', {}, t(`front.${name}`), '\u00a0', el('i', { 'aria-hidden': 'true' }, '→')), el('span', { class: 'said' }, t(`front.${name}-why`)), picture);
  }

  async show(/** @type {State} */ state) {
    if (state.view !== 'front') {
      set(this.onward, { href: written(state) });
      await this.panel?.show(state);
      return;
    }
    this.leave();
    const all = recent();
    const tiles = all.map(({ game, moves, hash }) => el('li', {}, this.tile(game, hash, `${gameTitle(game)}, ${t('front.moves', { moves })}`)));
    this.recent.replaceChildren(...(all.length ? [el('section', { class: 'gallery' }, el('h2', {}, t('front.recent')), el('ul', { class: 'tiles' }, ...tiles))] : []));
    const touched = this.boards.always[0] === 'values';
    fill(this.sheet, el('div', { class: 'sheetbox' }, el('div', { class: 'box' }, this.boards.node), el('section', { class: 'strip status a', 'aria-label': t('status') },
      el('div', {}, shape('a')), el('div', { class: 'comments' }, el('h2', { class: 'turn' }, t('turn.you')), ' ', el('p', { class: 'why' }, t(touched ? 'front.touch' : 'front.point'))))));
    const answer = await answering;
    if (!answer) return;
    const parts = [{ game: 'wall-making', text: answer.position }];
    keepDealt(parts);
    this.begun = this.app.of('play', { parts });
    set(this.onward, { href: written(this.begun) });
    this.boards.update(unpacked(answer), { show: [] });
    this.boards.onChoose = (choice) => this.begin(choice.move);
  }

  async begin(/** @type {string} */ move) {
    this.boards.onChoose = () => {}; // until the panel is there
    const begun = /** @type {State} */ (this.begun);
    await this.handOver(begun.parts).catch(() => {}); // then Play is opened, and says what has failed
    this.app.go({ ...begun, ...moved(begun, move) });
  }

  /** Let the panel play on where the board stands. */
  async handOver(/** @type {Part[]} */ parts) {
    const [{ PlayPanel }, { know }, answer] = await loadPlay();
    const focused = this.sheet.contains(document.activeElement);
    know(parts, answer);
    this.panel = new PlayPanel(this.app, this.boards);
    fill(this.sheet, this.panel.sheetbox);
    if (focused) this.boards.focus(); // the board was moved
  }

  /** Whether the next state is one of the game on the board. */
  goesOn(/** @type {State} */ { view, setup, parts, moves }) {
    return this.panel !== null && view === 'play' && !setup && moves.length > 0 && parts[0].text === this.begun?.parts[0].text;
  }

  leave() {
    this.panel?.leave();
    this.panel = null;
  }
}

function kindOf(/** @type {string} */ name) {
  if (isOwn(name)) return 'own';
  return OF_GAME[wordName(name)] ?? OF_NOTATION[games.get(name)?.kind ?? ''] ?? 'graphs';
}

/** A name without blanks and punctuation. */
const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The names of a game, with its source if `numbered`, or of a contest problem, and the words in them. */
function namesOf(/** @type {HTMLElement} */ tile, /** @type {boolean} */ numbered) {
  const game = tile.querySelector('a')?.dataset.game ?? '';
  const { title, source } = games.get(game) ?? {};
  const names = tile.dataset.names?.split('\n') ?? [gameTitle(game), game, title ?? '', (numbered && source) || ''];
  return names.flatMap((name) => [name, ...name.split(/[\s-]/)]).map(plain);
}

/** Return whether a name differs from a text only in the order of letters and in one letter. */
const isNear = (/** @type {string} */ text, /** @type {string} */ name) => Math.min(text.length, name.length) > 2
  && Math.abs(text.length - name.length) < 2 && [...text].reduce((left, letter) => left.replace(letter, ''), name).length < 2;
