/**
 * <game-board>: one scene with its choices. It contains no rules: it shows the choices, and reports the choice of the
 * reader with the event `choose`, whose detail is the choice. The event `pick` reports that a place was picked or taken
 * back, and `nothing` that no move takes what was picked.
 *
 * Attributes: `show`, `label`, `disabled`, and for a page without a server a child
 * `<script type="application/json">` with `scene`, `choices` and `words`.
 *
 * Properties: `scene` and `choices` as the API gives them, `show` (a list of "winning", "values",
 * "components", "pointed": the nimber of the move under the pointer, "numbered": components by their numbers),
 * `words` (texts by key, with {names} in them), `hint` (a move to point at), `last` (places of the last move),
 * `area` (places to point at), `made` (the known moves so far: walls and dominoes are drawn as they were made),
 * `by` (who made the last move), `disabled`, `label`.
 *
 * After a place is picked, only the choices on all picked places are left. If one choice is left, it is made; if several
 * choices are on the same places, a list of their moves opens. Escape takes the last pick back.
 */

import { GridDrawing } from './board-grid.js';
import { MoveList } from './board-moves.js';
import { CSS } from './board-css.js';
import { byPlace, key, Selection } from './board-selection.js';
import { el, fill, write } from '../base/dom.js';
import { moveText, spell } from '../base/words.js';

/** A component that is shown by its text; its moves are in the list below. */
class TextDrawing {
  node = el('pre', { class: 'text' });

  update(/** @type {View} */ view) {
    write(this.node, spell(view.scene.text));
  }
}

/** @type {Record<string, new (hands: Hands) => Drawing>} */
const DRAWINGS = { grid: GridDrawing, text: TextDrawing };
const points = async () => (await import('./board-points.js')).PointsDrawing;
/** @type {Record<string, () => Promise<new (hands: Hands) => Drawing>>} the other kinds, which are loaded when they are needed */
const LATER = { heaps: async () => (await import('./board-heaps.js')).HeapsDrawing, circle: points, graph: points };

/** @typedef {{scene: Scene | null, choices: Choice[], show: string[], words: Record<string, string>, hint: string | null, last: Place[], area: Place[], made: Made[], disabled: boolean, label: string}} Given */
/** @type {(keyof Given)[]} */
const PROPERTIES = ['scene', 'choices', 'show', 'words', 'hint', 'last', 'area', 'made', 'disabled', 'label'];

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(CSS);

