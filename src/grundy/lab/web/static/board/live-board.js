/**
 * A <game-board> that is played in any page without a server: its JSON has all positions of a small game
 * (play-table.js). Of a larger game it has only the first position: first moves are judged, but not made.
 * `npm run bundle-component` bundles this as component.bundle.js, a plain script, so that pages of other hosts may load it.
 *
 * Attributes: `show`; `with`, which is `coach` or `friend`; `lab`, the address of a lab for the link.
 */

import FRAME from '../../../notebook/widget.css';
import OWN from './live-board.css';
import WORDS from './component-words.js';
import { GameBoard as Board } from './game-board.js';
import { el, fill, set } from '../base/dom.js';
import { PlayTable } from '../play/play-table.js';
import { PlayedGame, thinking } from '../play/played-game.js';
import { say } from '../base/say.js';
import { moved, read, written } from '../base/state.js';
import { judgement } from '../play/strip.js';
import { choose, spoken, t, use } from '../base/words.js';

/** @typedef {import('../play/play-table.js').Data & {titles?: Record<string, Record<string, string>>}} Data */

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(FRAME + OWN);

/** @type {Record<string, Record<string, string>>} titles of games, which the JSON of a sum has */
const titles = {};

export class LiveBoard {
  constructor(/** @type {GameBoard} */ host, /** @type {Data} */ data) {
    this.host = host;
    this.table = new PlayTable(data);
    this.language = choose(host.closest('[lang]')?.getAttribute('lang') ?? null);
    for (const [language, found] of Object.entries(data.titles ?? {})) titles[language] = { ...titles[language], ...found };
    this.speak(true);
    const friend = host.getAttribute('with') === 'friend';
    /** @type {State} */
    this.state = { ...read('#/play'), parts: [{ game: data.game, text: data.positions[0].text }], against: friend ? 'friend' : 'coach', show: [...host.show, ...(friend ? ['comments'] : [])] };
    this.numbers = [0];
    this.waiting = 0;
    const sum = data.terms.some((terms) => terms.length > 1) || host.show.includes('components');
    const acts = { hint: () => this.hint(), undo: () => this.undo(), restart: () => this.to(0) };
    this.game = new PlayedGame({
      move: (move) => this.choose(move), toggle: (name) => this.toggle(name), acts: data.whole ? acts : { hint: acts.hint }, toggles: ['winning', 'values', ...(sum ? ['components'] : [])],
      tell: () => {}, offers: { back: () => this.undo(), again: () => this.to(0), swap: () => this.swap(), better: (ply) => this.to(ply, true) },
    });
    this.link = el('a', { class: 'lab', hidden: !host.hasAttribute('lab') }, t('embed.lab'));
    this.place();
    this.to(0);
  }

  place() {
    const { bar, boards, buttons, labels, status, sum } = this.game;
    const root = /** @type {ShadowRoot} */ (this.host.shadowRoot);
    root.adoptedStyleSheets = [SHEET];
    const frame = el('div', { class: 'grundy', role: 'group', 'aria-label': this.host.label || null, lang: spoken() }, bar.node, boards.node, sum,
      el('div', { class: 'grundy-said', role: 'status' }, status.node), el('div', { class: 'grundy-bar' }, ...Object.values(buttons), ...labels, this.link));
    set(status.node, { 'aria-label': null }); // a page may have many boards, so their strips are no landmarks
    fill(root, frame, el('slot')); // the content of the element is its picture on paper
  }

  /** Set the language of the next texts to that of this board: boards in several languages may share a page. */
  speak(always = false) {
    if (always || spoken() !== this.language) use({ ...WORDS[this.language], ...titles[this.language] }, this.language);
  }

  /** The number of the position. */
  get number() {
    return this.numbers[this.numbers.length - 1];
  }

