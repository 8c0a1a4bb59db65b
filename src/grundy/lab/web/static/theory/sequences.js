/** The view Sequences: the nimbers of heaps under a code, plotted as they arrive, and their period; tables of other games of numbers. */

import { file, Refusal, stream } from '../base/api.js';
import { games, gameTitle } from '../base/catalogue.js';
import { el, fill, save, set, write } from '../base/dom.js';
import { Chart } from './chart.js';
import { mexTable } from '../classroom/mex-table.js';
import { Reveal } from '../classroom/reveal.js';
import { drawStrip } from './plot.js';
import { sayProgress } from '../base/loading.js';
import { keepCode, recentCodes } from '../base/recent.js';
import { sayError } from '../base/say.js';
import { labelled, sayPeriod, SecondSequence } from './second-sequence.js';
import { PatternCard, Pointed, signOf, TableCard, tableAsked, USUAL } from './table-card.js';
import { t } from '../base/words.js';

const SHOWN = 400; // values that are written as numbers
/** @type {Record<string, string>} the ending of a file's name, by format */
const FORMATS = { csv: 'csv', 'b-file': 'txt', json: 'json', certificate: 'certificate.json' };
const EXAMPLES = ['0.77', '0.07', '0.137', '0.007', '0.6', '{1,3,4}', 'all-but{1,3}', 'unequal-2'];

