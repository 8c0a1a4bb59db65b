/** The status of a game: whose turn it is, comments on the last moves, a hint, an error. */

import { el, fill, write } from './dom.js';
import { say, sayError, sayOutcome } from './say.js';
import { isCoachs, SIGNS, turnText } from './turns.js';
import { t } from './words.js';

/** @typedef {import('./session.js').Step} Step */
/** @typedef {import('./state.js').State} State */

export class StatusCard {
  /** @param {(text: string) => void} tell says something to those who do not see the page */
  constructor(tell) {
    this.tell = tell;
    this.turn = el('h2', { class: 'turn' }, t('loading'));
    this.comment = el('p', { class: 'comments' });
    this.node = el('section', { class: 'card status', 'aria-label': t('status') }, this.turn, this.comment);
  }

  /**
   * @param {State} state
   * @param {Step[]} steps
   * @param {{over: boolean, waits: boolean}} now whether no move is left; whether the coach is about to move
   */
  update(state, steps, { over, waits }) {
    const verdicts = steps.slice(1).map((step) => step.comment?.verdict ?? null);
    write(this.turn, turnText(state, verdicts, over));
    this.node.dataset.over = String(over);
    const lines = comments(state, steps);
    const { answer } = steps[steps.length - 1];
    if (!lines.length && !over && !waits) lines.push(line(t(`begin.${answer.scenes.length > 1 ? 'sum' : answer.scenes[0].kind}`), { class: 'dim' }));
    if (state.show.includes('components') || state.show.includes('winning')) lines.push(line(sayOutcome(answer), { class: 'dim' }));
    fill(this.comment, ...lines);
    this.tell([this.turn, ...lines.map((one) => one.lastChild)].map((node) => node?.textContent ?? '').join(' '));
  }

  /** @param {any} found as the server says it */
  hint(found) {
    fill(this.comment, line(say(found), { sign: '?' }));
    this.tell(say(found));
  }

  /** @param {unknown} error why something cannot be done; all else stays */
  refuse(error) {
    fill(this.comment, line(sayError(error), { class: 'error' }));
    this.tell(sayError(error));
  }

  /** @param {unknown} error why the game cannot be shown */
  fail(error) {
    write(this.turn, t('error.title'));
    this.refuse(error);
  }

  /**
   * Say how far long work is, and let it be stopped.
   * @param {number} done
   * @param {number | null} total
   * @param {() => void} stop
   */
  working(done, total, stop) {
    write(this.turn, t('work.title'));
    const said = total ? t('work.share', { percent: Math.floor((100 * done) / total) }) : t('work.done', { done });
    if (this.comment.querySelector('[data-act=stop]')) write(/** @type {Element} */ (this.comment.firstElementChild), said);
    else fill(this.comment, line(said), el('button', { type: 'button', 'data-act': 'stop', onclick: stop }, t('seq.stop')));
  }
}

/**
 * @param {string} text
 * @param {{sign?: string, class?: string}} [looks]
 */
function line(text, looks = {}) {
  return el('span', { class: looks.class ? `said ${looks.class}` : 'said' }, looks.sign && el('b', { 'aria-hidden': 'true' }, looks.sign), text);
}

/**
 * Comment on the reader's last move, and on the coach's if it came after that.
 * @param {State} state
 * @param {Step[]} steps
 */
function comments(state, steps) {
  const lines = [];
  const last = steps.length - 1;
  const own = last > 0 && isCoachs(state, last - 1) ? last - 1 : last;
  const comment = steps[own]?.comment;
  if (comment) lines.push(line(say(comment), { sign: SIGNS[comment.verdict], class: comment.verdict }));
  const latest = steps[last].comment;
  if (latest && own < last) lines.push(line(t('coach.played', { move: latest.move }), { sign: '›' }));
  return lines;
}
