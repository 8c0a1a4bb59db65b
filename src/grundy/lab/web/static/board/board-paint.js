/** The picture of all cells of a board on a canvas: one node to lay out and paint, however many cells there are. */

import { ofNimber, onNimber } from './colours.js';
import { COVERS, NAMES, PAPER, stamp } from './board-token.js';
import { el } from '../base/dom.js';

/** @typedef {import('./board-cell.js').Look} Look */
/** @typedef {{row: number, column: number, value: number | null, wins: boolean}} Mark a move between two cells */
/** @typedef {{looks: Look[][], size: number, scene: Scene & {stamps: import('./board-made.js').Stamp[]}, components: boolean, start: number, marks: Mark[]}} Picture
 * `size`: pixels of a cell; `components`: whether lines are drawn around components; `start`: the row that is drawn first
 */
/** @typedef {Record<string, string>} Colours */

const MOST_PIXELS = 16_000_000; // browsers refuse larger canvases
const SLICE = 14; // milliseconds of drawing before the page may respond
const TINY = 20; // pixels of a cell that is too small for text
const ROUNDED = 24; // pixels of a cell from which on its corners are round
const WIDEST = 1.5; // a text of n letters is at most this / n of the cell high, so that it fits into the width
const WHOLE = 2 * Math.PI;
const LOST = '#440154';
const STROKE = 14 / 60; // the width of a wall, as a share of the cell
const BADGE = 0.42; // the side of a number on a token, as a share of the cell
const RIM = 2; // pixels around the board, for the outer half of the lines at its edge

export class Paint {
  constructor() {
    // It has the colour of the text: a change of it means that the colours of the host have changed.
    // If the colour changes back at once, the transition is cancelled and no other one runs.
    const recolour = () => this.recolour();
    this.node = el('canvas', { class: 'paint', 'aria-hidden': 'true', ontransitionrun: recolour, ontransitioncancel: recolour });
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.node.getContext('2d'));
    /** Elements that have the colours of the host, in any notation of CSS. */
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
    this.flat = matchMedia('(forced-colors: active)'); // then nimbers are outlined digits
    this.printing = false;
    for (const [event, printing] of /** @type {[string, boolean][]} */ ([['beforeprint', true], ['afterprint', false]])) {
      addEventListener(event, () => this.node.isConnected && this.print(printing));
    }
    this.from = 0; // the first row that is drawn, and the row after the last one
    this.to = 0;
  }

  draw(/** @type {Picture} */ picture) {
    this.picture = picture;
    const { looks, size, start } = picture;
    const [height, width] = [looks.length * size + 2 * RIM, looks[0].length * size + 2 * RIM];
    this.scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (height * width)));
    this.node.width = Math.ceil(width * this.scale); // clears the canvas, so that no old cell stays beside a new one
    this.node.height = Math.ceil(height * this.scale);
    this.node.style.width = `${width}px`;
    this.node.style.height = `${height}px`;
    this.from = this.to = Math.min(start, looks.length - 1);
    this.read();
    this.go();
  }

  /** Draw again in the present colours. */
  recolour() {
    this.colours = null;
    if (this.picture) this.draw(this.picture);
  }

  /** @param {boolean} printing whether the picture is for paper: black on white, and drawn completely at once */
  print(printing) {
    this.printing = printing;
    this.recolour();
    while (printing && this.picture && this.to < this.picture.looks.length) this.go();
  }

  /** Read the colours once, because reading makes the browser compute all changed styles. */
  read() {
    if (this.colours) return;
    this.family = getComputedStyle(this.node).fontFamily;
    this.colours = Object.fromEntries(NAMES.map((name, i) => [name, this.printing ? (PAPER[name] ?? '#000') : getComputedStyle(this.colourful[i]).color]));
  }

  /** Draw rows, the nearest first, for a short time; then let the page respond, and draw the next rows. */
  go() {
    const picture = /** @type {Picture} */ (this.picture);
    const { looks } = picture;
    const until = performance.now() + SLICE;
    const brush = new Brush(this.pen, this.scale, /** @type {Colours} */ (this.colours), this.family, picture.size, this.printing || this.flat.matches);
    while ((this.from > 0 || this.to < looks.length) && performance.now() < until) {
      if (this.to < looks.length) brush.row(looks[this.to], this.to++);
      if (this.from > 0) brush.row(looks[this.from - 1], --this.from);
    }
    if (this.from > 0 || this.to < looks.length) setTimeout(() => picture === this.picture && this.go());
    else brush.over(picture);
  }
}

