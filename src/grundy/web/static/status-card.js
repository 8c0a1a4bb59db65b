/** What is said of a game: comments on the last moves, a hint, an error, long work. */

import { el, fill, write } from './dom.js';
import { showLoading } from './loading.js';
import { say, sayError, sayOutcome } from './say.js';
import { makerOf, shownOf, tells } from './state.js';
import { makerName, MISTAKES, SIGNS } from './turns.js';
import { t } from './words.js';

/** @typedef {import('./session.js').Step} Step */
/** @typedef {import('./state.js').State} State */

export class StatusCard {
  /**
   * @param {import('./turn-bar.js').TurnBar} bar
   * @param {(text: string) => void} tell says something to those who do not see the page
   * @param {((move: string | null) => void) | null} why explains the position, or a move
   */
  constructor(bar, tell, why) {
    this.bar = bar;
    this.tell = tell;
    this.comment = el('div', { class: 'comments' });
    this.mistake = /** @type {string | null} */ (null);
    this.reason = el('button', { type: 'button', class: 'chip', hidden: true, 'data-act': 'why', onclick: () => why?.(this.mistake) });
    this.node = el('section', { class: 'card status', 'aria-label': t('status.comments') }, this.comment, why && el('div', { class: 'row' }, this.reason));
  }

  /**
   * @param {State} state
   * @param {Step[]} steps
   * @param {{over: boolean, drawn: boolean, waits: boolean}} now whether the game is over, and a draw; whether the coach is about to move
   */
  update(state, steps, { over, drawn, waits }) {
    this.bar.update(state, steps.slice(1).map((step) => step.comment?.verdict ?? null), over, drawn);
    const lines = comments(state, steps, over);
    const { answer } = steps[steps.length - 1];
    if (!lines.length && !over && !waits) lines.push(line(t(`begin.${answer.scenes.length > 1 ? 'sum' : answer.scenes[0].kind}`), { class: 'dim' }));
    const shown = shownOf(state);
    if (shown.includes('components') || shown.includes('winning')) lines.push(line(state.rules === 'misere' ? t(answer.outcome === 'N' ? 'outcome.misere-N' : 'outcome.misere-P') : sayOutcome(answer), { class: 'dim' }));
    this.mistake = mistakeOf(state, steps, over);
    this.reason.hidden = false;
    write(this.reason, this.mistake === null ? t('why.position') : t('why.move', { move: this.mistake }));
    fill(this.comment, ...lines);
    this.tell([this.bar.text, ...lines.map((one) => one.lastChild?.textContent ?? '')].join(' '));
  }

  /** @param {string} text of a hint */
  hint(text) {
    fill(this.comment, line(text, { sign: '?' }));
    this.tell(text);
  }

  /** @param {unknown} error why something cannot be done; all else stays */
  refuse(error) {
    this.complain(sayError(error));
  }

  /** @param {string} text of an error */
  complain(text) {
    fill(this.comment, line(text, { class: 'error' }));
    this.tell(text);
  }

  /**
   * Show that a position is worked on, was stopped, or cannot be shown.
   * @param {import('./loading.js').Loader<any>} loader
   * @param {import('./loading.js').Loading<any>} loading
   */
  loading(loader, loading) {
    this.bar.say(t({ working: 'work.title', idle: 'work.stopped-title', failed: 'error.title', ready: 'loading' }[loading.phase]));
    showLoading(this.comment, loader, loading);
    this.reason.hidden = loading.phase === 'failed' || !this.reason.textContent; // no position was shown before
    if (loading.phase === 'failed' || loading.phase === 'idle') this.tell(this.comment.querySelector('.said')?.textContent ?? '');
  }
}

/**
 * @param {string} text
 * @param {{sign?: string, class?: string}} [looks]
 */
function line(text, looks = {}) {
  return el('p', { class: looks.class ? `said ${looks.class}` : 'said' }, looks.sign && el('b', { 'aria-hidden': 'true' }, looks.sign), el('span', {}, text));
}

/**
 * Comment on the reader's last move, and on the coach's if it came after that. Friends are told what a move did
 * where they ask for it, and at the end: a comment names the best reply. In the classroom nobody is told unasked.
 * @param {State} state
 * @param {Step[]} steps
 * @param {boolean} over
 */
function comments(state, steps, over) {
  /** @type {HTMLElement[]} */
  const lines = [];
  const last = steps.length - 1;
  if (last < 1) return lines;
  const latest = steps[last].comment;
  const maker = makerOf(state, last - 1);
  if (maker === '1' || maker === '2') {
    if (latest) lines.push(tells(state) && (over || shownOf(state).includes('comments')) ? judged(latest) : played(maker, latest));
    return lines;
  }
  const own = maker === 'coach' && last > 1 && makerOf(state, last - 2) === 'you' ? steps[last - 1].comment : maker === 'you' ? latest : null;
  if (own) lines.push(tells(state) ? judged(own) : played('you', own));
  if (latest && maker === 'coach') lines.push(line(t('coach.played', { move: latest.move }), { sign: '›' }));
  return lines;
}

/**
 * @param {State} state
 * @param {Step[]} steps
 * @param {boolean} over
 * @returns {string | null} the last move of a person, if that gave the win away and they are told so
 */
function mistakeOf(state, steps, over) {
  const told = tells(state) && (over || state.against !== 'friend' || shownOf(state).includes('comments'));
  for (let ply = steps.length - 1; told && ply > Math.max(0, steps.length - 3); ply -= 1) {
    const { comment } = steps[ply];
    if (makerOf(state, ply - 1) !== 'coach') return comment && MISTAKES.includes(comment.verdict) ? comment.move : null;
  }
  return null;
}

/**
 * @param {import('./state.js').Maker} maker
 * @param {import('./session.js').Comment} comment
 */
const played = (maker, comment) => line(t('friend.played', { player: makerName(maker), move: comment.move }), { sign: '›' });

/** @param {import('./session.js').Comment} comment */
const judged = (comment) => line(say(comment), { sign: SIGNS[comment.verdict], class: comment.verdict });
