/** The state of the page. The address contains all of it, after the #. */

import { isTyped, typedRules } from './typed-rules.js';

export const VIEWS = /** @type {const} */ (['play', 'learn', 'puzzles', 'sum', 'sequences', 'tables', 'teach', 'clinic', 'own', 'why']);
export const MAIN = VIEWS.slice(0, -1); // the views of the navigation; the view Why is reached from a position
/** The coaches; each beats the one before it in two of three games. */
export const COACHES = ['novice', 'learner', 'club', 'expert', 'perfect'];
export const GOALS = ['only', 'win', 'prove', 'zero'];
const SHOWN = ['winning', 'values', 'components', 'comments'];
const THEMES = /** @type {const} */ (['light', 'dark']);
/** @type {Maker[]} */
const MAKERS = ['you', 'coach', '1', '2'];
const MOST_LENGTH = 1_000_000;
const [TABLE, SEQUENCE] = ['wythoff', '0.77']; // what is shown first

/**
 * @param {string} hash
 * @returns {State}
 */
export function read(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  const text = (/** @type {string} */ name) => params.get(name) ?? '';
  const all = (/** @type {string} */ name) => params.getAll(name);
  const view = path ? (VIEWS.find((one) => one === path) ?? 'play') : 'front';
  const [texts, notes, moves, letters] = [all('p'), all('n'), all('m'), text('by')];
  return {
    view,
    unknown: path && view !== path ? path : '',
    parts: all('g').map((game, i) => ({ game, text: texts[i] ?? '' })),
    moves,
    at: whole(params.get('at'), moves.length, 0, moves.length),
    makers: letters.length === moves.length ? [...letters].map((letter) => MAKERS.find((one) => one[0] === letter) ?? 'you') : [],
    again: text('again').split('.').filter((one) => /^\d{1,4}$/.test(one)).map(Number),
    show: SHOWN.filter((one) => text('show').split(' ').includes(one)),
    against: text('with') === 'friend' ? 'friend' : 'coach',
    side: text('side') === 'second' ? 'second' : 'first',
    rules: text('rules') === 'misere' ? 'misere' : 'normal',
    fast: params.has('fast'),
    coach: COACHES.find((one) => one === text('coach')) ?? '',
    setup: params.has('setup'),
    part: whole(params.get('part'), 0, 0, 999),
    look: params.get('look'),
    classroom: params.has('class'),
    answers: params.has('answers'),
    theme: THEMES.find((one) => one === params.get('theme')) ?? null,
    problem: text('problem'),
    code: params.get('code') ?? (view === 'tables' ? TABLE : SEQUENCE),
    beside: text('beside'),
    length: whole(params.get('length'), 200, 1, MOST_LENGTH),
    goal: GOALS.find((one) => one === text('goal')) ?? '',
    day: /^\d{4}-\d\d-\d\d$/.exec(text('day'))?.[0] ?? '',
    lesson: text('lesson'),
    step: whole(params.get('step'), 1, 1, 99),
    taught: text('taught'),
    own: text('own'),
    title: text('title'),
    stops: all('s').map((address, i) => ({ address, note: notes[i] ?? '' })),
    language: params.get('lang'),
  };
}

/**
 * @param {State} state
 * @returns {string} the address of the state, without fields that have their usual values
 */
