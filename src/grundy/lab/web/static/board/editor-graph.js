/** A graph to draw: vertices are added and removed, and edges are drawn between two picked vertices or by a drag. */

import { el, set } from '../base/dom.js';
import { boardWords, t } from '../base/words.js';

/** @typedef {{token: string, label?: string, x: number, y: number, role?: string}} Vertex */

const NOWHERE = [-1, -2]; // places outside the graph: moves there only keep a vertex picked

export class GraphEditor {
  constructor(/** @type {(text: string) => void} */ edit) {
    this.edit = edit;
    this.board = /** @type {GameBoard} */ (document.createElement('game-board'));
    this.board.addEventListener('choose', (event) => this.turn(/** @type {CustomEvent} */ (event).detail.places));
    this.board.addEventListener('pick', () => this.able());
    this.more = el('button', { type: 'button', 'data-act': 'vertex', onclick: () => this.add() }, `+ ${t('graph.vertex')}`);
    this.less = el('button', { type: 'button', 'data-act': 'vertex-remove', onclick: () => this.remove() }, t('graph.remove'));
    this.put = el('button', { type: 'button', 'data-act': 'token', onclick: () => this.begin() }, t('graph.token'));
    this.node = el('div', {}, el('div', { class: 'row wrap editorbar' }, this.more, this.less, this.put), el('p', { class: 'note' }, t('graph.note')), this.board);
    /** @type {Vertex[]} */
    this.vertices = [];
    /** @type {string[]} */
    this.text = [];
  }

  /**
   * @param {string} text edges 1-2 and vertices 3, with a sign before what is marked
   * @param {Answer} answer for this text, or for the text before
   */
  update(text, answer) {
    this.text = text.trim().split(/\s+/).filter(Boolean);
    const [scene] = answer.scenes;
    this.vertices = scene.vertices;
    this.board.words = boardWords();
    this.board.label = t('graph.label');
    this.board.scene = scene;
    const choice = (/** @type {number[]} */ places) => ({ move: places.map((place) => this.name(place)).join('-'), term: 0, component: 0, places, nimber: null, wins: false });
    this.board.choices = this.vertices.flatMap((_, a) => [...this.vertices.slice(a + 1).map((__, b) => choice([a, a + 1 + b])), ...NOWHERE.map((place) => choice([a, place]))]);
    this.able();
  }

  /** The picked vertex, if there is one. */
  get picked() {
    const [place] = this.board.picked;
    return typeof place === 'number' ? this.name(place) : null;
  }

  name(/** @type {number} */ place) {
    return String(this.vertices[place]?.label ?? '');
  }

  able() {
    set(this.less, { disabled: this.picked === null || this.vertices.length < 2 });
    this.put.hidden = !this.vertices.some(({ token }) => token === 'token');
    set(this.put, { disabled: this.picked === null });
  }

  /** Add a vertex with an edge to the picked vertex or the ground; without these, a vertex without edges. */
  add() {
    const names = new Set(this.vertices.map((_, place) => this.name(place)));
    let number = 1;
    while (names.has(String(number))) number += 1;
    const ground = this.vertices.findIndex(({ token }) => token === 'ground');
    const at = this.picked ?? (ground < 0 ? null : this.name(ground));
    this.write([...this.text, at === null ? String(number) : `${at}-${number}`]);
  }

  /** Remove the picked vertex and its edges. Vertices that lose their last edge stay. */
  remove() {
    const gone = this.picked;
    if (gone === null) return;
    const lonely = this.text.filter((word) => endsOf(word).includes(gone)).flatMap(endsOf).filter((name) => name !== gone);
    this.write(this.text.filter((word) => !endsOf(word).includes(gone)), lonely);
  }

  /** Add an edge between two vertices, or remove the edge between them. */
  turn(/** @type {number[]} */ places) {
    const [a, b] = places.map((place) => this.name(place));
    if (!a || !b) return;
    const left = this.text.filter((word) => !(endsOf(word).includes(a) && endsOf(word).includes(b)));
    if (left.length < this.text.length) this.write(left, [a, b]);
    else this.write([...this.text, `${a}-${b}`]);
  }

  /** Let the token begin at the picked vertex. */
  begin() {
    if (this.picked !== null) this.write([...this.text.filter((word) => !word.startsWith('@')), `@${this.picked}`]);
  }

  /**
   * @param {string[]} words
   * @param {string[]} [lonely] vertices that may have lost their last edge
   */
  write(words, lonely = []) {
    const there = new Set(words.filter((word) => /^\w/.test(word)).flatMap(endsOf));
    this.edit([...words, ...new Set(lonely.filter((name) => !there.has(name)))].join(' '));
  }
}

/**
 * @param {string} word
 * @returns {string[]} the vertices of the word
 */
const endsOf = (word) => word.replace(/^[!@]/, '').split('-');
