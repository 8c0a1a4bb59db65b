/** The panel to set up a position: by drawing, by numbers, as text, from a file, at random, or from a contest. */

import { Refusal } from '../base/api.js';
import { gameRules, gameSelect, games, sampleOf, wordName } from '../base/catalogue.js';
import { el, fill, set } from '../base/dom.js';
import { PositionEditor } from '../board/editor.js';
import { Loader, showLoading } from '../base/loading.js';
import { remembered } from '../base/memory.js';
import { position, readInput } from './session.js';
import { sayOutcome } from '../base/say.js';
import { partChips, randomCard, sampleCard, uploadButton } from './setup-cards.js';
import { has, t } from '../base/words.js';

const PAUSE = 1500; // milliseconds without a change, after which a change can be undone by itself
const MOST_KEPT = 200;

export class SetupPanel {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.head = el('div', { class: 'titlerow' });
    this.stage = el('div', { class: 'stage' });
    this.side = el('div', { class: 'side' });
    this.builtFor = '';
    this.verdict = el('p', { class: 'comments', role: 'status' });
    this.text = el('textarea', { id: 'text', rows: 8, spellcheck: 'false', autocomplete: 'off', wrap: 'off', oninput: () => this.edit(this.text.value) });
    this.editor = new PositionEditor((text) => this.edit(text));
    this.start = el('button', { type: 'button', class: 'primary', 'data-act': 'start', onclick: () => this.app.go({ setup: false, moves: [], at: 0, makers: [], part: 0 }) }, t('setup.start'));
    this.undo = el('button', { type: 'button', 'data-act': 'setup-undo', onclick: () => this.takeBack() }, t('setup.undo'));
    this.back = el('button', { type: 'button', 'data-act': 'setup-back', onclick: () => (location.hash = remembered('left') ?? '#/play') }, t('setup.back'));
    /** @type {Loader<Found>} */
    this.loader = new Loader((loading) => this.loaded(loading));
    /** @type {Part[][]} the parts before each change, the newest last */
    this.before = [];
    this.changed = 0; // the time of the last change of the text
    this.told = '';
  }

  async show(/** @type {State} */ state) {
    const { part } = this;
    const frame = `${state.view} ${state.parts.map((one) => one.game).join(' ')} ${state.part}`;
    if (frame !== this.builtFor) {
      this.builtFor = frame;
      this.editor.reset();
      this.build();
    }
    set(this.undo, { disabled: !this.before.length });
    set(this.back, { hidden: remembered('left') === null });
    if (this.text.value !== part.text) this.text.value = part.text;
    this.editor.update(part, this.game);
    const wanted = JSON.stringify(state.parts) + state.part;
    if (wanted === this.told) return;
    this.told = wanted;
    if (!part.text.trim() && this.game?.kind === 'ruleset') { // not a position, and the reader has not written one yet
      this.loader.leave();
      this.editor.answered(null);
      set(this.start, { disabled: true });
      set(this.text, { 'aria-invalid': null });
      fill(this.verdict, el('span', { class: 'said dim' }, t('setup.empty')));
      return;
    }
    await this.loader.load((watch) => found(state.parts, part, watch));
  }

  loaded(/** @type {Loading<Found>} */ loading) {
    const { phase } = loading;
    const whole = phase === 'ready' && loading.value.whole;
    set(this.start, { disabled: !whole });
    set(this.text, { 'aria-invalid': phase === 'failed' ? 'true' : null });
    if (phase !== 'ready') {
      showLoading(this.verdict, this.loader, loading);
      if (phase !== 'working') this.editor.answered(null);
    } else if (loading.value.input) fill(this.verdict, this.inputOf(loading.value.input));
    else {
      this.editor.answered(loading.value.answer);
      if (whole) fill(this.verdict, el('span', { class: 'said' }, sayOutcome(whole)));
    }
  }

  /** @param {any} input of a contest problem, with the positions that the reader can choose from */
  inputOf({ problem, title, positions, more }) {
    const { length } = positions;
    return el('span', { class: 'inputs' }, el('span', { class: 'said' }, t('setup.input', { problem, title, number: length + more })),
      more ? el('span', { class: 'said dim' }, t('setup.input-more', { shown: length })) : null,
      ...positions.map((/** @type {string} */ text, /** @type {number} */ i) =>
        el('button', { type: 'button', class: 'chip', 'data-position': i, onclick: () => this.edit(text) }, String(i + 1))));
  }

  /** @param {string} text why something cannot be done */
  refuse(text) {
    fill(this.verdict, el('span', { class: 'said error' }, text));
  }

  takeBack() {
    const parts = this.before.pop();
    this.changed = 0;
    if (parts) this.app.go({ parts, part: Math.min(this.app.state.part, parts.length - 1) }, true);
  }

  leave() {
    this.loader.leave();
    this.told = '';
  }

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
    const picker = gameSelect(this.part.game, { id: 'part-game', class: 'name', onchange: (/** @type {Event} */ event) => this.changeGame(/** @type {HTMLSelectElement} */ (event.target).value) });
    const code = el('input', { id: 'part-code', type: 'text', spellcheck: 'false', autocomplete: 'off', placeholder: '0.137', value: games.has(this.part.game) ? '' : this.part.game, onchange: () => code.value.trim() && this.changeGame(code.value.trim()) });
    fill(this.head, el('div', {}, el('div', { class: 'field' }, el('label', { for: 'part-game', class: 'quiet' }, t('game.label')), picker), el('p', { class: 'rule' }, gameRules(this.part.game, this.part.text))));
    fill(this.stage, several && partChips(this.app, () => this.keep()), el('div', { class: 'felt' }, this.editor.node));
    fill(
      this.side,
      el('section', { class: 'card status' }, el('h2', { class: 'turn' }, t('setup.title')), this.verdict, el('div', { class: 'row wrap' }, this.start, this.undo, this.back)),
      game && randomCard(game, edit, refuse),
      game && sampleCard(game, edit),
      el('section', { class: 'card' },
        el('label', { for: 'text', class: 'h' }, t('setup.text')),
        el('p', { class: 'note', id: 'form' }, formText(this.part.game, game)),
        this.text,
        uploadButton(edit, refuse),
      ),
      el('section', { class: 'card' }, el('label', { for: 'part-code', class: 'h' }, t('code.label')), code),
    );
    this.text.setAttribute('aria-describedby', 'form');
  }

  async changeGame(/** @type {string} */ name) {
    const text = await sampleOf(name);
    this.changed = 0;
    this.replace({ game: name, text });
  }

  edit(/** @type {string} */ text) {
    this.replace({ ...this.part, text });
  }

  replace(/** @type {Part} */ part) {
    const { state } = this.app;
    const parts = state.parts.map((one, number) => (number === state.part ? part : one));
    if (JSON.stringify(parts) === JSON.stringify(state.parts)) return;
    this.keep();
    this.app.go({ parts, moves: [], at: 0, makers: [] }, true);
  }

  /** Store the present text, so that the next change can be undone. Typing is one change until a pause. */
  keep() {
    const now = performance.now();
    const { activeElement } = document;
    if (activeElement !== this.text || now - this.changed > PAUSE || !this.before.length) {
      this.before.push(this.app.state.parts);
      if (this.before.length > MOST_KEPT) this.before.shift();
    }
    this.changed = now;
  }
}

/** @typedef {{answer: Answer | null, whole: Answer | null, input: any}} Found */

/** Solve a part and the whole sum. A text that is not a position may be the input of a contest problem. */
async function found(/** @type {Part[]} */ parts, /** @type {Part} */ part, /** @type {Watch} */ watch) {
  try {
    const answer = await position([part], watch);
    return { answer, whole: parts.length > 1 ? await position(parts, watch) : answer, input: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== 'input' || !games.get(part.game)?.contest) throw error;
    const input = await readInput(part.game, part.text).catch(() => null);
    if (!input) throw error;
    return { answer: null, whole: null, input };
  }
}

/** Describe the notation in the reader's language, or as the server does. */
function formText(/** @type {string} */ name, /** @type {Game | null} */ game) {
  const key = [`form.${wordName(name)}`, `form.${game?.kind ?? 'heaps'}`].find(has);
  return key ? t(key) : (game?.form ?? '');
}
