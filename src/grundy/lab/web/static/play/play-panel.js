/** The panel to play: the current game, the opponent, the moves, puzzles and exports. */

import { Refusal } from '../base/api.js';
import { gameTitle, hasPuzzles, isBare, isOwn } from '../base/catalogue.js';
import { Curve } from '../theory/curve.js';
import { copied } from '../base/copy.js';
import { el, set, textForm, write } from '../base/dom.js';
import { remember, remembered } from '../base/memory.js';
import { MoveLog } from './move-log.js';
import { Keys, keysCard } from '../base/keys.js';
import { Loader } from '../base/loading.js';
import { sits } from '../board/compact.js';
import { Ladder } from './ladder.js';
import { icon, isOver, placeOf, PlayedGame, thinking } from './played-game.js';
import { hint, replay, reply } from './session.js';
import { openGlossary } from '../theory/terms.js';
import { beaten, isDealt, keepBeaten, keepCoach, usualCoach } from '../base/recent.js';
import { MISTAKES } from './turns.js';
import { COACHES, exchanged, moved, shownOf, tells, usualMaker, written } from '../base/state.js';
import { hereOnly, loadFurther, made, moveText, t } from '../base/words.js';

const TOGGLES = ['winning', 'values', 'components', 'comments'];
const SECOND = { game: 'nim', text: '3 5' }; // the game that is added to a sum
const PACE = 1000; // milliseconds from move to move of a game that is shown again

