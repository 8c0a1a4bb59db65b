/** Points with lines between them: chords on a circle, or a graph; a listbox of points. */

import { inkOn, ofNimber } from './colours.js';
import { el, fill, svg } from './dom.js';
import { sign } from './board-legend.js';

/** @typedef {import('./game-board.js').View} View */
/** @typedef {import('./game-board.js').Hands} Hands */
/** @typedef {{place: number, name: string, x: number, y: number, free: boolean}} Point */

const SIDE = 520;
const EDGE = 46;
const MOST_LINES = 40; // winning moves that are drawn

export class PointsDrawing {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.svg = svg('svg', {
      class: 'points', role: 'listbox',
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onpointerover: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && this.show(placeOf(e)),
      onpointerleave: () => this.show(null),
    });
    this.shown = svg('path', { class: 'preview', 'aria-hidden': 'true' });
    /** @type {View | null} */
    this.view = null;
    this.legend = el('div', { class: 'legend' });
    this.node = el('div', { class: 'pointsbox' }, this.svg, this.legend);
    /** @type {Point[]} */
    this.points = [];
    /** @type {SVGElement[]} */
    this.options = [];
    this.place = 0;
    this.drawn = '';
  }

  /** @param {View} view */
  update(view) {
    const news = JSON.stringify([view.scene, view.choices.length, [...view.show], [...view.picked], [...view.hint], [...view.last], [...view.area], view.disabled, view.label]);
    this.view = view;
    if (news === this.drawn) return;
    this.drawn = news;
    const focused = this.svg.contains(/** @type {ShadowRoot} */ (this.node.getRootNode()).activeElement ?? null);
    const graph = view.scene.kind === 'graph';
    this.points = graph ? vertices(view.scene) : onCircle(view.scene);
    this.place = Math.max(0, Math.min(this.place, this.points.length - 1));
    const near = nearest(this.points);
    const radius = Math.max(3, Math.min(graph ? 20 : 11, near / (graph ? 2.6 : 3)));
    const wide = Math.max(SIDE, SIDE + 2 * EDGE);
    this.svg.setAttribute('viewBox', `${-EDGE} ${-EDGE} ${wide} ${wide}`);
    this.svg.setAttribute('aria-label', view.label || view.say(graph ? 'graph' : 'circle', { number: this.points.length }));
    this.options = this.points.map((point, number) => this.point(view, point, number, radius, near));
    fill(
      this.svg,
      graph ? svg('path', { class: 'edge', d: edges(view.scene, this.points) }) : circle(view, this.points),
      wins(view, this.points),
      this.shown,
      ...this.options,
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
    const wins = view.show.has('winning') && here.some((choice) => choice.wins) && !view.picked.has(place);
    const value = view.show.has('values') && told && one && !view.picked.has(place) ? one.nimber : null;
    const words = [view.say('point', { name: point.name }), view.say(point.free ? 'free' : 'taken')];
    if (value !== null) words.push(view.say('after', { value }));
    if (wins) words.push(view.say('wins'));
    if (view.hint.has(place)) words.push(view.say('hint'));
    if (view.last.has(place)) words.push(view.say('last'));
    const open = here.length > 0 && !view.disabled;
    const classes = ['point', point.free ? 'free' : 'taken'];
    if (open) classes.push('open');
    if (wins) classes.push('wins');
    for (const name of /** @type {const} */ (['picked', 'hint', 'last', 'area'])) if (view[name].has(place)) classes.push(name);
    const dot = svg('circle', { class: 'dot', cx: point.x, cy: point.y, r: radius });
    let text = null;
    if (value !== null) {
      const colour = ofNimber(value);
      dot.setAttribute('fill', colour);
      dot.setAttribute('r', String(Math.max(radius, Math.min(18, near / 2.2))));
      dot.setAttribute('class', 'dot valued');
      text = svg('text', { x: point.x, y: point.y, class: 'value', fill: inkOn(colour) }, String(value));
    }
    const [middle, away] = [SIDE / 2, 1 + (radius + 22) / (SIDE / 2)];
    const out = view.scene.kind === 'graph';
    const name = svg(
      'text',
      {
        class: out ? 'name inside' : 'name',
        x: out ? point.x : middle + (point.x - middle) * away,
        y: out ? point.y : middle + (point.y - middle) * away,
      },
      near > 14 || number % Math.ceil(18 / near) === 0 ? point.name : '',
    );
    return svg(
      'g',
      {
        role: 'option',
        class: classes.join(' '),
        tabindex: number === this.place ? 0 : -1,
        'data-place': place,
        'aria-selected': String(view.picked.has(place)),
        'aria-disabled': open ? null : 'true',
        'aria-label': words.join(', '),
        onclick: () => this.hands.pick(point.place),
        onfocus: () => this.turn(number),
      },
      svg('circle', { class: 'reach', cx: point.x, cy: point.y, r: Math.max(radius, Math.min(44, near / 2)) }),
      svg('circle', { class: 'halo', cx: point.x, cy: point.y, r: radius + 6 }),
      dot,
      out ? (text ?? name) : text,
      out ? null : name,
    );
  }

  /**
   * Show what picking a point would draw or take.
   * @param {string | null} place
   */
  show(place) {
    const view = /** @type {View} */ (this.view);
    const at = new Map(this.points.map((point) => [String(point.place), point]));
    const to = place === null ? undefined : at.get(place);
    const [first] = view.picked;
    const from = first === undefined ? undefined : at.get(first);
    const there = to && !view.disabled && (view.at.get(to && String(to.place)) ?? []).length > 0;
    this.shown.setAttribute('d', there && from && from !== to ? line(from, to) : '');
    for (const [number, option] of this.options.entries()) option.classList.toggle('falls', Boolean(there && to && falls(view, to.place, this.points[number].place)));
  }

  focus() {
    /** @type {any} */ (this.options[this.place])?.focus();
  }

  /** @param {number} number */
  turn(number) {
    this.options[this.place]?.setAttribute('tabindex', '-1');
    this.place = number;
    this.options[number]?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const all = this.points.length;
    let place = this.place;
    if (event.key === 'ArrowDown' || event.key === 'ArrowRight') place = (place + 1) % all;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') place = (place + all - 1) % all;
    else if (event.key === 'Home') place = 0;
    else if (event.key === 'End') place = all - 1;
    else if (event.key === 'Enter' || event.key === ' ') this.hands.pick(this.points[place].place);
    else if (event.key === 'Escape') this.hands.back();
    else return;
    event.preventDefault();
    if (place !== this.place) {
      this.turn(place);
      this.focus();
      this.show(String(this.points[place].place));
    }
  }
}

