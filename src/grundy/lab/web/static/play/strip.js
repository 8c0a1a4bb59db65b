/** The strip below the board: a shape, a verdict, a reason, and one action. It always has the same height. */

import { Refusal } from '../base/api.js';
import { el, fill, set, write } from '../base/dom.js';
import { sayError, sayOutcome } from '../base/say.js';
import { sayProgress, sayLeft } from '../base/loading.js';
import { shape } from '../board/shapes.js';
import { COACHES, makerOf, shownOf, tells, usualMaker } from '../base/state.js';
import { firstNimber, linkTerms } from '../theory/terms.js';
import { COLOURS, makerName, MISTAKES, overText, turnText, winnerOf } from './turns.js';
import { made, t } from '../base/words.js';

/** @typedef {import('../board/shapes.js').Shape} Shape */
/** @typedef {{act: string, text: string, primary?: boolean, do: () => void, look?: (on: boolean) => void}} Act */
/**
 * What the strip says: a head, whose turn it is if the head is a verdict, and lines of reasons, some of them with links.
 * @typedef {{tone: string, shape: Shape, head: string, turn?: string, why: (string | Act | Node | null | false | undefined)[], act?: Act | null, class?: string}} Said
 */
/**
 * The callbacks of a host for the actions of the strip; each may be missing.
 * @typedef {object} Offers
 * @property {(ply: number | null) => void} [why] explains the position, or a move of the game, counted from 0
 * @property {() => void} [back] takes the last move of the reader back
 * @property {(ply: number) => void} [better] goes to the position before a move, counted from 0, and shows a better one
 * @property {(ply: number) => void} [practise] opens the position before a move, counted from 0, as a puzzle
 * @property {(ply: number | null, move: string) => void} [light] highlights a move of that position on the board, or ends the highlight
 * @property {() => string | null} [won] is called when the reader has won, and returns what is said of the ladder
 * @property {() => void} [again] plays again from the same position
 * @property {() => void} [swap] plays again as the other player
 * @property {() => void} [harder]
 * @property {() => void} [setup] opens the panel to set up a position
 * @property {() => void} [games] opens the list of games
 */

/** @type {Record<string, [string, Shape]>} the tone and the shape of a verdict */
const LOOKS = {
  won: ['good', 'kept'], kept: ['good', 'kept'], 'kept-draw': ['good', 'kept'], 'lost-anyway': ['wait', 'same'],
  'gave-away': ['bad', 'lost'], 'gave-draw-away': ['bad', 'lost'], drew: ['bad', 'lost'],
};

export class Strip {
  /**
   * @param {(text: string) => void} tell announces a text to screen readers
   * @param {Offers} offers
   */
  constructor(tell, offers) {
    this.tell = tell;
    this.offers = offers;
    this.sign = el('div', { class: 'sign' });
    this.head = el('div', { class: 'head', hidden: true });
    this.turn = el('h2', { class: 'turn' }, t('loading'));
    this.why = el('p', { class: 'why' });
    this.act = el('div', { class: 'go' });
    this.node = el('section', { class: 'strip status', 'aria-label': t('status') }, this.sign, el('div', { class: 'comments' }, this.head, this.turn, ' ', this.why), this.act);
  }

  update(/** @type {State} */ state, /** @type {Step[]} */ steps, /** @type {Now} */ now) {
    const said = now.over ? ending(state, steps, now, this.offers) : judgement(state, steps, this.offers) ?? turnOf(state, steps, now, this.offers);
    this.say(said);
    set(this.node, { 'data-over': String(now.over) });
  }

