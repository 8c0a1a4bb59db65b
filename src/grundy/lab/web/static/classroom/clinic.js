/** The view Clinic: a solution of a contest problem is run until it is wrong, or answers are compared with the right ones. */

import { ask, randomSeed, Refusal } from '../base/api.js';
import { gameTitle } from '../base/catalogue.js';
import { compared, firstWrong, run, verdict, wrongPosition } from './clinic-run.js';
import { el, fill, save } from '../base/dom.js';
import { Loader, showLoading } from '../base/loading.js';
import { remember, remembered } from '../base/memory.js';
import { sayError } from '../base/say.js';
import { hint, readInput } from '../play/session.js';
import { number, spoken, t } from '../base/words.js';

/** @typedef {import('./clinic-run.js').Case} Case */
/** @typedef {import('./clinic-run.js').Mistake | {tried: number}} Report */

const TEMPLATE = 'function solve(input) {\n  const lines = input.split("\\n");\n  return "";\n}\n';

export class ClinicView {
  constructor(/** @type {App} */ app) {
    this.app = app;
    /** @type {Map<string, {title: string, game: string, argument: string}>} by their ids; the argument names the problem in commands */
    this.problems = new Map();
    this.ready = Promise.resolve();
    this.problem = el('select', { id: 'problem', onchange: () => app.go({ problem: this.problem.value }, true) });
    this.code = el('textarea', { id: 'solution', rows: 14, spellcheck: 'false', autocomplete: 'off', wrap: 'off', oninput: () => remember('solution', this.code.value) });
    this.code.value = remembered('solution') ?? TEMPLATE;
    this.input = el('textarea', { id: 'own-input', rows: 6, spellcheck: 'false', wrap: 'off' });
    this.answers = el('textarea', { id: 'own-answers', rows: 3, spellcheck: 'false', wrap: 'off' });
    this.result = el('section', { class: 'card status', role: 'status', 'aria-label': t('clinic.result') });
    this.other = el('p', { class: 'note' });
    this.file = el('input', { type: 'file', id: 'outputs', onchange: () => this.upload(this.file.files?.[0]), onclick: () => { this.file.value = ''; } }); // so that the same file can be chosen again
    this.statement = el('div', { class: 'about-problem' });
    /** @type {any} the cases of a problem, as the server gives them */
    this.made = null;
    this.reports = 0;
    /** @type {Loader<Report>} */
    this.loader = new Loader((loading) => (loading.phase === 'ready' ? this.report(loading.value) : showLoading(this.result, this.loader, loading)));
    const act = (/** @type {string} */ name, /** @type {() => unknown} */ work) => el('button', { type: 'button', class: 'primary', 'data-act': name, onclick: work }, t(`clinic.${name}`));
    this.node = el('div', { class: 'view clinic' },
      el('h1', { class: 'title' }, t('clinic.title')),
      el('p', { class: 'rule' }, t('clinic.about')),
      el('div', { class: 'columns' },
        el('div', { class: 'stage' },
          el('section', { class: 'card' }, el('label', { for: 'problem', class: 'h' }, t('clinic.problem')), this.problem, this.statement),
          el('section', { class: 'card' }, el('label', { for: 'solution', class: 'h' }, t('clinic.solution')), this.code, el('div', { class: 'row' }, act('run', () => this.runAll()))),
          this.result),
        el('div', { class: 'side' },
          el('section', { class: 'card' }, el('h2', {}, t('clinic.own')), el('label', { for: 'own-input' }, t('clinic.input')), this.input,
            el('label', { for: 'own-answers' }, t('clinic.answers')), this.answers, el('div', { class: 'row' }, act('compare', () => this.compare()))),
          el('section', { class: 'card' }, el('h2', {}, t('clinic.other')), this.other, el('div', { class: 'row' }, act('download', () => this.download())),
            el('label', { for: 'outputs' }, t('clinic.upload')), this.file))));
  }