export class GameBoard extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET];
    /** @type {Given} */
    this._given = { scene: null, choices: [], show: [], words: {}, hint: null, last: [], area: [], made: [], disabled: false, label: '' };
    this._selection = new Selection();
    /** @type {Choice[]} moves that a drawing lists, because the picked tokens in it are not places */
    this._offered = [];
    this._due = false;
    this._held = false;
    /** @type {Drawing | null} */
    this._drawing = null;
    this._kind = '';
    this._focusing = false;
    this._holder = el('div', { class: 'holder' });
    this._live = el('div', { class: 'live', 'aria-live': 'polite' });
    /** @type {Hands} */
    this._hands = {
      pick: (place) => this.pick(place),
      choose: (choice) => this._choose(choice),
      back: () => this.back(),
      preview: (choice) => this._drawing?.preview?.(choice),
      offer: (choices, key, params) => this._offer(choices, key, params),
      tell: (key, params) => this._tell(key, params),
    };
    this._list = new MoveList(this._hands);
    root.append(this._holder, this._list.node, this._live);
  }

  static observedAttributes = ['show', 'label', 'disabled'];

  attributeChangedCallback(/** @type {string} */ name, /** @type {string | null} */ _, /** @type {string | null} */ value) {
    if (name === 'show') this._set('show', (value ?? '').split(/\s+/).filter(Boolean));
    else if (name === 'label') this._set('label', value ?? '');
    else this._set('disabled', value !== null);
  }

  /** @type {((board: GameBoard, data: any) => unknown) | null} makes a board from all positions of a game */
  static live = null;

  /** Use the answer inside the element, if there is one, as soon as it is parsed. */
  connectedCallback() {
    const own = this._held ? null : this.querySelector(':scope > script[type="application/json"]');
    if (!own) {
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.connectedCallback(), { once: true });
      return;
    }
    const { scene, choices = [], words = {}, ...data } = JSON.parse(own.textContent ?? '{}');
    if (data.positions && !GameBoard.live) return;
    this._held = true;
    if (data.positions) GameBoard.live?.(this, data);
    else if (!this._given.scene) Object.assign(this, { words, scene, choices });
  }

  static {
    for (const name of PROPERTIES) Object.defineProperty(this.prototype, name, { get() { return this._given[name]; }, set(value) { this._set(name, value); } });
  }

  /** Set a property, and draw the board again. */
  _set(/** @type {keyof Given} */ name, /** @type {any} */ value) {
    Object.assign(this._given, { [name]: value });
    if (name === 'scene' || name === 'choices') {
      this._selection.choices = this._given.choices;
      this._selection.clear();
      this._offered = [];
      this._given.hint = null;
    }
    this._redraw();
  }

  /** The player of the last move, a or b. Each player has a colour. */
  set by(/** @type {'a' | 'b'} */ player) {
    this.dataset.by = player;
  }

  /** The places that are picked. */
  get picked() {
    return this._selection.picked;
  }

  /** Move the focus into the board. */
  focus() {
    this._draw();
    this._focus();
  }

  _focus() {
    if (this._given.scene && this._kind !== this._given.scene.kind) this._focusing = true; // as soon as it is drawn
    else if (this._drawing?.focus) this._drawing.focus();
    else this._list.focus();
  }

  /** Pick a place, or take a picked one back. */
  pick(/** @type {Place} */ place) {
    if (this._given.disabled) return;
    const { listing } = this._selection;
    this._offered = [];
    const found = this._selection.pick(place);
    if (found.choice) this._choose(found.choice);
    else if (found.result === 'nothing') this._tell('nothing');
    else this._picked(found.result);
    if (listing && found.result === 'unpicked') this._focus(); // the list was removed
  }

  /** Take back the place that was picked last. */
  back() {
    if (!this._selection.picked.length && !this._offered.length) return;
    if (!this._offered.length) this._selection.back();
    this._offered = [];
    this._picked('unpicked');
    this._focus();
  }

  /**
   * List moves beside the drawing, which keeps the focus. If nothing is picked any more, remove the list.
   * @param {Choice[]} choices
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _offer(choices, message, params) {
    this._selection.clear();
    this._offered = choices;
    this._draw();
    this._tell(message, { ...params, count: choices.length });
  }

  /**
   * Show and announce the picked places.
   * @param {string} message a key of the words
   */
  _picked(message) {
    const { listing, left } = this._selection;
    this._draw();
    this._tell(listing ? 'listed' : message, { number: left.length });
    this.dispatchEvent(new CustomEvent('pick'));
    if (listing) this._list.focus();
  }

  _choose(/** @type {Choice} */ choice) {
    if (this._given.disabled) return;
    const { listing, picked } = this._selection;
    const offered = this._offered.length > 0;
    if (picked.length || offered) {
      this._selection.clear();
      this._offered = [];
      this._draw();
    }
    if (listing || offered) this._focus();
    this._tell('chosen', { move: moveText(choice) });
    this.dispatchEvent(new CustomEvent('choose', { detail: choice, bubbles: true }));
  }

  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _tell(message, params) {
    write(this._live, this._say(message, params));
    if (message === 'nothing') this.dispatchEvent(new CustomEvent('nothing', { bubbles: true }));
  }

  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _say(message, params = {}) {
    const text = this._given.words[message] ?? message;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  }

  /** Draw once, after all properties of this turn have been set. */
  _redraw() {
    if (this._due) return;
    this._due = true;
    queueMicrotask(() => this._draw());
  }

  _draw() {
    this._due = false;
    const { scene, show, hint, last, area, made, disabled, label, words } = this._given;
    if (!scene) return;
    const { kind } = scene;
    if (kind in LATER && !DRAWINGS[kind]) {
      LATER[kind]().then((drawing) => {
        DRAWINGS[kind] = drawing;
        this._draw();
      });
      return;
    }
    const { picked, left, listing } = this._selection;
    /** @type {View} */
    const view = {
      scene,
      choices: left,
      offered: this._offered,
      at: byPlace(left),
      picked: new Set(picked.map(key)),
      show: new Set(show),
      hint: new Set(this._selection.choices.find(({ move }) => move === hint)?.places.map(key)),
      last: new Set(last.map(key)),
      area: new Set(area.map(key)),
      made,
      disabled,
      label,
      words,
      say: (message, params) => this._say(message, params),
    };
    if (!this._drawing || this._kind !== kind) {
      this._focusing ||= this._holder.contains(this.shadowRoot?.activeElement ?? null); // the board keeps the focus
      this._kind = kind;
      this._drawing = new (DRAWINGS[kind] ?? TextDrawing)(this._hands);
      fill(this._holder, this._drawing.node);
    }
    this._drawing.update(view);
    const loose = left.filter((choice) => !choice.places.length);
    const offered = this._offered.length > 0;
    if (this._focusing) {
      this._focusing = false;
      this._focus();
    }
    this._list.update(view, offered ? this._offered : listing ? left : picked.length ? [] : loose, listing || offered);
  }
}

// A notebook loads this module again for each widget.
if (!customElements.get('game-board')) customElements.define('game-board', GameBoard);