  say(/** @type {Said} */ { tone, shape: name, head, turn, why, act = null, class: looks = '' }) {
    set(this.node, { class: `strip status ${tone}`, 'data-loading': null });
    fill(this.sign, shape(name));
    this.head.hidden = turn === undefined;
    write(this.head, turn === undefined ? '' : head);
    write(this.turn, turn === undefined ? head : /** @type {string} */ (ended(turn)));
    this.node.classList.toggle('judged', turn !== undefined);
    this.why.className = `why ${looks}`;
    const parts = why.filter((one) => one).map((one) => (typeof one === 'string' || one instanceof Node ? one : link(/** @type {Act} */ (one))));
    fill(this.why, ...parts.flatMap((one, i) => (i ? [t('sentences'), one] : [one])));
    if (this.offers.why || this.offers.setup) linkTerms(this.why); // only in the page, because a notebook has no glossary
    const before = /** @type {HTMLElement | null} */ (this.act.firstElementChild);
    if (act && before?.dataset.act === act.act && before.textContent === act.text) before.onclick = act.do; // it keeps the focus
    else fill(this.act, act && button(act));
    this.tell([this.turn.textContent, this.head.textContent, ...parts.map((one) => (typeof one === 'string' ? one : one.textContent))].filter(Boolean).map(ended).join(t('sentences')));
  }

  /** Show that there is no position yet; a screen reader is told of the position alone. */
  wait() {
    this.quietly(() => this.say({ tone: 'wait', shape: 'waits', head: t('loading'), why: [] }));
  }

  /** @param {() => void} act without an announcement */
  quietly(act) {
    const { tell } = this;
    this.tell = () => {};
    act();
    this.tell = tell;
  }

  /** @param {string} text of a hint */
  hint(text) {
    this.say({ tone: 'a', shape: 'win', head: t('act.hint'), why: [text], act: whyOf(this.offers, null) });
  }

  /** @param {unknown} error why something cannot be done; the rest of the page stays as it is */
  refuse(error) {
    this.complain(sayError(error));
  }

  /**
   * @param {string} text of an error
   * @param {(() => void) | null} [again]
   */
  complain(text, again = null) {
    this.say({ tone: 'bad', shape: 'lost', head: t('error.title'), why: [text], class: 'said error', act: again && { act: 'again', text: t('work.retry'), do: again } });
  }

  /** Show why there is no position, with an action: try again if the server does not answer; choose another game or position. */
  fail(/** @type {unknown} */ error, /** @type {() => void} */ again) {
    const { setup, games } = this.offers;
    this.complain(sayError(error), again);
    if (!(error instanceof Refusal)) return;
    const [act, text, work] = error.kind === 'error.name' ? ['games', 'front.games', games] : ['setup', 'act.setup', setup];
    fill(this.act, work ? button({ act, text: t(text), do: work }) : null);
  }

  /**
   * Show that a position is being solved, was stopped, or cannot be shown.
   * @param {import('../base/loading.js').Loader<any>} loader
   * @param {Loading<any>} loading
   * @param {boolean} [guesses] whether a coach plays meanwhile
   */
  loading(loader, loading, guesses = false) {
    const { phase } = loading;
    if (phase === 'failed' && !(loading.long && loading.draft)) this.fail(loading.error, () => loader.again());
    else if (phase === 'idle' || phase === 'failed') {
      const figure = phase === 'failed' && loading.error instanceof Refusal ? `(${sayError(loading.error)})` : null;
      this.say({ tone: 'wait', shape: 'counts', head: t(phase === 'idle' ? 'work.stopped-title' : 'work.unsolved'), class: 'said dim',
        why: [t(phase === 'idle' ? 'work.stopped' : 'work.unsolved-why'), loading.draft && guesses && t('work.guesses'), figure], act: { act: 'again', text: t('work.again'), do: () => loader.again() } });
    } else if (phase === 'working') {
      const { done, total, draft, long } = loading;
      const known = done === null ? t('loading') : [sayProgress(done, total), ...sayLeft(loading)].join(' ');
      const stop = done === null && !draft ? null : { act: 'stop', text: t('work.stop'), do: () => loader.stop() };
      const say = () => this.say({ tone: 'a', shape: 'counts', head: t(draft ? 'work.counting' : 'work.title'), why: [draft && long && t('work.play-on'), draft && long && guesses && t('work.guesses'), known], act: stop, class: 'said dim' });
      if (this.node.dataset.loading === phase) this.quietly(say); // announce the progress once only
      else say();
    }
    set(this.node, { 'data-loading': phase });
  }
}

