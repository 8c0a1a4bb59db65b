/** The picked places of a board, and the choices that are on all of them. */

export const key = (/** @type {Place} */ place) => (typeof place === 'number' ? `${place}` : `${place[0]},${place[1]}`);

/**
 * @param {Choice[]} choices
 * @returns {Map<string, Choice[]>} the choices on each place
 */
export function byPlace(choices) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of choices) {
    for (const place of choice.places) {
      const here = found.get(key(place));
      if (here) here.push(choice);
      else found.set(key(place), [choice]);
    }
  }
  return found;
}

export class Selection {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Place[]} */
    this.picked = [];
  }

  clear() {
    this.picked = [];
  }

  /** Take back the place that was picked last. */
  back() {
    this.picked = this.picked.slice(0, -1);
  }

  /** The choices that are on all picked places. */
  get left() {
    return this.on(this.picked);
  }

  /** Whether a choice is exactly on the picked places: then a list of moves is shown. */
  get listing() {
    return this.picked.length > 0 && this.left.some((choice) => choice.places.length === this.picked.length);
  }

  /**
   * Pick a place, or take a picked place back. If no choice is left, the other places are unpicked.
   * @param {Place} place
   * @returns {{choice?: Choice, result: 'chosen' | 'picked' | 'unpicked' | 'nothing'}} `choice` if only one is left
   */
  pick(place) {
    if (this.picked.some((one) => key(one) === key(place))) {
      if (this.listing) this.back();
      else this.picked = this.picked.filter((one) => key(one) !== key(place));
      return { result: 'unpicked' };
    }
    const picked = this.on([...this.picked, place]).length ? [...this.picked, place] : [place];
    const left = this.on(picked);
    if (!left.length) return { result: 'nothing' };
    if (left.length === 1) return { choice: left[0], result: 'chosen' };
    this.picked = picked;
    return { result: 'picked' };
  }

  on(/** @type {Place[]} */ places) {
    const keys = places.map(key);
    if (!keys.length) return this.choices;
    return this.choices.filter((choice) => {
      const own = choice.places.map(key);
      return keys.every((one) => own.includes(one));
    });
  }
}
