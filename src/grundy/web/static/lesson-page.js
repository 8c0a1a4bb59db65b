/** A teacher's lesson as a page that needs nothing beside itself: boards that say what a move does, pictures, notes, links. */

import { stream } from './api.js';
import { gameRules } from './catalogue.js';
import { boardCode, component, escaped, stillCode } from './embed-code.js';
import { LESSONS } from './lessons.js';
import { replay } from './session.js';
import { read } from './state.js';
import { stepName } from './teach-view.js';
import { spoken, t } from './words.js';

/** @typedef {import('./own-lessons.js').Lesson} Lesson */
/** @typedef {import('./state.js').State} State */

const MOST_VALUES = 200; // of a sequence
const [WIDE, HIGH] = [800, 200]; // units of its picture
const { signal } = new AbortController();
const STYLE = `
body { max-width: 900px; margin: 0 auto; padding: 20px 16px; font: 17px/1.5 system-ui, sans-serif; }
section { margin: 32px 0; padding-top: 8px; border-top: 2px solid; break-inside: avoid; }
h1, h2 { line-height: 1.2; }
h2 { font-size: 1.1rem; }
.note { white-space: pre-line; }
game-board { display: block; margin: 16px 0; --tall: 60vh; }
.rule, footer { opacity: .8; font-size: .9rem; }
svg { width: 100%; height: auto; }
circle { fill: currentColor; }
`;

/**
 * @param {Lesson} lesson
 * @param {string} lab the address of a lab that its readers can open, or nothing
 * @returns {Promise<Blob>} HTML
 */
export async function lessonPage({ title, steps }, lab) {
  const parts = [];
  for (const [i, { address, note }] of steps.entries()) {
    parts.push(`<section>
<h2>${escaped(t('teach.step-of', { step: i + 1, steps: steps.length }))}</h2>
<p class="note">${escaped(note)}</p>
${await shown(read(address))}
${/^https?:\/\//.test(lab) ? `<p><a href="${escaped(lab.split('#')[0] + address)}">${escaped(t('teach.in-lab', { step: stepName(address) }))}</a></p>` : ''}
</section>`);
  }
  const name = escaped(title.trim() || t('teach.untitled'));
  const script = parts.some((part) => part.includes('<game-board')) ? await component() : '';
  return new Blob([`<!doctype html>
<html lang="${spoken()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${parts.join('\n')}
</main>
<footer>${escaped(t('teach.made'))}</footer>
${script}
</body>
</html>
`], { type: 'text/html' });
}

/**
 * @param {State} state
 * @returns {Promise<string>} HTML
 */
async function shown(state) {
  if (state.view === 'sequences') {
    const codes = [state.code, state.beside].filter(Boolean);
    return (await Promise.all(codes.map((code) => sequence(code, Math.min(state.length, MOST_VALUES))))).join('\n');
  }
  const own = state.view === 'learn' ? LESSONS[state.lesson]?.[state.step - 1] : null;
  if (own) return boards({ ...state, parts: [own], goal: own.goal, rules: own.rules ?? 'normal' });
  return state.parts.length ? boards(state) : `<p class="rule">${escaped(stepName(`#/${state.view}`))}</p>`;
}

/** @param {State} state */
async function boards(state) {
  const steps = await replay(state.parts, state.moves.slice(0, state.at), { progress: () => {}, signal }, state);
  const { answer } = steps[steps.length - 1];
  const goal = state.goal && `<p><b>${escaped(t(`goal.${state.goal}${state.goal === 'beat' ? '' : '-short'}`))}</b></p>`;
  const rules = [...new Set(state.parts.map(({ game: name, text }) => gameRules(name, text)))].map((text) => `<p class="rule">${escaped(text)}</p>`);
  const misere = state.rules === 'misere'; // a board is played by the usual rules
  return [goal, misere ? stillCode(answer) : await boardCode(answer.game, answer.position), ...rules, misere && `<p class="rule">${escaped(t('lesson.misere'))}</p>`].filter(Boolean).join('\n');
}

/**
 * @param {string} code
 * @param {number} length
 * @returns {Promise<string>} its values as a picture and in figures
 */
async function sequence(code, length) {
  /** @type {number[]} */
  const found = [];
  for await (const part of stream('sequences', { rules: code, length }, signal)) found.push(...(part.values ?? []));
  const top = Math.max(1, ...found);
  const spots = found.map((value, heap) => value < 0 ? '' : `<circle cx="${Math.round(8 + ((WIDE - 16) * heap) / Math.max(1, found.length - 1))}" cy="${Math.round(HIGH - 8 - ((HIGH - 16) * value) / top)}" r="3"/>`);
  return `<h3>${escaped(code)}</h3>
<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="${escaped(t('seq.plot'))}">${spots.join('')}</svg>
<p>${found.map((value) => (value < 0 ? '–' : value)).join(' ')}</p>`;
}
