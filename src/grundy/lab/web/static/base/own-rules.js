/** The reader's own rules: a text in Python, with the findings of the audit beside its lines. */

import { el, fill } from './dom.js';
import { store, stored } from './memory.js';
import { say } from './say.js';
import { Solver } from './solver.js';
import { t } from './words.js';

/** @typedef {{line: number | null, words: string}} Finding */

const EXAMPLE = `import grundy

@grundy.ruleset
def take_a_square(tokens):
    """Take 1, 4, 9, ... tokens from a heap."""
    root = 1
    while root * root <= tokens:
        yield tokens - root * root
        root += 1
`;

/** @type {Editor | null} */
let opened = null;

/** @param {string} [text] a file that was dropped; without it, the stored rules, or an example */
export function open(text) {
  opened?.dialog.close();
  opened = new Editor(text ?? (stored('rules') || EXAMPLE));
}

class Editor {
  constructor(/** @type {string} */ text) {
    this.numbers = el('div', { class: 'rules-lines', 'aria-hidden': 'true' });
    this.area = el('textarea', {
      id: 'rules-text', spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 16, 'aria-describedby': 'rules-said',
      oninput: () => this.changed(), onscroll: () => { this.numbers.scrollTop = this.area.scrollTop; }, onkeydown: (/** @type {KeyboardEvent} */ event) => this.indent(event),
    });
    this.area.value = text;
    this.said = el('div', { id: 'rules-said', class: 'rules-said', role: 'status' });
    this.check = el('button', { type: 'button', 'data-act': 'check', onclick: () => this.ask() }, t('site.check'));
    this.play = el('button', { type: 'button', 'data-act': 'play-rules', class: 'primary', disabled: true, onclick: () => this.begin() }, t('site.play'));
    this.dialog = el('dialog', { class: 'rules', 'aria-labelledby': 'rules-title', onclose: () => this.left() },
      el('h2', { id: 'rules-title' }, t('site.rules')), el('p', {}, t('site.rules-about')),
      el('label', { for: 'rules-text', class: 'quiet' }, t('site.rules-text')),
      el('div', { class: 'rules-editor' }, this.numbers, this.area),
      el('div', { class: 'row wrap' }, this.check, this.play,
        stored('rules') ? el('button', { type: 'button', 'data-act': 'forget', onclick: () => this.forget() }, t('site.forget')) : null,
        el('button', { type: 'button', 'data-act': 'close-rules', onclick: () => this.dialog.close() }, t('site.close'))),
      this.said);
    /** @type {string[]} */
    this.games = [];
    /** @type {Solver | null} a separate worker, so that endless rules do not block other requests */
    this.solver = null;
    document.body.append(this.dialog);
    this.changed();
    this.dialog.showModal();
  }

  /** Number the lines, and remove the findings, which belong to the text before. */
  changed() {
    this.play.disabled = true;
    fill(this.said);
    this.number([]);
  }

  number(/** @type {Finding[]} */ findings) {
    const faulty = new Set(findings.map(({ line }) => line));
    fill(this.numbers, ...this.area.value.split('\n').map((_, i) => el('span', { class: faulty.has(i + 1) ? 'faulty' : null }, String(i + 1))));
  }

  indent(/** @type {KeyboardEvent} */ event) {
    if (event.key !== 'Enter') return; // Tab moves to the next field as in other fields
    const { selectionStart, value } = this.area;
    const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
    event.preventDefault();
    this.area.setRangeText(`\n${/^ */.exec(line)?.[0] ?? ''}${line.trimEnd().endsWith(':') ? '    ' : ''}`, selectionStart, this.area.selectionEnd, 'end');
    this.changed();
  }

  ask() {
    this.play.disabled = true;
    this.check.disabled = true;
    fill(this.said, t('site.checking'));
    this.solver ??= new Solver('', () => {}, () => { this.solver = null; });
    this.solver.ask({
      path: 'rules',
      body: JSON.stringify({ text: this.area.value }),
      said: ({ content }) => this.show(JSON.parse(/** @type {string} */ (content))),
      done: () => { this.check.disabled = false; },
      failed: (error) => {
        this.check.disabled = false;
        this.show({ error });
      },
    });
  }

  show(/** @type {any} */ { error, games = [], findings = [], notes = [] }) {
    /** @type {Finding[]} */
    const all = error ? [{ line: error.line ?? lineIn(error.location), words: say(error) }] : findings;
    this.games = games.map((/** @type {{name: string}} */ { name }) => name);
    this.number(all);
    fill(this.said,
      all.length || !this.games.length ? null : el('p', { class: 'clean' }, t('site.clean')),
      el('ul', {}, ...all.map((one) => el('li', {}, one.line ? el('button', { type: 'button', class: 'rules-line', onclick: () => this.go(/** @type {number} */ (one.line)) }, t('site.line', { line: one.line })) : null, ' ', one.words))),
      ...notes.map((/** @type {string} */ note) => el('p', { class: 'dim' }, note)));
    this.play.disabled = !this.games.length;
  }

  go(/** @type {number} */ line) {
    const before = this.area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = this.area.value.indexOf('\n', before);
    this.area.focus();
    this.area.setSelectionRange(before, end < 0 ? this.area.value.length : end);
  }

  /** Load the page again, with these games in its list. */
  begin() {
    if (!store('rules', this.area.value)) {
      fill(this.said, t('site.unkept'));
      return;
    }
    location.hash = `#/play?${new URLSearchParams({ g: this.games[0], p: '' })}`;
    location.reload();
  }

  forget() {
    store('rules', '');
    location.hash = '#/play';
    location.reload();
  }

  left() {
    this.solver?.end();
    this.dialog.remove();
    opened = null;
  }
}

/** @param {string | undefined} location such as mygames.py:4 */
const lineIn = (location) => Number(/:(\d+)/.exec(location ?? '')?.[1] ?? 0) || null;
