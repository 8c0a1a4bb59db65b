/** The view Teach: the lessons on this computer, and the editor of a lesson: title, steps, notes, file, address and page. */

import { copied } from '../base/copy.js';
import { el, fill, save, set, textForm, write } from '../base/dom.js';
import { games, gameTitle } from '../base/catalogue.js';
import { Boards } from '../board/boards.js';
import { LESSONS } from './lessons.js';
import { remembered } from '../base/memory.js';
import { adopt, begun, forget, keep, lessonAddress, LessonError, lessonFile, lessonOf, lessons, MOST_FILE, readAddress, readFile, shownAt, stepAddress } from './own-lessons.js';
import { sayError } from '../base/say.js';
import { drawnSteps } from '../play/session.js';
import { shape } from '../board/shapes.js';
import { read, written } from '../base/state.js';
import { hereOnly, t } from '../base/words.js';

/** @typedef {import('./own-lessons.js').Lesson} Lesson */

const LEFT = ['game', 'puzzles', 'sequences', 'tables', 'learn']; // views whose last state may become a step
const LONGEST = 60; // characters of a position in the name of a step
const LOOPBACK = /^(localhost|127\.|\[::1\])/;

export class TeachView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.head = el('div', { class: 'titlerow' });
    this.said = el('p', { class: 'said note', role: 'status' });
    this.body = el('div', {});
    this.node = el('div', { class: 'view teach' }, this.head, this.said, this.body);
  }

  show(/** @type {State} */ state) {
    if (state.stops.length) {
      this.open(() => readAddress(state), true);
      return;
    }
    this.lesson = lessonOf(state.lesson);
    if (state.lesson && !this.lesson) this.say(t('teach.not-here'), true);
    this.draw();
  }

  draw() {
    fill(this.head, el('div', {}, el('h1', { class: 'name' }, t('view.teach')), el('p', { class: 'rule' }, t('teach.lead'))));
    fill(this.body, ...(this.lesson ? this.editor(this.lesson) : this.list()));
    if (this.lesson) this.drawSteps();
  }

  /**
   * @param {string} text
   * @param {boolean} [wrong]
   */
  say(text, wrong = false) {
    this.said.classList.toggle('error', wrong);
    write(this.said, text);
  }

  /** @param {string} id of a lesson to change; empty for the list */
  go(id) {
    this.say('');
    this.app.go({ ...this.app.of('teach'), lesson: id });
  }

  /** Store a lesson from a file or an address, and show it or open it for changes. */
  open(/** @type {() => Omit<Lesson, 'id'>} */ found, /** @type {boolean} */ shown) {
    try {
      const lesson = adopt(found());
      if (shown && lesson.steps.length) this.app.go(read(shownAt(lesson, 1, { language: this.app.state.language })), true);
      else this.go(lesson.id);
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      this.say(error.message, true);
      this.lesson = null;
      this.draw();
    }
  }

  list() {
    const picked = el('input', { type: 'file', id: 'lesson-file', class: 'quiet', tabindex: -1, accept: '.json,application/json', 'aria-label': t('teach.open'), onchange: async () => {
      const [file] = picked.files ?? [];
      if (!file) return;
      if (file.size > MOST_FILE) this.say(t('teach.large', { most: MOST_FILE, found: file.size }), true);
      else {
        const text = await file.text();
        this.open(() => readFile(text), false);
      }
      picked.value = '';
    } });
    const acts = el('div', { class: 'row wrap' },
      el('button', { type: 'button', class: 'primary', 'data-act': 'lesson-new', onclick: () => this.begin() }, t('teach.new')),
      el('button', { type: 'button', 'data-act': 'lesson-open', onclick: () => picked.click() }, t('teach.open')), picked);
    const all = lessons();
    return [acts, el('section', { class: 'gallery' }, el('h2', {}, t('teach.kept')),
      all.length ? el('ol', { class: 'lessons' }, ...all.map((lesson) => this.entry(lesson))) : el('p', { class: 'note' }, t('teach.none')))];
  }

  entry(/** @type {Lesson} */ lesson) {
    const title = lesson.title || t('teach.untitled');
    const remove = el('button', { type: 'button', class: 'link', 'data-act': 'lesson-forget', 'aria-label': t('teach.forget-named', { title }), onclick: () => {
      forget(lesson.id);
      this.draw();
      this.say(t('teach.forgotten', { title }));
    } }, t('teach.forget'));
    return el('li', {}, el('a', { class: 'door', 'data-lesson': lesson.id, href: written(this.app.of('teach', { lesson: lesson.id })) },
      el('b', {}, title, '\u00a0', el('i', { 'aria-hidden': 'true' }, '→')), el('span', { class: 'said' }, t('teach.steps', { steps: lesson.steps.length })), el('span', {}, shape('parts'))), remove);
  }

  begin() {
    const lesson = begun();
    this.store(lesson);
    this.go(lesson.id);
  }

  store(/** @type {Lesson} */ lesson) {
    this.lesson = lesson;
    if (!keep(lesson)) this.say(t('teach.blocked'));
  }

  editor(/** @type {Lesson} */ lesson) {
    const title = el('input', { id: 'lesson-title', type: 'text', maxlength: 200, autocomplete: 'off', value: lesson.title, placeholder: t('teach.untitled'),
      oninput: () => this.store({ .../** @type {Lesson} */ (this.lesson), title: title.value }) });
    this.steps = el('ol', { class: 'teachsteps', 'aria-label': t('learn.progress') });
    this.offers = el('div', { class: 'row wrap' });
    this.acts = el('div', { class: 'row wrap' });
    const pasted = el('input', { id: 'lesson-address', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: '#/play?g=nim&p=3+5' });
    const form = textForm(pasted, t('teach.paste'), t('teach.add'), () => {
      if (this.add(pasted.value)) pasted.value = '';
    });
    const side = el('aside', { class: 'side', 'aria-label': t('teach.side') },
      el('section', { class: 'card' }, el('h2', {}, t('teach.show-title')), this.acts),
      el('section', { class: 'card' }, el('h2', {}, t('teach.pass-on')), this.outputs()),
      el('p', {}, el('a', { href: written(this.app.of('teach')) }, t('teach.all'))), el('p', { class: 'note' }, t('teach.no-results')));
    return [el('div', { class: 'columns' }, el('div', { class: 'stage cards' },
      el('div', { class: 'field' }, el('label', { for: 'lesson-title' }, t('teach.title')), title), this.steps,
      el('section', { class: 'card' }, el('h2', {}, t('teach.more')), this.offers, form)), side)];
  }

  /** Draw the steps, the possible next step, and the actions for the whole lesson. */
  drawSteps() {
    const { steps } = /** @type {Lesson} */ (this.lesson);
    fill(/** @type {Element} */ (this.steps), ...(steps.length ? steps.map((_, i) => this.step(i)) : [el('li', { class: 'note' }, t('teach.empty'))]));
    const left = LEFT.map((name) => stepAddress(remembered(name) ?? '')).filter((address) => address && !isEmpty(address));
    fill(/** @type {Element} */ (this.offers), ...left.map((address) => el('button', { type: 'button', 'data-offer': read(address).view, onclick: () => this.add(address) }, t('teach.add-this', { step: stepName(address) }))));
    const show = (/** @type {string} */ act, /** @type {boolean} */ classroom) => el('button', { type: 'button', class: classroom ? null : 'primary', 'data-act': act, disabled: !steps.length, onclick: () => this.begins(classroom) }, t(`teach.${act}`));
    fill(/** @type {Element} */ (this.acts), show('show', false), show('show-class', true));
    for (const button of this.node.querySelectorAll('[data-pass]')) set(button, { disabled: !steps.length });
  }

  begins(/** @type {boolean} */ classroom) {
    if (classroom) document.documentElement.requestFullscreen?.().catch(() => {});
    this.app.go(read(shownAt(/** @type {Lesson} */ (this.lesson), 1, { language: this.app.state.language, classroom })));
  }

  step(/** @type {number} */ i) {
    const { steps } = /** @type {Lesson} */ (this.lesson);
    const { address, note } = steps[i];
    const name = stepName(address);
    const text = el('textarea', { id: `note-${i}`, rows: 3, maxlength: 2000, value: note, oninput: () => this.write(i, text.value) });
    const act = (/** @type {string} */ act, /** @type {boolean} */ disabled, /** @type {() => void} */ work) =>
      el('button', { type: 'button', 'data-act': act, disabled, 'aria-label': t(`teach.${act}-named`, { step: i + 1 }), onclick: work }, t(`teach.${act}`));
    const thumb = el('div', { class: 'thumb', inert: true }, shape('parts'));
    draw(thumb, read(address));
    return el('li', { class: 'teachstep' }, thumb,
      el('div', { class: 'cards' }, el('p', {}, el('b', {}, `${i + 1}. `), el('a', { href: address }, name)),
        el('div', { class: 'field' }, el('label', { for: text.id }, t('teach.note')), text),
        el('div', { class: 'row wrap' }, act('up', i === 0, () => this.move(i, -1)), act('down', i === steps.length - 1, () => this.move(i, 1)), act('remove', false, () => this.remove(i)))));
  }

  write(/** @type {number} */ i, /** @type {string} */ note) {
    const lesson = /** @type {Lesson} */ (this.lesson);
    this.store({ ...lesson, steps: lesson.steps.map((one, j) => (j === i ? { ...one, note } : one)) });
  }

  change(/** @type {import('./own-lessons.js').Step[]} */ steps) {
    this.say('');
    this.store({ .../** @type {Lesson} */ (this.lesson), steps });
    this.drawSteps();
  }

  /**
   * @param {string} text of an address
   * @returns {boolean} whether it is an address of the page
   */
  add(text) {
    const address = stepAddress(text);
    if (!address) {
      this.say(t('teach.no-address'), true);
      return false;
    }
    const { steps } = /** @type {Lesson} */ (this.lesson);
    this.change([...steps, { address, note: '' }]);
    this.say(t('teach.added', { step: steps.length + 1 }));
    this.focus(`#note-${steps.length}`);
    return true;
  }

  move(/** @type {number} */ i, /** @type {number} */ by) {
    const steps = [.../** @type {Lesson} */ (this.lesson).steps];
    steps.splice(i + by, 0, ...steps.splice(i, 1));
    this.change(steps);
    this.say(t('teach.moved', { step: i + 1, to: i + by + 1 }));
    const there = `.teachstep:nth-child(${i + by + 1}) `;
    this.focus(`${there}[data-act=${by < 0 ? 'up' : 'down'}]:enabled`, `${there}[data-act=${by < 0 ? 'down' : 'up'}]`);
  }

  remove(/** @type {number} */ i) {
    const { steps } = /** @type {Lesson} */ (this.lesson);
    this.change(steps.filter((_, j) => j !== i));
    this.say(t('teach.removed', { step: i + 1 }));
    this.focus(`.teachstep:nth-child(${Math.min(i + 1, steps.length - 1)}) [data-act=remove]`, '#lesson-address');
  }

  /** @param {string[]} selectors the first of them that matches an element gives it the focus */
  focus(...selectors) {
    for (const selector of selectors) {
      const node = /** @type {HTMLElement | null} */ (this.node.querySelector(selector));
      if (node) {
        node.focus();
        return;
      }
    }
  }

  outputs() {
    const base = el('input', { id: 'lab-address', type: 'text', inputmode: 'url', spellcheck: 'false', autocomplete: 'off', value: LOOPBACK.test(location.host) ? '' : location.origin + location.pathname, placeholder: 'https://' });
    const act = (/** @type {string} */ name, /** @type {(lesson: Lesson) => Promise<string>} */ work) => el('button', { type: 'button', 'data-pass': name, disabled: true, onclick: async () => {
      try {
        this.say(await work(/** @type {Lesson} */ (this.lesson)));
      } catch (error) {
        this.say(error instanceof LessonError ? error.message : sayError(error), true);
      }
    } }, t(`teach.${name}`));
    const name = (/** @type {Lesson} */ lesson) => lesson.title.trim().slice(0, 60) || 'lesson';
    return el('div', { class: 'cards' }, el('div', { class: 'row wrap' },
      act('file', async (lesson) => {
        save(new Blob([lessonFile(lesson)], { type: 'application/json' }), `${name(lesson)}.json`);
        return t('export.saved');
      }),
      act('link', async (lesson) => {
        const address = lessonAddress(lesson);
        if (address === null) throw new LessonError(t('teach.too-long'));
        return (await copied(location.href.split('#')[0] + address)) ? t('teach.copied') + hereOnly() : '';
      }),
      ...['page', 'handout'].map((form) => act(form, async (lesson) => {
        const { lessonPage } = await import('./lesson-page.js');
        this.say(t('teach.working'));
        const { page, lacks } = await lessonPage(lesson, base.value.trim(), form === 'handout');
        save(page, `${name(lesson)}${form === 'page' ? '' : `-${form}`}.html`);
        return [t('export.saved'), ...lacks].join(' ');
      }))),
    el('div', { class: 'field' }, el('label', { for: 'lab-address' }, t('teach.lab')), base), el('p', { class: 'note' }, t('teach.page-note')), el('p', { class: 'note' }, t('teach.handout-note')));
  }
}