  get steps() {
    return this.numbers.map((number, ply) => {
      const answer = this.table.answer(number);
      if (!ply) return { answer, comment: null, places: null };
      const before = this.numbers[ply - 1];
      const made = this.choiceOf(before, this.state.moves[ply - 1]);
      return { answer, comment: this.table.comment(before, made), places: { term: made.term, places: made.places } };
    });
  }

  choiceOf(/** @type {number} */ number, /** @type {string} */ move) {
    return /** @type {import('../play/play-table.js').TableChoice} */ (this.table.answer(number).choices.find((one) => one.move === move));
  }

  /** @param {{text: string, move: string | null} | null} [hint] */
  draw(hint = null) {
    this.speak();
    this.game.begin(this.state);
    this.game.draw(this.steps, hint && { ...hint, area: null });
    set(this.link, { href: (this.host.getAttribute('lab') ?? '') + written({ ...this.state, show: this.host.show }) });
    clearTimeout(this.waiting);
    if (this.game.waits) this.waiting = setTimeout(() => this.make(this.table.best(this.number)), thinking());
  }

  /** @param {string} move of the reader */
  choose(move) {
    const choice = this.choiceOf(this.number, move);
    if (choice.to === undefined) this.judge(choice);
    else this.make(choice);
    this.host.dispatchEvent(new CustomEvent('choose', { detail: choice, bubbles: true }));
  }

  make(/** @type {import('../play/play-table.js').TableChoice} */ choice) {
    this.state = { ...this.state, ...moved(this.state, choice.move) };
    this.numbers.push(/** @type {number} */ (choice.to));
    this.draw();
  }

  /** Show the effect of a move that cannot be made here. */
  judge(/** @type {import('../play/play-table.js').TableChoice} */ choice) {
    const answer = this.table.answer(this.number);
    const made = { ...this.state, ...moved(this.state, choice.move) };
    const steps = [{ answer, comment: null, places: null }, { answer, comment: this.table.comment(this.number, choice), places: null }];
    this.speak();
    const said = judgement(made, steps, { better: (ply) => this.to(ply, true) });
    this.game.draw(this.steps, { text: '', move: choice.move, area: null });
    if (said) this.game.status.say({ ...said, turn: undefined, why: [...said.why, t('embed.first')], act: null });
    set(this.link, { href: (this.host.getAttribute('lab') ?? '') + written({ ...made, show: this.host.show }) });
  }

  /**
   * Go back to the position before a move.
   * @param {number} ply counted from 0
   * @param {boolean} [better] whether to point at a good move there
   */
  to(ply, better = false) {
    this.numbers = this.numbers.slice(0, ply + 1);
    const { moves } = this.state;
    this.state = { ...this.state, moves: moves.slice(0, ply), makers: this.state.makers.slice(0, ply), again: this.state.again.filter((one) => one < ply), at: ply };
    this.speak();
    const best = better && this.table.best(this.number);
    this.draw(best ? { text: t('hint.better', { move: best }), move: best.move } : null);
  }

  /** Take back the last move of the reader, and the reply. */
  undo() {
    let ply = Math.max(this.state.at - 1, this.game.first);
    while (ply > this.game.first && this.game.isCoachs(ply)) ply -= 1;
    this.to(ply);
  }

  hint() {
    this.speak();
    const best = this.table.best(this.number);
    const message = this.table.reason(this.number, best);
    this.draw({ text: say(message), move: /** @type {string | undefined} */ (message.move) ?? null });
  }

  swap() {
    this.state = { ...this.state, side: this.state.side === 'first' ? 'second' : 'first' };
    this.to(0);
  }

  toggle(/** @type {string} */ name) {
    const { show } = this.state;
    this.state = { ...this.state, show: show.includes(name) ? show.filter((one) => one !== name) : [...show, name] };
    this.draw();
  }
}

Board.live = (board, data) => new LiveBoard(/** @type {GameBoard} */ (board), data);
for (const board of document.querySelectorAll('game-board')) /** @type {GameBoard} */ (board).connectedCallback();
