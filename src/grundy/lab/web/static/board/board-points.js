/** Points with lines between them: chords on a circle, or a graph; a listbox of points. */

import { el, fill, svg } from '../base/dom.js';
import { sign } from './board-legend.js';
import { ListboxDrawing } from './board-listbox.js';
import { placed } from './board-token.js';
import { onNimber } from './colours.js';

/** @typedef {{place: number, name: string, x: number, y: number, free: boolean, token: string, plant?: boolean}} Point */

const SIDE = 520;
const EDGE = 46;
const BOW = 0.4; // as a share of the length of an edge
const LOOP = 68; // units: the size of a loop, and its distance from a vertex on the ground
const MOST_EDGES = 60; // moves on edges: if there are more, their edges cannot be picked
const MOST_LINES = 40; // winning moves that are drawn

export class PointsDrawing extends ListboxDrawing {
  constructor(/** @type {Hands} */ hands) {
    super(hands);
    this.list = this.svg = svg('svg', {
      class: 'points', role: 'listbox',
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onpointerover: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && this.show(placeOf(e)),
      onpointerleave: () => this.show(null),
      onpointerdown: (/** @type {PointerEvent} */ e) => (this.from = e.pointerType === 'touch' ? null : placeOf(e)),
      onpointerup: (/** @type {PointerEvent} */ e) => this.dragged(placeOf(e)),
    });
    /** @type {string | null} the point from which a line is being dragged */
    this.from = null;
    this.shown = svg('path', { class: 'preview', 'aria-hidden': 'true' });
    this.legend = el('div', { class: 'legend' });
    this.node = el('div', { class: 'pointsbox' }, this.svg, this.legend);
    /** @type {Point[]} */
    this.points = [];
    /** @type {Choice[]} moves on an edge: options after the points */
    this.edges = [];
    /** @type {Map<Choice, {bow: number, line: number}>} how far the edge of a move is bent, and its number */
    this.bows = new Map();
    /** @type {SVGElement[]} the edges of a graph, as they are drawn */
    this.lines = [];
  }

  update(/** @type {View} */ view) {
    if (!this.isNew(view, [view.scene, view.choices.length])) return;
    const focused = this.hasFocus();
    const graph = view.scene.kind === 'graph';
    this.points = graph ? vertices(view.scene) : onCircle(view.scene);
    this.edges = graph ? onEdges(view) : [];
    this.bows = graph ? bowsOf(view.scene, this.edges) : new Map();
    this.keepWithin(this.points.length + this.edges.length);
    const near = nearest(this.points);
    const radius = Math.max(3, Math.min(graph ? 20 : 11, near / (graph ? 2.6 : 3)));
    const wide = Math.max(SIDE, SIDE + 2 * EDGE);
    this.svg.setAttribute('viewBox', `${-EDGE} ${-EDGE} ${wide} ${wide}`);
    this.svg.setAttribute('aria-label', view.label || view.say(graph ? 'graph' : 'circle', { number: this.points.length }));
    const points = this.points.map((point, number) => this.point(view, point, number, radius, near));
    const lines = this.edges.map((choice, number) => this.edge(view, choice, this.points.length + number));
    this.options = [...points, ...lines];
    fill(
      this.svg,
      graph ? this.drawnEdges(view) : circle(view, this.points),
      this.edges.length ? null : wins(view, this.points),
      ...lines,
      this.shown,
      ...points,
      ...this.edges.map((choice) => valueOf(view, choice, this.points, this.bows.get(choice)?.bow)),
    );
    fill(this.legend, ...legend(view, graph));
    this.show(null);
    if (focused) this.focus();
  }

