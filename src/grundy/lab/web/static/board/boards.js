/** The boards of a position side by side, each a <game-board>. */

import './game-board.js';
import { el, fill } from '../base/dom.js';
import { gameTitle } from '../base/catalogue.js';
import { boardWords } from '../base/words.js';

const BROAD = 20; // columns: in a sum, a wider board is alone in its row

export class Boards {
  constructor(/** @type {(choice: Choice) => void} */ onChoose) {
    this.onChoose = onChoose;
    this.node = el('div', { class: 'boards', onchoose: (/** @type {CustomEvent} */ event) => this.onChoose(event.detail) });
    /** @type {string[]} what is shown whatever else is: `pointed` shows the nimber of the move under the pointer */
    this.always = [];
    /** @type {GameBoard[]} */
    this.boards = [];
    /** @type {Places} the area that a hint points to */
    this.area = null;
    this.moves = 0; // how many were made when the boards were drawn
  }

  /**
   * @param {Answer} answer
   * @param {{show: string[], disabled?: boolean, hint?: string | null, last?: Places, by?: 'a' | 'b', over?: boolean, area?: Places, made?: any[]}} options
   */
  update(answer, { show, disabled = false, hint = null, last = null, by = 'a', over = false, area = null, made = [] }) {
    const { scenes, choices } = answer;
    this.area = area;
    if (this.boards.length !== scenes.length) {
      this.boards = scenes.map(() => /** @type {GameBoard} */ (document.createElement('game-board')));
      fill(this.node, ...this.boards.map((board) => el('section', { class: 'term' }, el('h2', { class: 'term-name' }), board)));
    }
    const words = boardWords();
    scenes.forEach((scene, term) => {
      const board = this.boards[term];
      const name = answer.terms[term].game.replace(/:$/, '');
      const head = /** @type {HTMLElement} */ (board.previousElementSibling);
      head.hidden = scenes.length === 1;
      head.textContent = `${answer.terms[term].parts}. ${gameTitle(name)}`;
      board.words = words;
      board.scene = scene;
      board.choices = choices.filter((choice) => choice.term === term);
      board.show = [...show, ...this.always];
      board.disabled = disabled;
      board.by = by;
      board.hint = hint;
      board.last = last && last.term === term ? last.places : [];
      board.made = made.filter((move) => move.term === term && move.places);
      board.area = area && area.term === term ? area.places : [];
      /** @type {HTMLElement} */ (board.parentElement).classList.toggle('broad', scene.kind === 'grid' && scene.rows[0].length > BROAD);
      board.label = scenes.length > 1 ? `${answer.terms[term].parts}. ${gameTitle(name)}` : gameTitle(name);
    });
    if (by === 'b' && last && made.length > this.moves && scenes.length > 1) this.boards[last.term].parentElement?.scrollIntoView({ block: 'nearest' }); // on a phone it may be out of sight
    this.moves = made.length;
    this.node.classList.toggle('over', over);
    this.node.classList.toggle('several', scenes.length > 1);
  }

  /**
   * Highlight places on the boards for a while.
   * @param {Places} places null ends the highlight
   */
  light(places) {
    const shown = places ?? this.area;
    this.boards.forEach((board, term) => (board.area = shown && shown.term === term ? shown.places : []));
  }

  /** Show no board. */
  clear() {
    this.boards = [];
    fill(this.node);
  }

  focus() {
    this.boards[0]?.focus();
  }
}
