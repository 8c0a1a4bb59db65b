/** Setting a position up: drawn, counted, pasted, loaded, at random, or one of a contest. */

import { ask } from './api.js';
import { Boards } from './boards.js';
import { gameRules, gameSelect, games, gameTitle } from './catalogue.js';
import { el, fill, set } from './dom.js';
import { drawn, lettersOf, rowsOf } from './editor.js';
import { position } from './session.js';
import { sayError, sayOutcome } from './say.js';
import { has, t, under } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Part} Part */
/** @typedef {import('./app.js').App} App */

const MOST_BYTES = 200_000;

export class Setup {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.stage = el('div', { class: 'stage' });
    this.side = el('div', { class: 'side' });
    this.letter = '';
    this.drawnFor = '';
    /** @type {Map<string, string>} what a letter looks like on the board, as the server says */
    this.roles = new Map();
    this.verdict = el('p', { class: 'word', role: 'status' });
    this.text = el('textarea', { id: 'text', rows: 8, spellcheck: 'false', autocomplete: 'off', wrap: 'off', oninput: () => this.edit(this.text.value) });
    this.editor = el('div', { class: 'editor' });
    this.boards = new Boards((choice) => this.drawMove(choice.move));
    /** @type {import('./game-board.js').GameBoard | null} */
    this.canvas = null;
    this.start = el('button', { type: 'button', class: 'primary', 'data-act': 'start', onclick: () => this.app.go({ setup: false, moves: [], at: 0, part: 0 }) }, t('setup.start'));
    this.asked = 0;
    /** @type {import('./session.js').Answer | null} */
    this.answer = null;
  }

  /** @param {State} state */
  async show(state) {
    this.state = state;
    const part = this.part;
    const frame = `${state.view} ${state.parts.map((one) => one.game).join(' ')} ${state.part}`;
    if (frame !== this.drawnFor) {
      this.drawnFor = frame;
      this.roles.clear();
      this.letter = '';
      this.build();
    }
    if (this.text.value !== part.text) this.text.value = part.text;
    this.drawEditor();
    const number = ++this.asked;
    try {
      const answer = await position([part]);
      const whole = state.parts.length > 1 ? await position(state.parts) : answer;
      if (number !== this.asked) return;
      this.answer = answer;
      this.learn(answer);
      fill(this.verdict, el('span', { class: 'said' }, sayOutcome(whole)));
      this.text.removeAttribute('aria-invalid');
      set(this.start, { disabled: false });
    } catch (error) {
      if (number !== this.asked) return;
      this.answer = null;
      fill(this.verdict, el('span', { class: 'said error' }, sayError(error)));
      this.text.setAttribute('aria-invalid', 'true');
      set(this.start, { disabled: true });
    }
    this.drawEditor();
  }

  /** @returns {Part} */
  get part() {
    const { parts, part } = this.app.state;
    return parts[Math.min(part, parts.length - 1)];
  }

  get game() {
    return games.get(this.part.game) ?? null;
  }

  build() {
    const { state } = this.app;
    const several = state.view === 'sum';
    const picker = gameSelect(this.part.game, { id: 'part-game', onchange: (/** @type {Event} */ event) => this.changeGame(/** @type {HTMLSelectElement} */ (event.target).value) });
    const code = el('input', { id: 'part-code', type: 'text', spellcheck: 'false', autocomplete: 'off', placeholder: '0.137', value: games.has(this.part.game) ? '' : this.part.game, onchange: () => code.value.trim() && this.changeGame(code.value.trim()) });
    fill(
      this.stage,
      several && this.tabs(),
      el('div', { class: 'headrow' },
        el('div', { class: 'field' }, el('label', { for: 'part-game' }, t('game.label')), picker),
        el('div', { class: 'field code' }, el('label', { for: 'part-code' }, t('code.label')), code),
      ),
      el('p', { class: 'rules' }, gameRules(this.part.game)),
      el('div', { class: 'felt' }, this.editor),
    );
    fill(
      this.side,
      el('section', { class: 'card status' }, el('h2', { class: 'turn' }, t('setup.title')), this.verdict, el('div', { class: 'row wrap' }, this.start)),
      this.randomCard(),
      this.sampleCard(),
      el('section', { class: 'card' },
        el('label', { for: 'text', class: 'h' }, t('setup.text')),
        el('p', { class: 'note', id: 'form' }, has(`form.${this.form()}`) ? t(`form.${this.form()}`) : (this.game?.form ?? '')),
        this.text,
        this.upload(),
      ),
    );
    this.text.setAttribute('aria-describedby', 'form');
  }

  /** Which words describe the notation. */
  form() {
    const form = this.game?.form ?? 'sizes of heaps';
    if (form.startsWith('K=')) return 'grid';
    if (form.includes('two distances')) return 'piece';
    if (form.includes('heaps')) return 'heaps';
    if (form.includes('chords')) return 'chords';
    if (form.startsWith('a line')) return 'line';
    return form.startsWith('rows of') ? this.part.game : 'none';
  }

  tabs() {
    const { parts, part } = this.app.state;
    const act = (/** @type {number} */ number) => this.app.go({ part: number }, true);
    return el(
      'div',
      { class: 'parts', role: 'group', 'aria-label': t('parts') },
      ...parts.map((one, number) =>
        el('button', { type: 'button', class: 'chip', 'aria-pressed': String(number === part), onclick: () => act(number) }, `${number + 1}. ${gameTitle(one.game)}`),
      ),
      el('button', { type: 'button', class: 'chip add', 'data-act': 'add', onclick: () => this.add() }, `+ ${t('parts.add')}`),
      parts.length > 1 && el('button', { type: 'button', class: 'chip', 'data-act': 'remove', onclick: () => this.remove() }, `− ${t('parts.remove')}`),
    );
  }

  add() {
    const { parts } = this.app.state;
    this.app.go({ parts: [...parts, { game: 'nim', text: '3 5' }], part: parts.length, moves: [], at: 0 }, true);
  }

  remove() {
    const { parts, part } = this.app.state;
    this.app.go({ parts: parts.filter((_, number) => number !== part), part: Math.max(0, part - 1), moves: [], at: 0 }, true);
  }

  /** @param {string} name */
  changeGame(name) {
    const known = games.get(name);
    this.replace({ game: name, text: known ? known.sample : '10 7' });
  }

  /** @param {string} text */
  edit(text) {
    this.replace({ ...this.part, text });
  }

  /** @param {Part} part */
  replace(part) {
    const { state } = this.app;
    this.app.go({ parts: state.parts.map((one, number) => (number === state.part ? part : one)), moves: [], at: 0 }, true);
  }

  randomCard() {
    const sizes = this.game?.sides ?? [];
    const inputs = sizes.map((side, number) =>
      el('input', { type: 'number', id: `size-${number}`, min: side.least, max: Math.min(side.most, 100), value: side.usual, inputmode: 'numeric' }),
    );
    const density = el('input', { type: 'range', id: 'density', min: 0, max: 100, value: 20, step: 5 });
    const dense = ['rows of', 'K=', 'two distances'].some((head) => this.game?.form.startsWith(head));
    const act = async () => {
      try {
        const size = inputs.map((input) => Number(input.value));
        const { position: text } = await ask('samples', { game: this.part.game, size, density: Number(density.value) / 100, seed: Math.floor(Math.random() * 2 ** 31) });
        this.edit(text);
      } catch (error) {
        fill(this.verdict, el('span', { class: 'said error' }, sayError(error)));
      }
    };
    if (!sizes.length) return null;
    return el('section', { class: 'card' },
      el('h2', {}, t('random.title')),
      el('div', { class: 'row wrap' },
        ...inputs.map((input, number) => el('div', { class: 'field small' }, el('label', { for: input.id }, t(`size.${/^\w+/.exec(sizes[number].name)}`)), input)),
        dense && el('div', { class: 'field grow' }, el('label', { for: 'density' }, t('random.density')), density),
        el('button', { type: 'button', 'data-act': 'random', onclick: act }, t('random.act')),
      ));
  }

  sampleCard() {
    const game = this.game;
    if (!game) return null;
    /** @type {Map<string, string>} */
    const found = new Map();
    if (game.sample) found.set(game.sample, t('samples.usual'));
    for (const { position: text, title, problem } of game.contests) found.set(text, `${title} (${problem})`);
    if (!found.size) return null;
    return el('section', { class: 'card' },
      el('h2', {}, t('samples.title')),
      el('ul', { class: 'samples' }, ...[...found].map(([text, source]) =>
        el('li', {}, el('button', { type: 'button', class: 'plain', onclick: () => this.edit(text) },
          el('code', {}, text.length > 60 ? text.slice(0, 60) + '…' : text), el('span', { class: 'note' }, source))))));
  }

  upload() {
    const input = el('input', { type: 'file', id: 'file', class: 'quiet', accept: '.txt,text/plain', onchange: async () => {
      const file = input.files?.[0];
      input.value = '';
      if (!file) return;
      if (file.size > MOST_BYTES) {
        fill(this.verdict, el('span', { class: 'said error' }, t('upload.large', { most: MOST_BYTES })));
        return;
      }
      this.edit((await file.text()).replace(/\r\n?/g, '\n').replace(/\n+$/, ''));
    } });
    return el('div', { class: 'row' }, input, el('label', { for: 'file', class: 'button' }, t('upload.act')));
  }

  /** @param {import('./session.js').Answer} answer */
  learn(answer) {
    const rows = rowsOf(this.part.text);
    const scene = answer.scenes[0];
    if (!rows || answer.scenes.length !== 1 || scene.kind !== 'grid') return;
    rows.rows.forEach((row, r) => [...row].forEach((letter, c) => {
      const cell = scene.rows[r]?.[c];
      if (cell) this.roles.set(letter, cell.role ?? 'cell');
    }));
  }

  drawEditor() {
    const { text } = this.part;
    const letters = lettersOf(this.game, text);
    const rows = letters ? rowsOf(text) : null;
    if (letters && rows && rows.rows.length * rows.rows[0].length <= 4096) this.drawLetters(letters, rows);
    else if (/^\s*\d{1,9}(\s+\d{1,9})*\s*$/.test(text)) this.drawNumbers(text.trim().split(/\s+/));
    else if (this.answer) this.drawBoards();
    else fill(this.editor);
    if (this.answer?.scenes[0]?.kind === 'circle') this.drawCircle();
  }

  /**
   * @param {string[]} letters
   * @param {import('./editor.js').Rows} rows
   */
  drawLetters(letters, rows) {
    if (!letters.includes(this.letter)) this.letter = letters[1] ?? letters[0];
    const palette = el('div', { class: 'palette', role: 'radiogroup', 'aria-label': t('palette') },
      ...letters.map((letter, number) => {
        const input = el('input', { type: 'radio', name: 'letter', id: `letter-${number}`, checked: letter === this.letter, onchange: () => (this.letter = letter) });
        const key = `letter.${this.part.game}.${letter}`;
        const all = `letter.${letter}`;
        const name = has(key) ? t(key) : has(all) ? t(all) : letter;
        return el('label', { class: 'pill', for: input.id }, input, el('span', {}, el('code', {}, letter), name === letter ? '' : ` ${name}`));
      }));
    const side = (/** @type {'row' | 'column'} */ way) => el('div', { class: 'stepper' }, el('span', {}, t(`size.${way}s`)),
      el('button', { type: 'button', 'aria-label': t(`less.${way}`), onclick: () => this.edit(drawn(rows, letters[0], way, -1)) }, '−'),
      el('button', { type: 'button', 'aria-label': t(`more.${way}`), onclick: () => this.edit(drawn(rows, letters[0], way, 1)) }, '+'));
    const limit = rows.head && el('div', { class: 'stepper' }, el('span', {}, `K = ${rows.head}`),
      el('button', { type: 'button', 'aria-label': 'K − 1', onclick: () => this.edit(drawn({ ...rows, head: String(Math.max(0, Number(rows.head) - 1)) }, '', 'row', 0)) }, '−'),
      el('button', { type: 'button', 'aria-label': 'K + 1', onclick: () => this.edit(drawn({ ...rows, head: String(Number(rows.head) + 1) }, '', 'row', 0)) }, '+'));
    if (!this.canvas) {
      this.canvas = /** @type {import('./game-board.js').GameBoard} */ (document.createElement('game-board'));
      this.canvas.addEventListener('choose', (event) => this.paint(/** @type {CustomEvent} */ (event).detail.places[0]));
    }
    const canvas = this.canvas;
    canvas.words = { ...under('board.'), choice: '' };
    canvas.label = t('setup.board', { game: gameTitle(this.part.game) });
    canvas.scene = { kind: 'grid', first: 1, touch: 'sides', rows: rows.rows.map((row) => [...row].map((letter) => ({
      symbol: letter === '@' ? '' : letter, role: this.roles.get(letter) ?? (letter === '@' ? 'piece' : 'cell'), component: 0 }))) };
    canvas.choices = rows.rows.flatMap((row, r) => [...row].map((_, c) => ({ move: `r${r + 1}c${c + 1}`, term: 0, component: 0, places: [[r, c]], nimber: null, wins: false })));
    const bar = el('div', { class: 'row wrap editorbar' }, palette, ...(this.part.game === 'treblecross' ? [side('column')] : [side('row'), side('column')]), limit);
    if (this.editor.lastElementChild === canvas) this.editor.firstElementChild?.replaceWith(bar);
    else fill(this.editor, bar, canvas);
  }

  /** @param {any} place */
  paint([row, column]) {
    const found = rowsOf(this.part.text);
    const letters = lettersOf(this.game, this.part.text);
    if (!found || !letters) return;
    const usual = letters[0];
    const next = found.rows[row][column] === this.letter ? usual : this.letter;
    const rows = found.rows.map((line) => (next === '@' ? line.replace('@', usual) : line));
    rows[row] = rows[row].slice(0, column) + next + rows[row].slice(column + 1);
    this.edit(drawn({ ...found, rows }, usual, 'row', 0));
  }

  /** @param {string[]} numbers */
  drawNumbers(numbers) {
    const heaps = this.form() === 'heaps';
    const change = (/** @type {number} */ number, /** @type {string} */ value) =>
      this.edit(numbers.map((one, i) => (i === number ? value : one)).filter((one) => one !== '').join(' '));
    if (this.editor.dataset.numbers === numbers.join(' ') && this.editor.firstElementChild?.className === 'numbers') {
      if (!heaps) this.drawBoards(true);
      return;
    }
    this.editor.dataset.numbers = numbers.join(' ');
    const label = heaps ? 'size.heap' : this.form() === 'chords' ? 'size.points' : 'size.number';
    fill(this.editor, el('div', { class: 'numbers' },
      ...numbers.map((value, number) => el('div', { class: 'field small' },
        el('label', { for: `number-${number}` }, t(label, { number: number + 1 })),
        el('input', { type: 'number', id: `number-${number}`, min: 0, inputmode: 'numeric', value, onchange: (/** @type {Event} */ event) => change(number, /** @type {HTMLInputElement} */ (event.target).value) }),
        heaps && numbers.length > 1 && el('button', { type: 'button', class: 'plain', 'aria-label': t('heap.remove', { number: number + 1 }), onclick: () => change(number, '') }, '×'))),
      heaps && el('button', { type: 'button', 'data-act': 'heap', onclick: () => this.edit([...numbers, '5'].join(' ')) }, `+ ${t('heap.add')}`)));
    if (!heaps) this.drawBoards(true);
  }

  /** A circle is drawn chord by chord. */
  drawCircle() {
    const words = this.part.text.trim().split(/\s+/);
    const back = el('button', { type: 'button', disabled: words.length < 2, onclick: () => this.edit(words.slice(0, -1).join(' ')) }, t('chord.remove'));
    const size = el('input', { type: 'number', id: 'points', min: 1, max: 1000, value: words[0], inputmode: 'numeric', onchange: () => this.edit(size.value) });
    fill(this.editor, el('div', { class: 'row wrap editorbar' }, el('div', { class: 'field small' }, el('label', { for: 'points' }, t('size.points')), size), back), this.boards.node);
    if (this.answer) this.boards.update(this.answer, { show: [] });
  }

  /** @param {boolean} [below] below what is there */
  drawBoards(below = false) {
    if (!this.answer) return;
    if (!below) fill(this.editor);
    if (this.boards.node.parentNode !== this.editor) this.editor.append(this.boards.node);
    this.boards.update(this.answer, { show: [], disabled: true });
  }

  /** @param {string} move */
  async drawMove(move) {
    if (this.answer?.scenes[0]?.kind === 'circle') this.edit(`${this.part.text.trim()} ${move}`);
  }
}
