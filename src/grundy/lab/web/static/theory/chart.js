/** The plot of a sequence. The pointer or the keys select a heap, and a part can be enlarged. */

import { el, set } from '../base/dom.js';
import { drawPlot } from './plot.js';
import { t } from '../base/words.js';

const LEAST = 12; // the least number of heaps that are shown
const ZOOM = 1.5;
const FAR = 10; // heaps of a step with Shift

export class Chart {
  /**
   * @param {(heap: number) => void} point is called with the heap that is pointed at
   * @param {() => void} open opens that heap
   */
  constructor(point, open) {
    this.point = point;
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.line = el('i', { class: 'crosshair', hidden: true });
    this.spot = el('i', { class: 'spot', hidden: true });
    this.area = el('div', { class: 'canvas chart', tabindex: 0, role: 'application', 'aria-label': t('seq.plot'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event, open),
      onpointermove: (/** @type {PointerEvent} */ event) => this.moved(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.moved(event),
      onwheel: (/** @type {WheelEvent} */ event) => this.turned(event) }, this.canvas, this.line, this.spot);
    this.buttons = {
      in: this.button('in', () => this.zoom(1 / ZOOM)), out: this.button('out', () => this.zoom(ZOOM)), whole: this.button('whole', () => this.zoom(Infinity)),
    };
    this.bar = el('div', { class: 'row', role: 'group', 'aria-label': t('chart.zoom') }, ...Object.values(this.buttons));
    /** @type {number[]} */
    this.values = [];
    /** @type {number | null} */
    this.start = null;
    this.least = 1;
    /** @type {Chart | null} another chart, which shows the same heaps */
    this.twin = null;
    this.from = 0;
    this.to = 0;
    /** @type {number | null} the heap that is pointed at */
    this.at = null;
    /** @type {import('./plot.js').Scale | null} */
    this.scale = null;
  }

  button(/** @type {string} */ name, /** @type {() => void} */ act) {
    return el('button', { type: 'button', class: 'chip', 'data-zoom': name, onclick: act }, t(`chart.${name}`));
  }

  /** Remove the earlier sequence. */
  clear() {
    this.values = [];
    this.from = this.to = this.length = 0;
    this.at = null;
    this.line.hidden = this.spot.hidden = true;
  }

  /**
   * @param {number[]} values
   * @param {number | null} start from which the period holds
   * @param {number} [least] the scale reaches at least to this value
   */
  update(values, start, least = 1) {
    this.least = least;
    if (this.to === this.length) this.to = values.length;
    this.values = values;
    this.length = values.length;
    this.start = start;
    this.draw();
  }

  length = 0; // the number of values when they were drawn last, because the same list grows

  draw() {
    if (!this.values.length) return;
    this.scale = drawPlot(this.canvas, this.values, this.start, this.from, this.to, this.least);
    const whole = this.to - this.from === this.values.length;
    set(this.buttons.in, { disabled: this.to - this.from <= LEAST });
    set(this.buttons.out, { disabled: whole });
    set(this.buttons.whole, { disabled: whole });
    this.mark();
  }

  /** Mark the heap that is pointed at. */
  mark() {
    const { at, scale } = this;
    const shown = at !== null && scale !== null && at >= this.from && at < this.to;
    this.line.hidden = this.spot.hidden = !shown;
    if (!shown) return;
    this.line.style.setProperty('left', `${scale.x(at)}px`);
    this.spot.style.setProperty('left', `${scale.x(at)}px`);
    this.spot.style.setProperty('top', `${scale.y(Math.max(0, this.values[at]))}px`);
  }

  select(/** @type {number} */ heap) {
    const at = Math.max(0, Math.min(this.values.length - 1, heap));
    if (at === this.at || !this.values.length) return;
    this.at = at;
    const wide = this.to - this.from;
    if (at < this.from || at >= this.to) this.show(at < this.from ? at : at - wide + 1, wide);
    else this.mark();
    this.point(at);
    this.twin?.select(at);
  }

  /**
   * @param {number} from
   * @param {number} wide how many heaps are shown
   */
  show(from, wide) {
    this.from = Math.max(0, Math.min(this.values.length - wide, from));
    this.to = this.from + wide;
    this.draw();
    if (this.twin && (this.twin.from !== this.from || this.twin.to !== this.to) && this.to <= this.twin.values.length) this.twin.show(this.from, wide);
  }

  /**
   * Multiply the number of heaps that are shown.
   * @param {number} times
   * @param {number} [around] the heap that stays at its place
   */
  zoom(times, around = this.at ?? (this.from + this.to) / 2) {
    const before = this.to - this.from;
    const wide = Math.max(Math.min(LEAST, this.values.length), Math.min(this.values.length, Math.round(before * times)));
    const here = Math.max(this.from, Math.min(this.to, around));
    this.show(Math.round(here - ((here - this.from) / Math.max(1, before)) * wide), wide);
  }

  heapAt(/** @type {PointerEvent} */ event) {
    return this.scale?.heap(event.clientX - this.canvas.getBoundingClientRect().left) ?? 0;
  }

  moved(/** @type {PointerEvent} */ event) {
    const drags = event.type === 'pointermove' && event.buttons === 1;
    const heap = this.heapAt(event);
    if (drags && this.at !== null && this.to - this.from < this.values.length) this.show(this.from + this.at - heap, this.to - this.from);
    else this.select(heap);
  }

  /** Zoom, but let the page scroll if the zoom is at its limit. */
  turned(/** @type {WheelEvent} */ event) {
    const times = event.deltaY > 0 ? ZOOM : 1 / ZOOM;
    const wide = this.to - this.from;
    if (!event.deltaY || wide === (times > 1 ? this.values.length : Math.min(LEAST, this.values.length))) return;
    event.preventDefault();
    this.zoom(times, this.heapAt(/** @type {any} */ (event)));
  }

  pressed(/** @type {KeyboardEvent} */ event, /** @type {() => void} */ open) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const step = shiftKey ? FAR : 1;
    const at = this.at ?? this.from - 1;
    const page = Math.max(1, Math.round((this.to - this.from) / 2));
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: () => this.select(at + step), ArrowLeft: () => this.select(at - step),
      PageDown: () => this.select(at + page), PageUp: () => this.select(at - page),
      Home: () => this.select(0), End: () => this.select(this.values.length - 1),
      '+': () => this.zoom(1 / ZOOM), '=': () => this.zoom(1 / ZOOM), '-': () => this.zoom(ZOOM), 0: () => this.zoom(Infinity),
      Enter: open,
    };
    if (!acts[key]) return;
    event.preventDefault();
    acts[key]();
  }
}
