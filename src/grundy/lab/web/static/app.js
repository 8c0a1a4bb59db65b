/** The page: reads the state from the address, shows its view, and writes changes back to the address. */

import { Refusal, request } from './base/api.js';
import { el, fill, set, write } from './base/dom.js';
import { games, isBare, isOwn, loadGames, sampleOf } from './base/catalogue.js';
import { Classroom } from './classroom/classroom.js';
import { remember, remembered } from './base/memory.js';
import { isTyped, loadTyped, typedRules, unpacked } from './base/typed-rules.js';
import { keepDealt, played } from './base/recent.js';
import { sayError } from './base/say.js';
import { MAIN, read, written } from './base/state.js';
import { choose, has, LANGUAGES, load, loadFurther, spoken, t } from './base/words.js';

const FIRST = { game: 'wall-making', text: 'X....\n...X.\n.....\n..X..\n.....' };
const SUM = [
  { game: 'wall-making', text: 'X...\n..X.\n....' },
  { game: 'kayles', text: '7 4' },
  { game: 'wythoff', text: '3 6' },
];

const APART = ['front', 'learn', 'puzzles', 'sequences', 'tables', 'teach', 'clinic']; // views without the current game

const UNSAID = 'The server does not answer. Is grundy serve still running?'; // where not even the words could be loaded

/** @returns {Part} what an empty address opens: a ruleset of the operator, if there is one */
function first() {
  const own = [...games.keys()].find((name) => isOwn(name) && !isTyped(name));
  return own ? { game: own, text: '' } : FIRST;
}

/** Find a position if an address names only a game. */
const begun = async (/** @type {Part} */ part) => (part.text.trim() || !games.has(part.game) ? part : { ...part, text: await sampleOf(part.game) });

/** Load a style sheet, once. */
function styled(/** @type {string} */ href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = el('link', { rel: 'stylesheet', href, onload: done, onerror: () => {
      link.remove(); // so that the next call requests it again
      fail(new Error(href));
    } });
    document.head.append(link);
  });
}

const loadPlay = () => import('./play/play.js');
const loadFront = () => import('./play/front.js');

let rules = ''; // the version of the rules in files by which the server answers, when the page was opened
let noticed = '';

/** Show a notice if rules have changed since. @param {string} said the version; with `changed` if a file says something else by now */
async function noticeRules(said) {
  const [version, changed] = said.split(' ');
  if (!rules) {
    rules = noticed = version;
    addEventListener('focus', () => request('rules').catch(() => {})); // the reader may come back from an editor
  }
  if (said === noticed) return;
  noticed = said;
  (await import('./base/rules-notice.js')).show(Boolean(changed), version !== rules);
}