  /**
   * @param {View} view
   * @param {Point} point
   * @param {number} number
   * @param {number} radius
   * @param {number} near
   */
  point(view, point, number, radius, near) {
    const place = String(point.place);
    const here = view.at.get(place) ?? [];
    const one = here.length === 1 ? here[0] : null;
    const told = view.picked.size > 0 || here.every((choice) => choice.places.length === 1);
    const wins = view.show.has('winning') && here.some((choice) => choice.wins && (!this.edges.length || choice.places.length === 1)) && !view.picked.has(place);
    const value = view.show.has('values') && told && one && !view.picked.has(place) ? one.nimber : null;
    const words = [view.say('point', { name: point.name }), view.say(point.free ? 'free' : 'taken')];
    if (value !== null) words.push(view.say('after', { value }));
    if (wins) words.push(view.say('wins'));
    const open = here.length > 0 && !view.disabled;
    const classes = ['point', point.free ? 'free' : 'taken'];
    if (wins) classes.push('wins');
    const graph = view.scene.kind === 'graph';
    const dot = svg('circle', { class: 'dot', cx: point.x, cy: point.y, r: radius });
    const size = point.token.startsWith('point') || point.token.startsWith('vertex') ? (radius * 48) / 13 : radius * 2.6;
    const drawn = point.token === 'ground' ? null : placed(point.token, point.x, point.y, size);
    const side = Math.max(26, Math.min(36, near / 2.5));
    const far = graph ? outwards(point, radius + side * 0.62) : [(SIDE / 2 - point.x) * 0.09, (SIDE / 2 - point.y) * 0.09];
    const shown = value === null ? null : valueMark(value, wins, point.x + far[0], point.y + far[1], side);
    const [middle, away] = [SIDE / 2, 1 + (radius + 22) / (SIDE / 2)];
    const name = svg(
      'text',
      {
        class: graph ? `name inside ${point.token}` : 'name',
        x: graph ? point.x : middle + (point.x - middle) * away,
        y: graph ? point.y : middle + (point.y - middle) * away,
      },
      near > 14 || number % Math.ceil(18 / near) === 0 ? point.name : '',
    );
    return svg(
      'g',
      { ...this.option(view, number, { place, open, classes, words }), onclick: () => this.hands.pick(point.place) },
      svg('circle', { class: 'reach', cx: point.x, cy: point.y, r: this.edges.length && point.plant ? radius : Math.max(radius, Math.min(44, near / 2)) }),
      drawn,
      svg('circle', { class: 'halo', cx: point.x, cy: point.y, r: radius + 6 }),
      dot,
      name,
      shown,
    );
  }

  /** An edge that a move takes, as an option that can be picked. */
  edge(/** @type {View} */ view, /** @type {Choice} */ choice, /** @type {number} */ number) {
    const d = way(choice.places, this.points, this.bows.get(choice)?.bow);
    const wins = view.show.has('winning') && choice.wins && !view.show.has('values');
    const hint = choice.places.every((place) => view.hint.has(String(place)));
    const own = this.move(view, choice, number, view.say('edge', { name: choice.move }), (one) => this.aimed(one));
    return svg('g', { ...own, class: `line ${view.disabled ? '' : 'open'}${wins ? ' wins' : ''}${hint ? ' hint' : ''}` }, svg('path', { class: 'along', d }), svg('path', { class: 'reach', d }));
  }

  /** Show the edges that a cut would separate from the ground. */
  aimed(/** @type {Choice | null} */ choice) {
    const view = /** @type {View} */ (this.view);
    const lost = choice && !view.disabled ? hanging(view.scene, this.bows.get(choice)?.line ?? -1) : [];
    for (const [number, node] of this.lines.entries()) node.classList.toggle('falls', lost.includes(number));
  }

  drawnEdges(/** @type {View} */ { scene }) {
    const { points } = this;
    this.lines = scene.edges.map((/** @type {number[]} */ edge, /** @type {number} */ i) => svg('path', { class: `edge ${scene.paint ?? ''}`, d: way(edge, points, scene.bows?.[i]) }));
    const gone = (scene.gone ?? []).map((/** @type {number[]} */ edge, /** @type {number} */ i) => way(edge, points, scene.bows?.[scene.edges.length + i])).join('');
    return svg('g', { 'aria-hidden': 'true' }, ground(points), svg('path', { class: 'edge gone', d: gone }), ...this.lines);
  }

  /** Show what picking a point would draw or take. */
  show(/** @type {string | null} */ place) {
    const view = /** @type {View} */ (this.view);
    const at = new Map(this.points.map((point) => [String(point.place), point]));
    const to = place === null ? undefined : at.get(place);
    const [first] = view.picked;
    const from = first === undefined ? undefined : at.get(first);
    const there = to && !view.disabled && (view.at.get(to && String(to.place)) ?? []).length > 0;
    this.shown.setAttribute('d', there && from && from !== to ? line(from, to) : '');
    for (const [number, option] of this.options.slice(0, this.points.length).entries()) option.classList.toggle('falls', Boolean(there && to && falls(view, to.place, this.points[number].place)));
  }

