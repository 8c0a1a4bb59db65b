/** The view to make one's own game: rules in Python, what is wrong with them beside their lines, and a board to play on. */

import { ask, Refusal, run } from '../base/api.js';
import { games, gameTitle, listGames } from '../base/catalogue.js';
import { copied } from '../base/copy.js';
import { el, fill, set, write } from '../base/dom.js';
import { remember, remembered, store, stored } from '../base/memory.js';
import { say, sayError } from '../base/say.js';
import { written } from '../base/state.js';
import { keepTyped, typedRules, unpacked } from '../base/typed-rules.js';
import { hereOnly, t } from '../base/words.js';
import { PlayPanel } from './play-panel.js';
import { forget } from './session.js';

/** @typedef {{line: number | null, words: string}} Finding */

/** @type {Record<string, string>} rules to begin with; their first line is a message */
const TEMPLATES = {
  heaps: `@grundy.ruleset(sample="7, 5, 4")
def my_game(*heaps):
    """{about}"""
    for i, size in enumerate(heaps):
        for take in (1, 2, 3):
            if take <= size:
                yield heaps[:i] + (size - take,) + heaps[i + 1:]
`,
  letters: `@grundy.ruleset(sample="'oooo.ooo'")
def my_game(row):
    """{about}"""
    for i in range(len(row)):
        for take in ("o", "oo"):
            if row.startswith(take, i):
                end = i + len(take)
                yield row[:i] + "." * len(take) + row[end:]
`,
  board: `@grundy.ruleset(sample="('....', '....', '....')")
def my_game(*rows):
    """{about}"""
    for r, row in enumerate(rows):
        for c in range(len(row)):
            for other in ((r, c + 1), (r + 1, c)):
                if is_free(rows, r, c) and is_free(rows, *other):
                    yield marked(rows, (r, c), other)


def is_free(rows, r, c):
    return r < len(rows) and c < len(rows[r]) and rows[r][c] == "."


def marked(rows, *cells):
    board = [list(row) for row in rows]
    for r, c in cells:
        board[r][c] = "x"
    return tuple("".join(row) for row in board)
`,
};
const template = (/** @type {string} */ name) => `import grundy\n\n\n${TEMPLATES[name].replace('{about}', t(`make.${name}-rules`))}`;

