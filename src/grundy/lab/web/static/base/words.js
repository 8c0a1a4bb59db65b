/** Texts of the page in the language that the reader chose. */

import { inWords } from '../play/move-words.js';

export const LANGUAGES = { en: 'English', ko: '한국어', ja: '日本語' };

// Japanese has no blanks between its own letters: blanks beside a parameter are for values in Latin letters and digits.
const BLANK_WITHIN = /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g;

const MOVES = new Set(['move', 'better', 'reply', 'answer']); // parameters that are moves, and are said in words; errors have others, because they say what to type

/** @type {Record<string, string>} */
let words = {};
let language = 'en';

/**
 * @param {string | null} asked the language of the address, if it names one
 * @returns {string} that language, or the first language of the browser that the page has
 */
export function choose(asked) {
  const known = Object.keys(LANGUAGES);
  for (const one of [asked ?? '', ...navigator.languages]) {
    const short = one.toLowerCase().split('-')[0];
    if (known.includes(short)) return short;
  }
  return 'en';
}

/** @param {string} wanted */
export async function load(wanted) {
  const answer = await fetch(`words/${wanted}.json`);
  use(await answer.json(), wanted);
  document.documentElement.lang = wanted;
}

/**
 * @param {Record<string, string>} found the words of a language, if the host has them already
 * @param {string} wanted
 */
export function use(found, wanted) {
  words = found;
  parts.clear();
  language = wanted;
}

export const spoken = () => language;

/**
 * Return a text. In a text, `{name}` is a parameter, and `{name:and}` and `{name:or}` are lists with that word before the
 * last item. `{name|a/b}` is a parameter, then a or b: in Korean a after a final consonant, in other languages a after 1.
 * @param {string} key
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const text = words[key];
  if (text === undefined) return key;
  const filled = text.replace(/\{(\w+)(?::(and|or)|\|([^/}]*)\/([^}]*))?\}/g, (_, name, word, first, second) => {
    const value = MOVES.has(name) && typeof params[name] === 'string' && !key.startsWith('error.') ? inWords(params[name], t) : params[name];
    if (name === 'game') return spell([value].flat().map((/** @type {string} */ one) => words[`game.${one}`] ?? one));
    const said = spell(value, word);
    if (first === undefined) return said;
    return said + ((language === 'ko' ? isClosed(said, first) : value === 1) ? first : second);
  });
  return language === 'ja' ? filled.replace(BLANK_WITHIN, '') : filled;
}

/**
 * @param {any} value a parameter: nothing, a text, a number, a message (with `kind`) or a list of these
 * @param {string} [word] `and` or `or`, before the last item of a list
 * @returns {string}
 */
export function spell(value, word) {
  if (Array.isArray(value)) {
    const items = value.map((item) => spell(item));
    return [...items.slice(0, -2), items.slice(-2).join(t(word ? `list.${word}` : 'list'))].join(t('list'));
  }
  if (typeof value === 'number') return number(value);
  return value?.kind ? t(value.kind, value) : String(value ?? '');
}

/**
 * Return whether a word ends in a consonant in Korean: the particle after it depends on this, as in {move|을/를}.
 * @param {string} word
 * @param {string} particle the particle after a consonant; 으로 is not used after ㄹ
 */
function isClosed(word, particle) {
  const read = word.at(-1) === ')' ? word.slice(0, word.lastIndexOf('(')).trimEnd() : word; // without a remark in brackets
  const last = read.at(-1) ?? '';
  const end = /\d/.test(last) ? [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Number(last)] : (last.charCodeAt(0) - 0xac00) % 28;
  return end > 0 && !(particle === '으로' && end === 8);
}

/** @param {string} move in the notation of its game */
export const moveText = (move) => inWords(move, t);

/** @param {string} key */
export const has = (key) => key in words;

/** @type {Map<string, Record<string, string>>} */
const parts = new Map();

/**
 * @param {string} prefix such as `board.`
 * @returns {Record<string, string>} the words under it; the same object until the language changes
 */
export function under(prefix) {
  const found = parts.get(prefix) ?? Object.fromEntries(
    Object.entries(words)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key.slice(prefix.length), text]),
  );
  parts.set(prefix, found);
  return found;
}

/** @param {unknown} value */
export function number(value) {
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value);
}
