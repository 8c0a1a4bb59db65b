/** A second sequence below the first: a plot with the scale of both, its period, and the first heap at which they differ. */

import { stream } from '../base/api.js';
import { Chart } from './chart.js';
import { el, fill, set, write } from '../base/dom.js';
import { sayError } from '../base/say.js';
import { t } from '../base/words.js';

export class SecondSequence {
  /**
   * @param {(heap: number) => void} point is called with the heap that is pointed at
   * @param {() => void} changed is called when there are new values
   */
  constructor(point, changed) {
    this.changed = changed;
    this.chart = new Chart(point, () => {});
    this.title = el('h2', {});
    this.statement = el('p', {});
    this.differs = el('p', { class: 'note' });
    this.node = el('section', { class: 'card second', hidden: true }, this.title, el('div', { role: 'status' }, this.statement, this.differs), this.chart.area, el('div', { class: 'row wrap pointed' }, this.chart.bar));
    this.code = '';
    /** @type {number[]} */
    this.found = [];
    /** @type {any} */
    this.period = null;
  }

  /** Show nothing. */
  clear() {
    this.code = '';
    this.found = [];
    this.period = null;
    this.chart.clear();
    this.node.hidden = true;
  }

  /** @param {string} code whose values are loaded next */
  begin(code) {
    this.code = code;
    write(this.title, t('seq.beside-title', { code }));
    write(this.statement, t('seq.working'));
    write(this.differs, '');
  }

  async load(/** @type {number} */ length, /** @type {AbortSignal} */ signal) {
    try {
      for await (const part of stream('sequences', { rules: this.code, length, period: true }, signal)) {
        if (part.values) for (const value of part.values) this.found.push(value);
        if (part.period) this.period = part.period;
        this.changed();
      }
      fill(this.statement, ...sayPeriod(this.period, this.found.length));
    } catch (error) {
      if (!signal.aborted) fill(this.statement, el('span', { class: 'said error' }, sayError(error)));
    }
  }

  /**
   * @param {number[]} first the other sequence
   * @param {number} top the largest value of both
   */
  draw(first, top) {
    if (!this.found.length) return;
    set(this.chart.area, { 'aria-label': t('seq.plot-label', labelled(this.found)) });
    this.chart.update(this.found, this.period?.preperiod ?? null, top);
    const common = Math.min(first.length, this.found.length);
    const where = this.found.slice(0, common).findIndex((value, heap) => value !== first[heap]);
    const same = this.found.slice(0, common).filter((value, heap) => value === first[heap]).length;
    write(this.differs, where < 0 ? t('seq.same', { number: common }) : t('seq.differs', { heap: where, same, number: common }));
  }
}

/**
 * @param {number[]} values
 * @returns {{number: number, top: number, where: number}} the parameters of the label of a plot
 */
export function labelled(values) {
  const top = values.reduce((most, value) => Math.max(most, value), 0);
  return { number: values.length, top, where: Math.max(0, values.indexOf(top)) };
}

/**
 * Say the period of a sequence, with the status of the claim.
 * @param {any} found as the server gives it
 * @param {number} values the number of known values
 */
export function sayPeriod(found, values) {
  if (!found || found.status === 'unknown') return [t('period.unknown', { checked: found?.checked ?? values })];
  return [el('span', { class: `tag ${found.status}` }, t(`period.tag-${found.status}`)), ' ',
    t(found.saltus ? 'period.saltus' : 'period.is', { period: found.period, start: found.preperiod, saltus: found.saltus })];
}
