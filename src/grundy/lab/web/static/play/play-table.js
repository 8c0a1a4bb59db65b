/** A small game with all its positions, as `grundy.drawing.export.playable` writes it. It answers like a solver, without computing anything. */

/** @typedef {Choice & {to?: number}} TableChoice */
/**
 * @typedef {object} Row a position; `terms` and `scenes` are numbers
 * @property {string} text
 * @property {'N' | 'P' | 'D'} outcome
 * @property {number | null} nimber
 * @property {string} [value]
 * @property {number} terms
 * @property {number[]} scenes
 * @property {any[]} components
 * @property {any[]} choices
 * @property {boolean} [more_choices]
 * @property {number} [remoteness] only in games in which positions can repeat
 */
/** @typedef {{game: string, whole: boolean, loopy?: boolean, terms: any[], scenes: any[], cells: any[], positions: Row[]}} Data */

export class PlayTable {
  constructor(/** @type {Data} */ data) {
    this.data = data;
    this.scenes = data.scenes.map((scene) => (scene.kind === 'grid' ? { ...scene, rows: scene.rows.map((/** @type {number[]} */ row) => row.map((cell) => data.cells[cell])) } : scene));
    /** @type {Map<number, Answer & {choices: TableChoice[]}>} */
    this.answers = new Map();
  }

  /** @param {number} number of a position; 0 is the first */
  answer(number) {
    const found = this.answers.get(number) ?? this.unpacked(this.data.positions[number]);
    this.answers.set(number, found);
    return found;
  }

  /**
   * @param {Row} row
   * @returns {Answer & {choices: TableChoice[]}}
   */
  unpacked({ text, scenes, terms, components, choices, ...row }) {
    let start = 0;
    const shown = scenes.map((scene, term) => {
      const first = start;
      start += this.data.terms[terms][term].components;
      return { ...this.scenes[scene], nimbers: components.slice(first, start).map(({ nimber }) => nimber) };
    });
    return { ...row, game: this.data.game, position: text, components, terms: this.data.terms[terms], scenes: shown, choices: choices.map((choice) => this.choice(choice)) };
  }

  /**
   * @param {any} short
   * @returns {TableChoice}
   */
  choice(short) {
    const whole = { term: 0, component: 0, wins: false, ...short };
    if (short.to === undefined) return whole;
    const { nimber, outcome } = this.data.positions[short.to];
    return { nimber, ...whole, wins: outcome === 'P', ...(this.data.loopy ? { outcome } : {}) };
  }

  /**
   * Judge a move as the coach of the library does.
   * @param {number} number of the position before it
   * @param {TableChoice} choice
   * @returns {Remark}
   */
  comment(number, choice) {
    const { outcome, choices } = this.answer(number);
    const after = choice.outcome ?? (choice.wins ? 'P' : 'N');
    const better = choices.find((one) => (outcome === 'N' ? one.wins : outcome === 'D' && one.outcome === 'D'));
    return { kind: '', verdict: this.verdict(outcome, after, choice), move: choice.move, nimber_after: choice.nimber, better: better?.move ?? null, said: wordsOf(choice, better) };
  }

  verdict(/** @type {Answer['outcome']} */ before, /** @type {string} */ after, /** @type {TableChoice} */ { to }) {
    if (before === 'P') return 'lost-anyway';
    if (before === 'D') return after === 'D' ? 'kept-draw' : 'gave-draw-away';
    if (after !== 'P') return after === 'D' ? 'drew' : 'gave-away';
    return to !== undefined && !this.data.positions[to].choices.length ? 'won' : 'kept';
  }

  /**
   * Choose a winning move; if there is none, a move that keeps a draw; if there is none, a move that leaves few winning replies.
   * If positions can repeat, choose a move that wins soon, or loses late, because other winning moves may never end the game.
   * @param {number} number of a position with moves
   * @returns {TableChoice}
   */
  best(number) {
    const { choices } = this.answer(number);
    const { loopy, positions, whole } = this.data;
    if (loopy && whole) {
      const late = (/** @type {TableChoice} */ { to = 0 }) => positions[to].remoteness ?? 0;
      const winning = choices.filter((one) => one.wins);
      if (winning.length) return winning.reduce((best, one) => (late(one) < late(best) ? one : best));
      if (positions[number].outcome === 'P') return choices.reduce((best, one) => (late(one) > late(best) ? one : best));
    }
    return choices.find((one) => one.wins) ?? choices.find((one) => one.outcome === 'D') ?? choices.reduce((best, one) => (this.stubborn(one) > this.stubborn(best) ? one : best));
  }

  /**
   * @param {TableChoice} choice
   * @returns {number} greater for fewer winning replies; if they are equally many, greater for more moves
   */
  stubborn({ to = 0 }) {
    const { choices } = this.answer(to);
    return 1 - 1 / (1 + choices.length) - choices.filter((one) => one.wins).length;
  }

  /**
   * Explain why a move is good.
   * @param {number} number of the position before it
   * @param {TableChoice} choice
   * @returns {{kind: string, [parameter: string]: unknown}} a message
   */
  reason(number, choice) {
    const { outcome, choices } = this.answer(number);
    const { move, to } = choice;
    const said = wordsOf(choice);
    const replies = to === undefined ? [] : this.answer(to).choices;
    if (choice.wins && to !== undefined && !replies.length) return { kind: choice.nimber === null ? 'hint.ends' : 'hint.last', move, said };
    if (choice.wins) return { kind: choice.nimber === 0 && !this.data.loopy ? 'hint.alone' : 'effect.wins', move, said };
    if (outcome === 'D') {
      const drawing = choices.filter((one) => one.outcome === 'D').length;
      return { kind: drawing === 1 ? 'hint.draw-one' : 'hint.draw-some', move, drawing, said };
    }
    const winning = replies.filter((one) => one.wins);
    if (!winning.length) return { kind: 'outcome.P' };
    return { kind: winning.length === 1 ? 'hint.lost-one' : 'hint.lost-some', move, replies: winning.length, reply: winning[0].move, said: wordsOf(choice, winning[0]) };
  }
}

/** The words of moves, by the moves. */
const wordsOf = (/** @type {(Choice | undefined)[]} */ ...choices) => Object.fromEntries(choices.flatMap((one) => (one?.words ? [[one.move, one.words]] : [])));