  /** Make the move between the point at which a drag has begun and the point at which it ends. */
  dragged(/** @type {string | null} */ to) {
    const { from, view } = this;
    this.from = null;
    if (from === null || to === null || from === to || !view || view.disabled || view.picked.size) return;
    const choice = (view.at.get(from) ?? []).find(({ places }) => places.length === 2 && places.map(String).includes(to));
    if (choice) this.hands.choose(choice);
  }

  /** @override */
  enter() {
    const { place, points } = this;
    if (place < points.length) this.hands.pick(points[place].place);
    else this.hands.choose(this.edges[place - points.length]);
  }

  steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

  /**
   * @override
   * @param {'ArrowDown'} key or another arrow
   */
  arrow(key) {
    const all = this.options.length;
    return (this.place + all + this.steps[key]) % all;
  }

  /** @override */
  moved() {
    const { place, points } = this;
    if (place < points.length) this.show(String(points[place].place));
    this.aimed(this.edges[place - points.length] ?? null);
  }
}

/** Return whether a move on a picked vertex would take another vertex, by the scene alone. */
function falls(/** @type {View} */ view, /** @type {number} */ picked, /** @type {number} */ place) {
  if (picked === place) return true;
  if (view.scene.kind !== 'graph') return false;
  return (view.at.get(String(picked)) ?? []).some((choice) => choice.places.length > 1 && choice.places.includes(place) && [...view.picked].every((one) => choice.places.includes(Number(one))));
}

/**
 * @param {Event} event
 * @returns {string | null} the point of the event
 */
function placeOf(event) {
  const found = event.target instanceof Element && event.target.closest('[data-place]');
  return found ? found.getAttribute('data-place') : null;
}

function onCircle(/** @type {Scene} */ scene) {
  const taken = new Set(scene.chords.flat());
  return Array.from({ length: scene.points }, (_, number) => {
    const angle = (2 * Math.PI * number) / scene.points;
    const [x, y] = [SIDE / 2 + (SIDE / 2) * Math.sin(angle), SIDE / 2 - (SIDE / 2) * Math.cos(angle)];
    const free = !taken.has(number + 1);
    return { place: number + 1, name: String(number + 1), x: round(x), y: round(y), free, token: free ? 'point' : 'point-taken' };
  });
}

function vertices(/** @type {Scene} */ scene) {
  return scene.vertices.map((/** @type {any} */ vertex, /** @type {number} */ number) => ({
    place: number,
    name: String(vertex.label ?? number),
    x: round(SIDE * vertex.x),
    y: round(SIDE * vertex.y),
    free: vertex.role !== 'removed',
    token: vertex.token ?? 'vertex',
    plant: scene.paint === 'leaf',
  }));
}

const round = (/** @type {number} */ x) => Math.round(10 * x) / 10;

/**
 * @param {Point} point
 * @param {number} far
 * @returns {[number, number]} a step of length `far` from the point, away from the middle of the picture
 */
function outwards({ x, y }, far) {
  const [across, down] = [x - SIDE / 2, y - SIDE / 2];
  const long = Math.hypot(across, down);
  return long < 1 ? [far * 0.7, far * 0.7] : [(across / long) * far, (down / long) * far];
}

