/**
 * <game-board>: one scene with its choices. It contains no rules: it shows the choices, and reports the choice of the
 * reader with the event `choose`, whose detail is the choice. The event `pick` reports that a place was picked or taken
 * back.
 *
 * Attributes: `show`, `label`, `disabled`, and for a page without a server a child
 * `<script type="application/json">` with `scene`, `choices` and `words`.
 *
 * Properties: `scene` and `choices` as the API gives them, `show` (a list of "winning", "values",
 * "components"), `words` (texts by key, with {names} in them), `hint` (a move to point at), `last`
 * (places of the last move), `disabled`, `label`.
 *
 * After a place is picked, only the choices on all picked places are left. If one choice is left, it is made; if several
 * choices are on the same places, a list of their moves opens. Escape takes the last pick back.
 */

import { GridDrawing } from './board-grid.js';
import { MoveList } from './board-moves.js';
import { CSS } from './board-css.js';
import { byPlace, key, Selection } from './board-selection.js';
import { el, fill, write } from '../base/dom.js';
import { spell } from '../base/words.js';

/** A component that is shown by its text; its moves are in the list below. */
class TextDrawing {
  node = el('pre', { class: 'text' });

  /** @param {View} view */
  update(view) {
    write(this.node, spell(view.scene.text));
  }
}

/** @type {Record<string, new (hands: Hands) => Drawing>} */
const DRAWINGS = { grid: GridDrawing, text: TextDrawing };
const points = async () => (await import('./board-points.js')).PointsDrawing;
/** @type {Record<string, () => Promise<new (hands: Hands) => Drawing>>} the other kinds, which are loaded when they are needed */
const LATER = { heaps: async () => (await import('./board-heaps.js')).HeapsDrawing, circle: points, graph: points };

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(CSS);

export class GameBoard extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET];
    /** @type {Scene | null} */
    this._scene = null;
    this._selection = new Selection();
    /** @type {Choice[]} moves that a drawing lists, because the picked tokens in it are not places */
    this._offered = [];
    /** @type {Set<string>} */
    this._show = new Set();
    /** @type {Record<string, string>} */
    this._words = {};
    /** @type {Choice | null} */
    this._hint = null;
    /** @type {Place[]} */
    this._last = [];
    /** @type {Place[]} */
    this._area = [];
    /** @type {Made[]} */
    this._made = [];
    this._disabled = false;
    this._label = '';
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

  /**
   * @param {string} name
   * @param {string | null} _
   * @param {string | null} value
   */
  attributeChangedCallback(name, _, value) {
    if (name === 'show') this.show = (value ?? '').split(/\s+/).filter(Boolean);
    else if (name === 'label') this.label = value ?? '';
    else this.disabled = value !== null;
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
    else if (!this._scene) Object.assign(this, { words, scene, choices });
  }

  get scene() {
    return this._scene;
  }
  set scene(scene) {
    this._scene = scene;
    this._forget();
  }
  get choices() {
    return this._selection.choices;
  }
  set choices(choices) {
    this._selection.choices = choices ?? [];
    this._forget();
  }
  get show() {
    return [...this._show];
  }
  set show(show) {
    this._show = new Set(show);
    this._redraw();
  }
  set words(/** @type {Record<string, string>} */ words) {
    if (words === this._words) return;
    this._words = words;
    this._redraw();
  }
  get words() {
    return this._words;
  }
  set hint(/** @type {string | null} */ move) {
    this._hint = this.choices.find((choice) => choice.move === move) ?? null;
    this._redraw();
  }
  set last(/** @type {Place[]} */ places) {
    this._last = places ?? [];
    this._redraw();
  }
  set area(/** @type {Place[]} */ places) {
    this._area = places ?? [];
    this._redraw();
  }
  /** The known moves so far: walls and dominoes are drawn as they were made. */
  set made(/** @type {Made[]} */ made) {
    this._made = made ?? [];
    this._redraw();
  }
  get disabled() {
    return this._disabled;
  }
  set disabled(disabled) {
    this._disabled = Boolean(disabled);
    this._redraw();
  }
  /** The player of the last move, a or b. Each player has a colour. */
  set by(/** @type {'a' | 'b'} */ player) {
    this.dataset.by = player;
  }
  get label() {
    return this._label;
  }
  set label(label) {
    this._label = label;
    this._redraw();
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
    if (this._scene && this._kind !== this._scene.kind) this._focusing = true; // as soon as it is drawn
    else if (this._drawing?.focus) this._drawing.focus();
    else this._list.focus();
  }

  /**
   * Pick a place, or take a picked one back.
   * @param {Place} place
   */
  pick(place) {
    if (this._disabled) return;
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

  /** @param {Choice} choice */
  _choose(choice) {
    if (this._disabled) return;
    const { listing, picked } = this._selection;
    const offered = this._offered.length > 0;
    if (picked.length || offered) {
      this._selection.clear();
      this._offered = [];
      this._draw();
    }
    if (listing || offered) this._focus();
    this._tell('chosen', { move: choice.move });
    this.dispatchEvent(new CustomEvent('choose', { detail: choice, bubbles: true }));
  }

  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _tell(message, params) {
    write(this._live, this._say(message, params));
  }

  /**
   * @param {string} message a key of the words
   * @param {Record<string, unknown>} [params]
   */
  _say(message, params = {}) {
    const text = this._words[message] ?? message;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  }

  _forget() {
    this._selection.clear();
    this._offered = [];
    this._hint = null;
    this._redraw();
  }

  /** Draw once, after all properties of this turn have been set. */
  _redraw() {
    if (this._due) return;
    this._due = true;
    queueMicrotask(() => this._draw());
  }

  _draw() {
    this._due = false;
    if (!this._scene) return;
    const { kind } = this._scene;
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
      scene: this._scene,
      choices: left,
      offered: this._offered,
      at: byPlace(left),
      picked: new Set(picked.map(key)),
      show: this._show,
      hint: new Set((this._hint?.places ?? []).map(key)),
      last: new Set(this._last.map(key)),
      area: new Set(this._area.map(key)),
      made: this._made,
      disabled: this._disabled,
      label: this._label,
      words: this._words,
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