export class PlayPanel {
  /**
   * @param {App} app
   * @param {import('../board/boards.js').Boards} [shown] boards that show the game already
   */
  constructor(app, shown) {
    this.app = app;
    /** @type {HintStep[]} the steps of the present hint */
    this.hints = [];
    /** @type {any} the last draft, which was drawn before the solver had answered */
    this.drawn = null;
    this.hinted = 0; // how many steps of the hint were shown
    this.game = new PlayedGame({
      move: (move) => this.move(move), toggle: (name) => this.toggle(name), toggles: TOGGLES,
      acts: { hint: () => this.hint(), undo: () => this.skip(-1), redo: () => this.skip(1), new: () => this.newBoard() },
      tell: (text) => this.app.say(text), boards: shown,
      offers: {
        games: () => app.go(app.of('play', { view: 'front' })), why: (ply) => this.why(ply), back: () => this.skip(-1), better: (ply) => this.better(ply), practise: (ply) => this.practise(ply), light: (ply, move) => boards.light(ply === null ? null : sits(this.game.steps[ply].answer, move)), won: () => this.won(), again: () => this.again({}), swap: () => this.again({ side: this.app.state.side === 'first' ? 'second' : 'first' }), harder: () => this.harder(), setup: () => this.setUp(),
      },
    });
    const { bar, boards, buttons, labels, status, sum } = this.game;
    this.bar = bar;
    this.boards = boards;
    this.buttons = buttons;
    this.status = status;
    /** @type {Loader<Step[]>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    this.restarts = el('button', { type: 'button', class: 'link', 'data-act': 'restart', disabled: true, onclick: () => this.restart() }, t('act.restart'));
    this.keys = new Keys({
      h: () => this.buttons.hint.click(), u: () => this.buttons.undo.click(), r: () => this.restarts.click(), n: () => this.buttons.new.click(),
      arrowleft: () => this.step(-1), arrowright: () => this.step(1), escape: () => this.sheet(false),
    });
    this.puzzles = drawer('puzzles', t('puzzle.title'), async () => (await import('../learn/puzzles.js')).puzzleCard((level) => this.puzzle(level), () => this.app.state.parts));
    this.curve = new Curve((at) => this.app.go({ at }));
    this.log = new MoveLog((at) => this.app.go({ at }), (ply) => boards.light(ply === null ? null : (this.all[ply + 1]?.places ?? null)));
    this.sent = el('button', { type: 'button', class: 'link', 'data-act': 'send', onclick: () => this.send() }, t('replay.copy'));
    this.record = el('section', { class: 'card record' }, el('div', { class: 'curvehead' }, el('h2', {}, t('moves.title')), this.sent), this.curve.node, this.log.box);
    this.auto = el('button', { type: 'button', 'data-act': 'auto', 'aria-pressed': 'false', 'aria-label': t('replay.auto'), onclick: () => this.showAgain(!this.shownAgain) }, icon('auto'));
    this.shownAgain = 0; // the timer that shows the next move of a game that is over
    this.replay = el('input', { type: 'range', id: 'replay', 'aria-label': t('replay.title'), oninput: () => this.app.go({ at: Number(this.replay.value) }, true) });
    this.ladder = new Ladder((coach) => {
      this.spoil('players');
      this.played = false; // a game that is over was played against another coach
      this.app.go({ coach }, true);
    });
    this.typed = el('input', { id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.more = el('p', { class: 'note', hidden: true }, t('more-choices'));
    this.exports = drawer('exports', t('export.title'), async () => {
      await loadFurther();
      return (await import('../base/export.js')).exportMenu(() => this.exported());
    });
    /** @type {import('./opponent.js').OpponentCard | null} */
    this.opponent = null;
    this.players = drawer('opponent', t('opponent.title'), async () => {
      const { OpponentCard } = await import('./opponent.js');
      this.opponent = new OpponentCard((change) => this.app.go(exchanged(this.app.state, change)), (change) => this.app.go(change, true));
      this.opponent.update(this.app.state);
      return this.opponent.node;
    });
    this.box = el('div', { class: 'box', tabindex: -1 }, boards.node);
    this.opener = el('button', { type: 'button', class: 'only-small', 'data-act': 'more', 'aria-expanded': 'false', 'aria-controls': 'tools', onclick: () => this.sheet(true) }, icon('more'), el('span', {}, t('act.more')));
    this.source = el('p', { class: 'source' });
    this.ownText = el('input', { id: 'state', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.own = textForm(this.ownText, t('own.label'), t('own.act'), () => this.app.go({ parts: [{ ...this.app.state.parts[0], text: this.ownText.value }], moves: [], at: 0, makers: [] }));
    this.own.hidden = true;
    this.sheetbox = el('div', { class: 'sheetbox' }, this.box, sum, status.node);
    this.stage = el('div', { class: 'stage' }, this.sheetbox,
      el('div', { class: 'under', role: 'group', 'aria-label': t('actions') }, buttons.hint, buttons.undo, buttons.redo, this.auto, this.replay, buttons.new, this.opener), this.more, this.own, this.source);
    const shows = el('section', { class: 'toggles card', role: 'group', 'aria-labelledby': 'shows' }, el('h2', { id: 'shows' }, t('show.title')), ...labels);
    this.closer = el('button', { type: 'button', class: 'link', 'data-act': 'close', onclick: () => this.sheet(false) }, t('act.close'));
    const menu = el('div', { class: 'menu' },
      this.tool('setup', 'act.setup', () => this.setUp()), this.restarts, this.tool('add', 'act.add', () => this.add()), this.tool('explain', 'act.explain', () => this.why(null)), this.tool('terms', 'act.terms', () => openGlossary()));
    this.side = el('aside', { class: 'side', id: 'tools', 'aria-label': t('side.label') },
      el('div', { class: 'sheetclose' }, el('b', {}, t('side.label')), this.closer),
      this.ladder.node, this.record, shows, this.players,
      el('section', { class: 'card tools' }, el('h2', {}, t('tools.title')), menu, this.puzzles, this.typing(), this.exports, keysCard()));
    /** @type {State | null} */
    this.state = null;
    /** @type {Step[]} the steps of the game, also those after the position that is shown */
    this.all = [];
    this.allOf = ''; // the moves of these steps
    this.played = false; // whether the reader has made a move here, and not only opened a game
    /** @type {number | null} the position before a mistake, with a better move */
    this.pointing = null;
    this.guessing = 0; // the timer after which the coach guesses
  }

  /**
   * @param {string} name
   * @param {string} key of its words
   * @param {() => void} act
   */
  tool(name, key, act) {
    return el('button', { type: 'button', class: 'link', 'data-act': name, onclick: act }, t(key));
  }

  /** Open or close the panels beside the board, on a page that is too narrow to show them. */
  sheet(/** @type {boolean} */ open) {
    if (this.side.classList.contains('open') === open) return;
    this.side.classList.toggle('open', open);
    set(this.opener, { 'aria-expanded': String(open) });
    (open ? this.closer : this.opener).focus();
  }

  typing() {
    const submit = () => this.typed.value.trim() && this.move(this.typed.value.trim());
    return el('details', { class: 'card' }, el('summary', {}, t('typed.title')), textForm(this.typed, t('typed.label'), t('typed.act'), submit));
  }

  async show(/** @type {State} */ state) {
    this.watch(state);
    this.state = state;
    this.guessNoMore();
    this.keys.begin();
    set(this.buttons.new, { disabled: false });
    this.game.begin({ ...state, coach: this.coach });
    this.ladder.update(state, this.coach);
    if (!this.game.steps.length) { // another game
      this.sheet(false);
      this.all = [];
      this.played = false;
      this.tell();
    }
    this.opponent?.update(state);
    this.puzzles.hidden = !hasPuzzles(state.parts[0].game);
    const own = isOwn(state.parts[0].game) && state.parts.length === 1;
    this.own.hidden = !own;
    if (own) this.ownText.value = state.parts[0].text;
    if (isBare(state)) return; // a position is being requested
    await this.loader.load((watch) => replay(state.parts, state.moves.slice(0, state.at), watch, state));
  }

  loaded(/** @type {Loading<Step[]>} */ loading) {
    const state = /** @type {State} */ (this.state);
    const busy = loading.phase === 'working' && loading.draft && !loading.long;
    set(this.game.boards.node, { 'aria-busy': busy ? 'true' : null });
    if (loading.phase === 'ready') {
      this.guessNoMore();
      this.hints = [];
      this.hinted = 0;
      this.drawn = null;
      const again = sameAgain(loading.value, state.moves);
      if (again.join() !== state.again.filter((ply) => ply < state.at).join()) {
        this.app.go({ again }, true); // the address does not say whose turn it is
        return;
      }
      this.draw(loading.value);
      this.lookAhead();
      if (this.game.waits) this.answerMove(); // also after a second request
      return;
    }
    const { phase, draft, long } = loading;
    if (phase === 'working' && loading.done === null && !draft) return; // the page stays as it is for a moment
    if (draft && draft !== this.drawn) {
      this.drawn = draft;
      this.draw(draft);
    }
    if (draft && this.game.over) return;
    if (phase === 'failed' && loading.error instanceof Refusal && !draft) this.game.clear();
    this.status.loading(this.loader, loading, this.app.state.against === 'coach');
    if (!draft) this.game.wait();
    else if ((long || phase !== 'working') && this.game.waits) this.guess();
    if (this.app.state.at > this.game.first) this.game.able({ undo: true }); // so that the reader can go back
  }

  fail(/** @type {unknown} */ error) {
    this.loaded({ phase: 'failed', error });
  }

  /** The coach that plays. */
  get coach() {
    return /** @type {State} */ (this.state).coach || usualCoach();
  }

  /** Find the steps after the position that is shown. */
  async lookAhead() {
    const state = /** @type {State} */ (this.state);
    if (this.allOf === wholeOf(state)) return;
    this.all = await replay(state.parts, state.moves, undefined, state).catch(() => this.all);
    if (state !== this.state) return;
    this.allOf = wholeOf(state);
    this.draw(this.game.steps);
  }

  /** The better move in the position that is shown, if the next move was a mistake: in a game that is over, or on request. */
  get missed() {
    const state = /** @type {State} */ (this.state);
    const comment = this.all[state.at + 1]?.comment;
    if (!comment?.better || !MISTAKES.includes(comment.verdict) || !tells(state) || !(this.pointing === state.at || isOver(this.all))) return null;
    const said = [`${t('replay.at', { number: state.at + 1, count: state.moves.length })}: ${t(`verdict.${comment.verdict}`)}${t('strip.end')}`, t('hint.better', { move: { move: comment.better, words: comment.said?.[comment.better] } })];
    return { text: said.join(' '), area: null, move: comment.better };
  }

  /** Show the moves, and their curve and the slider if the game is over. */
  tell() {
    const state = /** @type {State} */ (this.state);
    const over = this.all.length > 0 && isOver(this.all);
    this.log.update(state, this.all, over);
    this.curve.update(state, this.all, over);
    this.record.classList.toggle('over', over);
    this.sent.hidden = this.auto.hidden = this.replay.hidden = !over || !state.moves.length;
    if (this.sent.hidden) this.showAgain(false);
    write(this.sent, t('replay.copy')); // what was copied is another address
    set(this.replay, { min: this.game.first, max: state.moves.length, 'aria-valuetext': t('replay.at', { number: state.at, count: state.moves.length }) });
    this.replay.value = String(state.at);
  }

  /** Show the moves of a game that is over, one after another, or stop. */
  showAgain(/** @type {boolean} */ on) {
    const { at, moves } = this.app.state;
    clearInterval(this.shownAgain);
    this.shownAgain = on ? setInterval(() => this.step(1, true), PACE) : 0;
    if (on && at === moves.length) this.app.go({ at: this.game.first }, true);
    set(this.auto, { 'aria-pressed': String(on) });
  }

  /** Copy the game as text, with its address. */
  async send() {
    const { parts, moves } = this.app.state;
    const begun = parts.map(({ game, text }) => `${gameTitle(game)}\n${text}`);
    if (!(await copied([...begun, ...moves.map((_, ply) => `${ply + 1}. ${moveText(made(moves, this.all, ply))}`), location.href].join('\n')))) return;
    write(this.sent, t('replay.copied') + hereOnly());
    this.app.say(/** @type {string} */ (this.sent.textContent));
  }

  /** Open the position before a mistake, counted from 0, as a puzzle; if none fits it, play on from there. */
  async practise(/** @type {number} */ ply) {
    const { parts, moves, makers } = this.app.state;
    const { exercise } = await import('../base/export.js');
    await exercise(parts[0].game, this.all[ply].answer, 'win').catch(() => this.app.go({ moves: moves.slice(0, ply), at: ply, makers: makers.slice(0, ply) }));
  }

  draw(/** @type {Step[]} */ steps) {
    const state = /** @type {State} */ (this.state);
    const { game } = this;
    if (state.at === state.moves.length || this.all.length < steps.length) {
      this.all = steps;
      this.allOf = state.at === state.moves.length ? wholeOf(state) : '';
    }
    game.draw(steps, this.hints[this.hinted - 1] ?? this.missed);
    this.more.hidden = !game.last.answer.more_choices;
    this.tell();
    this.ladder.update(state, this.coach);
    set(this.restarts, { disabled: state.at <= game.first });
    const more = this.hinted > 0 && this.hinted < this.hints.length;
    write(/** @type {Element} */ (this.buttons.hint.lastElementChild), more ? t('act.hint-more', { number: this.hinted, count: this.hints.length }) : t('act.hint'));
  }

  async move(/** @type {string} */ move) {
    const state = /** @type {State} */ (this.state);
    if (!this.game.current || (this.game.closed && !this.game.over)) return;
    if (!this.game.last.answer.choices.some((choice) => choice.move === move) && !(await this.legal(move))) return;
    if (state !== this.app.state) return;
    this.typed.value = '';
    this.played = true;
    if (this.boards.always.length || shownOf(state).some((one) => one !== 'comments')) this.spoil('hint');
    this.app.go({ ...moved(state, move, this.isAgain(move)), coach: this.coach }); // so that the browser's Back finds the same coach
  }

  /** Note what makes a win not count on the ladder. */
  spoil(/** @type {'hint' | 'back' | 'players'} */ how) {
    remember('spoilt', `${how} ${placeOf(/** @type {State} */ (this.state))}`);
  }

  /** Compare the next state with the present one: a move may be taken back, by the browser too, or another game begins. */
  watch(/** @type {State} */ state) {
    const before = this.state;
    const same = before ? placeOf(before) === placeOf(state) : remembered('spoilt')?.endsWith(placeOf(state)) && state.moves.length;
    const back = before?.moves.some((move, ply) => move !== state.moves[ply]);
    if (same && back && state.moves.length && before && before.at > this.game.first) this.spoil('back');
    else if (!same || back) remember('spoilt', '');
    if (!same) this.played = false;
  }

  /** Keep that the coach is beaten. Return why the win does not count, or a word on the last coach. */
  won() {
    const { coach, state } = this;
    if (!state || state.against !== 'coach' || !this.played) return null;
    const changed = state.makers.some((maker, ply) => maker !== usualMaker(state, ply));
    const flaw = isDealt(state.parts) ? (changed ? 'players' : remembered('spoilt')?.split(' ')[0]) : 'board';
    if (flaw) return beaten().includes(coach) ? null : t(`ladder.not-${flaw}`);
    keepBeaten(coach);
    return coach === COACHES[COACHES.length - 1] ? t('ladder.all') : null;
  }

  isAgain(/** @type {string} */ move) {
    return this.game.last.answer.choices.some((choice) => choice.move === move && choice.again);
  }

  async legal(/** @type {string} */ move) {
    try {
      const { state } = this.app;
      await replay(state.parts, [...state.moves.slice(0, state.at), move], undefined, state);
      return true;
    } catch (error) {
      this.status.refuse(error);
      return false;
    }
  }

  async answerMove() {
    const state = /** @type {State} */ (this.state);
    const { current } = this.loader;
    try {
      const [{ move }] = await Promise.all([
        reply(state.parts[0].game, this.game.last.answer.position, { ...state, coach: this.coach }),
        new Promise((done) => setTimeout(done, thinking())),
      ]);
      if (!current() || state !== this.app.state) return; // the reader has opened another view or position
      this.app.go(moved(state, move, this.isAgain(move)), true);
    } catch (error) {
      if (!current()) return;
      if (error instanceof Refusal && error.isForTime) this.guess();
      else this.fail(error);
    }
  }

  guessNoMore() {
    clearTimeout(this.guessing);
    this.guessing = 0;
  }

  /** Let the coach make any move in an unsolved position. Further reports of progress do not delay it. */
  guess() {
    if (this.guessing) return;
    const state = /** @type {State} */ (this.state);
    const { choices } = this.game.last.answer;
    this.guessing = setTimeout(() => {
      const { move, again } = choices[Math.floor(Math.random() * choices.length)];
      if (state === this.app.state) this.app.go(moved(state, move, again), true);
    }, thinking());
  }

  /** Give the next step of the hint. */
  async hint() {
    const state = /** @type {State} */ (this.state);
    try {
      const { answer } = this.game.last;
      if (!this.hints.length) {
        const found = await hint(state.parts[0].game, answer.position, state);
        if (state !== this.state) return;
        await loadFurther();
        const { hintSteps } = await import('./hints.js');
        if (state !== this.state) return;
        this.hints = hintSteps(found, answer);
      }
      this.spoil('hint');
      this.hinted = Math.min(this.hinted + 1, this.hints.length);
      this.draw(this.game.steps);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Play another position of the same size. */
  async newBoard() {
    const { state } = this.app;
    await this.begin(async () => (await import('../learn/puzzles.js')).another(state), {});
  }

  /**
   * Play again from the first position of the game.
   * @param {Partial<State>} change such as to be the other player
   */
  again(change) {
    this.app.go({ ...change, moves: [], at: 0, makers: [] });
  }

  /** Play another position, against the next coach, or on a larger board. */
  async harder() {
    const { state } = this.app;
    const coach = COACHES[COACHES.indexOf(this.coach) + 1];
    if (coach) keepCoach(coach);
    await this.begin(async () => (await import('../learn/puzzles.js')).another(state, coach ? 0 : 1), coach ? { coach } : {});
  }

  /**
   * Go to the position before a mistake, and show a better move there.
   * @param {number} ply of the mistake, counted from 0
   */
  better(ply) {
    this.pointing = ply;
    this.app.go({ at: ply });
  }

  /** Put another game beside this one. */
  add() {
    const { parts } = this.app.state;
    remember('left', written(this.app.state));
    this.app.go({ view: 'sum', parts: [...parts, SECOND], moves: [], at: 0, makers: [], setup: true, part: parts.length });
  }

  async puzzle(/** @type {string} */ level) {
    const [{ game }] = this.app.state.parts;
    await this.begin(async () => (await import('../learn/puzzles.js')).puzzle(game, level), { against: 'coach', side: 'first' });
  }

  async begin(/** @type {() => Promise<Part[]>} */ made, /** @type {Partial<State>} */ change) {
    const { state } = this.app;
    try {
      const parts = await made();
      if (state !== this.app.state) return;
      this.app.go({ ...change, view: parts.length > 1 ? 'sum' : 'play', parts, moves: [], at: 0, makers: [] });
    } catch (error) {
      this.status.refuse(error);
    }
  }

  /** Explain the position, or a move of the game in the position before it. */
  why(/** @type {number | null} */ ply) {
    const { at, moves } = this.app.state;
    this.app.go({ view: 'why', at: ply ?? at, look: ply === null ? null : moves[ply], part: 0 });
  }

  /** Go along the moves of the game. */
  step(/** @type {number} */ by, quietly = false) {
    const { at, moves } = this.app.state;
    const to = Math.max(this.game.first, Math.min(moves.length, at + by));
    if (to !== at) this.app.go({ at: to }, quietly);
    else this.showAgain(false);
  }

  /** Take back a move and the coach's reply, or make both again. */
  skip(/** @type {1 | -1} */ by) {
    const { at, moves } = /** @type {State} */ (this.state);
    let to = at + by;
    while (to > 0 && to < moves.length && this.game.isCoachs(to)) to += by;
    this.app.go({ at: to });
  }

  restart() {
    this.app.go({ at: Math.min(this.game.first, this.app.state.at) }); // moves that were taken back stay, and can be made again
  }

  /** Set up a position. The game before can be reopened. */
  setUp() {
    remember('left', written(this.app.state));
    this.app.go({ setup: true, part: 0 });
  }

  toggle(/** @type {string} */ name) {
    const { show } = /** @type {State} */ (this.state);
    this.app.go({ show: show.includes(name) ? show.filter((one) => one !== name) : [...show, name] }, true);
  }

  /** Drop the requests that are not answered yet. */
  leave() {
    this.showAgain(false);
    this.keys.end();
    this.loader.leave();
  }

  exported() {
    const state = /** @type {State} */ (this.state);
    return { game: state.parts[0].game, answer: this.game.last?.answer ?? null, moves: state.moves.slice(0, state.at) };
  }
}

/** The game of a state, with all moves. */
const wholeOf = (/** @type {State} */ { parts, rules, moves }) => JSON.stringify([parts, rules, moves]);

/** A part of the page that is loaded when it is opened. */
function drawer(/** @type {string} */ name, /** @type {string} */ title, /** @type {() => Promise<Node>} */ made) {
  /** @type {Promise<Node> | null} */
  let content = null;
  const node = el('details', { class: `card ${name}`, ontoggle: async () => {
    if (content) return;
    content = made();
    node.append(await content);
  } }, el('summary', {}, title));
  return node;
}

/**
 * @param {Step[]} steps
 * @param {string[]} moves
 * @returns {number[]} the moves so far, counted from 0, after which the same player moves again
 */
function sameAgain(steps, moves) {
  const before = steps.slice(0, -1).map(({ answer }) => answer.choices ?? []); // packed answers, which are boards of letters, have no such moves
  return before.flatMap((choices, ply) => (choices.some(({ move, again }) => again && move === moves[ply]) ? [ply] : []));
}
