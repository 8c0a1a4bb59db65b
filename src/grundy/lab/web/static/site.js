/** The additions of a site without a server: the progress of loading the solver, worksheets. */

import { file } from './base/api.js';
import { el, fill, save } from './base/dom.js';
import { keepAll } from './base/offline.js';
import { sayError } from './base/say.js';
import { number, t } from './base/words.js';

const MILLION = 1e6;
const A_WHILE = 6000; // milliseconds for which the last message is shown

const status = el('span', { class: 'site-status', role: 'status' });
document.getElementById('site')?.append(status);

async function tell(/** @type {{done: number, total: number} | null} */ loaded) {
  if (loaded) {
    const percent = Math.floor((100 * loaded.done) / loaded.total);
    fill(status, percent < 100 ? t('site.loading', { percent, size: number(Math.round(loaded.total / MILLION)) }) : t('site.starting'));
    return;
  }
  fill(status, t('site.ready'));
  fill(status, (await keepAll()) ? t('site.kept') : '');
  setTimeout(() => fill(status), A_WHILE);
}

/** Download a worksheet. With a server, a worksheet has an address. */
async function worksheet(/** @type {string} */ query) {
  const { count, seed, size, ...asked } = Object.fromEntries(new URLSearchParams(query));
  save(await file('worksheets', { ...asked, count: Number(count), seed: Number(seed), ...(size ? { size: size.split('x').map(Number) } : {}) }), 'grundy-exercises.html');
}

document.addEventListener('solver', (event) => tell(/** @type {CustomEvent} */ (event).detail));
document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = target.closest?.('a[href^="api/v1/worksheets?"]');
  if (!link) return;
  event.preventDefault();
  worksheet(/** @type {string} */ (link.getAttribute('href')).split('?')[1]).catch((error) => fill(status, sayError(error)));
});