export class SequenceView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    this.code = el('input', { id: 'code', type: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', list: 'codes', required: true });
    this.length = el('input', { id: 'length', type: 'number', min: 1, max: 1_000_000, inputmode: 'numeric', required: app.state.view !== 'tables', placeholder: app.state.view === 'tables' ? t('table.usual') : null });
    this.beside = el('input', { id: 'beside', type: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', list: 'codes' });
    const tables = app.state.view === 'tables';
    const known = [...games.values()].filter(({ sequence, table }) => (tables ? table && !sequence : sequence || table));
    const list = el('datalist', { id: 'codes' }, ...known.map((game) => el('option', { value: game.name }, gameTitle(game.name))));
    this.stopper = el('button', { type: 'button', hidden: true, onclick: () => this.stop() }, t('work.stop'));
    const form = el('form', { class: 'seqform', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      app.go({ code: this.code.value.trim(), beside: this.beside.value.trim(), length: Number(this.length.value) || USUAL });
    } },
      el('div', { class: 'field grow' }, el('label', { for: 'code' }, t(tables ? 'table.game' : 'seq.code')), this.code, list),
      !tables && el('div', { class: 'field grow' }, el('label', { for: 'beside' }, t('seq.beside')), this.beside),
      el('div', { class: 'field' }, el('label', { for: 'length' }, t(tables ? 'table.size' : 'seq.length')), this.length),
      el('button', { type: 'submit', class: 'primary' }, t('seq.act')), this.stopper);
    const declared = known.filter(({ kind }) => kind === 'ruleset').map(({ name }) => name);
    const examples = el('p', { class: 'examples' }, el('span', { class: 'note' }, t('seq.examples')), ...[...(tables ? known.map(({ name }) => name) : [...EXAMPLES, 'wythoff', ...declared])].map((code) => this.chip(code)));
    this.recent = el('p', { class: 'examples', hidden: true });
    this.statement = el('div', { class: 'statement', role: 'status' });
    this.grounds = el('p', { class: 'note' });
    const open = () => this.chart.at !== null && this.play(String(this.chart.at));
    this.pointed = new Pointed('chart.keys', open);
    this.chart = new Chart((heap) => this.point(heap), open);
    this.second = new SecondSequence((heap) => this.chart.select(heap), () => this.draw());
    [this.chart.twin, this.second.chart.twin] = [this.second.chart, this.chart];
    this.plotCard = el('section', { class: 'card' }, el('h2', {}, t('seq.plot')), this.chart.area, el('div', { class: 'row wrap pointed' }, this.pointed.node, this.chart.bar));
    this.table = new TableCard((state) => this.play(state));
    this.patterns = new PatternCard();
    this.strip = el('canvas', { role: 'img', 'aria-label': t('seq.strip') });
    this.stripNote = el('p', { class: 'note' });
    this.stripCard = el('section', { class: 'card', hidden: true }, el('h2', {}, t('seq.strip')), el('div', { class: 'canvas' }, this.strip), this.stripNote);
    this.values = el('p', { class: 'values', tabindex: 0, role: 'region', 'aria-label': t('seq.values') });
    this.downloads = el('div', { class: 'row wrap' }, ...Object.keys(FORMATS).map((format) => el('button', { type: 'button', 'data-format': format, onclick: () => this.download(format) }, t(`seq.${format}`))));
    this.note = el('p', { class: 'note', role: 'status' });
    this.periodCard = el('section', { class: 'card period' }, el('h2', { class: 'quiet' }, t('seq.period')), this.statement, this.grounds);
    this.valuesCard = el('section', { class: 'card' }, el('h2', {}, t('seq.values')), this.values);
    this.downloadCard = el('section', { class: 'card' }, el('h2', {}, t('seq.download')), this.downloads, this.note);
    this.reveal = new Reveal();
    this.title = el('h1', { class: 'title' }, t(`view.${app.state.view}`));
    this.mex = el('div', {}); // of the classroom alone
    this.node = el('div', { class: 'view sequence' }, this.title, form, examples, this.recent, this.reveal.node, this.mex, // cards that need the period are below the others
      this.periodCard, this.plotCard, this.second.node, this.table.node, this.patterns.node, this.valuesCard, this.stripCard, this.downloadCard);
    /** @type {number[]} */
    this.found = [];
    /** @type {Record<number, string>} the values that are no nimbers, by their places */
    this.loopy = {};
    /** @type {any} */
    this.period = null;
    this.shown = '';
    /** @type {AbortController | null} */
    this.running = null;
    this.resized = new ResizeObserver(() => this.draw());
    for (const chart of [this.chart, this.second.chart]) this.resized.observe(chart.area);
    this.resized.observe(this.table.heat.area);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.onchange = () => this.draw();
  }

  chip(/** @type {string} */ code) {
    const said = this.app.state.view === 'tables' && games.has(code) ? gameTitle(code) : code;
    return el('button', { type: 'button', class: 'chip', onclick: () => this.app.go({ code }) }, said);
  }

  /** Store a code that has values, so that the view can offer it later. */
  remember() {
    const { view, code, beside } = this.app.state;
    for (const one of [beside, code]) if (one) keepCode(view, one);
  }

  offer() {
    const codes = recentCodes(this.app.state.view);
    this.recent.hidden = !codes.length;
    fill(this.recent, el('span', { class: 'note' }, t('seq.recent')), ...codes.map((code) => this.chip(code)));
  }

  leave() {
    this.reveal.show([]);
    this.stop();
    this.resized.disconnect();
    this.dark.onchange = null;
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.stopper.hidden = true;
  }

  async show(/** @type {State} */ state) {
    const wanted = `${state.code} ${state.beside} ${state.length}`;
    if (wanted !== this.shown) this.offer();
    this.code.value = state.code;
    this.beside.value = state.beside;
    this.length.value = state.view === 'tables' && state.length === USUAL ? '' : String(state.length);
    if (wanted === this.shown) {
      this.follow();
      return;
    }
    this.shown = wanted;
    this.stop();
    this.clear();
    const run = new AbortController();
    this.running = run;
    this.stopper.hidden = false;
    write(this.statement, t('seq.working'));
    write(this.grounds, '');
    write(this.note, '');
    try {
      const game = games.get(state.code);
      const single = game && !game.sequence;
      if (!single) this.second.begin(state.beside);
      await (single ? this.loadTable(state, run.signal) : this.loadSequence(state, run.signal));
      if (state.beside && !single) await this.second.load(state.length, run.signal);
      if (this.running === run) this.remember();
    } catch (error) {
      this.patterns.stop();
      this.periodCard.hidden = false;
      if (run.signal.aborted) {
        if (this.running === null && this.shown === wanted) write(this.statement, this.found.length ? t('seq.stopped', { number: this.found.length }) : t('work.stopped'));
      } else this.fail(error);
    } finally {
      if (this.running === run) {
        this.running = null;
        this.stopper.hidden = true;
      }
    }
    this.downloadCard.hidden = !this.found.length || !this.period;
    if (this.shown === wanted) await this.follow();
  }

  /** In the classroom, show the cards one after the other, with the period last. */
  async follow() {
    const { classroom, code, view } = this.app.state;
    write(this.title, classroom ? gameTitle(code) : t(`view.${view}`));
    const sequence = this.found.length && this.period;
    if (!classroom) this.reveal.show([]);
    else {
      if (sequence && !this.mex.firstChild) fill(this.mex, await mexTable(code, new AbortController().signal).catch(() => null));
      if (this.app.state.code !== code) return;
      this.reveal.show([this.mex, this.plotCard, this.second.node, this.table.node, this.valuesCard, this.stripCard, this.periodCard, this.patterns.node].filter((card) => !(/** @type {HTMLElement} */ (card).hidden) && card.firstChild));
    }
  }

  /** Show why there is no sequence, with a button to try again if the server does not answer. */
  fail(/** @type {unknown} */ error) {
    write(this.statement, t('error.title'));
    const again = error instanceof Refusal ? null : el('button', { type: 'button', class: 'link', 'data-act': 'again', onclick: () => {
      this.shown = '';
      this.show(this.app.state);
    } }, t('work.retry'));
    fill(this.grounds, el('span', { class: 'said error' }, sayError(error)), ' ', again);
  }

  /** Remove the earlier sequence. */
  clear() {
    this.found = [];
    this.loopy = {};
    this.period = null;
    this.chart.clear();
    this.pointed.clear();
    this.second.clear();
    this.table.update(null);
    this.patterns.node.hidden = true;
    this.reveal.show([]);
    fill(this.mex);
    this.periodCard.hidden = false;
    this.plotCard.hidden = this.valuesCard.hidden = this.downloadCard.hidden = this.stripCard.hidden = true;
  }

  async loadSequence(/** @type {State} */ state, /** @type {AbortSignal} */ signal) {
    for await (const part of stream('sequences', { rules: state.code, length: state.length, period: true }, signal)) {
      if (part.values) for (const value of part.values) this.found.push(value);
      if (part.period) this.period = part.period;
      if (part.values || part.period) this.draw();
      if (part.progress) write(this.grounds, t('seq.progress', { number: this.found.length }));
    }
    this.tell();
  }

  async loadTable(/** @type {State} */ state, /** @type {AbortSignal} */ signal) {
    let states = 0;
    for await (const part of stream('tables', tableAsked(state.code, state.length), signal)) {
      if (part.progress?.done) write(this.grounds, sayProgress(part.progress.done, part.progress.total));
      if (part.patterns) this.patterns.update(part.patterns, states, part.lacks);
      if (!part.table) continue;
      const { rows, names, loopy } = part.table;
      states = rows.length * rows[0].length;
      this.patterns.begin();
      this.periodCard.hidden = true;
      if (names.length > 1) this.table.update(part.table);
      else [this.found, this.loopy] = [rows[0], loopy];
      this.draw();
    }
  }

  /** @param {number} heap that is pointed at */
  point(heap) {
    this.pointed.say(t('seq.heap', { heap, value: this.sign(heap) || '–' }), t('seq.play', { heap }));
  }

  sign(/** @type {number} */ heap) {
    return signOf(this.found[heap], this.loopy[heap]);
  }

  /** @param {string} text of a position */
  play(text) {
    this.app.go({ view: 'play', parts: [{ game: this.app.state.code, text }], moves: [], at: 0, makers: [], setup: false });
  }

  /** Show what is known about the period: proved, or observed. */
  tell() {
    const found = this.period;
    write(this.grounds, '');
    fill(this.statement, ...sayPeriod(found, this.found.length));
    if (!found || found.status === 'unknown') return;
    const grounds = found.status === 'proved'
      ? found.bound === null ? t('period.formula') : t('period.proved', { bound: found.bound, checked: found.checked, heaps: found.heaps })
      : t(found.bound === null ? 'period.observed' : 'period.observed-bound', { checked: found.checked - 1, bound: found.bound });
    write(this.grounds, found.off_block?.number ? `${grounds} ${t('period.exceptions', found.off_block)}` : grounds);
  }

  draw() {
    const { found, period } = this;
    this.table.heat.draw();
    this.plotCard.hidden = this.valuesCard.hidden = !found.length;
    this.second.node.hidden = !found.length || !this.second.code;
    if (!found.length) return;
    const said = labelled(found);
    const top = Math.max(1, said.top, labelled(this.second.found).top);
    set(this.chart.area, { 'aria-label': t('seq.plot-label', said) });
    this.chart.update(found, period?.preperiod ?? null, this.second.found.length ? top : 1);
    this.second.draw(found, top);
    const fold = period?.period && period.period <= found.length ? period.period : 0;
    this.stripCard.hidden = !fold;
    if (fold) {
      const rows = drawStrip(this.strip, found, fold, period.preperiod, period.saltus ?? 0);
      set(this.strip, { 'aria-label': t('seq.strip-label', { period: fold, rows }) });
      write(this.stripNote, t('seq.strip-note', { period: fold }));
    }
    write(this.values, found.slice(0, SHOWN).map((_, heap) => this.sign(heap)).join(' ') + (found.length > SHOWN ? ` … ${t('seq.more', { number: found.length - SHOWN })}` : ''));
  }

  async download(/** @type {string} */ format) {
    const { code, length } = this.app.state;
    try {
      save(await file('sequences', { rules: code, length, period: true, format }), `${code}.${FORMATS[format]}`);
      write(this.note, t('export.saved'));
    } catch (error) {
      write(this.note, sayError(error));
    }
  }
}

