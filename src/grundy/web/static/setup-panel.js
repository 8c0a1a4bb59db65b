/** The panel to set a position up: drawn, counted, pasted, loaded, at random, or one of a contest. */

import { gameRules, gameSelect, games } from './catalogue.js';
import { el, fill, set } from './dom.js';
import { PositionEditor } from './editor.js';
import { position } from './session.js';
import { sayError, sayOutcome } from './say.js';
import { randomCard, sampleCard, uploadButton } from './setup-cards.js';
import { partChips } from './setup-parts.js';
import { has, t } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Part} Part */
/** @typedef {import('./app.js').App} App */

export class SetupPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.stage = el('div', { class: 'stage' });
    this.side = el('div', { class: 'side' });
    this.builtFor = '';
    this.verdict = el('p', { class: 'comments', role: 'status' });
    this.text = el('textarea', { id: 'text', rows: 8, spellcheck: 'false', autocomplete: 'off', wrap: 'off', oninput: () => this.edit(this.text.value) });
    this.editor = new PositionEditor((text) => this.edit(text));
    this.start = el('button', { type: 'button', class: 'primary', 'data-act': 'start', onclick: () => this.app.go({ setup: false, moves: [], at: 0, part: 0 }) }, t('setup.start'));
    this.asked = 0;
  }

  /** @param {State} state */
  async show(state) {
    this.state = state;
    const part = this.part;
    const frame = `${state.view} ${state.parts.map((one) => one.game).join(' ')} ${state.part}`;
    if (frame !== this.builtFor) {
      this.builtFor = frame;
      this.editor.reset();
      this.build();
    }
    if (this.text.value !== part.text) this.text.value = part.text;
    this.editor.update(part, this.game);
    const number = ++this.asked;
    try {
      const answer = await position([part]);
      const whole = state.parts.length > 1 ? await position(state.parts) : answer;
      if (number !== this.asked) return;
      this.editor.answered(answer);
      fill(this.verdict, el('span', { class: 'said' }, sayOutcome(whole)));
      this.text.removeAttribute('aria-invalid');
      set(this.start, { disabled: false });
    } catch (error) {
      if (number !== this.asked) return;
      this.editor.answered(null);
      this.refuse(sayError(error));
      this.text.setAttribute('aria-invalid', 'true');
      set(this.start, { disabled: true });
    }
  }

  /** @param {string} text why something cannot be done */
  refuse(text) {
    fill(this.verdict, el('span', { class: 'said error' }, text));
  }

  /** @returns {Part} */
  get part() {
    const { parts, part } = this.app.state;
    return parts[Math.min(part, parts.length - 1)];
  }

  get game() {
    return games.get(this.part.game) ?? null;
  }

  build() {
    const { state } = this.app;
    const { game } = this;
    const several = state.view === 'sum';
    const edit = (/** @type {string} */ text) => this.edit(text);
    const refuse = (/** @type {string} */ text) => this.refuse(text);
    const picker = gameSelect(this.part.game, { id: 'part-game', onchange: (/** @type {Event} */ event) => this.changeGame(/** @type {HTMLSelectElement} */ (event.target).value) });
    const code = el('input', { id: 'part-code', type: 'text', spellcheck: 'false', autocomplete: 'off', placeholder: '0.137', value: games.has(this.part.game) ? '' : this.part.game, onchange: () => code.value.trim() && this.changeGame(code.value.trim()) });
    fill(
      this.stage,
      several && partChips(this.app),
      el('div', { class: 'headrow' },
        el('div', { class: 'field' }, el('label', { for: 'part-game' }, t('game.label')), picker),
        el('div', { class: 'field code' }, el('label', { for: 'part-code' }, t('code.label')), code),
      ),
      el('p', { class: 'rules' }, gameRules(this.part.game)),
      el('div', { class: 'felt' }, this.editor.node),
    );
    fill(
      this.side,
      el('section', { class: 'card status' }, el('h2', { class: 'turn' }, t('setup.title')), this.verdict, el('div', { class: 'row wrap' }, this.start)),
      game && randomCard(game, edit, refuse),
      game && sampleCard(game, edit),
      el('section', { class: 'card' },
        el('label', { for: 'text', class: 'h' }, t('setup.text')),
        el('p', { class: 'note', id: 'form' }, formText(this.part.game, game)),
        this.text,
        uploadButton(edit, refuse),
      ),
    );
    this.text.setAttribute('aria-describedby', 'form');
  }

  /** @param {string} name */
  changeGame(name) {
    const known = games.get(name);
    this.replace({ game: name, text: known ? known.sample : '10 7' });
  }

  /** @param {string} text */
  edit(text) {
    this.replace({ ...this.part, text });
  }

  /** @param {Part} part */
  replace(part) {
    const { state } = this.app;
    this.app.go({ parts: state.parts.map((one, number) => (number === state.part ? part : one)), moves: [], at: 0 }, true);
  }
}

/**
 * Describe the notation in the reader's language, or as the server does.
 * @param {string} name
 * @param {import('./catalogue.js').Game | null} game
 */
function formText(name, game) {
  const key = [`form.${name}`, `form.${game?.kind ?? 'heaps'}`].find(has);
  return key ? t(key) : (game?.form ?? '');
}
