/** The data that pass between the files of the page. Each name means the same in all of them. */

type App = import('../app.js').App;
type GameBoard = import('../board/game-board.js').GameBoard & import('../board/game-board.js').Given;

type Part = { game: string; text: string };

/** Who makes a move: against the coach, or one of two friends. */
type Maker = 'you' | 'coach' | '1' | '2';

/** The state of the page, which the address contains. */
interface State {
  view: 'front' | 'play' | 'learn' | 'puzzles' | 'why' | 'sequences' | 'tables' | 'sum' | 'clinic' | 'teach' | 'own'; // `front` is the view of an empty address
  unknown: string; // the view of the address, if there is none of this name
  parts: Part[]; // the position from which play begins: one part, or several as a sum
  moves: string[]; // moves that were made, then moves that were taken back
  at: number; // how many of these moves are made
  makers: Maker[]; // who made each of these moves, if it differs from what `side` and `against` say now
  again: number[]; // the moves, counted from 0, after which the same player moves again
  show: string[]; // what the board shows beside the position
  against: 'coach' | 'friend';
  side: 'first' | 'second'; // who moves first: the reader, or the coach
  rules: 'normal' | 'misere'; // whether the player who makes the last move wins or loses
  fast: boolean; // whether the moves of the coach and of hints win in as few moves as possible
  coach: string; // one of five, or empty: the one that the reader chose last
  setup: boolean; // whether the position is being set up
  part: number; // the part that is being set up; in Why, the component that is explained, from 1
  look: string | null; // the move that Why explains
  classroom: boolean; // whether the page is for a projector: large, and without answers until somebody requests them
  answers: boolean; // whether somebody has requested the answers
  theme: 'light' | 'dark' | null; // of the classroom, by default the theme of the system
  problem: string; // of the clinic
  code: string; // of a sequence
  beside: string; // the code of a second sequence, or empty
  length: number;
  goal: string; // of a puzzle: `only`, `win`, `prove` or `zero`
  day: string; // the day of the puzzle, as 2026-11-23; else empty
  lesson: string; // the name of the lesson; of a teacher's lesson, its name on this computer
  step: number; // of the lesson, from 1
  own: string; // rules in the address, compressed; else empty
  taught: string; // the teacher's lesson and the step that are shown, as `name.step`; else empty
  title: string; // of a teacher's lesson that the address holds
  stops: { address: string; note: string }[]; // the steps of that lesson; the addresses without `#/`
  language: string | null;
}

/** The rules of play that requests depend on. */
type Rules = Pick<State, 'rules' | 'fast'>;

interface Game {
  name: string;
  title: string;
  rules: string;
  source: string | null; // null for a ruleset in a file of the operator
  form: string;
  sample: string;
  kind: 'letters' | 'grid' | 'piece' | 'heaps' | 'chords' | 'line' | 'ruleset'; // of its notation
  alphabet: string; // the letters of a board, the usual one first
  sides: { name: string; least: number; most: number; usual: number }[]; // the size of a random position
  density: boolean; // whether random positions depend on a density
  table: boolean; // whether its states are numbers or pairs of numbers, and are written so
  sequence: boolean; // whether it is a game of heaps whose nimbers are a sequence
  contest: boolean; // whether a problem of a contest is about it
  contests: { problem: string; title: string; position: string }[]; // samples of contest problems
}

/** A message of the server: a key of the words, and its parameters. */
type Message = { kind: string; [param: string]: any };

/** A place of a scene: a row and a column, or the number of a heap or a point. */
type Place = number | number[];
type Places = { term: number; places: Place[]; words?: any } | null;
type Spot = [number, number]; // a row and a column of a board, from 0

type Choice = { move: string; term: number; component: number; places: Place[]; nimber: number | null; wins: boolean; again?: boolean; outcome?: string; sizes?: (number | string)[]; words?: any }; // `words` is a message

type Scene = { kind: string; [field: string]: any };

type Cell = { symbol: string; role?: string; move?: string; wins?: boolean; outcome?: string; value?: number; component?: number };

/** The answer of the server about a position. */
interface Answer {
  game: string;
  position: string;
  outcome: 'N' | 'P' | 'D' | null; // null for an unsolved position
  nimber: number | null;
  value?: string; // if it is not a nimber
  components: { position: string; nimber: number | null; value?: string }[];
  terms: { game: string; components: number; parts: string }[];
  scenes: Scene[];
  choices: Choice[];
  more_choices?: boolean;
}

/** What the coach says about a move. */
type Remark = { kind: string; verdict: string; move: string; [field: string]: any };

/** The start, or a move. Only the last `answer` has cells and choices; earlier answers may be packed. */
type Step = { answer: Answer; comment: Remark | null; places: Places };

/** A step of a hint: its text, the area that it points to, and the move in the last step. */
type HintStep = { text: string; area: Places; move: string | null };

/** The callbacks for long work. */
interface Watch {
  progress: (done: number, total: number | null, most?: number) => void; // `most`: the seconds after which the server stops
  signal: AbortSignal;
  draft?: (steps: any, long: boolean) => void; // the steps that can be drawn before the answer, and whether the work is known to take long
}

/** What can be shown before the answer, and whether the work is known to take long. */
type Drawn = { draft?: any; long?: boolean };

/**
 * idle: stopped before the answer; working: `done` is null before the work is known to take long, `left` is the estimated
 * number of seconds to the end; after `most` seconds the server stops, and `late` says that the work would take longer.
 */
type Loading<T> =
  | (Drawn & { phase: 'idle' })
  | (Drawn & { phase: 'working'; done: number | null; total: number | null; left?: number | null; most?: number; late?: boolean })
  | { phase: 'ready'; value: T }
  | (Drawn & { phase: 'failed'; error: unknown });

/** A move on a board, its maker, and its number from 1. */
type Made = { places: number[][]; by: 'a' | 'b'; ply: number };

/** The input of a drawing. */
interface View {
  scene: Scene;
  choices: Choice[]; // the choices on all picked places
  at: Map<string, Choice[]>; // the same choices, by place
  offered: Choice[]; // the choices that a drawing lists
  picked: Set<string>;
  show: Set<string>;
  hint: Set<string>;
  last: Set<string>;
  area: Set<string>; // the places that a hint points to
  made: Made[]; // the known moves so far
  disabled: boolean;
  label: string;
  words: object; // the same object as long as the language is the same
  say: (key: string, params?: Record<string, unknown>) => string;
}

interface Drawing {
  node: Element;
  update: (view: View) => void;
  focus?: () => void; // if the drawing can have the focus itself
  preview?: (choice: Choice | null) => void; // shows what a move of the list does
}

/** What a drawing may do. */
interface Hands {
  pick: (place: Place) => void;
  choose: (choice: Choice) => void;
  back: () => void;
  preview: (choice: Choice | null) => void;
  offer: (choices: Choice[], key: string, params?: Record<string, unknown>) => void;
  tell: (key: string, params?: Record<string, unknown>) => void;
}

declare module '*.css' {
  const text: string; // esbuild's loader `text`
  export default text;
}
