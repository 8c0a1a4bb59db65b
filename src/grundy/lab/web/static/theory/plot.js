/** Sequences on canvases: values over heaps, and the sequence folded at its period. */

import { inkOn, ofValue } from '../board/colours.js';

const HIGH = 300;
const LEFT = 44;
const BELOW = 26;
const ABOVE = 12;
const MOST_ROWS = 60;

/** The pixels of a unit of length: more in the classroom, where the text of 12 units is as large as other text. */
const unit = () => ('classroom' in document.documentElement.dataset ? parseFloat(getComputedStyle(document.documentElement).fontSize) / 12 : 1);

const widthOf = (/** @type {HTMLCanvasElement} */ canvas) => (canvas.parentElement?.clientWidth || 600) / unit();

/** Make a canvas as sharp as the screen, and clear it. Lengths are in units. */
function prepared(/** @type {HTMLCanvasElement} */ canvas, /** @type {number} */ high) {
  const wide = widthOf(canvas);
  const ratio = (devicePixelRatio || 1) * unit();
  canvas.width = Math.round(wide * ratio);
  canvas.height = Math.round(high * ratio);
  canvas.style.setProperty('width', `${wide * unit()}px`);
  canvas.style.setProperty('height', `${high * unit()}px`);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, wide, high);
  const style = getComputedStyle(canvas);
  pen.font = `12px ${style.fontFamily}`;
  return { pen, wide, ink: style.getPropertyValue('--ink'), dim: style.getPropertyValue('--dim'), faint: style.getPropertyValue('--rule'), accent: style.getPropertyValue('--accent') };
}

/**
 * @typedef {object} Scale
 * @property {(heap: number) => number} x pixels from the left
 * @property {(value: number) => number} y pixels from above
 * @property {(pixels: number) => number} heap the nearest heap
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} values
 * @param {number | null} start from which the period holds
 * @param {number} from the first heap that is shown
 * @param {number} to the heap after the last one
 * @param {number} least the scale reaches at least to this value: the highest value of the other plot
 * @returns {Scale}
 */
