import { cellText, type Cell } from '@/lib/platform/cell';
import { latinDigits } from '@/lib/platform/digits';
import { MAX_ROLL_NUMBER, type RollProblem, type RollQuestion } from './schema';

/** A roll number as it is meant; with a problem it is none, with a question somebody has to say whether it is one. */
export type JudgedRoll = { roll: string; problem?: RollProblem; question?: RollQuestion };

/**
 * Returns a roll number in one form, so that its spellings are one student: NFKC, Latin digits, upper case, without spaces,
 * dots, dashes and slashes; 101.0 is 101. '' for what has no letter or digit.
 */
export const plainRoll = (typed: string): string =>
  meant(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns a plain roll number without the leading zeros that spreadsheets drop: 0012 and 12 are one student. */
export const withoutZeros = (plain: string): string => (/^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain);

/** Returns the cell of a table as the roll number that it may be. Numbers from 2^53 have lost digits and become an exponent. */
export function rollText(cell: Cell): string {
  if (typeof cell !== 'number' || !Number.isInteger(cell)) return String(cell ?? '').trim();
  return Number.isSafeInteger(cell) ? String(cell) : cell.toExponential();
}

/** Longer cells are texts. */
const MAX_LENGTH = 2 * MAX_ROLL_NUMBER;

/** Words of lines between and below students: groups, totals, pages, signatures. */
const LINE_WORDS = new Set(
  (
    'TOTAL PAGE UNIT TRADE SHIFT SECTION SEM SEMESTER YEAR BATCH GROUP CLASS BRANCH PRINCIPAL SIGNATURE SIGN DATE NAME ' +
    'STUDENTS TRAINEES PRESENT ABSENT STRENGTH COUNT ROLL NO NUMBER SERIAL ENROLLMENT ENROLMENT REGISTRATION ADMISSION ' +
    'PHONE MOBILE ' +
    'कुल योग पृष्ठ इकाई यूनिट शिफ्ट पाली व्यवसाय वर्ग कक्षा सत्र प्राचार्य हस्ताक्षर दिनांक नाम संख्या क्रमांक रोल अनुक्रमांक मोबाइल'
  ).split(' '),
);

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*';
const DATE = new RegExp(
  `^(?:\\d{4}-\\d{2}-\\d{2}|(?:0?[1-9]|[12]\\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\\1(?:19|20)\\d{2}|\\d{1,2}[-/ ]${MONTH}(?:[-/ ]\\d{2,4})?|${MONTH}[-/ ]\\d{2,4})$`,
  'i',
);
const EXPONENT = /^\d+(?:\.\d+)?e[+-]\d+$|^\d+\.\d+e\d+$/i;
const JOINED = /\d\s*(?:[,;&+|]|(?:\s(?:and|और|तथा|व|एवं)\s))\s*[^\d]{0,10}\d/i;
const WORD_RANGE = /\d\s*(?:\bto\b|\btill\b|\bupto\b|से|~|\.{2,})\s*[^\d]{0,10}\d/i;
/** Numbers on lines of their own in one cell. */
const LINES = /\d\s*\n\s*\d/;
const TWO_NUMBERS = /^([^\d]*)(\d{1,9})\s*([-/])\s*(?:\1)?(\d{1,9})$/;
/** What stands in roll numbers besides letters and digits. */
const OTHER_SIGNS = /[^\p{L}\p{M}\p{N}\s\-/\\._():#]/u;

/**
 * Judges the roll numbers of one column by all of them together: a number has the form of its neighbours.
 * @param texts the cells of the column, in their order
 * @returns one for each
 */
export function judgeRolls(texts: readonly string[]): JudgedRoll[] {
  const judged = texts.map((text): JudgedRoll => {
    const roll = meant(text);
    const problem = problemOf(text, roll);
    return problem ? { roll, problem } : { roll };
  });
  const rolls = judged.flatMap(({ roll, problem }) => (problem ? [] : [roll]));
  const column = columnOf(rolls);
  return judged.map((each) => (each.problem ? each : { ...each, ...doubtOf(each.roll, column) }));
}

/** 101.0, as programs write whole numbers, is 101. */
const meant = (text: string): string =>
  latinDigits(cellText(text))
    .replace(/^['’‘`]/, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/^(\d+)\.0+$/, '$1');

function problemOf(text: string, roll: string): RollProblem | undefined {
  if (roll === '') return 'empty';
  if (!/\p{N}/u.test(roll)) return plainRoll(roll) === '' ? 'empty' : 'words';
  if (roll.length > MAX_LENGTH) return 'long';
  if (roll.startsWith('=') || roll.startsWith('@')) return 'formula';
  if (DATE.test(roll)) return 'date';
  if (EXPONENT.test(roll)) return 'exponent';
  if (/^\d+\.\d+$/.test(roll)) return 'decimal';
  if (JOINED.test(roll) || LINES.test(text.trim())) return 'list';
  if (WORD_RANGE.test(roll)) return 'range';
  // Signs like ½ and ² would become digits; a number below zero would lose its sign.
  if (OTHER_SIGNS.test(roll) || /\p{No}/u.test(text) || /^-\d/.test(roll)) return 'form';
  return plainRoll(roll).length > MAX_ROLL_NUMBER ? 'long' : undefined;
}

/** What the roll numbers of a column have in common. */
type Column = {
  count: number;
  words: ReadonlyMap<string, number>;
  shapes: ReadonlyMap<string, number>;
  /** The first and the second part of numbers with a dash or a slash between digits. */
  parts: ReadonlyMap<string, number>;
  /** How many have as many words. */
  tokens: ReadonlyMap<number, number>;
  /** The middle one of their lengths. */
  length: number;
};

function columnOf(rolls: readonly string[]): Column {
  const lengths = rolls.map((roll) => plainRoll(roll).length).toSorted((a, b) => a - b);
  return {
    count: rolls.length,
    words: counted(rolls.flatMap((roll) => [...new Set(runsOf(roll))])),
    shapes: counted(rolls.map(shapeOf)),
    parts: counted(rolls.flatMap(partsOf)),
    tokens: counted(rolls.map((roll) => roll.split(' ').length)),
    length: lengths[Math.floor(lengths.length / 2)] ?? 0,
  };
}

function counted<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const runsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** 'A9' for CS-101. */
const shapeOf = (roll: string): string =>
  plainRoll(roll)
    .replace(/[\p{L}\p{M}]+/gu, 'A')
    .replace(/\p{N}+/gu, '9');

function partsOf(roll: string): string[] {
  const [, prefix, first, sign, second] = TWO_NUMBERS.exec(roll) ?? [];
  return first === undefined ? [] : [`${prefix} ${first} ${sign}`, `${prefix} ${sign} ${second}`];
}

/** Returns the problem or the question of a roll number that is not as those beside it. */
function doubtOf(roll: string, column: Column): Omit<JudgedRoll, 'roll'> {
  const two = twoNumbersDoubt(roll, column);
  if (two) return two;
  const word = wordDoubt(roll, column);
  if (word) return word;
  const tokens = roll.split(' ');
  const shape = shapeOf(roll);
  const dominant = Math.max(0, ...column.shapes.values());
  const own = column.shapes.get(shape) ?? 0;
  // Several numbers on one line, unless a space belongs to the numbers of this column.
  const isUsual = column.count > 1 && column.tokens.get(tokens.length)! * 2 > column.count;
  if (!isUsual && tokens.length > 1 && tokens.every((token) => /^\d+$/.test(token))) return { question: 'several' };
  const isOutsider = dominant >= 2 && dominant * 2 > column.count && own <= Math.max(1, column.count / 10);
  const isOfOtherLength = column.count >= 3 && Math.abs(plainRoll(roll).length - column.length) >= 4;
  return (isOutsider && own < dominant) || isOfOtherLength ? { question: 'neighbours' } : {};
}

/**
 * '101-110' is a range, unless one of its parts is that of another number: 26-101 and 26-102. '101/102' may be two, '1/1' a
 * page, '2026-27' a session.
 */
function twoNumbersDoubt(roll: string, { parts }: Column): Omit<JudgedRoll, 'roll'> | undefined {
  const [, , first, sign, second] = TWO_NUMBERS.exec(roll) ?? [];
  if (first === undefined || partsOf(roll).some((part) => parts.get(part)! > 1)) return undefined;
  if (sign === '/') return { question: 'several' };
  if (Number(first) < Number(second))
    return first.length === second!.length ? { problem: 'range' } : { question: 'several' };
  return /^20\d\d$/.test(first) && (Number(first) + 1) % 100 === Number(second)
    ? { question: 'neighbours' }
    : undefined;
}

/** Words that only this number has may be a name, or make it another kind of line. */
function wordDoubt(roll: string, { count, words }: Column): Omit<JudgedRoll, 'roll'> | undefined {
  const timesOf = (run: string) => words.get(run) ?? 0;
  const isShared = (run: string) => count >= 3 && timesOf(run) * 2 >= count;
  const foreign = runsOf(roll).filter((run) => !isShared(run));
  if (foreign.some((run) => LINE_WORDS.has(run))) return { problem: 'words' };
  let question = false;
  let apart = 0;
  const tokens = roll.split(/[\s:()]+/);
  const lastNumber = tokens.findLastIndex((token) => /\p{N}/u.test(token));
  for (const [at, token] of tokens.entries()) {
    const own = runsOf(token).filter((run) => !isShared(run));
    const last = /\p{N}[^\p{L}\p{N}]*([\p{L}\p{M}]+)[^\p{N}]*$/u.exec(token)?.[1]?.toUpperCase();
    if (!/\p{N}/u.test(token)) {
      const isBehind = at > lastNumber;
      if (own.some((run) => run.length >= (isBehind ? 2 : 3))) apart += isBehind || count >= 3 ? 2 : 1;
    } else {
      if (last && last.length >= 3 && own.includes(last)) apart += count >= 3 ? 2 : 1;
      else if (own.some((run) => run.length >= 4 && timesOf(run) < 3)) question = true;
    }
  }
  if (apart >= 2) return { problem: 'name' };
  return question || apart === 1 ? { question: 'word' } : undefined;
}
