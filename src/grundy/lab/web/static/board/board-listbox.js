/** Common code of boards: the marks of a place, their names, and a listbox in which one option has the focus. */

/** @typedef {'picked' | 'hint' | 'area' | 'last'} Mark */

const MARKS = /** @type {Mark[]} */ (['picked', 'hint', 'area', 'last']);

/**
 * @param {View} view
 * @param {string} place
 * @returns {Mark[]} the marks over the picture of a place, which are its classes
 */
export const marksOf = (view, place) => MARKS.filter((mark) => view[mark].has(place));

/**
 * @param {View} view
 * @param {string} place
 * @param {Mark[]} marks the marks that the board names
 * @returns {string[]} the name of a place for screen readers
 */
export const saidOf = (view, place, marks) => marks.filter((mark) => view[mark].has(place)).map((mark) => view.say(mark));

/** A drawing of options. The subclass makes `list`, a listbox, and `options`, which the keys can reach. */
export class ListboxDrawing {
  constructor(/** @type {Hands} */ hands) {
    this.hands = hands;
    /** @type {View | null} */
    this.view = null;
    /** @type {HTMLElement | SVGElement} */
    this.list = /** @type {any} */ (null);
    /** @type {(HTMLElement | SVGElement)[]} */
    this.options = [];
    this.place = 0;
    this.drawn = '';
  }

  /**
   * Set the view.
   * @param {View} view
   * @param {any} drawn the drawn parts of the scene
   * @returns {boolean} whether the view looks different from the view before it
   */
  isNew(view, drawn) {
    const { show, picked, hint, last, area, disabled, label } = view;
    const before = this.drawn;
    this.view = view;
    this.drawn = JSON.stringify([drawn, ...[show, picked, hint, last, area].map((set) => [...set]), disabled, label]);
    return this.drawn !== before;
  }

  /** @param {number} count how many options there are now */
  keepWithin(count) {
    this.place = Math.max(0, Math.min(this.place, count - 1));
  }

  /** Whether one of the options has the focus of the keys. */
  hasFocus() {
    return this.list.contains(/** @type {ShadowRoot} */ (this.list.getRootNode()).activeElement ?? null);
  }

  /**
   * @param {View} view
   * @param {number} number of the option
   * @param {{place: string, open: boolean, classes: string[], words: string[]}} about it
   * @returns {Record<string, any>} the attributes of its node
   */
  option(view, number, { place, open, classes, words }) {
    return {
      role: 'option',
      class: [...classes, ...(open ? ['open'] : []), ...marksOf(view, place)].join(' '),
      tabindex: number === this.place ? 0 : -1,
      'data-place': place,
      'aria-selected': String(view.picked.has(place)),
      'aria-disabled': open ? null : 'true',
      'aria-label': [...words, ...saidOf(view, place, ['hint', 'last'])].join(', '),
      onfocus: () => this.turn(number),
    };
  }

  /**
   * @param {View} view
   * @param {Choice} choice
   * @param {number} number of the option
   * @param {string} name
   * @param {(choice: Choice | null) => void} aim shows the move under the pointer
   * @returns {Record<string, any>} the attributes of the node of a move
   */
  move(view, choice, number, name, aim) {
    const { move, nimber, outcome, wins } = choice;
    const words = [name];
    if (view.show.has('values') && nimber !== null) words.push(view.say('after', { value: nimber }));
    else if (view.show.has('values') && outcome) words.push(view.say(`outcome-${outcome}`));
    if (view.show.has('winning') && wins) words.push(view.say('wins'));
    return {
      role: 'option',
      tabindex: number === this.place ? 0 : -1,
      'data-move': move,
      'aria-selected': 'false',
      'aria-disabled': view.disabled ? 'true' : null,
      'aria-label': words.join(', '),
      onclick: () => this.hands.choose(choice),
      onfocus: () => this.turn(number),
      onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && aim(choice),
      onpointerleave: () => aim(null),
    };
  }

  focus() {
    this.options[this.place]?.focus();
  }

  /** @param {number} number of the option that the Tab key reaches */
  turn(number) {
    this.options[this.place]?.setAttribute('tabindex', '-1');
    this.place = number;
    this.options[number]?.setAttribute('tabindex', '0');
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (event.key === 'Home') this.go(0);
    else if (event.key === 'End') this.go(Math.max(0, this.options.length - 1));
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'Escape') this.escape();
    else if (event.key in this.steps) this.go(this.arrow(event.key));
    else return;
    event.preventDefault();
  }

  /** @param {number} place of the option that gets the focus */
  go(place) {
    if (place === this.place) return;
    this.turn(place);
    this.focus();
    this.moved();
  }

  /** Pick the option that has the focus. */
  enter() {}

  /** Take back the last pick. */
  escape() {
    this.hands.back();
  }

  /** @type {Record<string, number>} the keys that go from one option to another, and how far */
  steps = { ArrowDown: 1, ArrowUp: -1, ArrowLeft: 0, ArrowRight: 0 };

  /**
   * @param {string} key
   * @returns {number} the option to which it goes
   */
  arrow(key) {
    return Math.max(0, Math.min(this.options.length - 1, this.place + this.steps[key]));
  }

  /** Show the option that has got the focus. */
  moved() {}
}
