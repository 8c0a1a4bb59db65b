/** A board of letters to draw on: a palette, the board, its sides, and the K of the Grid Game. */

import { ask } from '../base/api.js';
import { isToken, token } from './board-token.js';
import { gameTitle, wordName } from '../base/catalogue.js';
import { el, fill, write } from '../base/dom.js';
import { drawn } from './rows.js';
import { boardWords, has, t } from '../base/words.js';

/** @typedef {import('./rows.js').Rows} Rows */

const PIECE = '@'; // the letter of a piece
/** @type {Game['kind'][]} */
const WITH_PIECE = ['grid', 'piece'];

export class LetterEditor {
  constructor(/** @type {(text: string) => void} */ edit) {
    this.edit = edit;
    this.letter = '';
    /** @type {Map<string, string>} what a letter looks like on the board, as the server says */
    this.roles = new Map();
    /** @type {{rows: string[], scene: any} | null} the last board that the server has drawn, and its letters */
    this.known = null;
    this.built = ''; // what the bar was built for; while it is the same, the buttons stay and keep the focus
    this.bar = el('div', { class: 'row wrap editorbar' });
    this.canvas = /** @type {GameBoard} */ (document.createElement('game-board'));
    this.canvas.addEventListener('choose', (event) => this.paint(/** @type {CustomEvent} */ (event).detail.places[0]));
    this.node = el('div', {}, this.bar, this.canvas);
    this.limit = el('span', {});
    /** @type {Game | null} */
    this.game = null;
    /** @type {Rows | null} */
    this.rows = null;
  }

  reset() {
    this.built = '';
    this.letter = '';
    this.roles.clear();
    this.known = null;
  }

  update(/** @type {Game} */ game, /** @type {Rows} */ rows) {
    this.game = game;
    this.rows = rows;
    const built = `${game.name} ${rows.head !== null}`;
    if (built !== this.built) {
      this.built = built;
      this.build(game, rows);
    }
    write(this.limit, `K = ${rows.head}`);
    this.draw(game, rows);
  }

  /**
   * Store how letters look.
   * @param {Rows} rows
   * @param {Answer} answer for these rows
   */
  learn({ rows }, { scenes }) {
    const [scene] = scenes;
    if (scenes.length !== 1 || scene.kind !== 'grid') return;
    const first = !this.known;
    this.known = { rows, scene };
    rows.forEach((row, r) => [...row].forEach((letter, c) => {
      const cell = scene.rows[r]?.[c];
      if (cell) this.roles.set(letter, cell.role ?? 'cell');
    }));
    if (first) this.show();
  }

  /** Request the appearance of letters that are not on the board, and show all letters beside their names. */
  async show() {
    const { game, rows } = this;
    if (!game) return;
    const asked = ask('boards', { game: game.name, position: `${rows?.head ? `K=${rows.head}\n` : ''}${game.alphabet}` });
    const scene = (await asked.catch(() => null))?.scenes[0];
    if (game !== this.game || !this.known) return;
    [...game.alphabet].forEach((letter, c) => {
      const role = scene?.rows[0]?.[c]?.role ?? 'cell';
      if (scene && !this.roles.has(letter)) this.roles.set(letter, role);
    });
    const tokens = new Map(/** @type {[string, string][]} */ (this.known.scene.tokens ?? []));
    [...game.alphabet].forEach((letter, number) => {
      const name = tokens.get(letter) ?? tokens.get(this.roles.get(letter) ?? '');
      const place = this.bar.querySelector(`[for=letter-${number}] code`);
      if (name && place && isToken(name) && name !== 'free') fill(place, token(name));
    });
    this.draw(game, /** @type {Rows} */ (this.rows));
  }

  build(/** @type {Game} */ game, /** @type {Rows} */ rows) {
    const letters = [...game.alphabet];
    if (!letters.includes(this.letter)) this.letter = letters[1] ?? letters[0];
    fill(this.bar,
      el('div', { class: 'palette', role: 'radiogroup', 'aria-label': t('palette') }, ...letters.map((letter, number) => this.pill(game, letter, number))),
      game.kind !== 'line' && this.side('row'),
      this.side('column'),
      rows.head !== null && this.limitStepper());
  }

  pill(/** @type {Game} */ game, /** @type {string} */ letter, /** @type {number} */ number) {
    const input = el('input', { type: 'radio', name: 'letter', id: `letter-${number}`, checked: letter === this.letter, onchange: () => (this.letter = letter) });
    const key = [`letter.${wordName(game.name)}.${letter}`, `letter.${letter}`].find(has);
    return el('label', { class: 'pill', for: input.id }, input, el('span', {}, el('code', {}, letter), key ? t(key) : ''));
  }

  side(/** @type {'row' | 'column'} */ way) {
    return stepper(el('span', {}, t(`size.${way}s`)), [t(`less.${way}`), t(`more.${way}`)], (more) => this.rows && this.edit(drawn(this.rows, this.usual, way, more)));
  }

  limitStepper() {
    return stepper(this.limit, ['K − 1', 'K + 1'], (more) => this.rows && this.edit(drawn({ ...this.rows, head: String(Math.max(0, Number(this.rows.head) + more)) }, '', 'row', 0)));
  }

  draw(/** @type {Game} */ game, /** @type {Rows} */ { rows }) {
    const { canvas } = this;
    const { known } = this;
    const cell = (/** @type {string} */ letter, /** @type {number} */ r, /** @type {number} */ c) => {
      const piece = this.isPiece(letter);
      const own = known?.rows[r]?.[c] === letter ? (known.scene.rows[r]?.[c]?.role ?? 'cell') : null; // the first piece of chocolate looks different
      return { symbol: piece ? '' : letter, role: own ?? this.roles.get(letter) ?? (piece ? 'piece' : 'cell'), component: 0 };
    };
    const { tokens = [], floor = 'squares' } = known?.scene ?? {};
    canvas.words = { ...boardWords(), choice: '' };
    canvas.label = t('setup.board', { game: gameTitle(game.name) });
    canvas.scene = { kind: 'grid', first: 1, touch: 'sides', tokens, floor, rows: rows.map((row, r) => [...row].map((letter, c) => cell(letter, r, c))) };
    canvas.choices = rows.flatMap((row, r) => [...row].map((_, c) => (
      { move: `r${r + 1}c${c + 1}`, term: 0, component: 0, places: [[r, c]], nimber: null, wins: false })));
  }

  /** Put the selected letter on a cell, or remove it if it is there. A board has only one piece. */
  paint(/** @type {[number, number]} */ [row, column]) {
    if (!this.rows) return;
    const before = this.rows.rows;
    const next = before[row][column] === this.letter ? this.usual : this.letter;
    const rows = before.map((line) => (this.isPiece(next) ? line.replace(next, this.usual) : line));
    rows[row] = rows[row].slice(0, column) + next + rows[row].slice(column + 1);
    this.edit(drawn({ ...this.rows, rows }, this.usual, 'row', 0));
  }

  isPiece(/** @type {string} */ letter) {
    return letter === PIECE && this.game !== null && WITH_PIECE.includes(this.game.kind);
  }

  /** The letter of new cells. */
  get usual() {
    return this.game?.alphabet[0] ?? '';
  }
}

/**
 * @param {HTMLElement} label
 * @param {string[]} names of the two buttons
 * @param {(more: number) => void} change
 */
const stepper = (label, [less, more], change) => el('div', { class: 'stepper' }, label,
  el('button', { type: 'button', 'aria-label': less, onclick: () => change(-1) }, '−'),
  el('button', { type: 'button', 'aria-label': more, onclick: () => change(1) }, '+'));
