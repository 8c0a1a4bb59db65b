/** The view Why: the idea, and by a click the components and their nim-sum, the mex of one of them, the effect of a move, reductions. */

import { Boards } from '../board/boards.js';
import { gameRules, gameTitle, isBare } from '../base/catalogue.js';
import { Refusal } from '../base/api.js';
import { el, fill, write } from '../base/dom.js';
import { MoveTree } from '../play/move-tree.js';
import { sits } from '../board/compact.js';
import { compared } from '../classroom/clinic-run.js';
import { Reveal } from '../classroom/reveal.js';
import { reductionCard } from './reductions.js';
import { Loader } from '../base/loading.js';
import { explain, replay } from '../play/session.js';
import { componentName, say, sayOutcome, worth } from '../base/say.js';
import { Strip } from '../play/strip.js';
import { moved, tells } from '../base/state.js';
import { movesMade, SIGNS } from '../play/turns.js';
import { linkTerms } from './terms.js';
import { made, moveText, t } from '../base/words.js';

/** @type {Record<string, string>} the verdict of a comment for each effect of a move */
const VERDICTS = { ends: 'won', wins: 'kept', 'gives-away': 'gave-away', loses: 'lost-anyway', draws: 'drew', 'keeps-draw': 'kept-draw', 'gives-draw-away': 'gave-draw-away' };