/** Draw the position of a step, small, if the step has one. */
async function draw(/** @type {HTMLElement} */ thumb, /** @type {State} */ { view, parts, moves, at, lesson, step }) {
  const { game = '', text = '' } = (view === 'learn' && LESSONS[lesson]?.[step - 1]) || {};
  if (!text && !parts.length) return;
  const steps = await drawnSteps(text ? [{ game, text }] : parts, moves.slice(0, at)).catch(() => null); // the view of the step says why there is no board
  if (!steps) return;
  const boards = new Boards(() => {});
  boards.update(steps[steps.length - 1].answer, { show: [], disabled: true });
  fill(thumb, boards.node);
}

const isEmpty = (/** @type {string} */ address) => ['puzzles', 'learn'].includes(read(address).view) && !/[?&](g|lesson)=/.test(address);

/**
 * @param {string} address of a step
 * @returns {string} a short name of what the step shows
 */
export function stepName(address) {
  const { view, parts, goal, code, beside, lesson, step, rules } = read(address);
  const kind = goal ? t(`goal.${goal}-short`) : t(`view.${view}`);
  const what = view === 'tables' && games.has(code) ? gameTitle(code) : view === 'sequences' || view === 'tables' ? [code, beside].filter(Boolean).join(', ')
    : view === 'learn' ? lesson && t('learn.step-named', { title: t(`lesson.${lesson}`), step })
      : parts.map(({ game, text }) => `${gameTitle(game)}${/^[^\n]+$/.test(text) ? ` ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}` : ''}`).join(' + ');
  return [what ? t('teach.name', { view: kind, what }) : kind, rules === 'misere' && t('lesson.misere')].filter(Boolean).join(', ');
}
