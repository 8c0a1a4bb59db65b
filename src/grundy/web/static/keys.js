/** Shortcut keys of the game, which can be switched off, and the card that says them. */

import { el } from './dom.js';
import { t } from './words.js';

/** @typedef {Record<string, () => void>} Acts by key, in lower case */

const STORED = 'grundy.keys';
const FIELDS = 'input, select, textarea, summary, [contenteditable]';
/** @type {[string, string][]} a key, and what it does */
const KEYS = [['H', 'hint'], ['U', 'undo'], ['R', 'restart'], ['N', 'new'], ['←', 'back'], ['→', 'forth']];

export class Keys {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    const used = el('input', { type: 'checkbox', id: 'keys', checked: this.on, onchange: () => this.store(used.checked) });
    this.node = el('details', { class: 'card' }, el('summary', {}, t('keys.title')),
      el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, act]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, t(`keys.${act}`))])),
      el('label', { class: 'pill', for: 'keys' }, used, el('span', {}, t('keys.use'))));
  }

  get on() {
    try {
      return localStorage.getItem(STORED) !== 'off';
    } catch {
      return true;
    }
  }

  /** @param {boolean} on */
  store(on) {
    try {
      localStorage.setItem(STORED, on ? 'on' : 'off');
    } catch {
      // no storage: it holds as long as the page
    }
  }

  begin() {
    document.addEventListener('keydown', this.press);
  }

  end() {
    document.removeEventListener('keydown', this.press);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !this.on) return;
    if (!(target instanceof Element) || target.closest(FIELDS)) return;
    if (key.startsWith('Arrow') && target.closest('game-board, .scrollbox')) return; // these go along the board
    const act = this.acts[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