export class WhyView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.boards = new Boards((choice) => this.look(choice.move));
    this.strip = new Strip((text) => app.say(text), { setup: () => app.go({ view: app.state.parts.length > 1 ? 'sum' : 'play', setup: true, look: null }), games: () => app.go(app.of('play', { view: 'front' })) });
    this.strip.node.querySelector('.comments')?.classList.add('verdictline');
    this.cards = el('div', { class: 'cards' });
    this.idea = el('p', { class: 'idea' });
    this.below = el('div', { class: 'cards wide', hidden: true });
    this.deeper = el('div', { class: 'cards' });
    this.reveal = new Reveal();
    this.more = /** @type {HTMLDetailsElement} */ (el('details', { class: 'deeper', hidden: true, ontoggle: () => (this.below.hidden = !this.more.open) }, el('summary', {}, t('why.more')), this.deeper));
    this.title = el('h2', { class: 'name' });
    this.rule = el('p', { class: 'rule' });
    this.path = el('ol', { class: 'crumbs' });
    this.way = el('nav', { class: 'path', hidden: true, 'aria-label': t('why.path') }, this.path);
    this.tree = new MoveTree((moves) => this.walkOn(moves));
    this.walk = el('button', { type: 'button', 'data-act': 'walk', hidden: true, onclick: () => this.move !== null && this.walkOn([this.move]) });
    const play = el('button', { type: 'button', class: 'primary', 'data-act': 'play', onclick: () => app.go({ view: app.state.parts.length > 1 ? 'sum' : 'play', look: null, part: 0 }) }, t('why.play'));
    this.node = el(
      'div',
      { class: 'view' },
      el('h1', { class: 'quiet' }, t('view.why')),
      el('div', { class: 'titlerow' }, el('div', {}, this.title, this.rule)),
      el('div', { class: 'columns why' },
        el('div', { class: 'stage' },
          el('div', { class: 'sheetbox' }, el('div', { class: 'box', tabindex: -1 }, this.boards.node), this.strip.node),
          el('div', { class: 'under' }, play, this.walk), this.way, this.tree.node, this.below),
        el('div', { class: 'side' }, this.reveal.node, this.idea, this.cards, this.more)),
    );
    const light = (/** @type {Event} */ event) => this.light(/** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-move], [data-look]')));
    for (const name of ['pointerover', 'focusin']) this.node.addEventListener(name, light);
    /** @type {string | null} the selected move */
    this.move = null;
    /** @type {number | null} the selected component, counted from 0 */
    this.component = null;
    this.shown = ''; // the position of the explanation
    this.place = ''; // its first position and its rules
    this.current = false; // whether the board shows the state
    this.lit = /** @type {string | null} */ (null);
    /** @type {Made[]} the moves that led to the position */
    this.made = [];
    /** @type {Loader<{all: Step[], steps: Step[], told: any}>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    /** @type {Step[]} those of all moves, for their words */
    this.all = [];
    /** @type {Step[]} up to the position */
    this.steps = [];
  }

  async show(/** @type {State} */ state) {
    const one = state.parts.length === 1 ? state.parts[0] : null;
    write(this.title, one ? gameTitle(one.game) : t('sum.title'));
    const misere = state.rules === 'misere' && el('b', {}, t('lesson.misere'), ' · ');
    fill(this.rule, misere, one ? gameRules(one.game, one.text) : t('sum.rules'));
    if (isBare(state)) return; // a position is being requested
    const moves = state.moves.slice(0, state.at);
    const position = JSON.stringify([state.parts, moves]);
    if (position !== this.shown) this.clear();
    this.shown = position;
    this.current = false;
    const place = JSON.stringify([state.parts, state.rules]);
    if (place !== this.place) this.empty();
    this.place = place;
    this.move = state.look;
    this.component = state.part > 0 ? state.part - 1 : null;
    await this.loader.load(async (watch) => {
      const steps = await replay(state.parts, moves, watch, state);
      const all = await replay(state.parts, state.moves, undefined, state).catch(() => steps); // only the last step of a replay can be drawn
      return { all, steps, told: await explain(state.parts[0].game, steps[steps.length - 1].answer.position, state.look, this.component, watch, state) };
    });
  }

  /** Show no position, until there is an explanation. */
  empty() {
    this.steps = [];
    this.boards.clear();
    this.way.hidden = this.tree.node.hidden = this.walk.hidden = true;
    this.strip.wait();
  }

  /** Remove the explanation of an earlier position. */
  clear() {
    for (const node of [this.cards, this.deeper, this.below, this.idea]) fill(node);
    this.more.hidden = true;
    this.reveal.show([]);
  }

  loaded(/** @type {Loading<{all: Step[], steps: Step[], told: any}>} */ loading) {
    if (loading.phase === 'ready') {
      const { all, steps } = loading.value;
      Object.assign(this, { all, steps });
      this.made = movesMade(this.app.state, steps);
      this.current = true;
      this.draw(loading.value.told);
      return;
    }
    const { phase, draft } = loading;
    if (phase === 'working' && loading.done === null && !draft && this.steps.length) return; // the page stays as it is for a moment
    if (draft) this.boards.update(draft[draft.length - 1].answer, { show: [], disabled: true });
    if (phase === 'failed' && loading.error instanceof Refusal && loading.error.type !== 'over-budget') {
      this.empty();
      this.strip.fail(loading.error, () => {});
    } else this.strip.loading(this.loader, loading);
    if (phase !== 'working') this.clear();
  }

  leave() {
    this.reveal.show([]);
    this.loader.leave();
  }

  /** Say that no position of the game is known. */
  lacks() {
    this.strip.complain(t('setup.empty'));
  }

  focus() {
    this.boards.focus();
  }

  /** Highlight a move of a list or of the tree on the board. */
  light(/** @type {HTMLElement | null} */ row) {
    const move = row?.dataset.look ?? row?.dataset.move ?? null;
    if (move === this.lit) return;
    this.lit = move;
    this.boards.light(move === null || !this.steps.length ? null : sits(this.steps[this.steps.length - 1].answer, move));
  }

  look(/** @type {string} */ move) {
    if (this.current) this.app.go({ look: move, part: 0 });
  }

  draw(/** @type {any} */ told) {
    const { answer } = /** @type {Step} */ (this.steps.at(-1));
    const move = told.move?.move ?? null;
    const { state } = this.app;
    const listed = told.play !== 'misere' && told.components.length > 1;
    this.boards.update(answer, { show: tells(state) ? ['values', 'winning', 'components', listed ? 'numbered' : ''] : [], hint: this.move, made: this.made });
    this.drawPath();
    this.walk.hidden = !this.move;
    if (this.move) write(this.walk, t('why.walk', { move: { move: this.move, words: sits(answer, this.move)?.words } }));
    if (tells(state)) this.tree.update(state.parts, state.moves.slice(0, state.at), answer);
    this.tree.node.hidden = !tells(state) || !answer.choices.length;
    const click = answer.choices.length ? t('why.click') : '';
    if (!tells(state)) {
      this.clear();
      this.strip.say({ tone: 'a', shape: 'win', head: t('classroom.hidden'), why: [click] });
      return;
    }
    const known = told.play === 'misere' ? '' : sayOutcome(answer, 'why.is-'); // the head says who wins
    this.strip.say({ tone: 'a', shape: told.outcome === 'N' ? 'win' : 'same', head: t(answer.choices.length ? `why.${told.outcome}` : state.rules === 'misere' ? 'over.misere' : 'over.start'), why: [known, click] });
    if (told.play === 'misere') {
      this.clear();
      fill(this.cards, this.misereReason(told), quotientCard(told), this.misereMoves(told), this.genusCard(told));
      this.inSteps();
      return;
    }
    write(this.idea, told.idea.map(say).join(t('sentences')));
    linkTerms(this.idea);
    const effect = told.move && this.moveCard(told);
    fill(this.cards, this.mistakeCard(), told.components_left_out && !told.components.length ? this.formulaCard(told) : null, this.move && effect);
    fill(this.deeper, listed ? this.sumCard(told) : null, told.why && this.mexCard(told), !this.move && effect, told.replies.length ? this.replyCard(told) : null);
    this.more.hidden = !this.deeper.children.length && !told.reductions.length;
    if (this.component !== null) this.more.open = true;
    fill(this.below, ...told.reductions.map(reductionCard));
    this.inSteps();
    if (move && this.move) this.app.say(`${this.strip.turn.textContent} ${t(`effect.${told.move.verdict}`, { move, said: told.said })}`);
  }

  /** In the classroom, show the idea and then card after card. */
  inSteps() {
    if (!this.app.state.classroom) {
      this.reveal.show([]);
      return;
    }
    this.more.hidden = true;
    this.cards.append(...this.deeper.children, ...this.below.children);
    this.reveal.show([this.idea, ...this.cards.children].filter((one) => one.hasChildNodes()));
  }

  /** The reason in misère play, for the selected move or for the position. */
  misereReason(/** @type {any} */ { reason }) {
    return reason && el('section', { class: 'card' }, el('h2', {}, t(this.move ? 'effect.title' : 'effect.best')), el('p', {}, say(reason)));
  }

  misereMoves(/** @type {any} */ { moves, moves_left_out: left }) {
    if (!moves.length) return null;
    const row = (/** @type {any} */ one) => el('tr', {},
      el('td', {}, el('button', { type: 'button', class: 'plain', 'data-look': one.move, 'aria-pressed': String(one.move === this.move), onclick: () => this.look(one.move) }, said(one, one.move))),
      el('td', {}, one.wins ? el('b', {}, t('why.misere-wins')) : one.reply === null ? t('why.misere-last') : t('why.misere-reply', one)),
      one.value !== null && el('td', { class: 'word' }, ...product(one.value)));
    return el('section', { class: 'card' }, el('h2', {}, t('why.misere-moves')), el('p', { class: 'note' }, t('why.misere-note')),
      el('table', { class: 'replies' }, el('tbody', {}, ...moves.map(row))), left ? el('p', { class: 'note' }, t('replies.more', { number: left })) : null);
  }

  genusCard(/** @type {any} */ { components }) {
    const known = components.filter((/** @type {any} */ one) => one.genus !== null);
    if (!known.length) return null;
    return el('section', { class: 'card' }, el('h2', {}, t('why.genus')), el('p', { class: 'note' }, t('why.genus-note')),
      el('table', { class: 'replies' }, el('tbody', {}, ...known.map((/** @type {any} */ one) => el('tr', {}, el('td', {}, el('code', {}, one.position)), el('td', {}, one.genus))))));
  }

  /** The wrong output of a solution about this position, if the clinic has found one. */
  mistakeCard() {
    const { mistake, state } = this.app;
    const [first, ...others] = state.parts;
    const here = mistake?.game === first.game && mistake.position === first.text && !others.length && !state.at;
    return here ? el('section', { class: 'card mistake' }, el('h2', {}, t('clinic.result')), ...compared(mistake)) : null;
  }

  /** Go to the position after these moves. The moves of the game are kept as long as they are the same. */
  walkOn(/** @type {string[]} */ moves) {
    /** @type {State} */
    let state = { ...this.app.state, look: null, part: 0 };
    for (const move of moves) state = { ...state, ...(state.moves[state.at] === move ? { at: state.at + 1 } : moved(state, move)) };
    this.app.go(state);
  }

  /** The moves that led here and the moves that followed, each with a link to its position. */
  drawPath() {
    const { at, moves } = this.app.state;
    const crumb = (/** @type {number} */ ply) => el('li', {}, el('button', { type: 'button', class: 'chip', 'aria-current': ply === at ? 'step' : null, 'aria-pressed': String(ply === at), onclick: () => this.app.go({ at: ply, look: null, part: 0 }) },
      ply ? moveText(made(moves, this.all, ply - 1)) : t('why.start')));
    this.way.hidden = false;
    fill(this.path, ...(moves.length ? [crumb(0), ...moves.map((_, ply) => crumb(ply + 1))] : []));
  }

  sumCard(/** @type {any} */ told) {
    const columns = told.digits;
    const bits = (/** @type {any} */ one) =>
      one.binary === null
        ? [el('td', { colspan: columns }, worth(one))]
        : [...one.binary.padStart(columns, '0')].map((bit) => el('td', { class: bit === '1' ? 'one' : 'zero' }, bit));
    const rows = told.components.map((/** @type {any} */ one, /** @type {number} */ i) =>
      el('tr', { 'aria-current': told.why?.component === i ? 'true' : null },
        el('th', { scope: 'row' }, el('button', { type: 'button', class: 'plain', onclick: () => this.app.go({ part: i + 1, look: null }) }, `${i + 1}. ${componentName(one)}`)),
        el('td', { class: 'worthcell' }, worth(one)), ...bits(one)));
    if (told.components_left_out) {
      rows.push(el('tr', {}, el('th', { scope: 'row' }, t('why.rest', { number: told.components_left_out })), el('td', { class: 'worthcell' }, worth(told.rest)), ...bits(told.rest)));
    }
    const total = el('tr', { class: 'total' }, el('th', { scope: 'row' }, t('why.xor')), el('td', { class: 'worthcell' }, worth(told)), ...bits(told));
    return el('section', { class: 'card' }, el('h2', {}, t('why.sum')), el('div', { class: 'scrollbox', tabindex: 0, role: 'region', 'aria-label': t('why.sum') },
      el('table', { class: 'binary' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('why.component')), el('th', { scope: 'col', class: 'worthcell' }, t('why.nimber')), el('th', { scope: 'colgroup', colspan: columns, class: 'bits' }, t('why.binary')))),
        el('tbody', {}, ...rows), told.components.length > 1 && el('tfoot', {}, total))),
      el('p', { class: 'note' }, say(told.note)));
  }

  /** Explain a position whose winner is known by a formula, without a nimber. */
  formulaCard(/** @type {any} */ told) {
    const moves = told.winning_moves.map((/** @type {string} */ one) => el('li', {}, el('button', { type: 'button', class: 'plain', 'data-look': one, onclick: () => this.look(one) }, said(told, one))));
    return el('section', { class: 'card' }, el('p', {}, t('explain.by-formula')),
      moves.length > 0 && el('p', {}, t('explain.winning-said')), el('ul', {}, ...moves));
  }

  mexCard(/** @type {any} */ told) {
    const { why } = told;
    const { part } = why;
    const several = told.components.length > 1;
    const title = t('explain.why', { name: several ? componentName(part) : t('explain.here'), value: worth(part) });
    const rows = [...why.options, ...(why.beyond ? [why.beyond] : [])].map((/** @type {any} */ option) =>
      el('li', { 'data-part': '' }, el('button', { type: 'button', class: 'plain', 'data-look': this.whole(part, option.move), 'aria-pressed': String(this.move === this.whole(part, option.move)), onclick: () => this.app.go({ look: this.whole(part, option.move), part: why.component + 1 }) },
        el('span', { class: 'badge' }, worth(option)), el('span', { class: 'what' }, said(told, option.move)), el('span', { class: 'note' }, this.becomes(option)))));
    const { message, more, least, note } = why.says;
    return el('section', { class: 'card mex' }, el('h2', {}, several ? `${why.component + 1}. ${title}` : title), el('p', {}, say(message)),
      el('ol', { class: 'options' }, ...rows), more && el('p', { class: 'note' }, say(more)),
      least && el('p', { class: 'least', 'data-part': '' }, el('span', { class: 'badge hollow' }, worth(part)), say(least)), note && el('p', { class: 'note' }, say(note)));
  }

  /** Options are named within their term, choices within the sum. */
  whole(/** @type {any} */ part, /** @type {string} */ move) {
    const { answer } = /** @type {Step} */ (this.steps.at(-1));
    if (answer.choices.some((choice) => choice.move === move)) return move;
    return answer.scenes.length > 1 && part ? `${part.term}:${move}` : move;
  }

  becomes(/** @type {any} */ result) {
    if (result.ends) return t('mex.ends');
    if (!result.parts.length) return t('mex.nothing');
    const nimbers = result.parts.map((/** @type {any} */ part) => worth(part));
    return nimbers.length > 1 ? `${nimbers.join(' ⊕ ')} = ${worth(result)}` : '';
  }

  moveCard(/** @type {any} */ told) {
    const { move } = told;
    const lines = [el('p', { class: `said ${VERDICTS[move.verdict]}` },
      el('b', { 'aria-hidden': 'true' }, SIGNS[VERDICTS[move.verdict]]), move.result.again ? `${said(told, move.move)}: ${t(move.verdict === 'wins' ? 'explain.again-wins' : 'explain.again-lost')}` : t(told.said?.[move.move] ? `explain.said-${move.verdict}` : `effect.${move.verdict}`, { move: said(told, move.move) }))];
    const { part } = move;
    if (!move.result.ends && part) {
      const into = this.becomes(move.result) || worth(move.result);
      lines.push(el('p', { class: 'equation' }, `${named(told, move.component, part)}: ${worth(part)} → ${into}`));
      const infinite = [move.before, part, move.after].some((one) => one.nimber === null); // values that are no nimbers cannot be taken away from a sum
      const sum = infinite ? `${worth(move.before)} → ${worth(move.after)}` : `${worth(move.before)} ⊕ ${worth(part)} ⊕ ${worth(move.result)} = ${worth(move.after)}`;
      if (told.components.length > 1) lines.push(el('p', { class: 'equation' }, sum));
    }
    if (move.answer) lines.push(el('p', {}, t(`explain.answer-${move.answer.how}`, { reply: { move: move.answer.reply, words: move.answer.said } })));
    const draws = told.outcome === 'D';
    const all = draws ? told.drawing_moves : told.winning_moves;
    const others = [...new Map(all.map((/** @type {string} */ one) => [said(told, one), one])).values()].filter((one) => said(told, one) !== said(told, move.move));
    const more = others.length ? el('p', { class: 'moveslist' }, el('span', { class: 'note' }, t(draws ? 'why.also-draw' : 'why.also')), ...others.slice(0, 12).map((/** @type {string} */ one) =>
      el('button', { type: 'button', class: 'chip', 'data-look': one, onclick: () => this.look(one) }, said(told, one))), others.length > 12 ? '…' : '') : null;
    return el('section', { class: 'card' }, el('h2', {}, t(this.move ? 'effect.title' : draws ? 'effect.draw' : 'effect.best')), ...lines, more);
  }

  replyCard(/** @type {any} */ told) {
    const left = told.replies_left_out;
    return el('section', { class: 'card' }, el('h2', {}, t('replies.title')), el('p', { class: 'note' }, t('reason.lost-anyway-plain')),
      el('table', { class: 'replies' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('replies.move')), el('th', { scope: 'col' }, t('why.nimber')), el('th', { scope: 'col' }, t('replies.reply')))),
        el('tbody', {}, ...told.replies.map((/** @type {any} */ one) => el('tr', {}, el('td', {}, el('button', { type: 'button', class: 'plain', 'data-look': one.move, onclick: () => this.look(one.move) }, said(told, one.move))), el('td', {}, worth(one)), el('td', {}, one.reply === null ? t('explain.again-lost') : moveText({ move: one.reply, words: one.said })))))),
      left === null ? el('p', { class: 'note' }, t('replies.many')) : left ? el('p', { class: 'note' }, t('replies.more', { number: left })) : null);
  }
}

