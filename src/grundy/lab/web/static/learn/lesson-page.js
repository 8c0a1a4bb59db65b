/** A teacher's lesson as a page in one file: boards that show what a move does, pictures, notes and links. */

import { file, Refusal, stream } from '../base/api.js';
import { games, gameRules, gameTitle } from '../base/catalogue.js';
import { boardCode, component, escaped, stillCode } from '../board/embed-code.js';
import { inkOn, ofValue } from '../board/colours.js';
import { LESSONS } from './lessons.js';
import { noteParts } from './own-lessons.js';
import { sayError } from '../base/say.js';
import { replay } from '../play/session.js';
import { read, written } from '../base/state.js';
import { PatternCard, signOf, tableAsked } from '../theory/table-card.js';
import { stepName } from './teach-view.js';
import { spoken, t } from '../base/words.js';

/** @typedef {import('./own-lessons.js').Lesson} Lesson */

const MOST_SIDE = 50; // rows and columns of a table that are written
const MOST_VALUES = 200; // of a sequence that are written
const [WIDE, HIGH] = [800, 200]; // units of the picture of a sequence
const { signal } = new AbortController();
const STYLE = `
:root { color-scheme: light dark; color: light-dark(#1f2328, #eef1f4); background: light-dark(#ffffff, #12171e); }
a { color: light-dark(#0550ae, #79c0ff); }
body { max-width: 900px; margin: 0 auto; padding: 20px 16px; font: 17px/1.5 system-ui, sans-serif; }
section { margin: 32px 0; padding-top: 8px; border-top: 2px solid; break-inside: avoid; }
h1, h2 { line-height: 1.2; }
h2 { font-size: 1.1rem; }
.note { white-space: pre-line; }
game-board { display: block; margin: 16px 0; --tall: 60vh; }
.rule, footer { opacity: .8; font-size: .9rem; }
svg { width: 100%; height: auto; }
circle { fill: currentColor; }
.table { overflow-x: auto; margin: 16px 0; }
table { border-collapse: separate; border-spacing: 1px; font-variant-numeric: tabular-nums; font-size: .8rem; }
table th { padding: 0 .4em; font-weight: 400; opacity: .8; }
.lines { height: 5.2rem; background: repeating-linear-gradient(transparent 0 2.5rem, #888 2.5rem 2.6rem); print-color-adjust: exact; }
.own { break-before: page; }
.paper svg { max-width: 60%; max-height: 9cm; }
table td { min-width: 2em; height: 2em; text-align: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; background: #8882; }
`;

/**
 * @param {Lesson} lesson
 * @param {string} lab the address of a lab that its readers can open, or nothing
 * @param {boolean} [paper] whether it is to be printed: with pictures, room to write, and the speaker's notes at the end
 * @returns {Promise<{page: Blob, lacks: string[]}>} HTML, and the steps of which it has only the name, with the reason
 */
export async function lessonPage({ title, steps }, lab, paper = false) {
  const parts = [];
  const lacks = [];
  for (const [i, { address, note }] of steps.entries()) {
    const { html, lack } = await stepCode(address, paper);
    if (lack) lacks.push(t('teach.lacks', { step: i + 1, reason: lack }));
    parts.push(`<section>
<h2>${escaped(t('teach.step-of', { step: i + 1, steps: steps.length }))}</h2>
<p class="note">${escaped(noteParts(note).shown)}</p>
${html}
${paper ? '<div class="lines"></div>' : ''}
${/^https?:\/\//.test(lab) ? `<p><a href="${escaped(lab.split('#')[0] + address)}">${escaped(t('teach.in-lab', { step: stepName(address) }))}</a></p>` : ''}
</section>`);
  }
  if (paper) {
    const own = steps.map(({ note, address }, i) => `<h3>${i + 1}. ${escaped(stepName(address))}</h3>\n<p class="note">${escaped(Object.values(noteParts(note)).filter(Boolean).join('\n'))}</p>`);
    parts.push(`<section class="own">\n<h2>${escaped(t('teach.speaker'))}</h2>\n${own.join('\n')}\n</section>`);
  }
  const name = escaped(title.trim() || t('teach.untitled'));
  const script = parts.some((part) => part.includes('<game-board')) ? await component() : '';
  const page = new Blob([`<!doctype html>
<html lang="${spoken()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body${paper ? ' class="paper"' : ''}>
<main>
<h1>${name}</h1>
${parts.join('\n')}
</main>
<footer>${escaped(t('teach.made'))}</footer>
${script}
</body>
</html>
`], { type: 'text/html' });
  return { page, lacks };
}

/**
 * @param {string} address
 * @param {boolean} paper
 * @returns {Promise<{html: string, lack: string}>} the content of the step; if it is refused, its name and the reason
 */
async function stepCode(address, paper) {
  try {
    return { html: await shown(read(address), paper), lack: '' };
  } catch (error) {
    if (!(error instanceof Refusal) || error.isForTime) throw error;
    return { html: nameCode(address), lack: sayError(error) };
  }
}

