/** The state of the page. The address contains all of it, after the #. */

export const VIEWS = /** @type {const} */ (['play', 'learn', 'puzzles', 'sequences', 'why', 'sum', 'tables', 'teach', 'clinic']);
export const MAIN = VIEWS.slice(0, 4); // the views of the navigation; the others are in the foot
const GOALS = ['only', 'win', 'prove', 'zero'];
const SHOWN = ['winning', 'values', 'components', 'comments'];
const THEMES = /** @type {const} */ (['light', 'dark']);
/** @type {Maker[]} */
const MAKERS = ['you', 'coach', '1', '2'];
const MOST_LENGTH = 1_000_000;
const TABLE = 'wythoff'; // the first table that is shown

/** @returns {State} */
function empty() {
  return {
    view: 'play', unknown: '', parts: [], moves: [], at: 0, makers: [], again: [], show: [], against: 'coach', side: 'first', rules: 'normal', fast: false, errors: 0,
    setup: false, part: 0, look: null, classroom: false, answers: false, theme: null, problem: '', code: '0.77', beside: '', length: 200, goal: '', day: '', lesson: '', step: 1,
    taught: '', title: '', stops: [], language: null,
  };
}

/**
 * @param {string} hash
 * @returns {State}
 */
export function read(hash) {
  const state = empty();
  const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const view = VIEWS.find((one) => one === path);
  if (view) state.view = view;
  else if (!path) state.view = 'front';
  else state.unknown = path;
  const params = new URLSearchParams(query);
  const texts = params.getAll('p');
  state.parts = params.getAll('g').map((game, i) => ({ game, text: texts[i] ?? '' }));
  state.moves = params.getAll('m');
  state.at = whole(params.get('at'), state.moves.length, 0, state.moves.length);
  state.show = SHOWN.filter((one) => (params.get('show') ?? '').split(' ').includes(one));
  state.again = (params.get('again') ?? '').split('.').filter((one) => /^\d{1,4}$/.test(one)).map(Number);
  const letters = params.get('by') ?? '';
  if (letters.length === state.moves.length) state.makers = [...letters].map((letter) => MAKERS.find((one) => one[0] === letter) ?? 'you');
  if (params.get('with') === 'friend') state.against = 'friend';
  if (params.get('side') === 'second') state.side = 'second';
  if (params.get('rules') === 'misere') state.rules = 'misere';
  state.fast = params.has('fast');
  state.errors = whole(params.get('errors'), 0, 0, 100);
  state.setup = params.has('setup');
  state.part = whole(params.get('part'), 0, 0, 999);
  state.look = params.get('look');
  state.classroom = params.has('class');
  state.answers = params.has('answers');
  state.theme = THEMES.find((one) => one === params.get('theme')) ?? null;
  state.problem = params.get('problem') ?? '';
  state.code = params.get('code') ?? (state.view === 'tables' ? TABLE : state.code);
  state.beside = params.get('beside') ?? '';
  state.length = whole(params.get('length'), state.length, 1, MOST_LENGTH);
  state.goal = GOALS.find((one) => one === params.get('goal')) ?? '';
  state.day = /^\d{4}-\d\d-\d\d$/.exec(params.get('day') ?? '')?.[0] ?? '';
  state.lesson = params.get('lesson') ?? '';
  state.step = whole(params.get('step'), 1, 1, 99);
  state.taught = params.get('taught') ?? '';
  state.title = params.get('title') ?? '';
  const notes = params.getAll('n');
  state.stops = params.getAll('s').map((address, i) => ({ address, note: notes[i] ?? '' }));
  state.language = params.get('lang');
  return state;
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
    if (state.errors) params.set('errors', String(state.errors));
    if (state.setup) params.set('setup', '1');
    if (state.look !== null && state.view === 'why') params.set('look', state.look);
    if (state.part) params.set('part', String(state.part));
  }
  if (state.classroom && state.view !== 'front') writeClassroom(params, state);
  if (state.taught && state.view !== 'front' && state.view !== 'teach') params.set('taught', state.taught);
  if (state.language) params.set('lang', state.language);
  const query = params.toString();
  return `#/${state.view === 'front' ? '' : state.view}${query ? '?' + query : ''}`;
}

/**
 * @param {URLSearchParams} params
 * @param {State} state
 */
function writeClassroom(params, { answers, theme }) {
  params.set('class', '1');
  if (answers) params.set('answers', '1');
  if (theme) params.set('theme', theme);
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

/**
 * @param {string | null} text
 * @param {number} usual
 * @param {number} least
 * @param {number} most
 */
function whole(text, usual, least, most) {
  const found = text === null || !/^\d{1,9}$/.test(text) ? usual : Number(text);
  return Math.max(least, Math.min(most, found));
}