/** The name of a component: in a sum its number comes first, and a single component is this position. */
const named = (/** @type {any} */ told, /** @type {number} */ at, /** @type {any} */ part) =>
  told.components.length > 1 ? `${at + 1}. ${componentName(part)}` : t('explain.here');

/** A move of the position in words. */
const said = (/** @type {any} */ told, /** @type {string} */ move) => moveText({ move, words: told.said?.[move] });

/** The position in its misère quotient: the values of its parts, their product, P, and the relations. */
function quotientCard(/** @type {any} */ { quotient }) {
  if (!quotient) return null;
  const { step } = quotient;
  const row = (/** @type {any} */ one) => el('tr', {}, el('td', {}, el('code', {}, one.position)), el('td', { class: 'word' }, ...product(one.value)));
  const list = (/** @type {string} */ kind, /** @type {string[]} */ words, left = 0) => el('p', {}, ...product(t(kind, { list: words.join(', ') + (left ? t('why.quotient-more', { number: left }) : '') })));
  return el('section', { class: 'card quotient' }, el('h2', {}, t('why.quotient')), el('p', { class: 'note' }, say(quotient.says)),
    el('table', { class: 'replies' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('why.quotient-part')), el('th', { scope: 'col' }, t('why.quotient-value')))), el('tbody', {}, ...quotient.parts.map(row))),
    el('p', {}, ...product(t(quotient.lost ? 'why.quotient-lost' : 'why.quotient-won', { value: quotient.value }))),
    step && el('p', {}, ...product(t(step.lost ? 'why.quotient-step-P' : 'why.quotient-step', step))),
    list('why.quotient-P', quotient.P, quotient.P_left_out),
    list('why.quotient-generators', quotient.generators.map((/** @type {any} */ one) => `${one.letter} = ${one.game}`)),
    list('why.quotient-relations', quotient.relations.map((/** @type {string[]} */ pair) => pair.join(' = ')), quotient.relations_left_out),
    el('p', { class: 'note' }, t('why.quotient-note')));
}

/** A text with exponents, such as a^2 b, as nodes with superscripts. */
const product = (/** @type {string} */ text) => text.split(/\^(\d+)/).map((part, place) => (place % 2 ? el('sup', {}, part) : part));