function nearest(/** @type {Point[]} */ points) {
  let least = SIDE;
  const few = points.length <= 300 ? points : points.slice(0, 2);
  few.forEach((a, i) => {
    for (const b of few.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}

/**
 * @param {View} view
 * @returns {Choice[]} the moves on edges; none if something is picked, or if there are too many
 */
function onEdges({ scene, choices, picked }) {
  const there = new Set(scene.edges.map(pairOf));
  const found = choices.filter(({ places }) => (places.length === 2 || places.length === 1) && there.has(pairOf(places)));
  return picked.size || found.length > MOST_EDGES ? [] : found;
}

/** @param {(number | number[])[]} ends of an edge */
const pairOf = (ends) => [...new Set(ends.map(Number))].sort((a, b) => a - b).join(' ');

/**
 * Moves and edges are in the same order, so the n-th move between two vertices is on the n-th edge there.
 * @param {Scene} scene
 * @param {Choice[]} choices on edges
 */
function bowsOf(scene, choices) {
  /** @type {Map<string, number[]>} */
  const waiting = new Map();
  scene.edges.forEach((/** @type {number[]} */ edge, /** @type {number} */ i) => waiting.set(pairOf(edge), [...(waiting.get(pairOf(edge)) ?? []), i]));
  return new Map(choices.map((choice) => {
    const line = waiting.get(pairOf(choice.places))?.shift() ?? -1;
    return [choice, { bow: scene.bows?.[line] ?? 0, line }];
  }));
}

/** Where an edge begins and ends: on the ground, straight below its other end. */
function ends(/** @type {Point} */ a, /** @type {Point} */ b) {
  return [a.token === 'ground' ? { x: b.x, y: a.y } : a, b.token === 'ground' ? { x: a.x, y: b.y } : b];
}

/**
 * @param {View} view
 * @param {Choice} choice on an edge
 * @param {Point[]} points
 * @param {number} [bow]
 */
function valueOf({ show }, { places, nimber, wins }, points, bow) {
  const [x, y] = middle(places, points, bow);
  if (show.has('values') && nimber !== null) return valueMark(nimber, wins && show.has('winning'), x, y, 32);
  return null;
}

function ground(/** @type {Point[]} */ points) {
  const found = points.find(({ token }) => token === 'ground');
  if (!found) return null;
  const grass = [0.04, 0.36, 0.66, 0.97].map((part) => placed('grass', SIDE * part, found.y - 16, 56));
  return svg('g', {}, ...grass, svg('path', { class: 'ground', d: `M${-EDGE / 2} ${found.y}H${SIDE + EDGE / 2}` }));
}

/**
 * The edges that are connected to the ground only by this edge, itself included.
 * @param {Scene} scene
 * @param {number} cut the number of the edge
 * @returns {number[]} without a ground, only the edge itself
 */
function hanging({ vertices, edges }, cut) {
  const root = vertices.findIndex((/** @type {any} */ vertex) => vertex.token === 'ground');
  if (root < 0) return cut < 0 ? [] : [cut];
  const reached = new Set([root]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    edges.forEach((/** @type {number[]} */ [a, b], /** @type {number} */ i) => {
      if (i !== cut && (reached.has(a) || reached.has(b))) reached.add(a).add(b);
    });
  }
  return edges.flatMap((/** @type {number[]} */ [a], /** @type {number} */ i) => (i === cut || !reached.has(a) ? [i] : []));
}

/** @typedef {{x: number, y: number, plant?: boolean}} End */

/**
 * How far the control point of an edge is from its middle. An edge between vertices of a plant at the same height is bent,
 * because other vertices may be on the straight line.
 * @param {End} a
 * @param {End} b
 * @param {number} bow as a share of its length
 */
const bend = (a, b, bow) => (a.plant && b.plant && a.y === b.y ? [0, -(BOW + bow) * Math.abs(a.x - b.x)] : [bow * (a.y - b.y), bow * (b.x - a.x)]);

/**
 * The ends of an edge in the order of their numbers, so that edges between the same vertices are bent to different sides.
 * @param {(number | number[])[]} places two, or one for a loop
 * @param {Point[]} points
 */
function ordered(places, points) {
  const numbers = places.map(Number).sort((a, b) => a - b);
  return [points[numbers[0]], points[numbers[numbers.length - 1]]];
}

/**
 * @param {(number | number[])[]} places
 * @param {Point[]} points
 * @param {number} [bow]
 */
function way(places, points, bow = 0) {
  const [one, other] = ordered(places, points);
  const [a, b] = ends(one, other);
  const side = LOOP * bow;
  if (one === other) {
    if (one.token !== 'ground') return `M${a.x} ${a.y}C${a.x + side} ${a.y - side} ${a.x + side} ${a.y + side} ${a.x} ${a.y}`;
    const [left, right] = [a.x + LOOP - side / 2.5, a.x + LOOP + side / 2.5]; // beside the picture of the vertex
    return `M${left} ${a.y}C${left} ${a.y - side} ${right} ${a.y - side} ${right} ${a.y}`;
  }
  const [across, down] = bend(a, b, bow);
  return across || down ? `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + across} ${(a.y + b.y) / 2 + down} ${b.x} ${b.y}` : line(a, b);
}

/**
 * @param {(number | number[])[]} places of an edge
 * @param {Point[]} points
 * @param {number} [bow]
 */
function middle(places, points, bow = 0) {
  const [one, other] = ordered(places, points);
  const [a, b] = ends(one, other);
  if (one === other) return one.token === 'ground' ? [a.x + LOOP, a.y - 0.75 * LOOP * bow] : [a.x + 0.75 * LOOP * bow, a.y];
  const [across, down] = bend(a, b, bow);
  return [(a.x + b.x + across) / 2, (a.y + b.y + down) / 2];
}

const line = (/** @type {End} */ a, /** @type {End} */ b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;

function circle(/** @type {View} */ view, /** @type {Point[]} */ points) {
  const { chords, regions, nimbers } = view.scene;
  const shown = view.show.has('components');
  const parts = [svg('circle', { class: 'rim', cx: SIDE / 2, cy: SIDE / 2, r: SIDE / 2 })];
  const corners = (/** @type {number[]} */ region) => region.map((number) => points[number - 1]);
  for (const region of shown ? regions : []) {
    if (region.length > 2) parts.push(svg('path', { class: 'region', d: 'M' + corners(region).map((p) => `${p.x} ${p.y}`).join('L') + 'z' }));
    if (region.length === 2) parts.push(svg('path', { class: 'region', d: line(points[region[0] - 1], points[region[1] - 1]) }));
  }
  const drawn = chords.map((/** @type {number[]} */ [a, b]) => line(points[a - 1], points[b - 1])).join('');
  parts.push(svg('path', { class: 'chord', d: drawn }));
  (shown ? regions : []).forEach((/** @type {number[]} */ region, /** @type {number} */ i) => {
    if (region.length < 3 || nimbers?.[i] === undefined) return;
    const x = corners(region).reduce((sum, p) => sum + p.x, 0) / region.length;
    const y = corners(region).reduce((sum, p) => sum + p.y, 0) / region.length;
    if (Math.min(...corners(region).map((p) => Math.hypot(p.x - x, p.y - y))) < 36) return;
    parts.push(svg('circle', { class: 'plate', cx: round(x), cy: round(y), r: 16 }));
    parts.push(svg('text', { class: 'plated', x: round(x), y: round(y) }, String(nimbers[i])));
  });
  return svg('g', { 'aria-hidden': 'true' }, ...parts);
}

function wins(/** @type {View} */ view, /** @type {Point[]} */ points) {
  const found = view.choices.filter((choice) => choice.wins && choice.places.length === 2);
  const shown = view.show.has('winning') && found.length <= MOST_LINES;
  const at = new Map(points.map((point) => [point.place, point]));
  const d = shown
    ? found.map(({ places: [a, b] }) => line(/** @type {Point} */ (at.get(Number(a))), /** @type {Point} */ (at.get(Number(b))))).join('')
    : '';
  return svg('path', { class: 'win', d, 'aria-hidden': 'true' });
}

function legend(/** @type {View} */ view, /** @type {boolean} */ graph) {
  const found = [];
  if (!graph && view.scene.chords.length) found.push(sign('bar', view.say('legend-chord')));
  if (!graph && view.show.has('components') && view.scene.regions.length) found.push(sign('blank', view.say('legend-region')));
  if (view.show.has('winning') && view.choices.some((choice) => choice.wins)) found.push(sign(graph ? 'ring' : 'dash', view.say('legend-winning')));
  return found;
}

/**
 * The nimber after a move, drawn on its edge or point.
 * @param {number} value
 * @param {boolean} wins
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} side
 */
function valueMark(value, wins, x, y, side) {
  const { background, color } = onNimber(value);
  const wide = side * Math.max(1, 0.3 + 0.35 * String(value).length);
  return svg('g', { class: 'value', 'aria-hidden': 'true' },
    svg('rect', { x: x - wide / 2, y: y - side / 2, width: wide, height: side, rx: side / 8, fill: background }),
    wins ? svg('rect', { class: 'round', x: x - wide / 2 + side * 0.08, y: y - side * 0.42, width: wide - side * 0.16, height: side * 0.84, rx: side * 0.42, fill: 'none', stroke: color, 'stroke-width': side / 14 }) : null,
    svg('text', { x, y, fill: color, 'font-size': side * 0.6 }, String(value)));
}
