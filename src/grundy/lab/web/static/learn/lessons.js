/** The lessons. Each step is a position with a goal; its title and its text are messages. */

/**
 * @typedef {object} LessonStep
 * @property {string} game
 * @property {string} text
 * @property {'only' | 'zero' | 'beat'} goal `beat` is to win against the coach; the others are goals of puzzles
 * @property {'second'} [side] if the coach begins
 * @property {'misere'} [rules]
 */

/** @type {Record<string, LessonStep[]>} */
export const LESSONS = {
  nim: [
    { game: 'nim', text: '4', goal: 'only' },
    { game: 'nim', text: '3 3', goal: 'beat', side: 'second' },
    { game: 'nim', text: '3 5', goal: 'only' },
    { game: 'nim', text: '1 2 3', goal: 'beat', side: 'second' },
    { game: 'nim', text: '3 4 5', goal: 'only' },
    { game: 'nim', text: '2 4 7', goal: 'beat' },
  ],
  nimber: [
    { game: 'kayles', text: '2 + nim 2', goal: 'beat', side: 'second' },
    { game: 'kayles', text: '3 + nim 1', goal: 'only' },
  ],
  apart: [
    { game: 'kayles', text: '5', goal: 'only' },
    { game: 'dawsons-chess', text: '6 8', goal: 'zero' },
    { game: 'kayles', text: '6', goal: 'beat' },
  ],
  period: [
    { game: '0.333', text: '10', goal: 'only' },
    { game: '0.333', text: '8', goal: 'beat', side: 'second' },
  ],
  misere: [
    { game: 'nim', text: '1 2', goal: 'beat', rules: 'misere' },
    { game: 'nim', text: '3 4 5', goal: 'beat', rules: 'misere' },
  ],
  own: [
    { game: '0.137', text: '5 3', goal: 'only' },
    { game: '0.6', text: '5 4', goal: 'beat' },
  ],
};
