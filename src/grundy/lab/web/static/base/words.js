/** Texts of the page in the language that the reader chose. */

export const LANGUAGES = { en: 'English', ko: '한국어', ja: '日本語' };

// Japanese has no blanks between its own letters: blanks beside a parameter are for values in Latin letters and digits.
const BLANK_WITHIN = /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]) (?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g;

const BOARD = 'board.';
const MOVES = new Set(['move', 'better', 'reply', 'answer']); // parameters that are moves

/** @type {Record<string, string>} */
let words = {};
let language = 'en';
/** @type {Record<string, string>} */
let board = {};
let lacks = false; // whether the further words of the language are still to be loaded

/** @returns {Record<string, string>} the words of boards, without `board.`; the same object until the language changes */
export const boardWords = () => board;

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

export async function load(/** @type {string} */ wanted) {
  const answer = await fetch(`words/${wanted}.json`);
  use(await answer.json(), wanted);
  lacks = true;
  document.documentElement.lang = wanted;
}

/** Load the words that are not needed to play, such as those of explanations and refusals. */
export async function loadFurther() {
  if (!lacks) return;
  const answer = await fetch(`words/${language}-further.json`);
  Object.assign(words, await answer.json());
  lacks = false;
}

/**
 * @param {Record<string, string>} found the words of a language, if the host has them already
 * @param {string} wanted
 */
export function use(found, wanted) {
  words = found;
  board = Object.fromEntries(Object.entries(found).filter(([key]) => key.startsWith(BOARD)).map(([key, text]) => [key.slice(BOARD.length), text]));
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
    const titles = () => [params.game].flat().map((/** @type {string} */ one) => words[`game.${one}`] ?? one);
    const value = name === 'game' ? titles() : MOVES.has(name) ? quoted(params[name], params.said) : params[name];
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

const UNREAD = /[ .,:;!?\u2026'"\u2019\u201d)\]}>]+$/;

/**
 * Return whether a text, as it is read in Korean, ends in a consonant: the particle after it depends on this, as in {move|을/를}.
 * @param {string} text
 * @param {string} particle the particle after a consonant; 으로 is not used after ㄹ
 */
function isClosed(text, particle) {
  const before = text.at(-1) === ')' ? text.slice(0, text.lastIndexOf('(')).replace(UNREAD, '') : ''; // without a remark in brackets
  const read = (/[\p{L}\p{N}]$/u.test(before) ? before : text).replace(UNREAD, '');
  const last = read.at(-1) ?? '';
  const latin = /(?:[lmn]|ng|[aeiou][bkp]|(?:^|[^a-z])r)$/i.test(read) && (/[lr]/i.test(last) ? 8 : 1);
  const end = /\d/.test(last) ? [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Number(last)] : /[\uac00-\ud7a3]/.test(last) ? (last.charCodeAt(0) - 0xac00) % 28 : latin;
  return Boolean(end) && !(particle === '으로' && end === 8);
}

/**
 * @param {{move: string, words?: any}} one a choice, or a move with the words that the solver has for it
 * @returns {string} the move in words; some moves, such as r2c5, need none
 */
export const moveText = ({ move, words }) => (words ? t(words.kind, words) : move);

/**
 * @param {string[]} moves
 * @param {Step[]} steps
 * @param {number} ply of a move that was made, counted from 0
 */
export const made = (moves, steps, ply) => ({ move: moves[ply], words: steps[ply + 1]?.places?.words });

/** A move as a parameter of a sentence: its words stand in quotation marks. @param {any} move a text, or a move with its words @param {Record<string, any>} [said] words of moves */
function quoted(move, said) {
  const words = move?.words ?? said?.[move];
  return words ? t('move.quoted', { words }) : (move?.move ?? move);
}

/** Whether a link that is copied works elsewhere: a note that it does not, or nothing. */
export const hereOnly = () => (['localhost', '127.0.0.1'].includes(location.hostname) ? ` ${t('export.local')}` : '');

export const has = (/** @type {string} */ key) => key in words;

export function number(/** @type {unknown} */ value) {
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value);
}
