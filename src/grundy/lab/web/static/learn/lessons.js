/**
 * The lessons: one table of steps. A step is a position with a goal, which is played, or an exercise (`lab/exercises.py`).
 * Its title, its text, its hint and the reason after it are messages. The solver says what is right.
 */

/**
 * @typedef {object} LessonStep
 * @property {string} game
 * @property {string} [text] the position
 * @property {'only' | 'zero' | 'beat'} [goal] of a step that is played: `beat` is to win against the coach; the others are goals of puzzles
 * @property {'second'} [side] if the coach begins
 * @property {'misere'} [rules]
 * @property {string} [kind] of an exercise, with the other fields that it takes
 * @property {number} [size]
 * @property {number[]} [heaps]
 */

/** @type {Record<string, LessonStep[]>} */
export const LESSONS = {
  end: [
    { game: 'nim', text: '4', goal: 'only' },
    { game: '{1,2}', text: '4', goal: 'beat' },
    { game: '{1,2}', kind: 'lost', size: 10 },
    { game: '{1,3,4}', kind: 'lost', size: 12 },
    { game: '{1,3,4}', text: '11', goal: 'only' },
    { game: 'rook', kind: 'lost', size: 5 },
    { game: 'nim', text: '3 5', goal: 'beat' },
  ],
  mex: [
    { game: 'nim', text: '3', kind: 'mex', size: 3 },
    { game: '{1,3,4}', text: '4', kind: 'mex', size: 4 },
    { game: '{1,3,4}', text: '7', kind: 'mex', size: 7 },
    { game: '{1,3,4}', kind: 'values', size: 5, heaps: [5, 6, 7, 8] },
    { game: 'wythoff', text: '2 2', kind: 'mex', size: 3 },
    { game: '{1,3,4}', text: '4 + nim 2', goal: 'beat', side: 'second' },
    { game: '{1,3,4}', text: '5 + nim 2', goal: 'only' },
  ],
  xor: [
    { game: 'nim', text: '1 2 3', kind: 'pair' },
    { game: 'nim', text: '3 4 5', kind: 'pair' },
    { game: 'nim', text: '3 4 5', goal: 'only' },
    { game: 'nim', text: '1 4 6 7', kind: 'heaps' },
    { game: '{1,3,4}', text: '5 6 + nim 7', kind: 'numbers' },
    { game: 'nim', text: '2 4 7', goal: 'beat' },
  ],
  parts: [
    { game: 'kayles', text: '5', goal: 'only' },
    { game: 'kayles', text: '6', goal: 'beat' },
    { game: 'kayles', text: '4', kind: 'mex', size: 4 },
    { game: 'wall-making', text: '..#.X\n#####\n.X#..\n..#..', kind: 'numbers' },
    { game: 'wall-making', text: 'XX..\n....\n..X.\n....', goal: 'only' },
    { game: 'wall-making', text: 'X...\n....\n..X.', goal: 'beat' },
  ],
  code: [
    { game: 'kayles', kind: 'digits', size: 2 },
    { game: '0.137', kind: 'digits', size: 3 },
    { game: '0.137', text: '5 3', goal: 'only' },
    { game: '{1,3,4}', kind: 'rows', size: 63 },
    { game: 'kayles', kind: 'rows', size: 180 },
    { game: '{1,3,4}', kind: 'values', size: 7, heaps: [1000] },
    { game: 'kayles', kind: 'same', heaps: [1000] },
    { game: '0.6', text: '5 4', goal: 'beat' },
  ],
  misere: [
    { game: 'nim', text: '1 2', goal: 'beat', rules: 'misere' },
    { game: 'nim', text: '3 4 5', goal: 'beat', rules: 'misere' },
  ],
};