document.addEventListener('rules', (event) => noticeRules(/** @type {CustomEvent} */ (event).detail));

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class App {
  constructor() {
    /** @type {State} */
    this.state = read(location.hash);
    /** @type {{node: HTMLElement, show: (state: State) => unknown, leave?: () => void, focus?: () => void, lacks?: () => void, goesOn?: (state: State) => boolean} | null} `lacks` is called if no position was found; `goesOn` says that the view itself shows the next state, of another view */
    this.view = null;
    this.shown = '';
    /** @type {import('./classroom/clinic-run.js').Mistake | null} the last finding of the clinic */
    this.mistake = null;
    this.main = byId('main');
    this.classroom = new Classroom(this);
    /** @type {import('./learn/lesson-bar.js').LessonBar | null} loaded when a teacher's lesson is shown */
    this.lesson = null;
  }

  async start() {
    try {
      loadTyped();
      await load(choose(this.state.language));
      await loadGames();
    } catch (error) {
      fill(this.main, el('p', { class: 'comments' }, has('error.lost') ? sayError(error) : UNSAID));
      return;
    }
    addEventListener('hashchange', () => this.follow());
    document.addEventListener('click', ({ target, defaultPrevented }) => {
      const link = target instanceof Element && target.closest('a[href^="#/"]');
      if (link && !defaultPrevented && link.getAttribute('href') === location.hash) this.follow(); // another view than that of the address may be shown
    });
    byId('skip').onclick = (event) => {
      event.preventDefault(); // the link would replace the address, which holds the game
      this.main.focus();
      this.view?.focus?.();
    };
    await this.follow();
  }

  /** Show the state of the address, or why it cannot be shown. Views and languages are loaded when they are needed. */
  async follow(goesOn = false) {
    const { hash } = location;
    try {
      await this.showState(read(hash), goesOn);
    } catch (error) {
      if (error instanceof Refusal) await loadFurther();
      if (hash !== location.hash) return; // the reader has gone on
      this.shown = '';
      this.view?.leave?.();
      this.view = null;
      this.frame();
      this.links();
      fill(this.main, el('p', { class: 'comments said error' }, sayError(error)));
      this.say(sayError(error));
    }
  }

  /**
   * @param {State} state
   * @param {boolean} goesOn whether the present view shows it
   */
  async showState(state, goesOn) {
    const language = choose(state.language);
    if (!location.hash && isOwn(first().game)) state.view = 'play'; // the page opens with the operator's rulesets
    if ((state.view === 'play' || state.view === 'why') && !state.parts.length) keepDealt((state.parts = [first()]));
    if (state.view === 'sum' && !state.parts.length) keepDealt((state.parts = SUM));
    if (state.view === 'own' && state.setup) state.view = 'play';
    if (state.own && (await unpacked(state.own)) !== typedRules().text) state.view = 'own'; // they are not run before the reader has seen them
    if (state.view === 'play' && state.parts.length > 1) state.view = 'sum';
    if (state.view !== 'why') state.part = Math.min(state.part, Math.max(0, state.parts.length - 1));
    if (!goesOn && this.shown && this.shown !== `${state.view} ${language}`) this.empty(); // at once: the next view may have to be loaded
    const { hash } = location;
    if (language !== spoken()) await load(language);
    if (hash !== location.hash) return; // meanwhile the reader has gone on
    this.state = state;
    if (state.unknown) throw new Refusal({ type: 'input', kind: 'error.view', found: state.unknown }, 404);
    this.keep();
    await this.showLesson(state);
    await this.render(goesOn);
    if (isBare(state)) await this.complete(state);
  }

  /** Leave the view that is shown. */
  empty() {
    this.view?.leave?.();
    this.view = null;
    this.shown = '';
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    fill(this.main, el('p', { class: 'comments' }, t('loading')));
    scrollTo(0, 0);
  }

  /** Find positions for the games of an address without positions. */
  async complete(/** @type {State} */ state) {
    const parts = await Promise.all(state.parts.map(begun));
    if (state !== this.state) return;
    if (parts.every(({ text }) => text)) this.go({ parts }, true);
    else this.view?.lacks?.();
  }

  /** Show the note of a step of a teacher's lesson, with Back and Next. */
  async showLesson(/** @type {State} */ state) {
    if (!state.taught && !this.lesson) return;
    await styled('learn/learn.css');
    await loadFurther();
    const { LessonBar } = await import('./learn/lesson-bar.js');
    if (!this.lesson) this.main.before((this.lesson = new LessonBar(this)).node);
    this.lesson.show(state);
  }

  /** Remember the state of each view, so that it is shown again as it was left. */
  keep() {
    const hash = written({ ...this.state, taught: '' });
    remember(this.state.view, hash);
    if (!this.state.taught) played(this.state, hash);
    if (!APART.includes(this.state.view)) remember('game', hash);
  }

  /**
   * Change the state and the address.
   * @param {Partial<State>} change
   * @param {boolean} [quietly] replace the present entry of the history
   */
  go(change, quietly = false) {
    if ('moves' in change && !('again' in change)) change = { ...change, again: [] };
    const hash = written({ ...this.state, ...('moves' in change || 'at' in change || 'parts' in change ? { answers: false } : {}), ...change });
    if (hash === location.hash) return;
    if (quietly) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
    this.follow(this.view?.goesOn?.(read(hash)));
  }

  async render(/** @type {boolean} */ goesOn) {
    const { state } = this;
    const wanted = `${state.view} ${spoken()}`;
    if (!goesOn && wanted !== this.shown) {
      this.shown = wanted;
      this.frame();
      this.view = null;
      const view = await this.made(state.view);
      if (this.shown !== wanted) return; // meanwhile another view was opened
      this.view = view;
      fill(this.main, view.node);
    }
    this.classroom.update(state);
    document.title = state.view === 'front' ? 'grundy' : `${t(`view.${state.view}`)} · grundy`;
    this.links();
    this.view?.show(this.state);
  }

  /** Views that most readers do not open first are loaded when they are opened. */
  async made(/** @type {State['view']} */ name) {
    if (['front', 'puzzles', 'learn', 'teach'].includes(name)) await styled('learn/learn.css');
    if (!['front', 'play', 'sum'].includes(name)) await loadFurther();
    if (name === 'front') return new (await loadFront()).FrontView(this);
    if (name === 'puzzles') return new (await import('./learn/puzzle-view.js')).PuzzleView(this);
    if (name === 'learn') return new (await import('./learn/lesson-view.js')).LessonView(this);
    if (name === 'teach') return new (await import('./learn/teach-view.js')).TeachView(this);
    if (name === 'sequences' || name === 'tables') return new (await import('./theory/sequences.js')).SequenceView(this);
    if (name === 'clinic') return new (await import('./classroom/clinic.js')).ClinicView(this);
    if (name === 'own') {
      await styled('play/make.css');
      return new (await import('./play/make.js')).OwnView(this);
    }
    if (name === 'why') return new (await import('./theory/why.js')).WhyView(this);
    return new (await loadPlay()).PlayView(this);
  }

  /** The frame of all views: navigation, languages, and the link that skips them. */
  frame() {
    write(byId('skip'), t('skip'));
    const nav = byId('views');
    nav.setAttribute('aria-label', t('views'));
    const link = (/** @type {State['view']} */ view) => el('a', { 'data-view': view, href: '#' }, t(`view.${view}`));
    const onSite = document.documentElement.dataset.solver === 'worker';
    fill(nav, ...MAIN.map(link));
    const select = el('select', { id: 'language', 'aria-label': t('language'), onchange: () => this.go({ language: select.value }, true) },
      ...Object.entries(LANGUAGES).map(([code, name]) => el('option', { value: code, lang: code, selected: code === spoken() }, name)));
    fill(byId('languages'), select);
    fill(byId('classroom'), this.classroom.made());
    const own = !onSite && [...games.keys()].some(isOwn);
    fill(byId('foot'), el('p', {}, t('foot')), ...(own ? [el('p', {}, t('foot.rights'))] : []), link('why'), el('a', { href: 'api/v1/docs' }, t('foot.api')));
  }

  links() {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[data-view]'))) {
      const view = /** @type {State['view']} */ (link.dataset.view);
      set(link, { href: written(this.stateOf(view)), 'aria-current': view === this.state.view && !this.state.unknown ? 'page' : null });
    }
  }

  /**
   * @param {State['view']} view
   * @returns {State} the state with which a view opens: the game that is played, or the last state of the view
   */
  stateOf(view) {
    const { state } = this;
    const { language } = state;
    if (view === state.view) return state;
    const game = APART.includes(state.view) ? read(remembered('game') ?? '') : state;
    const several = game.parts.length > 1;
    if (game.parts.length && (view === 'why' || (view === 'play' && !several) || (view === 'sum' && several))) {
      return { ...game, view, language, setup: false, part: 0, look: null, taught: '' };
    }
    return { ...read(remembered(view) ?? `#/${view}`), view, language };
  }

  /**
   * @param {State['view']} view
   * @param {Partial<State>} [change]
   * @returns {State} the first state of a view, in the current language
   */
  of(view, change) {
    return { ...read(`#/${view}`), language: this.state.language, ...change };
  }

  /** Announce a text to screen readers. */
  say(/** @type {string} */ text) {
    write(byId('said'), text);
  }
}

const opened = read(location.hash).view;
if (opened === 'front' || opened === 'play' || opened === 'sum') (opened === 'front' ? loadFront() : loadPlay()).catch(() => {}); // starts at once; an error is shown when the result is needed
new App().start();
