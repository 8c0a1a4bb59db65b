/** The editor of a position: letters, a graph, heaps or chords that can be drawn, or numbers. For other texts it only shows their boards. */

import { Boards } from './boards.js';
import { el, fill } from '../base/dom.js';
import { isOwn } from '../base/catalogue.js';
import { GraphEditor } from './editor-graph.js';
import { LetterEditor } from './editor-letters.js';
import { ChordEditor, HeapEditor, NumberEditor } from './editor-numbers.js';
import { letteredRows } from './rows.js';

const NUMBERS = /^\s*\d{1,9}(\s+\d{1,9})*\s*$/;
const MOST_CELLS = 4096; // of a board that can be drawn

export class PositionEditor {
  /** @param {(text: string) => void} edit is called with a new text */
  constructor(edit) {
    this.node = el('div', { class: 'editor' });
    /** @type {Part | null} */
    this.part = null;
    /** @type {Game | null} */
    this.game = null;
    this.letters = new LetterEditor(edit);
    this.numbers = new NumberEditor(edit);
    this.heaps = new HeapEditor(edit);
    this.graph = new GraphEditor(edit);
    this.chords = new ChordEditor(edit);
    this.boards = new Boards((choice) => this.chords.add(choice.move));
    /** @type {Answer | null} the last answer, which may still belong to the text before */
    this.answer = null;
    /** @type {import('./rows.js').Rows | null} */
    this.rows = null;
  }

  /** Forget the answers about another game. */
  reset() {
    this.letters.reset();
    this.answer = null;
  }

  /**
   * Show a text, at once.
   * @param {Part} part
   * @param {Game | null} game null if the rules are a code of heaps
   */
  update(part, game) {
    this.part = part;
    this.game = game;
    const rows = letteredRows(game, part.text);
    this.rows = rows && rows.rows.length * rows.rows[0].length <= MOST_CELLS ? rows : null;
    this.draw();
  }

  /**
   * Show the answer of the server for the text.
   * @param {Answer | null} answer null if the text cannot be read
   */
  answered(answer) {
    this.answer = answer;
    if (answer && this.rows) this.letters.learn(this.rows, answer);
    this.draw();
  }

  draw() {
    const { part, game, rows, answer, boards } = this;
    if (!part) return;
    const kind = game?.kind ?? 'heaps';
    if (game && rows) {
      this.letters.update(game, rows);
      this.show(this.letters.node);
      return;
    }
    if (answer) boards.update(answer, { show: [], disabled: kind !== 'chords' });
    const drawn = answer && boards.node;
    if (kind === 'chords') {
      this.chords.update(part.text);
      this.show(this.chords.node, drawn);
    } else if (answer?.scenes[0]?.kind === 'graph' && answer.scenes.length === 1 && !isOwn(part.game)) {
      this.graph.update(part.text, answer);
      this.show(this.graph.node);
    } else if (NUMBERS.test(part.text)) {
      this.numbers.update(part.text.trim().split(/\s+/), kind);
      this.show(this.numbers.node, kind !== 'heaps' ? drawn : answer && this.heaps.update(part.text.trim().split(/\s+/), answer));
    } else this.show(drawn);
  }

  /** @param {...(HTMLElement | null)} nodes */
  show(...nodes) {
    const wanted = nodes.filter((node) => node !== null);
    const there = [...this.node.children];
    // Nodes that stay are not inserted again, because they would lose the focus.
    if (wanted.length !== there.length || wanted.some((node, i) => node !== there[i])) fill(this.node, ...wanted);
  }
}
