/** The views Play and Sum: a heading, and the panel to set up or the panel to play. */

import { gameRules, gameSelect, games, sampleOf } from '../base/catalogue.js';
import { el, fill, write } from '../base/dom.js';
import { PlayPanel } from './play-panel.js';
import { loadFurther, t } from '../base/words.js';

const SAYS_WHO_WINS = new Set(['game-on-plane', 'notakto', 'strings-and-coins']); // games whose own rules do

export class PlayView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.panel = new PlayPanel(app);
    /** @type {import('./setup-panel.js').SetupPanel | null} loaded when it is first opened */
    this.setup = null;
    this.head = el('div', {});
    this.body = el('div', { class: 'columns' });
    this.node = el('div', { class: 'view play' }, el('h1', { class: 'quiet' }, t(`view.${app.state.view}`)), this.head, this.body);
    this.frame = '';
  }

  async show(/** @type {State} */ state) {
    if (state.setup && !this.setup) {
      this.frame = '';
      fill(this.head);
      fill(this.body, el('p', { class: 'comments' }, t('loading')));
      await loadFurther();
      this.setup = new (await import('./setup-panel.js')).SetupPanel(this.app);
    }
    if (state !== this.app.state) return; // the state has changed meanwhile
    const frame = `${state.setup} ${state.rules} ${state.parts.map((part) => `${part.game} ${gameRules(part.game, part.text)}`).join(' ')}`;
    if (frame !== this.frame) {
      this.frame = frame;
      const shown = state.setup && this.setup ? this.setup : this.panel;
      fill(this.head, state.setup && this.setup ? this.setup.head : this.heading(state));
      if (this.body.firstElementChild !== shown.stage) fill(this.body, shown.stage, shown.side);
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

  /** Say that no position of the game is known. */
  lacks() {
    this.panel.status.complain(t('setup.empty'));
  }

  focus() {
    if (!this.app.state.setup) this.panel.boards.focus();
  }

  heading(/** @type {State} */ state) {
    const sum = state.view === 'sum';
    const select = sum ? null : gameSelect(state.parts[0].game, { id: 'game', class: 'name', onchange: () => this.change(select?.value ?? '') });
    return el('div', { class: 'titlerow' },
      el('div', {}, select ? el('div', { class: 'field' }, el('label', { for: 'game', class: 'quiet' }, t('game.label')), select) : el('h2', { class: 'name' }, t('sum.title')), this.rules(state)),
      this.panel.bar.node);
  }

  rules(/** @type {State} */ state) {
    const [{ game, text }] = state.parts;
    const known = games.get(game);
    const source = known?.source === null ? t('source.declared') : known?.source;
    write(this.panel.source, '');
    const misere = state.rules === 'misere' && el('b', {}, t('lesson.misere'), ' · ');
    if (state.view === 'sum') return el('p', { class: 'rule' }, misere, t('sum.rules'));
    write(this.panel.source, source ?? '');
    const rules = gameRules(game, text);
    const unsaid = rules && !misere && !SAYS_WHO_WINS.has(game);
    return el('p', { class: 'rule' }, misere, rules, ...(unsaid ? [t('sentences'), el('span', { class: 'last' }, t('rules.last'))] : []));
  }

  async change(/** @type {string} */ game) {
    const text = await sampleOf(game);
    this.app.go({ parts: [{ game, text }], moves: [], at: 0, makers: [], setup: !text });
  }
}