/** Return the message that says how a first move is made. */
function beginOf(/** @type {any[]} */ scenes) {
  if (scenes.length > 1) return 'begin.sum';
  return scenes[0].kind === 'graph' && scenes[0].moves?.length ? 'begin.edges' : `begin.${scenes[0].kind}`;
}

/** @typedef {{over: boolean, drawn: boolean, waits: boolean, closed: boolean}} Now whether the game is over, whether it is a draw, whether the coach is about to move, and whether nothing can be picked */

const ended = (/** @type {string | null} */ text) => (/[.!?\u2026\u3002]\s*$/.test(text ?? '') ? text : `${text}${t('strip.end')}`);

const button = (/** @type {Act} */ one) => Object.assign(el('button', { type: 'button', class: one.primary ? 'primary' : '', 'data-act': one.act }, one.text), { onclick: one.do });

const looks = (/** @type {Act} */ { look }) => (look ? { onpointerenter: () => look(true), onfocus: () => look(true), onpointerleave: () => look(false), onblur: () => look(false) } : {});

/** @param {Act} one */
const link = (one) => el('a', { href: location.hash || '#', 'data-act': one.act, ...looks(one), onclick: (/** @type {Event} */ event) => {
  event.preventDefault(); // the link would replace the address, which holds the game
  one.do();
} }, one.text);

/**
 * Show whose turn it is, and facts about the position if the reader wants to see them.
 * @param {State} state
 * @param {Step[]} steps
 * @param {Now} now
 * @param {Offers} offers
 * @returns {Said}
 */
function turnOf(state, steps, now, offers) {
  const next = usualMaker(state, state.at);
  const { answer } = steps[steps.length - 1];
  const back = state.at < state.moves.length && next === 'coach'; // the coach has moved here already
  const told = tells(state) && answer.outcome !== null;
  const seat = told && !state.at && next === 'you' && answer.outcome === 'P' && !state.classroom && offers.swap;
  const maker = (/** @type {number} */ ply) => makerOf(state, ply);
  const own = state.at > 1 && maker(state.at - 1) === 'coach' && maker(state.at - 2) === 'you' && !tells(state);
  const last = state.at ? [own && played('you', made(state.moves, steps, state.at - 2)), played(maker(state.at - 1), made(state.moves, steps, state.at - 1))] : [];
  const known = told && shownOf(state).some((one) => one !== 'comments');
  const begin = !state.at && !known && !now.closed && !seat && t(beginOf(answer.scenes));
  return {
    tone: now.waits ? 'wait' : COLOURS[next], shape: now.waits ? 'waits' : COLOURS[next], head: back ? t('turn.back') : turnText(next),
    why: [...last, saysAgain(steps), begin, known && !seat && outcomeText(state, answer), known && !seat && offers.why && state.rules !== 'misere' && answer.nimber !== null && firstNimber(), seat && t(['', 'perfect'].includes(state.coach) ? 'seat.lost' : 'seat.lost-errs')],
    act: seat ? { act: 'seat', text: t('seat.second'), do: /** @type {() => void} */ (offers.swap) } : whyOf(offers, null),
  };
}

/**
 * @param {State} state
 * @param {Answer} answer
 */
const outcomeText = (state, answer) => (state.rules === 'misere' ? t(answer.outcome === 'N' ? 'outcome.misere-N' : 'outcome.misere-P') : sayOutcome(answer));

/**
 * @param {Offers} offers
 * @param {number | null} ply
 * @returns {Act | null}
 */
function whyOf({ why }, ply) {
  return why ? { act: 'why', text: t('why.position'), do: () => why(ply) } : null;
}