  /** List the problems, once. */
  async list() {
    if (this.problems.size) return;
    for (const { problem, title, game, argument } of await ask('problems')) this.problems.set(problem, { title, game, argument });
    const named = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ game) => (spoken() === 'en' ? `${title} (${id})` : game ? `${gameTitle(game)} (${id})` : id);
    fill(this.problem, ...[...this.problems].map(([id, { title, game }]) => el('option', { value: id }, named(id, title, game))));
  }

  show(/** @type {State} */ state) {
    this.ready = this.list().then(() => this.choose(state));
    this.ready.catch((error) => fill(this.result, el('p', { class: 'said' }, sayError(error))));
  }

  choose(/** @type {State} */ state) {
    const played = this.app.stateOf('play').parts[0]?.game;
    const [usual] = [...this.problems].find(([, { game }]) => game === played) ?? [...this.problems][0];
    const id = this.problems.has(state.problem) ? state.problem : usual;
    this.problem.value = id;
    fill(this.other, el('code', {}, `grundy stress ${this.problems.get(id)?.argument} ./solution`), ' ', t('clinic.script'), ' ', el('code', {}, `sh ${id}.sh ./solution > output.txt`));
    if (!this.result.childNodes.length) fill(this.result, el('p', { class: 'said dim' }, t('clinic.ready')));
    return this.tell(id);
  }

  /** Show the statement of a problem. */
  async tell(/** @type {string} */ id) {
    const { statement, limits, samples } = await ask('statements', { problem: id, language: spoken() });
    if (this.problem.value !== id) return;
    const section = (/** @type {string} */ kind, /** @type {string[]} */ lines) => [el('h2', {}, t(`statement.${kind}`)), ...lines.map((line) => el('p', {}, line))];
    fill(this.statement,
      ...(statement ? [...section('rules', statement.rules), ...section('input', statement.input), ...section('output', [statement.output])] : []),
      el('p', { class: 'note' }, t('statement.limits', { text: '' }), el('code', {}, limits)),
      ...samples.flatMap((/** @type {{input: string, output: string}} */ { input, output }, /** @type {number} */ place) => [
        el('h2', {}, t('statement.sample', { number: place + 1 })), el('pre', {}, input), el('p', {}, t('statement.gives')), el('pre', {}, output)]),
      ...(statement ? section('reason', [statement.sample]) : []));
  }

  leave() {
    this.loader.leave();
  }

  runAll() {
    const code = this.code.value;
    this.result.scrollIntoView({ block: 'nearest' });
    return this.loader.load(async ({ signal, progress }) => {
      progress(0, null);
      await this.ready;
      const problem = this.problem.value;
      const { game, cases } = await this.casesOf(problem, signal);
      return this.judged(game, cases, await run(code, cases, (done) => progress(done, cases.length), signal));
    });
  }

  /** Report the first case on which a solution is wrong, if there is one. */
  judged(/** @type {string} */ game, /** @type {Case[]} */ cases, /** @type {import('./clinic-run.js').Verdict} */ wrong) {
    if (!wrong) return { tried: cases.length };
    const { input, output, positions } = cases[wrong.number];
    const named = game || positions.length > 1; // the only position without a board is the input
    return this.about(game, named ? (positions[wrong.position] ?? '') : '', input, wrong.error ?? wrong.found ?? '', output, wrong.number + 1);
  }

  /** Save a shell script that runs a program, its arguments, on all inputs, and marks its outputs by their numbers. */
  async download() {
    await this.ready;
    const problem = this.problem.value;
    const { seed, cases } = await this.casesOf(problem);
    const runs = cases.map(({ input }, at) => `echo '=== ${seed} ${at}'; "$@" <<'END'\n${input}${input.endsWith('\n') ? '' : '\n'}END\n`);
    save(new Blob([...runs]), `${problem}.sh`);
  }

  /** Compare the output of that script. */
  upload(/** @type {File | undefined} */ file) {
    return file && this.loader.load(async () => {
      await this.ready;
      const [{ game, seed, cases }, text] = [await this.casesOf(this.problem.value), await file.text()];
      const outputs = text.split(/^=== .*$/m).slice(1);
      if (!text.includes(`=== ${seed} 0`)) throw new Refusal({ kind: 'clinic.others' }, 200);
      const found = cases.map((one, at) => verdict(at, { output: outputs[at] ?? '' }, one)).find(Boolean);
      return this.judged(game, cases, found ?? null);
    });
  }

  /**
   * @param {string} problem
   * @param {AbortSignal} [signal]
   * @returns {Promise<{game: string, seed: number, cases: Case[]}>} the same cases while the view is open, so that a corrected solution is tried on them again
   */
  async casesOf(problem, signal) {
    const seed = randomSeed();
    if (this.made?.problem !== problem) this.made = { seed, ...await ask('cases', { problem, seed }, signal) };
    return this.made;
  }

  compare() {
    const [input, own] = [this.input.value, this.answers.value.trim() ? this.answers.value : null];
    return this.loader.load(async ({ progress }) => {
      progress(0, null);
      await this.ready;
      const problem = this.problem.value;
      const { game } = /** @type {{game: string}} */ (this.problems.get(problem));
      const { positions, names } = game ? await readInput(game, input) : { positions: [''], names: undefined };
      const { outputs: output } = await ask('answers', { problem, text: input });
      if (own !== null && firstWrong(own, output) < 0) return { tried: positions.length };
      return this.about(game, positions[wrongPosition(own ?? '', { input, output, positions, names })] ?? '', input, own, output, 1);
    });
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {string} input
   * @param {string | null} found
   * @param {string} output
   * @param {number} tried
   */
  async about(game, position, input, found, output, tried) {
    const told = game && position && await hint(game, position, { rules: 'normal', fast: false }).catch(() => null); // null if the game is over
    return { game, position, input, found, output, hint: told, tried };
  }

  report(/** @type {Report} */ found) {
    this.reports += 1;
    this.result.dataset.report = String(this.reports);
    if (!('game' in found)) {
      fill(this.result, el('p', { class: 'said kept' }, el('b', { 'aria-hidden': 'true' }, '✓'), el('span', {}, t('clinic.right', { number: number(found.tried) }))));
      return;
    }
    const { game, position } = found;
    fill(this.result,
      found.found === null ? null : el('p', { class: 'said gave-away' }, el('b', { 'aria-hidden': 'true' }, '✗'), el('span', {}, t('clinic.wrong', { number: number(found.tried) }))),
      ...compared(found),
      game && position ? el('button', { type: 'button', class: 'primary', 'data-act': 'open', onclick: () => {
        this.app.mistake = found;
        this.app.go({ view: 'why', parts: [{ game, text: position }], moves: [], at: 0, makers: [], look: null, part: 0, setup: false });
      } }, t('clinic.open')) : position && el('p', {}, t('clinic.position', { position })));
  }
}