/** Draws cells of one size. The origin is the upper left corner of the cell that is drawn. */
class Brush {
  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} scale
   * @param {Colours} colours
   * @param {string} family of the text
   * @param {number} size
   * @param {boolean} flat whether nimbers are outlined digits
   */
  constructor(pen, scale, colours, family, size, flat) {
    this.flat = flat;
    this.pen = pen;
    this.scale = scale;
    this.colours = colours;
    this.family = family;
    this.size = size;
    this.inset = size < TINY ? 0.5 : 1.5;
    this.font = 0;
    pen.textAlign = 'center';
  }

  /** Put the origin on a cell. */
  at(/** @type {number} */ row, /** @type {number} */ column) {
    const { pen, scale, size } = this;
    pen.setTransform(scale, 0, 0, scale, (RIM + column * size) * scale, (RIM + row * size) * scale);
  }

  row(/** @type {Look[]} */ looks, /** @type {number} */ r) {
    for (const [c, look] of looks.entries()) {
      this.at(r, c);
      this.cell(look);
    }
  }

  cell(/** @type {Look} */ look) {
    const { size } = this;
    const { role, token, value } = look;
    if (role === 'absent') return;
    if (token === 'wall' || (look.wall && !token)) this.walled(look);
    else if (role === 'removed' && !token) this.gone();
    else if (role === 'blocked' && !token) this.hatched();
    else if (value !== null && !look.square) this.token(look, '');
    else this.ground(look);
    const on = this.on(look);
    const beside = value !== null && !look.square && role !== 'removed';
    if (!beside && token && role !== 'piece') this.token(look, on);
    if (beside && look.side) this.badge(size * (0.5 + 0.28 * look.side), size * 0.5, value, look.wins); // there are no numbers of moves on two cells at this place
    else if (beside) this.badge(size * (1 - (BADGE * Math.max(1, 0.62 + 0.3 * String(value).length)) / 2) - 2, size * (1 - BADGE / 2) - 2, value, look.wins);
    else if (size >= TINY) this.text(look, on);
    this.signs(look, beside ? '' : on);
  }

  on(/** @type {Look} */ { told, value, square }) {
    if (this.flat) return '';
    if (told === 'P') return '#ffffff';
    return value === null || !square ? '' : onNimber(value).color;
  }

  /**
   * @param {Look} look
   * @param {string} on the ink for the colour of a nimber; if there is one, the token is small and in a corner
   */
  token({ token, value, square }, on) {
    const { pen, size, colours } = this;
    if (token === 'free' || token === 'nothing') return;
    if (size < TINY / 2 && token === 'blocked') this.box(colours.dim); // there is no room for its lines
    else if (size < TINY && !COVERS.has(token)) this.disc(size / 2, size / 2, size * 0.3, colours.ink);
    else if (value !== null && (on || (this.flat && square))) stamp(pen, colours, token, size * 0.06, size * 0.06, size * 0.34, on || undefined);
    else stamp(pen, colours, token, 0, 0, size);
  }

  walled(/** @type {Look} */ { stroked }) {
    if (stroked) this.free();
    else {
      this.pen.fillStyle = this.colours.wall;
      this.pen.fillRect(0, 0, this.size, this.size);
    }
  }

  free(inset = this.inset) {
    this.box(this.colours.soft, inset);
    if (this.size >= TINY) this.outline(this.colours.rule, 1);
  }

  outline(/** @type {string} */ colour, /** @type {number} */ width) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke();
  }

  /** Write a nimber on its colour, centred at a point; without a nimber, draw the ring of a winning move. */
  badge(/** @type {number} */ x, /** @type {number} */ y, /** @type {number | null} */ value, /** @type {boolean} */ wins) {
    const { pen, colours } = this;
    const high = BADGE * this.size;
    if (value === null) {
      this.disc(x, y, high / 2, colours.card);
      this.outline(colours.win, Math.max(2, this.size * 0.055));
      return;
    }
    const text = String(value);
    const side = high * Math.max(1, 0.62 + 0.3 * text.length);
    const { background, color } = this.flat ? { background: colours.card, color: colours.ink } : onNimber(value);
    pen.beginPath();
    pen.roundRect(x - side / 2, y - high / 2, side, high, 4);
    pen.fillStyle = background;
    pen.fill();
    this.outline(this.flat ? colours.ink : colours.card, 1.5);
    this.write(text, x, y, 0.28, color);
    if (!wins) return;
    const [far, up] = [side / 2 - high * 0.08, high * 0.42];
    pen.beginPath();
    pen.roundRect(x - far, y - up, 2 * far, 2 * up, up); // a ring that is as wide as the number
    this.outline(color, 1.5);
  }

  /** @param {string} colour */
  box(colour, inset = this.inset) {
    const { pen, size } = this;
    const side = size - 2 * inset;
    pen.fillStyle = colour;
    pen.beginPath();
    if (size < ROUNDED) pen.rect(inset, inset, side, side);
    else pen.roundRect(inset, inset, side, side, size / 15);
    pen.fill();
  }

  ground(/** @type {Look} */ look) {
    const { card, win, ink } = this.colours;
    const inset = look.corners ? this.size * 0.07 : this.inset;
    if (look.told === 'N') {
      this.box(card, inset);
      this.pen.globalAlpha = 0.16;
      this.box(win, inset);
      this.pen.globalAlpha = 1;
    } else if (look.told === 'P' || look.value !== null) {
      this.box(this.flat ? card : look.told === 'P' ? LOST : ofNimber(look.value ?? 0), inset);
      if (this.flat && this.size >= TINY) this.outline(ink, 1.5);
    } else if (look.square && !COVERS.has(look.token)) this.free(inset);
  }

  gone() {
    const { pen, size } = this;
    pen.fillStyle = this.colours.dim;
    pen.globalAlpha = 0.55;
    const step = size < TINY ? size / 2 : 8;
    for (let down = step / 2; down < size - 1; down += step) {
      for (let right = step / 2; right < size - 1; right += step) pen.fillRect(right - 0.5, down - 0.5, 1.6, 1.6);
    }
    pen.globalAlpha = 1;
  }

  hatched() {
    const { pen, size, inset } = this;
    const side = size - 2 * inset;
    this.box(this.colours.soft);
    pen.beginPath();
    for (let far = 5; far < 2 * side; far += 7) {
      const [low, high] = [Math.max(0, far - side), Math.min(far, side)];
      pen.moveTo(inset + low, inset + far - low);
      pen.lineTo(inset + high, inset + far - high);
    }
    this.outline(this.colours.edge, 1.4);
  }

  /**
   * Write a text, centred at a point.
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
   * @param {string} on the colour of text on this cell, if it differs from the usual one
   */
  text(look, on) {
    const { size, colours } = this;
    const { role, text, corner, token, value } = look;
    if (role === 'piece') {
      this.piece(look);
      return;
    }
    if (role === 'blocked' && text) this.box(colours.card, 0.28 * size);
    const height = Math.min(role === 'blocked' ? 0.34 : 0.45, WIDEST / text.length);
    if (text && !(token && value === null && !look.told)) this.write(text, size / 2, size / 2, height, on || (role === 'removed' ? colours.dim : colours.ink));
    if (corner) this.write(corner, size * (look.corners ? 0.81 : 0.78), size * 0.21, look.corners ? 0.18 : 0.21, on || colours.ink);
  }

  piece(/** @type {Look} */ { token, text, value }) {
    const { pen, size, colours } = this;
    this.disc(size / 2, size / 2, 0.44 * size, colours.card);
    stamp(pen, colours, token || 'counter', size * 0.13, size * 0.11, size * 0.74);
    if (value !== null) this.badge(size * (1 - BADGE / 2), size * (1 - BADGE / 2), value, false);
    else if (text && !token) this.write(text, size / 2, size / 2, 0.38, colours.card);
  }

  signs(/** @type {Look} */ { role, text, corner, wins, lost, shown, token, value, square }, /** @type {string} */ on) {
    const { pen, size, colours } = this;
    const middle = size / 2;
    const lies = token !== '' && token !== 'free' && (value === null || !square); // then the ring is around it
    if (wins && lies && value !== null) return; // the ring is around the number
    pen.strokeStyle = on || (wins ? colours.win : colours.ink);
    pen.lineWidth = wins ? Math.max(2, size * 0.055) : 1.4;
    if (wins) {
      pen.beginPath();
      pen.arc(middle, middle, (lies ? 0.47 : 0.38) * size - pen.lineWidth / 2, 0, WHOLE);
      pen.stroke();
    } else if (lost) pen.strokeRect(0.16 * size, 0.16 * size, 0.68 * size, 0.68 * size);
    if (!shown || role === 'piece') return;
    const side = corner ? -1 : 1; // a letter is on the right
    if (text) this.disc(middle + side * (0.14 * size * text.length + 3), 0.25 * size, 3.5, on || colours.ink);
    else this.disc(middle, middle, size * 0.09, on || colours.ink);
  }

  disc(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius, /** @type {string} */ colour) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, WHOLE);
    pen.fillStyle = colour;
    pen.fill();
  }

  /** Draw marks that cover several cells: lines, walls, dominoes, the goal, and moves between two cells. */
  over(/** @type {Picture} */ { looks, scene, components, marks }) {
    this.at(0, 0);
    if (scene.floor === 'line') this.floor(looks);
    if (scene.floor === 'steps') this.stairs(looks.length, looks[0].length);
    if (components) this.lines(looks, scene.touch === 'corners');
    if (scene.walls?.length && this.size >= 4) this.walls(scene.walls);
    if (this.size >= TINY) for (const made of scene.stamps) this.stamp(made);
    for (const pair of scene.dominoes ?? []) this.domino(pair);
    if (scene.goal && this.size >= TINY) this.goal(scene.goal, looks);
    for (const { row, column, value, wins } of marks) this.badge((column + 0.5) * this.size, (row + 0.5) * this.size, value, wins);
  }

  /** Mark where a move was made: the shape of its maker, and its number. */
  stamp(/** @type {import('./board-made.js').Stamp} */ { row, column, by, ply }) {
    const { pen, size, colours } = this;
    const [x, y, radius] = [(column + 0.5) * size, (row + 0.5) * size, size * 0.17];
    for (const [far, fill] of /** @type {[number, string][]} */ ([[size * 0.05, colours.card], [0, this.flat ? colours.ink : colours[by]]])) {
      pen.beginPath();
      if (by === 'a') pen.arc(x, y, radius + far, 0, WHOLE);
      else pen.roundRect(x - radius - far, y - radius - far, 2 * (radius + far), 2 * (radius + far), 2);
      pen.fillStyle = fill;
      pen.fill();
    }
    if (size >= 30) this.write(String(ply), x, y, 0.24, colours.card);
  }

  floor(/** @type {Look[][]} */ looks) {
    this.pen.fillStyle = this.colours.ink;
    looks.forEach((row, r) => this.pen.fillRect(0, (r + 0.92) * this.size, row.length * this.size, 2));
  }

  /**
   * Draw the steps that tokens stand on: a lower one reaches half a cell farther.
   * @param {number} height in cells
   * @param {number} width
   */
  stairs(height, width) {
    const { pen, size, colours } = this;
    pen.beginPath();
    for (let up = 0; up < height; up += 1) {
      const [x, y] = [(width - 0.5 * up) * size, (height - up - 0.08) * size];
      pen.moveTo(0, y);
      pen.lineTo(x, y);
      pen.lineTo(x, Math.min(y + size, height * size));
    }
    this.outline(colours.ink, 2);
  }

  walls(/** @type {Record<string, number>[]} */ walls) {
    const { pen, size } = this;
    pen.fillStyle = this.colours.wall;
    const thick = STROKE * size;
    for (const { row, column, top, bottom, left, right } of walls) {
      pen.fillRect(left * size, (row + 0.5) * size - thick / 2, (right + 1 - left) * size, thick);
      pen.fillRect((column + 0.5) * size - thick / 2, top * size, thick, (bottom + 1 - top) * size);
    }
  }

  /** @param {number[][]} cells two, side by side */
  domino([[row, column], [down, right]]) {
    const { pen, size } = this;
    pen.save();
    pen.translate(((column + right + 1) / 2) * size, ((row + down + 1) / 2) * size);
    if (row !== down) pen.rotate(Math.PI / 2);
    stamp(pen, this.colours, 'domino', -size, -size / 2, size);
    pen.restore();
  }

  goal(/** @type {[number, number]} */ [row, column], /** @type {Look[][]} */ looks) {
    const { pen, size, colours } = this;
    const way = row || column ? -1 : 1; // the first cell, or the last one
    const [x, y] = [(column + (way < 0 ? 1 : 0)) * size, (row + (way < 0 ? 1 : 0)) * size];
    pen.lineJoin = 'miter';
    pen.beginPath();
    pen.moveTo(x, y + way * size);
    pen.lineTo(x, y);
    pen.lineTo(x + way * size, y);
    this.outline(colours.ink, Math.max(3, size / 14));
    const look = looks[row][column];
    if (look.value === null && !look.told && look.role !== 'piece') stamp(pen, colours, way > 0 ? 'goal' : 'goal-end', column * size, row * size, size);
  }

  /** Draw lines around components, or between their cells where these touch at corners. */
  lines(/** @type {Look[][]} */ looks, /** @type {boolean} */ corners) {
    const { pen, size } = this;
    const at = (/** @type {number} */ r, /** @type {number} */ c) => looks[r]?.[c]?.component ?? -1;
    const way = (/** @type {number} */ c, /** @type {number} */ r, /** @type {number} */ right, /** @type {number} */ down) => {
      pen.moveTo(c * size, r * size);
      pen.lineTo((c + right) * size, (r + down) * size);
    };
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
    this.outline(this.colours.ink, 2.5);
  }
}