const nameCode = (/** @type {string} */ address) => `<p class="rule">${escaped(stepName(address))}</p>`;

/**
 * @param {State} state
 * @param {boolean} paper
 * @returns {Promise<string>} HTML
 */
async function shown(state, paper) {
  const { view, code, beside, length } = state;
  if (view === 'tables' || view === 'sequences') {
    const game = games.get(code);
    if (game && !game.sequence) return table(state);
    const codes = [code, beside].filter(Boolean);
    return (await Promise.all(codes.map((one) => sequence(one, Math.min(length, MOST_VALUES))))).join('\n');
  }
  const own = view === 'learn' ? LESSONS[state.lesson]?.[state.step - 1] : null;
  if (own) return `<p>${escaped(t(`lesson.${state.lesson}.${state.step}-text`))}</p>\n${own.text ? await boards({ ...state, parts: [{ game: own.game, text: own.text }], goal: own.goal ?? '', rules: own.rules ?? 'normal' }, paper) : ''}`;
  return state.parts.length ? boards(state, paper) : nameCode(written(state));
}

/**
 * @param {State} state
 * @returns {Promise<string>} the table of a game, and the formulas in it
 */
async function table({ code, length }) {
  const formulas = new PatternCard();
  const parts = [`<h3>${escaped(gameTitle(code))}</h3>`];
  let states = 0;
  for await (const part of stream('tables', tableAsked(code, length), signal)) {
    if (part.patterns) formulas.update(part.patterns, states, part.lacks);
    if (!part.table) continue;
    const { rows, names, loopy } = part.table;
    states = rows.length * rows[0].length;
    parts.push(names.length > 1 ? tableCode(part.table) : valuesCode(rows[0].slice(0, MOST_VALUES), loopy));
  }
  return [...parts, formulas.list.outerHTML].join('\n');
}

async function boards(/** @type {State} */ state, /** @type {boolean} */ paper) {
  const steps = await replay(state.parts, state.moves.slice(0, state.at), { progress: () => {}, signal }, state);
  const { answer } = steps[steps.length - 1];
  const goal = state.goal && `<p><b>${escaped(t(`goal.${state.goal}${state.goal === 'beat' ? '' : '-short'}`))}</b></p>`;
  const rules = [...new Set(state.parts.map(({ game: name, text }) => gameRules(name, text)))].map((text) => `<p class="rule">${escaped(text)}</p>`);
  const misere = state.rules === 'misere'; // a board is played by the usual rules
  const picture = async () => (await file('pictures', { game: answer.game, position: answer.position, values: false })).text();
  return [goal, paper ? await picture() : misere ? stillCode(answer) : await boardCode(answer.game, answer.position), ...rules, misere && `<p class="rule">${escaped(t('lesson.misere'))}</p>`].filter(Boolean).join('\n');
}

/**
 * @param {string} code
 * @param {number} length
 * @returns {Promise<string>} its values as a picture and as numbers
 */
async function sequence(code, length) {
  /** @type {number[]} */
  const found = [];
  for await (const part of stream('sequences', { rules: code, length }, signal)) found.push(...(part.values ?? []));
  return `<h3>${escaped(code)}</h3>\n${valuesCode(found)}`;
}

/**
 * @param {number[]} found
 * @param {Record<number, string>} [loopy] the values that are no nimbers, by their places
 */
function valuesCode(found, loopy = {}) {
  const top = Math.max(1, ...found);
  const spots = found.map((value, heap) => value < 0 ? '' : `<circle cx="${Math.round(8 + ((WIDE - 16) * heap) / Math.max(1, found.length - 1))}" cy="${Math.round(HIGH - 8 - ((HIGH - 16) * value) / top)}" r="3"/>`);
  return `<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${escaped(t('seq.plot'))}">${spots.join('')}</svg>
<p>${escaped(found.map((value, heap) => signOf(value, loopy[heap]) || '–').join(' '))}</p>`;
}

/**
 * @param {import('../theory/table-card.js').Table} table of two numbers
 * @returns {string} HTML of the table as the view Tables shows it; only its first rows and columns if it is large
 */
function tableCode({ names, first, rows, loopy }) {
  const [high, wide] = [rows.length, rows[0].length];
  const shown = rows.slice(0, MOST_SIDE).map((row) => row.slice(0, MOST_SIDE));
  const top = rows.reduce((most, row) => row.reduce((more, value) => Math.max(more, value), most), 1);
  const label = escaped(`${t('table.title')}. ${t('table.label', { rows: high, columns: wide, top })}`);
  const head = shown[0].map((_, column) => `<th scope="col">${first[1] + column}</th>`);
  const body = shown.map((row, r) => `<tr><th scope="row">${first[0] + r}</th>${row.map((value, c) => cellCode(value, loopy[r * wide + c], top)).join('')}</tr>`);
  const cut = high > MOST_SIDE || wide > MOST_SIDE ? ` ${escaped(t('table.cut', { most: MOST_SIDE }))}` : '';
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
