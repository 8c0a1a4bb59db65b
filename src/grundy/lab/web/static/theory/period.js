/** Texts about the period of a sequence, with the status of the claim. */

import { el } from '../base/dom.js';
import { t } from '../base/words.js';

/**
 * @param {any} found as the server gives it
 * @param {number} values the number of known values
 */
export function sayPeriod(found, values) {
  if (!found || found.status === 'unknown') return [t('period.unknown', { checked: found?.checked ?? values })];
  return [el('span', { class: `tag ${found.status}` }, t(`period.tag-${found.status}`)), ' ',
    t(found.saltus ? 'period.saltus' : 'period.is', { period: found.period, start: found.preperiod, saltus: found.saltus })];
}
