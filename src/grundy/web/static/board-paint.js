/** The cells of a board as they look, on a canvas: one node to lay out and paint, however many cells there are. */

import { inkOn, ofNimber } from './colours.js';
import { el } from './dom.js';

/** @typedef {import('./board-cell.js').Look} Look */
/** @typedef {{looks: Look[][], size: number, corners: boolean, components: boolean, start: number}} Picture
 * `size` of a cell in pixels; `corners`, whether neighbours in a component touch there; `components`, whether lines
 * are around them; `start`, the row that is drawn first
 */
/** @typedef {Record<string, string>} Colours */

const NAMES = ['ink', 'dim', 'card', 'blank', 'soft', 'line', 'win', 'wall'];
const MOST_PIXELS = 16_000_000; // browsers refuse larger canvases
const SLICE = 14; // milliseconds
const TINY = 20; // pixels of a cell that is too small for text
const ROUNDED = 24; // pixels of a cell from which on its corners are round
const WIDEST = 1.5; // heights of letters that are as wide as a cell, about
const WHOLE = 2 * Math.PI;
const LOST = '#440154';
const RIM = 2; // pixels around the board, for half of a line

export class Paint {
  constructor() {
    // Its colour is that of the text: a change of it says that the colours of the host are others.
    this.node = el('canvas', { class: 'paint', 'aria-hidden': 'true', ontransitionrun: () => this.recolour() });
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.node.getContext('2d'));
    /** Each has a colour of the host, which may be written in any way that CSS has. */
    this.colourful = NAMES.map((name) => {
      const node = el('i', {});
      node.style.setProperty('color', `var(--${name})`);
      return node;
    });
    this.palette = el('span', { class: 'palette', hidden: true }, ...this.colourful);
    /** @type {Colours | null} */
    this.colours = null;
    this.family = '';
    this.scale = 1;
    /** @type {Picture | null} */
    this.picture = null;
    this.from = 0; // rows below and above that are drawn
    this.to = 0;
  }

  /** @param {Picture} picture */
  draw(picture) {
    this.picture = picture;
    const { looks, size, start } = picture;
    const [height, width] = [looks.length * size + 2 * RIM, looks[0].length * size + 2 * RIM];
    this.scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (height * width)));
    this.node.width = Math.ceil(width * this.scale); // which clears it: no cell of before stays beside a new one
    this.node.height = Math.ceil(height * this.scale);
    this.node.style.width = `${width}px`;
    this.node.style.height = `${height}px`;
    this.from = this.to = Math.min(start, looks.length - 1);
    this.read();
    this.go();
  }

  /** Draw again in the colours that there are now. */
  recolour() {
    this.colours = null;
    if (this.picture) this.draw(this.picture);
  }

  /** Ask for the colours once: that makes the browser find the styles of all that has changed. */
  read() {
    if (this.colours) return;
    this.family = getComputedStyle(this.node).fontFamily;
    this.colours = Object.fromEntries(NAMES.map((name, i) => [name, getComputedStyle(this.colourful[i]).color]));
  }

  /** Draw rows, the nearest ones first, as long as the page need not answer; and then the next ones. */
  go() {
    const picture = /** @type {Picture} */ (this.picture);
    const { looks } = picture;
    const until = performance.now() + SLICE;
    this.pen.setTransform(this.scale, 0, 0, this.scale, RIM * this.scale, RIM * this.scale);
    const brush = new Brush(this.pen, /** @type {Colours} */ (this.colours), this.family, picture.size);
    while ((this.from > 0 || this.to < looks.length) && performance.now() < until) {
      if (this.to < looks.length) brush.row(looks[this.to], this.to++);
      if (this.from > 0) brush.row(looks[this.from - 1], --this.from);
    }
    if (this.from > 0 || this.to < looks.length) setTimeout(() => picture === this.picture && this.go());
    else if (picture.components) brush.lines(looks, picture.corners);
  }
}

/** Draws cells of one size. */
class Brush {
  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {string} family of the text
   * @param {number} size
   */
  constructor(pen, colours, family, size) {
    this.pen = pen;
    this.colours = colours;
    this.family = family;
    this.size = size;
    this.inset = size < TINY ? 0.5 : 1.5;
    this.font = 0;
    pen.textAlign = 'center';
  }