export class OwnView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.onSite = document.documentElement.dataset.solver === 'worker';
    this.given = ''; // the rules of the address that the editor was given
    /** @type {PlayPanel | null} */
    this.panel = null;
    this.numbers = el('div', { class: 'rules-lines', 'aria-hidden': 'true' });
    this.area = el('textarea', {
      id: 'rules-text', spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 18, 'aria-describedby': 'rules-said',
      oninput: () => this.changed(), onscroll: () => { this.numbers.scrollTop = this.area.scrollTop; }, onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(), ondrop: (/** @type {DragEvent} */ event) => this.dropped(event),
    });
    this.said = el('div', { id: 'rules-said', class: 'rules-said', role: 'status' });
    this.foreign = el('p', { class: 'foreign', hidden: true }, t('make.foreign'));
    this.code = el('input', { id: 'rules-code', type: 'text', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', value: stored('code') ?? '' });
    this.asked = el('div', { class: 'field', hidden: this.onSite || this.code.value !== '' }, el('label', { for: 'rules-code' }, t('make.code')), this.code);
    this.starter = el('button', { type: 'button', 'data-act': 'run-rules', class: 'primary', onclick: () => this.run() }, t('make.run'));
    this.copier = el('button', { type: 'button', 'data-act': 'copy-rules', onclick: () => this.copy() }, t('make.copy'));
    this.onward = el('a', {}, t('make.onward'));
    this.others = el('p', { class: 'row wrap' });
    this.table = el('div', { class: 'stage' });
    this.node = el('div', { class: 'view make' },
      el('h1', { class: 'title' }, t('make.title')), el('p', { class: 'rule' }, t('make.about')),
      el('div', { class: 'columns' },
        el('div', { class: 'stage' },
          el('div', { class: 'row wrap' }, el('span', {}, t('make.begin')),
            ...Object.keys(TEMPLATES).map((name) => el('button', { type: 'button', 'data-template': name, onclick: () => this.put(template(name)) }, t(`make.${name}`)))),
          el('label', { for: 'rules-text', class: 'quiet' }, t('make.text')),
          this.foreign, el('div', { class: 'rules-editor' }, this.numbers, this.area),
          el('p', { class: 'note' }, t(this.onSite ? 'make.here' : 'make.rights')), this.asked,
          el('div', { class: 'row wrap' }, this.starter, this.copier), this.said),
        this.table));
    if (this.onSite) ask('samples', { game: 'nim' }).catch(() => {}); // Python is loaded while the reader writes
  }

  async show(/** @type {State} */ state) {
    const text = state.own ? await unpacked(state.own) : '';
    if (state !== this.app.state) return;
    const foreign = state.own !== '' && text !== typedRules().text;
    if (!this.area.value || (foreign && state.own !== this.given)) this.put(foreign ? (text ?? '') : (remembered('draft') ?? (typedRules().text || template('heaps'))));
    this.given = state.own;
    this.foreign.hidden = !foreign;
    if (text === null) fill(this.said, t('make.broken'));
    const ready = !foreign && state.parts.length > 0 && state.parts.every(({ game }) => games.has(game));
    this.copier.disabled = !ready;
    if (!ready) {
      this.clear();
      fill(this.table, el('p', { class: 'note' }, t('make.none')));
      return;
    }
    if (!this.panel) {
      this.panel = new PlayPanel(this.app);
      fill(this.table, this.others, this.panel.bar.node, this.panel.stage, el('p', {}, this.onward));
    }
    const own = typedRules().games;
    fill(this.others, ...(own.length > 1 ? own : []).map(({ name }) => el('a', { href: written(this.app.of('own', { parts: [{ game: name, text: '' }] })), 'aria-current': state.parts[0].game === name ? 'true' : null }, gameTitle(name))));
    set(this.onward, { href: written({ ...state, view: 'play' }) });
    this.panel.show(state);
  }

  clear() {
    this.panel?.leave();
    this.panel = null;
  }

  lacks() {
    this.panel?.status.complain(t('setup.empty'));
  }

  leave() {
    this.panel?.leave();
  }

  put(/** @type {string} */ text) {
    this.area.value = text;
    this.changed();
  }

  /** Number the lines, and remove the findings, which belong to the text before. */
  changed() {
    remember('draft', this.area.value);
    fill(this.said);
    this.number([]);
  }

  number(/** @type {Finding[]} */ findings) {
    const faulty = new Set(findings.map(({ line }) => line));
    fill(this.numbers, ...this.area.value.split('\n').map((_, i) => el('span', { class: faulty.has(i + 1) ? 'faulty' : null }, String(i + 1))));
  }

  pressed(/** @type {KeyboardEvent} */ event) {
    if (event.key !== 'Enter') return; // Tab moves to the next field as in other fields
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      this.run();
      return;
    }
    const { selectionStart, value } = this.area;
    const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
    this.area.setRangeText(`\n${/^ */.exec(line)?.[0] ?? ''}${line.trimEnd().endsWith(':') ? '    ' : ''}`, selectionStart, this.area.selectionEnd, 'end');
    this.changed();
  }

  async dropped(/** @type {DragEvent} */ event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.put(await file.text());
  }

  async run() {
    const text = this.area.value;
    const code = this.code.value.trim().toUpperCase();
    if (!this.asked.hidden) store('code', code);
    this.starter.disabled = true;
    fill(this.said, t('make.running'));
    try {
      const found = await run(text);
      if (found.games.length) {
        this.asked.hidden = true;
        this.clear();
        forget(); // the answers were by the rules before
        found.kept = await keepTyped(text, found.games);
        listGames();
      }
      this.report(found);
      if (found.games.length && this.node.isConnected) await this.begin(text);
    } catch (error) {
      const refused = error instanceof Refusal && error.data;
      if (refused && refused.kind === 'error.rules-code') {
        this.asked.hidden = false;
        this.code.focus();
      }
      this.report({ error: refused || { words: sayError(error) } });
    } finally {
      this.starter.disabled = false;
    }
  }

  /** Begin a game, or go on with the game in the address. */
  async begin(/** @type {string} */ text) {
    const { own, parts } = this.app.state;
    const [{ name }] = typedRules().games;
    if (own && (await unpacked(own)) === text && parts.length) await this.app.follow();
    else this.app.go(this.app.of('own', { parts: [{ game: name, text: '' }] }));
    if (this.table.getBoundingClientRect().top > innerHeight / 2) this.table.scrollIntoView();
  }

  report(/** @type {any} */ { error, games: own = [], findings = [], notes = [], printed = '', kept = true }) {
    /** @type {Finding[]} */
    const all = error ? [{ line: error.line ?? lineIn(error.location), words: error.words ?? say(error) }] : findings;
    this.number(all);
    fill(this.said,
      all.length || !own.length ? null : el('p', { class: 'clean' }, t('make.clean')),
      el('ul', {}, ...all.map((one) => el('li', {}, one.line ? el('button', { type: 'button', class: 'rules-line', onclick: () => this.go(/** @type {number} */ (one.line)) }, t('make.line', { line: one.line })) : null, one.line ? ': ' : '', one.words.replace(new RegExp(`^\\S+:${one.line}: (SyntaxError: )?`), '')))),
      printed && el('p', { class: 'note' }, t('make.printed')), printed && el('pre', {}, printed),
      ...(kept ? notes : [...notes, t('make.unkept')]).map((/** @type {string} */ note) => el('p', { class: 'note' }, note)));
  }

  go(/** @type {number} */ line) {
    const before = this.area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = this.area.value.indexOf('\n', before);
    this.area.focus();
    this.area.setSelectionRange(before, end < 0 ? this.area.value.length : end);
  }

  /** Copy the address, which holds the rules and the game. */
  async copy() {
    if (await copied(location.href)) write(this.copier, t('replay.copied') + hereOnly());
  }
}

/** @param {string | undefined} location such as mygames.py:4 */
const lineIn = (location) => Number(/:(\d+)/.exec(location ?? '')?.[1] ?? 0) || null;
