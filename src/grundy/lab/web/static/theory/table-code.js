/** Tables of nimbers as HTML for other pages, without a script. */

import { inkOn, ofValue } from '../board/colours.js';
import { escaped } from '../board/embed-code.js';
import { signOf } from '../board/heat.js';
import { t } from '../base/words.js';

const MOST = 50; // rows and columns of a table that are written

export const TABLE_STYLE = `
.table { overflow-x: auto; margin: 16px 0; }
table { border-collapse: separate; border-spacing: 1px; font-variant-numeric: tabular-nums; font-size: .8rem; }
table th { padding: 0 .4em; font-weight: 400; opacity: .8; }
table td { min-width: 2em; height: 2em; text-align: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; background: #8882; }
`;

/**
 * @param {import('../board/heat.js').Table} table of two numbers
 * @returns {string} HTML of the table as the view Tables shows it; only its first rows and columns if it is large
 */
export function tableCode({ names, first, rows, loopy }) {
  const [high, wide] = [rows.length, rows[0].length];
  const shown = rows.slice(0, MOST).map((row) => row.slice(0, MOST));
  const top = rows.reduce((most, row) => row.reduce((more, value) => Math.max(more, value), most), 1);
  const label = escaped(`${t('table.title')}. ${t('table.label', { rows: high, columns: wide, top })}`);
  const head = shown[0].map((_, column) => `<th scope="col">${first[1] + column}</th>`);
  const body = shown.map((row, r) => `<tr><th scope="row">${first[0] + r}</th>${row.map((value, c) => cellCode(value, loopy[r * wide + c], top)).join('')}</tr>`);
  const cut = high > MOST || wide > MOST ? ` ${escaped(t('table.cut', { most: MOST }))}` : '';
  return `<div class="table" role="region" tabindex="0" aria-label="${label}">
<table>
<thead><tr><th>${escaped(names[0])} ↓ ${escaped(names[1])} →</th>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>
</div>
<p class="rule">${label}${cut}</p>`;
}

/**
 * @param {number} value
 * @param {string} loopy the value, if it is no nimber
 * @param {number} top the largest value of the table
 */
function cellCode(value, loopy, top) {
  const text = escaped(signOf(value, loopy));
  if (value < 0) return `<td>${text}</td>`;
  const colour = ofValue(value, top);
  return `<td style="background:${colour};color:${inkOn(colour)}">${text}</td>`;
}