/**
 * Say whether a vertex would be taken where another one is picked, as far as the scene says.
 * @param {View} view
 * @param {number} picked
 * @param {number} place
 */
function falls(view, picked, place) {
  if (picked === place) return true;
  if (view.scene.kind !== 'graph') return false;
  return (view.at.get(String(picked)) ?? []).some((choice) => choice.places.length > 1 && choice.places.includes(place) && [...view.picked].every((one) => choice.places.includes(Number(one))));
}

/**
 * @param {Event} event
 * @returns {string | null} the point that it is about
 */
function placeOf(event) {
  const found = event.target instanceof Element && event.target.closest('[data-place]');
  return found ? found.getAttribute('data-place') : null;
}

/** @param {import('./game-board.js').Scene} scene */
function onCircle(scene) {
  const taken = new Set(scene.chords.flat());
  return Array.from({ length: scene.points }, (_, number) => {
    const angle = (2 * Math.PI * number) / scene.points;
    const [x, y] = [SIDE / 2 + (SIDE / 2) * Math.sin(angle), SIDE / 2 - (SIDE / 2) * Math.cos(angle)];
    return { place: number + 1, name: String(number + 1), x: round(x), y: round(y), free: !taken.has(number + 1) };
  });
}

/** @param {import('./game-board.js').Scene} scene */
function vertices(scene) {
  return scene.vertices.map((/** @type {any} */ vertex, /** @type {number} */ number) => ({
    place: number,
    name: String(vertex.label ?? number),
    x: round(SIDE * vertex.x),
    y: round(SIDE * vertex.y),
    free: vertex.role !== 'removed',
  }));
}

/** @param {number} x */
const round = (x) => Math.round(10 * x) / 10;

/** @param {Point[]} points */
function nearest(points) {
  let least = SIDE;
  const few = points.length <= 300 ? points : points.slice(0, 2);
  few.forEach((a, i) => {
    for (const b of few.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}

/**
 * @param {import('./game-board.js').Scene} scene
 * @param {Point[]} points
 */
function edges(scene, points) {
  return scene.edges.map((/** @type {number[]} */ [a, b]) => line(points[a], points[b])).join('');
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const line = (a, b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;

/**
 * @param {View} view
 * @param {Point[]} points
 */
function circle(view, points) {
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

/**
 * @param {View} view
 * @param {Point[]} points
 */
function wins(view, points) {
  const found = view.choices.filter((choice) => choice.wins && choice.places.length === 2);
  const shown = view.show.has('winning') && found.length <= MOST_LINES;
  const at = new Map(points.map((point) => [point.place, point]));
  const d = shown
    ? found.map(({ places: [a, b] }) => line(/** @type {Point} */ (at.get(Number(a))), /** @type {Point} */ (at.get(Number(b))))).join('')
    : '';
  return svg('path', { class: 'win', d, 'aria-hidden': 'true' });
}

/**
 * @param {View} view
 * @param {boolean} graph
 */
function legend(view, graph) {
  const found = [];
  if (!graph && view.scene.chords.length) found.push(sign('bar', view.say('legend-chord')));
  if (!graph && view.show.has('components') && view.scene.regions.length) found.push(sign('blank', view.say('legend-region')));
  if (view.show.has('winning') && view.choices.some((choice) => choice.wins)) found.push(sign(graph ? 'ring' : 'dash', view.say('legend-winning')));
  return found;
}