  /**
   * @param {Look[]} looks
   * @param {number} r
   */
  row(looks, r) {
    looks.forEach((look, c) => this.cell(look, c * this.size, r * this.size));
  }

  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  cell(look, x, y) {
    if (look.role === 'absent') return;
    if (look.role === 'removed') this.gone(look, x, y);
    else if (look.role === 'blocked') this.hatched(x, y);
    else this.ground(look, x, y);
    const on = look.told === 'P' ? '#ffffff' : look.value === null ? '' : inkOn(ofNimber(look.value));
    if (this.size >= TINY) this.text(look, x, y, on);
    this.signs(look, x, y, on);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} colour
   * @param {number} [inset]
   */
  box(x, y, colour, inset = this.inset) {
    const { pen, size } = this;
    pen.fillStyle = colour;
    if (size < ROUNDED) {
      pen.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
      return;
    }
    pen.beginPath();
    pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, 5);
    pen.fill();
  }

  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  ground(look, x, y) {
    const { blank, card, win } = this.colours;
    const inset = look.corners ? this.size * 0.07 : this.inset;
    if (look.told === 'N') {
      this.box(x, y, card, inset);
      this.pen.globalAlpha = 0.16;
      this.box(x, y, win, inset);
      this.pen.globalAlpha = 1;
    } else this.box(x, y, look.told === 'P' ? LOST : look.value === null ? blank : ofNimber(look.value), inset);
  }

  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  gone(look, x, y) {
    const { pen, size } = this;
    if (look.wall) {
      pen.fillStyle = this.colours.wall;
      pen.fillRect(x, y, size, size);
      return;
    }
    pen.fillStyle = this.colours.dim;
    pen.globalAlpha = 0.55;
    const step = size < TINY ? size / 2 : 8;
    for (let down = step / 2; down < size - 1; down += step) {
      for (let right = step / 2; right < size - 1; right += step) pen.fillRect(x + right - 0.5, y + down - 0.5, 1.6, 1.6);
    }
    pen.globalAlpha = 1;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  hatched(x, y) {
    const { pen, size, inset } = this;
    const side = size - 2 * inset;
    this.box(x, y, this.colours.soft);
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = 1.4;
    pen.beginPath();
    for (let far = 5; far < 2 * side; far += 7) {
      const [low, high] = [Math.max(0, far - side), Math.min(far, side)];
      pen.moveTo(x + inset + low, y + inset + far - low);
      pen.lineTo(x + inset + high, y + inset + far - high);
    }
    pen.stroke();
  }

  /**
   * Write in the middle of a cell, or round another point.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} height of the letters, as a share of the cell
   * @param {string} colour
   */
  write(text, x, y, height, colour) {
    const font = this.size * height;
    if (font !== this.font) this.pen.font = `${font}px ${this.family}`;
    this.font = font;
    this.pen.fillStyle = colour;
    this.pen.fillText(text, x, y + 0.36 * font);
  }

  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   * @param {string} on the colour of text on this cell, where it has one of its own
   */
  text(look, x, y, on) {
    const { size, colours } = this;
    const [middle, centre] = [x + size / 2, y + size / 2];
    const { role, text, corner } = look;
    if (role === 'piece') this.disc(middle, centre, 0.38 * size, colours.ink, 2);
    if (role === 'blocked' && text) this.box(x, y, colours.card, 0.28 * size);
    const height = Math.min(role === 'piece' ? 0.38 : role === 'blocked' ? 0.34 : 0.42, WIDEST / text.length);
    if (text) this.write(text, middle, centre, height, role === 'piece' ? colours.card : on || (role === 'removed' ? colours.dim : colours.ink));
    if (corner) this.write(corner, x + size * (look.corners ? 0.81 : 0.78), y + size * 0.21, look.corners ? 0.18 : 0.21, on || colours.ink);
  }

  /**
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   * @param {string} on
   */
  signs({ role, text, corner, wins, lost, movable }, x, y, on) {
    const { pen, size, colours } = this;
    const [middle, centre] = [x + size / 2, y + size / 2];
    pen.strokeStyle = on || (wins ? colours.win : colours.ink);
    if (wins) {
      pen.lineWidth = Math.max(2, size * 0.055);
      pen.beginPath();
      pen.arc(middle, centre, 0.37 * size - pen.lineWidth / 2, 0, WHOLE);
      pen.stroke();
    } else if (lost) {
      pen.lineWidth = 1.4;
      pen.strokeRect(x + 0.16 * size, y + 0.16 * size, 0.68 * size, 0.68 * size);
    }
    if (!movable || role === 'piece') return;
    const side = corner ? -1 : 1; // a letter is on the right
    if (text) this.disc(middle + side * (0.14 * size * text.length + 3), centre - 0.25 * size, 3.5, on || colours.ink, 0);
    else this.disc(middle, centre, 4.5, on || colours.dim, 0);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {string} colour
   * @param {number} rim pixels of the colour of the page around it
   */
  disc(x, y, radius, colour, rim) {
    const { pen } = this;
    for (const [far, fill] of /** @type {[number, string][]} */ ([[rim, this.colours.card], [0, colour]])) {
      if (far === 0 || rim) {
        pen.beginPath();
        pen.arc(x, y, radius + far, 0, WHOLE);
        pen.fillStyle = fill;
        pen.fill();
      }
    }
  }

  /**
   * Draw lines around components, or between their cells where these touch at corners.
   * @param {Look[][]} looks
   * @param {boolean} corners
   */
  lines(looks, corners) {
    const { pen, size } = this;
    const at = (/** @type {number} */ r, /** @type {number} */ c) => looks[r]?.[c]?.component ?? -1;
    const way = (/** @type {number} */ c, /** @type {number} */ r, /** @type {number} */ right, /** @type {number} */ down) => {
      pen.moveTo(c * size, r * size);
      pen.lineTo((c + right) * size, (r + down) * size);
    };
    pen.strokeStyle = this.colours.ink;
    pen.lineWidth = 2.5;
    pen.lineCap = 'round';
    pen.beginPath();
    looks.forEach((row, r) => row.forEach((_, c) => {
      const own = at(r, c);
      if (corners) {
        if (own >= 0 && at(r + 1, c + 1) === own) way(c + 0.86, r + 0.86, 0.28, 0.28);
        if (own >= 0 && at(r + 1, c - 1) === own) way(c + 0.14, r + 0.86, -0.28, 0.28);
        return;
      }
      if (own !== at(r - 1, c)) way(c, r, 1, 0);
      if (own !== at(r, c - 1)) way(c, r, 0, 1);
      if (own >= 0 && r === looks.length - 1) way(c, r + 1, 1, 0);
      if (own >= 0 && c === row.length - 1) way(c + 1, r, 0, 1);
    }));
    pen.stroke();
  }
}