/**
 * Judge the reader's last move. If the coach has replied, its move comes first. In a game of friends, the verdict is shown
 * only if it is switched on. In the classroom, it is shown only on request.
 * @param {State} state
 * @param {Step[]} steps
 * @param {Offers} offers
 * @returns {Said | null} null if there is no move to judge
 */
export function judgement(state, steps, offers) {
  const last = steps.length - 1;
  if (last < 1 || !tells(state)) return null;
  let ply = last;
  while (ply > 0 && makerOf(state, ply - 1) === 'coach') ply -= 1; // after some moves the coach moves again
  const replied = ply < last;
  if (ply < 1 || (replied && makerOf(state, ply - 1) !== 'you')) return null;
  const { comment } = steps[ply];
  const maker = makerOf(state, ply - 1);
  if (!comment || maker === 'coach' || (maker !== 'you' && !shownOf(state).includes('comments'))) return null;
  const [tone, name] = LOOKS[comment.verdict] ?? LOOKS['lost-anyway'];
  const wrong = MISTAKES.includes(comment.verdict);
  const next = usualMaker(state, state.at);
  const turn = state.at < state.moves.length && next === 'coach' ? t('turn.back') : turnText(next);
  const verdict = t(`strip.${comment.verdict}`, replied ? { move: t('strip.yours') } : comment); // the coach's move is named too: a phone has no room for both
  const why = reason(state, comment);
  const erred = replied && steps[last].answer.outcome === 'N' && !['kept', 'won'].includes(comment.verdict); // the coach, so that the reader can win now
  const better = wrong && betterOf(comment, ply - 1, offers, erred);
  const replies = state.moves.slice(ply, last).map((_, i) => played('coach', made(state.moves, steps, ply + i)));
  if (erred) return { tone: 'good', shape: 'kept', head: t(wrong ? 'strip.erred-too' : 'strip.erred'), turn, why: [...replies, better], act: whyOf(offers, null) };
  const said = replied
    ? { head: turn, why: [...replies, ended(verdict), el('span', { class: 'reason' }, why), better] }
    : { head: verdict, turn, why: [saysAgain(steps), why, better] };
  const { back } = offers;
  return { tone, shape: name, ...said, act: wrong && back && !state.classroom ? { act: 'take-back', text: t('strip.back'), do: back } : whyOf(offers, ply - 1) };
}

/**
 * @param {Step[]} steps
 * @returns {string | null | undefined} that the player of the last move moves again, if this is so
 */
const saysAgain = (steps) => steps[steps.length - 1].comment?.again && t(steps[steps.length - 1].comment?.again);

/**
 * @param {Pick<State, 'rules'>} state
 * @param {Remark} comment
 * @returns {string} the effect of the move
 */
export function reason(state, { verdict, nimber_after: nimber, again, entailing }) {
  const wins = verdict === 'kept' || verdict === 'won';
  if (again) return t(wins ? 'reason.again-wins' : 'reason.again-lost');
  const plain = state.rules === 'misere' || nimber === null || nimber === undefined || (entailing && verdict === 'lost-anyway');
  if (wins) return t(plain ? 'reason.kept-plain' : 'reason.kept');
  if (verdict === 'gave-away') return plain ? t('reason.gave-away-plain') : t('reason.gave-away', { nimber });
  if (verdict === 'lost-anyway') return plain ? t('reason.lost-anyway-plain') : t('reason.lost-anyway', { nimber });
  return t(verdict === 'gave-draw-away' ? 'reason.gave-away-plain' : 'reason.draw');
}

/**
 * @param {Remark} comment on a mistake
 * @param {number} ply of the move, counted from 0
 * @param {Offers} offers
 * @param {boolean} past whether the coach has erred since
 * @returns {string | Act | null}
 */
