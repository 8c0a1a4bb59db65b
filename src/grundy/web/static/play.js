/** The views Play and Sum: a heading, and the panel to set up or the one to play. */

import { gameRules, gameSelect, games, gameTitle, sampleOf } from './catalogue.js';
import { el, fill } from './dom.js';
import { PlayPanel } from './play-panel.js';
import { t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./app.js').App} App */

const LONG = 22; // letters of a title for which a phone is too narrow in its usual size

export class PlayView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.panel = new PlayPanel(app);
    /** @type {import('./setup-panel.js').SetupPanel | null} it is loaded when it is asked for */
    this.setup = null;
    this.head = el('div', {});
    this.foot = el('div', {});
    this.body = el('div', { class: 'columns' });
    this.node = el('div', { class: 'view' }, el('h1', { class: 'quiet' }, t(`view.${app.state.view}`)), this.head, this.body);
    this.frame = '';
  }

  /** @param {State} state */
  async show(state) {
    if (state.setup && !this.setup) this.setup = new (await import('./setup-panel.js')).SetupPanel(this.app);
    if (state !== this.app.state) return; // meanwhile it has changed
    const frame = `${state.setup} ${state.parts.map((part) => part.game).join(' ')}`;
    if (frame !== this.frame) {
      this.frame = frame;
      const shown = state.setup && this.setup ? this.setup : this.panel;
      fill(this.head, !state.setup && this.heading(state));
      fill(this.foot, !state.setup && this.rules(state));
      if (this.body.firstElementChild !== shown.stage) fill(this.body, shown.stage, shown.side);
      this.panel.stage.append(this.foot);
    }
    if (state.setup) {
      this.panel.leave();
      this.setup?.show(state);
    }
    else this.panel.show(state);
  }

  leave() {
    this.panel.leave();
    this.setup?.leave();
  }

  focus() {
    if (!this.app.state.setup) this.panel.boards.focus();
  }

  /** @param {State} state */
  heading(state) {
    if (state.view === 'sum') return el('div', { class: 'headrow' }, el('p', { class: 'title' }, t('sum.title')), this.panel.bar.node);
    const select = gameSelect(state.parts[0].game, { id: 'game', onchange: () => this.change(select.value) });
    return el('div', { class: 'headrow' },
      el('div', { class: gameTitle(state.parts[0].game).length > LONG ? 'field big long' : 'field big' }, el('label', { for: 'game', class: 'quiet' }, t('game.label')), select), this.panel.bar.node);
  }

  /** @param {State} state */
  rules(state) {
    const [{ game }] = state.parts;
    const known = games.get(game);
    const source = known?.source === null ? t('source.declared') : known?.source;
    if (state.view === 'sum') return el('p', { class: 'rules' }, t('sum.rules'));
    return el('p', { class: 'rules' }, gameRules(game), source && el('span', { class: 'source' }, ` ${source}`));
  }

  /** @param {string} game */
  async change(game) {
    const text = await sampleOf(game);
    this.app.go({ parts: [{ game, text }], moves: [], at: 0, makers: [], setup: !text });
  }
}
