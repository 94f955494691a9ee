import { MARKS, MARKS_OF, type Mark, type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { latinDigits } from '@/lib/platform/digits';
import { cellText } from '@/lib/platform/cell';
import { plainRoll, withoutZeros } from './roll-form';
import type { MarkPlan, MarkRow } from './report-schema';

/** Days before its day from which a report can be stated. */
export const REPORT_OPENS_DAYS = 30;
/** Days that an institute has for a report at least, from the start of its office and from the adoption. */
export const REPORT_FAIR_DAYS = 14;

/** Returns what a report can say about a student. @param isLastYear whether students complete their course in this year */
export function marksFor(kind: ReportKind, isLastYear: boolean): readonly Mark[] {
  const { says } = reportOf(kind);
  return says === 'result' && isLastYear ? [...MARKS_OF.result, 'completed'] : MARKS_OF[says];
}

/** Words of files, besides the marks themselves; compared without case, spaces and punctuation. */
const WORDS: Record<Mark, readonly string[]> = {
  attends: [
    '✓',
    '✔',
    '☑',
    '√',
    'yes',
    'y',
    'present',
    'p',
    'attending',
    'regular',
    '1',
    'true',
    'हाँ',
    'हां',
    'उपस्थित',
    'नियमित',
    'हाजिर',
    'हाज़िर',
    'आताहै',
    'आतीहै',
  ],
  absent: [
    '✗',
    '✘',
    '☒',
    'ab',
    'abs',
    'गैरहाजिर',
    'गैरहाज़िर',
    'ग़ैरहाज़िर',
    'no',
    'n',
    'a',
    'notattending',
    'irregular',
    '0',
    'false',
    'नहीं',
    'नही',
    'अनुपस्थित',
    'अनियमित',
  ],
  passed: ['pass', 'p', 'promoted', 'उत्तीर्ण', 'पास'],
  failed: ['fail', 'f', 'backlog', 'atkt', 'supplementary', 'अनुत्तीर्ण', 'फेल', 'पूरक'],
  awaited: [
    'await',
    'awaiting',
    'pending',
    'withheld',
    'resultawaited',
    'rw',
    'प्रतीक्षित',
    'प्रतीक्षा',
    'लंबित',
    'रोकागया',
  ],
  completed: ['complete', 'coursecompleted', 'passedout', 'पूर्ण', 'पूराकिया', 'पूरा'],
};

const plainWord = (text: string) =>
  latinDigits(cellText(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}✓✔☑√✗✘☒]/gu, '');

/** What result sheets write behind a result: a division, grace, the subjects that were failed. */
const PHRASES: Partial<Record<Mark, RegExp>> = {
  passed:
    /^(?:pass(?:ed)?(?:withgrace|bygrace|withdistinction|withhonours|infirstdivision|inseconddivision|inthirddivision)|(?:first|second|third|1st|2nd|3rd|i|ii|iii)(?:division|div|class)(?:withdistinction|withhonours)?|distinction|(?:प्रथम|द्वितीय|तृतीय)(?:श्रेणी)?(?:उत्तीर्ण)?|उत्तीर्णकृपांकसे)$/u,
  failed: /^(?:fail(?:ed)?(?:in)?\d+(?:subjects?|papers?)?|atktin\d+(?:subjects?)?|अनुत्तीर्ण\d+विषय)$/u,
};

/** Returns what a word of a file says; undefined if it is none of the allowed marks. */
export function markOf(word: string, allowed: readonly Mark[]): Mark | undefined {
  const plain = plainWord(word);
  return allowed.find(
    (mark) => mark === plain || WORDS[mark].map(plainWord).includes(plain) || PHRASES[mark]?.test(plain),
  );
}

/** A student of the offer for planMarks; `isThere`: on a place that is adopted. */
export type KnownStudent = { id: string; isThere: boolean; mark: Mark | null };

/**
 * Decides what the rows of a file say about the students of an offer.
 * @param studentOf by plain roll number; undefined for one who was never on its places
 * @param there the students on its places
 * @returns the plan, and the marks to enter by student
 */
export function planMarks(
  rows: readonly MarkRow[],
  studentOf: (plain: string) => KnownStudent | undefined,
  there: readonly KnownStudent[],
  allowed: readonly Mark[],
): { plan: MarkPlan; marks: Map<string, Mark> } {
  const plan: MarkPlan = { marked: 0, same: 0, unmarked: 0, problems: [] };
  const [seen, marks] = [new Set<string>(), new Map<string, Mark>()];
  for (const { line, list, roll, state } of rows) {
    const plain = plainRoll(roll);
    const student = studentOf(plain);
    const mark = markOf(state, allowed);
    if (!plain) plan.problems.push({ line, list, problem: 'empty' });
    else if (seen.has(withoutZeros(plain))) plan.problems.push({ line, list, problem: 'twice' });
    else if (!student) plan.problems.push({ line, list, problem: 'unknown' });
    else if (!student.isThere) plan.problems.push({ line, list, problem: 'gone' });
    else if (!mark) plan.problems.push({ line, list, problem: 'state' });
    else if (student.mark === mark) plan.same++;
    else marks.set(student.id, mark);
    seen.add(withoutZeros(plain));
  }
  plan.marked = marks.size;
  plan.unmarked = there.filter(({ id, mark }) => mark === null && !marks.has(id)).length;
  return { plan, marks };
}

/** Counts students by their marks, in the order of MARKS. */
export const countMarks = (marks: readonly (Mark | null)[]): { mark: Mark; students: number }[] =>
  MARKS.map((mark) => ({ mark, students: marks.filter((each) => each === mark).length })).filter(
    ({ students }) => students > 0,
  );
