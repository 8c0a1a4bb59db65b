/** Shortcut keys, which can be switched off, and the card that lists them. */

import { el } from './dom.js';
import { store, stored } from './memory.js';
import { t } from './words.js';

/** @typedef {Record<string, () => void>} Acts by key, in lower case */

const FIELDS = 'input, select, textarea, summary, [contenteditable]';
/** @type {[string, string][]} a key, and what it does */
const KEYS = [['H', 'hint'], ['U', 'undo'], ['R', 'restart'], ['N', 'new'], ['←', 'back'], ['→', 'forth'], ['C', 'classroom'], ['A', 'answers'], ['L', 'theme']];

export class Keys {
  constructor(/** @type {Acts} */ acts) {
    this.acts = acts;
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
  }

  begin() {
    document.addEventListener('keydown', this.press);
  }

  end() {
    document.removeEventListener('keydown', this.press);
  }

  pressed(/** @type {KeyboardEvent} */ event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !areUsed()) return;
    if (!(target instanceof Element) || target.closest(FIELDS)) return;
    if (key.startsWith('Arrow') && target.closest('game-board, .scrollbox')) return; // these keys move along the board
    const act = this.acts[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** @returns {HTMLElement} all keys, and the switch to use them */
export function keysCard() {
  const used = el('input', { type: 'checkbox', id: 'keys', checked: areUsed(), onchange: () => store('keys', used.checked ? 'on' : 'off') });
  return el('details', { class: 'card' }, el('summary', {}, t('keys.title')),
    el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, act]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, t(`keys.${act}`))])),
    el('label', { class: 'pill', for: 'keys' }, used, el('span', {}, t('keys.use'))));
}

const areUsed = () => stored('keys') !== 'off';