export function written(state) {
  const params = new URLSearchParams();
  if (state.view === 'sequences' || state.view === 'tables') {
    params.set('code', state.code);
    if (state.beside && state.view === 'sequences') params.set('beside', state.beside);
    params.set('length', String(state.length));
  } else if (state.view === 'clinic') {
    if (state.problem) params.set('problem', state.problem);
  } else if (state.view === 'teach') {
    if (state.lesson) params.set('lesson', state.lesson);
    if (state.title) params.set('title', state.title);
    for (const { address, note } of state.stops) {
      params.append('s', address);
      params.append('n', note);
    }
  } else if (state.view !== 'front') {
    if (state.goal) params.set('goal', state.goal);
    if (state.day) params.set('day', state.day);
    if (state.lesson) params.set('lesson', state.lesson);
    if (state.lesson && state.step > 1) params.set('step', String(state.step));
    for (const { game, text } of state.parts) {
      params.append('g', game);
      params.append('p', text);
    }
    for (const move of state.moves) params.append('m', move);
    if (state.at < state.moves.length) params.set('at', String(state.at));
    if (state.again.length) params.set('again', state.again.join('.'));
    if (state.makers.some((maker, ply) => maker !== usualMaker(state, ply))) params.set('by', state.makers.map((one) => one[0]).join(''));
    if (state.show.length) params.set('show', state.show.join(' '));
    if (state.against === 'friend') params.set('with', 'friend');
    if (state.side === 'second') params.set('side', 'second');
    if (state.rules === 'misere') params.set('rules', 'misere');
    if (state.fast) params.set('fast', '1');
    if (state.coach) params.set('coach', state.coach);
    if (state.setup) params.set('setup', '1');
    if (state.look !== null && state.view === 'why') params.set('look', state.look);
    if (state.part) params.set('part', String(state.part));
  }
  if (state.classroom && state.view !== 'front') {
    params.set('class', '1');
    if (state.answers) params.set('answers', '1');
    if (state.theme) params.set('theme', state.theme);
  }
  if (state.taught && state.view !== 'front' && state.view !== 'teach') params.set('taught', state.taught);
  if (state.language) params.set('lang', state.language);
  const named = params.has('code') ? [state.code, state.beside] : params.getAll('g');
  const own = named.some(isTyped) ? typedRules().packed : state.view === 'own' ? state.own : '';
  if (own) params.set('own', own);
  const query = params.toString();
  return `#/${state.view === 'front' ? '' : state.view}${query ? '?' + query : ''}`;
}

/**
 * @param {State} state
 * @returns {boolean} whether facts about the position may be shown
 */
export const tells = ({ classroom, answers }) => !classroom || answers;

/**
 * @param {State} state
 * @returns {string[]} what the board shows beside the position
 */
export const shownOf = ({ classroom, answers, show }) => (classroom ? (answers ? SHOWN : []) : show);

/**
 * @param {Pick<State, 'against' | 'side' | 'again'>} state
 * @param {number} ply counted from 0
 * @returns {Maker} who makes this move, as the opponent and the side are chosen
 */
export function usualMaker({ against, side, again }, ply) {
  const first = (ply - again.filter((one) => one < ply).length) % 2 === 0;
  if (against === 'friend') return first ? '1' : '2';
  return first === (side === 'first') ? 'you' : 'coach';
}

/**
 * @param {Pick<State, 'against' | 'side' | 'makers' | 'again'>} state
 * @param {number} ply counted from 0
 * @returns {Maker} who made this move, or will make it
 */
export const makerOf = (state, ply) => state.makers[ply] ?? usualMaker(state, ply);

/**
 * Choose another opponent or side. The moves made so far keep their players.
 * @param {State} state
 * @param {Partial<Pick<State, 'against' | 'side'>>} change
 * @returns {Partial<State>}
 */
export function exchanged(state, change) {
  return { ...change, makers: state.moves.map((_, ply) => makerOf(state, ply)) };
}

/**
 * Make a move. Moves that were taken back are dropped.
 * @param {State} state
 * @param {string} move
 * @param {boolean} [again] whether the same player moves again
 * @returns {Partial<State>}
 */
export function moved(state, move, again = false) {
  const { at } = state;
  const makers = state.moves.slice(0, at).map((_, ply) => makerOf(state, ply));
  return { moves: [...state.moves.slice(0, at), move], at: at + 1, makers: [...makers, usualMaker(state, at)], again: [...state.again.filter((one) => one < at), ...(again ? [at] : [])] };
}

function whole(/** @type {string | null} */ text, /** @type {number} */ usual, /** @type {number} */ least, /** @type {number} */ most) {
  const found = text === null || !/^\d{1,9}$/.test(text) ? usual : Number(text);
  return Math.max(least, Math.min(most, found));
}