function betterOf(comment, ply, { better, light }, past) {
  const { better: move } = comment;
  if (!move) return null;
  const text = t(comment.verdict === 'gave-draw-away' ? 'reason.better-draw' : past ? 'reason.better-before' : 'reason.better', comment);
  return better ? { act: 'better', text: /** @type {string} */ (ended(text)), do: () => better(ply), look: (on) => light?.(on ? ply : null, move) } : ended(text);
}

/**
 * Show who has won, where the game was lost, and how to continue.
 * @param {State} state
 * @param {Step[]} steps
 * @param {Now} now
 * @param {Offers} offers
 * @returns {Said}
 */
function ending(state, steps, { drawn }, offers) {
  const verdicts = steps.slice(1).map((step) => step.comment?.verdict ?? null);
  const winner = drawn ? null : winnerOf(state, verdicts);
  const { again, swap, harder } = offers;
  const next = winner === 'you' && harder && COACHES[COACHES.indexOf(state.coach) + 1];
  const coach = state.against === 'coach';
  const offer = (/** @type {string} */ act, /** @type {(() => void) | undefined} */ todo) => (todo && coach ? { act, text: t(`over.${act}`), do: todo } : null);
  const told = tells(state) ? mistakes(state, steps, offers) : [];
  return {
    tone: winner ? COLOURS[winner] : 'wait', shape: winner ? COLOURS[winner] : 'same', head: overText(state, verdicts, drawn),
    why: [winner === 'you' && offers.won?.(), ...told, next ? offer('play-again', again) : winner === 'coach' ? offer('swap', swap) : offer('harder', harder) ?? offer('swap', swap)],
    act: next ? { act: 'harder', text: t('over.next', { coach: t(`player.${next}`) }), primary: true, do: harder } : again && steps.length > 1 ? { act: 'play-again', text: t('over.play-again'), primary: true, do: again } : null,
  };
}

/**
 * @param {State} state
 * @param {Step[]} steps
 * @param {Offers} offers
 * @returns {(string | Act | Node | null | false)[]} the mistakes of the players, each with a link to its position
 */
function mistakes(state, steps, { better, practise }) {
  const wrong = steps.flatMap(({ comment }, ply) => (comment && MISTAKES.includes(comment.verdict) && makerOf(state, ply - 1) !== 'coach' ? [ply] : []));
  const coach = state.against === 'coach';
  const own = steps.slice(1).filter((_, ply) => makerOf(state, ply) === 'you');
  if (!wrong.length) {
    if (steps.length < 2 || !steps.slice(1).every(({ comment }) => comment)) return []; // not all moves have a verdict
    return [coach ? t(own.length && own.every(({ comment }) => comment?.verdict === 'lost-anyway') ? 'over.never' : 'over.no-mistake') : null];
  }
  const links = wrong.slice(0, 4).map((ply) => {
    const text = t(wrong.length === 1 && coach ? 'over.mistake' : 'over.mistake-short', { number: ply });
    return better ? { act: 'mistake', text, do: () => better(ply - 1) } : text;
  });
  const { comment } = steps[wrong[0]];
  const passed = makerOf(state, wrong[0]) !== makerOf(state, wrong[0] - 1); // if not, the same player moved again
  const left = passed && wrong.length === 1 && comment && comment.nimber_after !== null && comment.nimber_after !== undefined && state.rules !== 'misere';
  const last = wrong[wrong.length - 1]; // it decided the game
  const again = practise && coach && state.rules !== 'misere' && { act: 'practise', text: t('over.practise'), do: () => practise(last - 1) };
  return [...(wrong.length > 1 || !coach ? [t('over.mistakes')] : []), ...links, left ? el('span', { class: 'reason' }, t('over.left', { ...comment, nimber: comment.nimber_after })) : null, again || null];
}

/**
 * @param {Maker} maker
 * @param {{move: string, words?: any}} move
 */
const played = (maker, move) => (maker === 'coach' ? t('coach.played', { move }) : t('friend.played', { player: makerName(maker), move }));
