/** The classroom: full screen, large type, light or dark, and answers that are hidden until they are requested. */

import { el, set, write } from '../base/dom.js';
import { Keys } from '../base/keys.js';
import { t } from '../base/words.js';

const VIEWS = ['play', 'sum', 'why']; // views of a position, whose answers are hidden
const OTHERS = ['puzzles', 'learn', 'sequences', 'tables'];
const root = document.documentElement;

export class Classroom {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.wasFull = false;
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    const press = (/** @type {string} */ name) => () => this.buttons[name].checkVisibility() && this.buttons[name].click();
    new Keys({ c: () => this.change(), a: press('answers'), l: press('theme') }).begin();
    document.addEventListener('fullscreenchange', () => this.followScreen());
  }

  /** Whether the present view exists in the classroom. */
  get fits() {
    const { view, setup } = this.app.state;
    return [...VIEWS, ...OTHERS].includes(view) && !setup;
  }

  get dark() {
    const { theme } = this.app.state;
    return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** @returns {HTMLElement} the buttons, in the current language */
  made() {
    const made = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ act) =>
      el('button', { type: 'button', 'data-act': name, 'aria-keyshortcuts': key, onclick: act }, el('span', {}), el('kbd', { 'aria-hidden': 'true' }, key));
    this.buttons = {
      answers: made('answers', 'A', () => this.app.go({ answers: !this.app.state.answers }, true)),
      theme: made('theme', 'L', () => this.app.go({ theme: this.dark ? 'light' : 'dark' }, true)),
      classroom: made('classroom', 'C', () => this.change()),
    };
    return el('div', { class: 'row', role: 'group', 'aria-label': t('classroom.title') }, ...Object.values(this.buttons));
  }

  update(/** @type {State} */ state) {
    const on = state.classroom && this.fits;
    const { answers, theme, classroom } = this.buttons;
    set(root, { 'data-classroom': on ? '' : null, 'data-theme': on ? state.theme : null });
    theme.hidden = !on;
    answers.hidden = !on || !VIEWS.includes(state.view);
    classroom.hidden = !this.fits;
    name(answers, t(state.answers ? 'classroom.hide' : 'classroom.show'));
    name(theme, t(this.dark ? 'classroom.light' : 'classroom.dark'));
    name(classroom, t(on ? 'classroom.leave' : 'classroom.title'));
    if (!on && document.fullscreenElement) document.exitFullscreen();
  }

  /** Enter or leave the classroom. If the browser refuses the full screen, the page keeps its size. */
  change() {
    if (!this.fits) return;
    const { classroom } = this.app.state;
    if (!classroom) root.requestFullscreen?.().catch(() => {});
    this.app.go({ classroom: !classroom, answers: false });
  }

  /** Escape leaves the full screen, and with it the classroom. */
  followScreen() {
    const full = document.fullscreenElement !== null;
    if (this.wasFull && !full && this.app.state.classroom) this.app.go({ classroom: false, answers: false });
    this.wasFull = full;
  }
}

function name(/** @type {HTMLButtonElement} */ button, /** @type {string} */ text) {
  write(/** @type {Element} */ (button.firstElementChild), text);
}
