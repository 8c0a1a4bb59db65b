/** A step of a teacher's lesson: its note, Back and Next, above the view that the step shows. */

import { el, fill, set, write } from '../base/dom.js';
import { Keys } from '../base/keys.js';
import { noteParts, shownAt, shownLesson } from './own-lessons.js';
import { read, written } from '../base/state.js';
import { t } from '../base/words.js';

export class LessonBar {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.title = el('p', { class: 'lesson-title' });
    this.steps = el('ol', { class: 'stepbar' });
    this.note = el('div', { class: 'lesson-note', role: 'status' });
    const button = (/** @type {string} */ act, /** @type {() => void} */ work) => el('button', { type: 'button', 'data-act': act, onclick: work });
    this.back = button('lesson-back', () => this.turn(-1));
    this.next = button('lesson-next', () => this.turn(1));
    this.change = el('a', { class: 'lesson-change', href: '#' });
    this.leave = button('lesson-leave', () => app.go({ taught: '' }));
    set(this.next, { class: 'primary' });
    set(this.leave, { class: 'link' });
    this.node = el('section', { class: 'lessonbar' }, el('div', { class: 'lesson-head' }, this.title, this.change, this.leave), this.steps, this.note,
      el('div', { class: 'row lesson-turn' }, this.back, this.next));
    this.keys = new Keys({ pagedown: () => this.next.click(), pageup: () => this.back.click() });
    this.shown = ''; // the step whose note is shown
    new ResizeObserver(() => document.documentElement.style.setProperty('--lesson-h', `${this.node.offsetHeight}px`)).observe(this.node); // the board is so much lower
    new ResizeObserver(() => set(this.note, { tabindex: this.note.scrollHeight > this.note.clientHeight ? 0 : null })).observe(this.note); // so that keys can scroll the note
  }

  show(/** @type {State} */ state) {
    this.node.hidden = !state.taught;
    set(document.documentElement, { 'data-taught': state.taught ? '' : null });
    this.keys.end();
    if (!state.taught) {
      this.shown = '';
      return;
    }
    this.keys.begin();
    set(this.node, { 'aria-label': t('teach.lesson') });
    write(this.back, t('teach.back'));
    write(this.next, t('teach.next'));
    write(this.leave, t('teach.leave'));
    write(this.change, t('teach.change'));
    const found = shownLesson(state.taught);
    this.steps.hidden = this.back.hidden = this.next.hidden = !found;
    set(this.change, { href: written(this.app.of('teach', found ? { lesson: found.lesson.id } : {})) });
    if (!found) {
      write(this.title, '');
      write(this.note, t('teach.not-here'));
      return;
    }
    const { lesson, step } = found;
    const { length } = lesson.steps;
    write(this.title, t('teach.step', { title: lesson.title || t('teach.untitled'), step, steps: length }));
    set(this.back, { disabled: step === 1 });
    set(this.next, { disabled: step === length });
    this.bar(length, step);
    const shown = `${state.taught} ${lesson.steps[step - 1].note}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const note = noteParts(lesson.steps[step - 1].note);
    fill(this.note, el('span', { class: 'quiet' }, t('teach.step-of', { step, steps: length })), ...paragraphs(note.shown), note.own && el('div', { class: 'speaker note' }, ...paragraphs(note.own)));
    this.note.scrollTop = 0;
  }

  bar(/** @type {number} */ count, /** @type {number} */ now) {
    set(this.steps, { 'aria-label': t('learn.progress') });
    fill(this.steps, ...Array.from({ length: count }, (_, i) => el('li', { 'data-done': i + 1 < now, 'aria-current': i + 1 === now ? 'step' : null },
      el('a', { href: this.at(i + 1) }, el('span', { class: 'quiet' }, t('teach.step-of', { step: i + 1, steps: count }))))));
  }

  /**
   * @param {number} step
   * @returns {string} its address, in the classroom if it is on
   */
  at(step) {
    const { language, classroom, theme, taught } = this.app.state;
    const found = shownLesson(taught);
    return found ? shownAt(found.lesson, step, { language, classroom, theme }) : location.hash;
  }

  turn(/** @type {number} */ by) {
    const found = shownLesson(this.app.state.taught);
    if (found) this.app.go(read(this.at(found.step + by)));
  }
}

const paragraphs = (/** @type {string} */ note) => note.split(/\n\s*\n/).filter((text) => text.trim()).map((text) => el('p', {}, text.trim()));