export function drawPlot(canvas, values, start, from, to, least = 1) {
  const { pen, wide, dim, faint, accent } = prepared(canvas, HIGH);
  let top = least;
  for (let heap = from; heap < to; heap += 1) top = Math.max(top, values[heap]);
  const right = wide - 10;
  const last = Math.max(1, to - 1 - from);
  const x = (/** @type {number} */ heap) => LEFT + ((right - LEFT) * (heap - from)) / last;
  const y = (/** @type {number} */ value) => HIGH - BELOW - ((HIGH - BELOW - ABOVE) * value) / top;
  pen.textBaseline = 'middle';
  pen.textAlign = 'right';
  pen.lineWidth = 1;
  for (const value of ticks(0, top, 6)) {
    pen.strokeStyle = faint;
    pen.beginPath();
    pen.moveTo(LEFT, y(value));
    pen.lineTo(right, y(value));
    pen.stroke();
    pen.fillStyle = dim;
    pen.fillText(String(value), LEFT - 8, y(value));
  }
  pen.textBaseline = 'alphabetic';
  for (const heap of ticks(from, to - 1, Math.max(2, Math.floor(wide / 110)))) {
    pen.textAlign = heap === from ? 'left' : 'center';
    pen.fillStyle = dim;
    const text = heap.toLocaleString(document.documentElement.lang);
    pen.fillText(text, Math.min(x(heap), right - pen.measureText(text).width / 2), HIGH - 6);
  }
  if (start !== null && start > from && start < to) {
    pen.strokeStyle = dim;
    pen.setLineDash([4, 4]);
    pen.beginPath();
    pen.moveTo(x(start), ABOVE);
    pen.lineTo(x(start), HIGH - BELOW);
    pen.stroke();
    pen.setLineDash([]);
  }
  const near = (right - LEFT) / (to - from);
  const radius = Math.max(1, Math.min(3.5, near / 2.2));
  pen.fillStyle = accent;
  if (near > 4) {
    pen.globalAlpha = 0.35;
    pen.strokeStyle = accent;
    pen.beginPath();
    for (let heap = from; heap < to; heap += 1) {
      pen.moveTo(x(heap), y(0));
      pen.lineTo(x(heap), y(Math.max(0, values[heap])));
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }
  const drawn = new Set();
  for (let heap = from; heap < to; heap += 1) {
    const value = values[heap];
    const spot = Math.round(2 * x(heap)) * 8192 + Math.round(2 * y(value));
    if (value < 0 || drawn.has(spot)) continue; // the value of a move that ends the game, or no state
    drawn.add(spot);
    if (radius < 1.5) pen.fillRect(x(heap) - radius, y(value) - radius, 2 * radius, 2 * radius);
    else {
      pen.beginPath();
      pen.arc(x(heap), y(value), radius, 0, 7);
      pen.fill();
    }
  }
  return { x: (heap) => x(heap) * unit(), y: (value) => y(value) * unit(), heap: (pixels) => Math.max(from, Math.min(to - 1, Math.round(from + ((pixels / unit() - LEFT) * last) / (right - LEFT)))) };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} values
 * @param {number} period
 * @param {number} start
 * @param {number} saltus
 * @returns {number} how many rows are drawn
 */
export function drawStrip(canvas, values, period, start, saltus) {
  const rows = Math.min(MOST_ROWS, Math.ceil(values.length / period));
  const wide = widthOf(canvas);
  const size = Math.max(1, Math.min(30, Math.floor((wide - LEFT - 4) / period)));
  const high = Math.max(6, Math.min(size, Math.floor(620 / rows)));
  const { pen, dim, ink } = prepared(canvas, rows * high + 6);
  const own = (/** @type {number} */ heap) => values[heap] - saltus * Math.floor(heap / period);
  let top = 1;
  for (let heap = 0; heap < Math.min(values.length, rows * period); heap += 1) top = Math.max(top, own(heap));
  const across = Math.min(size, (wide - LEFT - 4) / period);
  pen.textBaseline = 'middle';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < period && row * period + column < values.length; column += 1) {
      const heap = row * period + column;
      pen.fillStyle = ofValue(Math.max(0, own(heap)), top);
      pen.fillRect(LEFT + column * across, 3 + row * high, Math.max(1, across - (across > 10 ? 1 : 0)), Math.max(1, high - (high > 10 ? 1 : 0)));
      if (across >= 16 && high >= 14) {
        pen.fillStyle = inkOn(pen.fillStyle);
        pen.textAlign = 'center';
        pen.fillText(String(own(heap)), LEFT + (column + 0.5) * across, 3.5 + (row + 0.5) * high);
      }
    }
    if (high >= 14 || row % Math.ceil(14 / high) === 0) {
      pen.fillStyle = row * period < start ? dim : ink;
      pen.textAlign = 'right';
      pen.fillText(String(row * period), LEFT - 8, 3 + (row + 0.5) * high);
    }
  }
  const [row, column] = [Math.floor(start / period), start % period];
  if (start > 0 && row < rows) {
    const [left, right, y] = [LEFT - 1, LEFT + period * across, 3 + row * high];
    pen.strokeStyle = ink;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.moveTo(left, y + high);
    pen.lineTo(LEFT + column * across, y + high);
    pen.lineTo(LEFT + column * across, y);
    pen.lineTo(right, y);
    pen.stroke();
  }
  return rows;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[][]} rows of a table
 * @param {number[]} firsts the first number of the rows and of the columns
 * @param {(value: number, at: number) => string} sign returns the text of a value at a place, counted through all rows; it is written if there is room
 * @returns {{left: number, above: number, side: number}} the place of the first cell, and the side of a cell
 */
export function drawTable(canvas, rows, firsts, sign) {
  const columns = rows[0].length;
  const wide = widthOf(canvas);
  const side = Math.max(2, Math.min(34, Math.floor((wide - LEFT - 4) / columns)));
  const { pen, dim, faint } = prepared(canvas, rows.length * side + BELOW);
  const { font } = pen;
  const top = rows.reduce((most, row) => row.reduce((more, value) => Math.max(more, value), most), 1);
  const gap = side > 9 ? 1 : 0;
  pen.font = font.replace('12px', `${Math.min(13, Math.floor(side * 0.55))}px`);
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  rows.forEach((row, r) => row.forEach((value, c) => {
    pen.fillStyle = value < 0 ? faint : ofValue(value, top);
    pen.fillRect(LEFT + c * side, BELOW + r * side, side - gap, side - gap);
    if (side < (unit() > 1 ? 22 : 16)) return; // in the classroom, no text is smaller than other text
    pen.fillStyle = value < 0 ? dim : inkOn(ofValue(value, top));
    pen.fillText(sign(value, r * columns + c), LEFT + (c + 0.5) * side, BELOW + (r + 0.5) * side, side - 2);
  }));
  pen.font = font;
  pen.fillStyle = dim;
  const step = Math.max(1, Math.ceil(26 / side));
  for (let column = 0; column < columns; column += step) pen.fillText(String(firsts[1] + column), LEFT + (column + 0.5) * side, BELOW - 12);
  pen.textAlign = 'right';
  for (let row = 0; row < rows.length; row += step) pen.fillText(String(firsts[0] + row), LEFT - 8, BELOW + (row + 0.5) * side);
  return { left: LEFT * unit(), above: BELOW * unit(), side: side * unit() };
}

function ticks(/** @type {number} */ from, /** @type {number} */ top, /** @type {number} */ most) {
  const rough = Math.max(1, (top - from) / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 1);
  const found = [];
  for (let value = Math.ceil(from / step) * step; value <= top; value += step) found.push(value);
  return found;
}
