/** The next moves as a tree: each move can be opened to show the moves after it. */

import { el, fill, set, write } from '../base/dom.js';
import { sayError } from '../base/say.js';
import { replay } from './session.js';
import { moveText, t } from '../base/words.js';

const MOST = 12; // listed moves of a position

export class MoveTree {
  /** @param {(path: string[]) => void} go opens the position after these moves */
  constructor(go) {
    this.tree = el('ul', {
      class: 'tree', role: 'tree', 'aria-label': t('tree.title'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onclick: (/** @type {Event} */ event) => this.click(event),
    });
    this.open = el('button', { type: 'button', hidden: true, 'data-act': 'tree-go', onclick: () => this.current && go(this.path(this.current)) });
    this.node = el('details', { class: 'card', ontoggle: () => this.grow() },
      el('summary', {}, t('tree.title')), el('p', { class: 'note' }, t('tree.note')), this.tree, el('div', { class: 'row' }, this.open));
    /** @type {HTMLElement | null} the item with the focus, or the last item that had it */
    this.current = null;
    /** @type {Part[]} */
    this.parts = [];
    /** @type {string[]} */
    this.moves = [];
    /** @type {Answer | null} */
    this.answer = null;
  }

  /**
   * @param {Part[]} parts
   * @param {string[]} moves that lead to the position
   * @param {Answer} answer about it
   */
  update(parts, moves, answer) {
    if (answer === this.answer) return;
    Object.assign(this, { parts, moves, answer, current: null });
    this.open.hidden = true;
    fill(this.tree);
    this.grow();
  }

  /** List the moves of the position when the tree is first opened. */
  grow() {
    if (!this.node.open || this.tree.firstChild || !this.answer) return;
    fill(this.tree, ...this.items(this.answer, 1));
    this.turn(/** @type {HTMLElement} */ (this.tree.firstElementChild));
  }

  /**
   * @param {Answer} answer
   * @param {number} level
   * @returns {HTMLElement[]} its moves, winning moves first
   */
  items(answer, level) {
    const rank = (/** @type {Choice} */ one) => (one.nimber === null ? Infinity : Number(one.nimber));
    const sorted = [...answer.choices].sort((one, other) => Number(other.wins) - Number(one.wins) || rank(one) - rank(other));
    const items = sorted.slice(0, MOST).map((choice) => item(choice, level));
    if (sorted.length > MOST || answer.more_choices) items.push(note(t('tree.more'), level));
    return items.length ? items : [note(t('tree.over'), level)];
  }

  /**
   * @param {HTMLElement} node
   * @param {string} [key] `words` for the moves in words
   * @returns {string[]} the moves from the position on to an item
   */
  path(node, key = 'move') {
    const above = node.parentElement?.closest('li');
    return [...(above ? this.path(above, key) : []), node.dataset[key] ?? ''];
  }

  /** @param {HTMLElement} node gets the focus when Tab is pressed */
  turn(node) {
    this.current?.setAttribute('tabindex', '-1');
    node.setAttribute('tabindex', '0');
    this.current = node;
    this.open.hidden = node.dataset.move === undefined;
    write(this.open, t('tree.go', { moves: this.path(node, 'words') }));
  }

  focus(/** @type {HTMLElement} */ node) {
    this.turn(node);
    node.focus();
  }

  /** Open an item, or close it. When it is first opened, its moves are requested. */
  async expand(/** @type {HTMLElement} */ node, /** @type {boolean} */ open) {
    if (node.dataset.move === undefined) return;
    set(node, { 'aria-expanded': String(open) });
    if (!open || node.querySelector('ul')) return;
    const level = Number(node.getAttribute('aria-level')) + 1;
    const group = el('ul', { role: 'group' }, note(t('loading'), level));
    node.append(group);
    try {
      const steps = await replay(this.parts, [...this.moves, ...this.path(node)]);
      fill(group, ...this.items(steps[steps.length - 1].answer, level));
    } catch (error) {
      fill(group, note(sayError(error), level));
    }
  }

  click(/** @type {Event} */ event) {
    const node = event.target instanceof Element ? event.target.closest('li') : null;
    if (!node) return;
    this.focus(node);
    this.expand(node, node.getAttribute('aria-expanded') !== 'true');
  }

  key(/** @type {KeyboardEvent} */ event) {
    const node = this.current;
    if (!node || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {HTMLElement[]} the items that are not inside a closed item */
    const seen = [.../** @type {NodeListOf<HTMLElement>} */ (this.tree.querySelectorAll('li:not([aria-expanded=false] li)'))];
    const at = seen.indexOf(node);
    const isOpen = node.getAttribute('aria-expanded') === 'true';
    /** @type {HTMLElement | null | undefined} */
    let to;
    if (event.key === 'ArrowDown') to = seen[at + 1];
    else if (event.key === 'ArrowUp') to = seen[at - 1];
    else if (event.key === 'Home') [to] = seen;
    else if (event.key === 'End') to = seen[seen.length - 1];
    else if (event.key === 'ArrowRight' && isOpen) to = node.querySelector('li');
    else if (event.key === 'ArrowLeft' && !isOpen) to = node.parentElement?.closest('li');
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') this.expand(node, !isOpen);
    else if (event.key === 'Enter') this.open.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to) this.focus(to);
  }
}

function item(/** @type {Choice} */ choice, /** @type {number} */ level) {
  const { move, nimber, wins } = choice;
  const words = moveText(choice);
  const quoted = choice.words ? t('move.quoted', { words }) : move;
  const worth = nimber === null ? '?' : String(nimber);
  const said = [words, nimber !== null && t('tree.after', { value: worth }), wins && t('tree.wins')].filter(Boolean).join(', ');
  return el('li', { role: 'treeitem', 'aria-level': level, 'aria-expanded': 'false', 'aria-label': said, tabindex: -1, 'data-move': move, 'data-words': quoted },
    el('div', { class: 'branch' }, el('span', { class: 'badge' }, worth), el('span', {}, words), wins && el('span', { class: 'note' }, t('tree.wins'))));
}

function note(/** @type {string} */ text, /** @type {number} */ level) {
  return el('li', { role: 'treeitem', 'aria-level': level, tabindex: -1, class: 'note' }, text);
}
