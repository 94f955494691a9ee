import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSheets } from '@/lib/platform/table-file/read';
import { readMarks, readRolls } from './read-rolls';
import { markOf, marksFor } from './report-rules';
import { planEntry } from './rules';

const FOLDER = join(process.cwd(), 'testing/register/files');

/**
 * What is expected of a file: the numbers that would be entered; what is wrong or asked, as line and word; the lists as
 * sheet, column, count and whether they are read.
 */
type Expected = { rolls: string[]; problems?: string[]; questions?: string[]; lists?: string[] };

const FILES: Record<string, Expected> = {
  'admission-before-roll.csv': { rolls: ['1', '2'], lists: ['A 2', 'C 2 read'] },
  'attendance-month-sheet.xlsx': { rolls: ['E101', 'E102'], lists: ['Nov A 2 read'] },
  'days-made-by-excel.csv': { rolls: [], problems: ['2 date', '3 date', '4 date'] },
  'footer-and-groups.csv': {
    rolls: ['E-01', 'E-02', 'F-01'],
    problems: ['2 words', '5 words', '7 words', '8 words', '9 words'],
  },
  'formula.csv': { rolls: ['12', '13'], problems: ['2 formula', '3 form'] },
  'hindi-digits-and-total.csv': { rolls: ['101', '102'], problems: ['4 words', '5 words'] },
  'leading-zero-lost.csv': { rolls: ['12', '13'] },
  'lists-and-word-ranges.csv': { rolls: ['111', '112'], problems: ['2 list', '3 list', '4 range'] },
  'name-behind-roll.csv': { rolls: [], problems: ['1 words', '2 name', '3 name'] },
  'names-joined.csv': { rolls: ['E-104', 'E-105'], problems: ['2 name', '3 name', '4 name'] },
  'numeric-with-decimals.csv': { rolls: ['101', '102', '1010'] },
  'phone-between.csv': { rolls: ['101', '102', '103'], questions: ['5 neighbours'] },
  'range.csv': { rolls: [], problems: ['2 range'] },
  'result-sheet-rgpv.csv': { rolls: ['E101', 'E102', 'E103', 'E104', 'E105'] },
  'rgpv-enrollment.xlsx': { rolls: ['0101CS231001', '0101CS231002', '0101CS231003'] },
  'scientific-notation.csv': { rolls: [], problems: ['2 exponent', '3 exponent', '4 exponent'] },
  'second-block-below.csv': {
    rolls: ['E-01', 'E-02', 'F-01', 'F-02'],
    problems: ['5 words'],
    lists: ['A 2 read', 'B 2 read'],
  },
  'sheet-per-unit.xlsx': { rolls: ['E101', 'E102', 'E201', 'E202'], lists: ['Unit 1 A 2 read', 'Unit 2 A 2 read'] },
  'state-roll-number.csv': { rolls: ['R260001', 'R260002'] },
  'ticks-and-ab.csv': { rolls: ['E101', 'E102', 'E103', 'E104'] },
  'title-with-underscore.csv': { rolls: ['CS-1', 'CS-2'] },
  'titles-on-each-page.csv': { rolls: ['101', '102', '103', '104'], lists: ['A 4 read'] },
  'two-blocks-side-by-side.csv': { rolls: ['E-01', 'E-02', 'E-03', 'E-04'], lists: ['B 2 read', 'F 2 read'] },
  'university-and-class.csv': {
    rolls: ['0101CS231001', '0101CS231002'],
    questions: ['4 neighbours'],
    lists: ['A 3 read', 'B 3'],
  },
  'year-and-number.csv': { rolls: ['26-101', '26-102', '26-103'] },
  'zeros-twice-and-decimal.csv': { rolls: ['0012'], problems: ['3 twice', '4 decimal'] },
};

const sheetsOf = (name: string) => readSheets(readFileSync(join(FOLDER, name)));

function read(name: string, chosen?: number[]): Expected {
  const file = readRolls(sheetsOf(name), chosen);
  if (!file.ok) throw new Error(file.problem.code);
  const { plan } = planEntry(
    file.rows,
    () => undefined,
    1000,
    () => true,
  );
  return {
    rolls: plan.rolls,
    problems: [...file.problems, ...plan.problems]
      .toSorted((a, b) => (a.list ?? 0) - (b.list ?? 0) || a.line - b.line)
      .map(({ line, problem }) => `${line} ${problem}`),
    questions: plan.questions.map(({ line, question }) => `${line} ${question}`),
    lists: file.lists.map(({ sheet, column, count, read: isRead }) =>
      [sheet, column, count, isRead && 'read'].filter(Boolean).join(' '),
    ),
  };
}

test('every file of the folder is expected', () => {
  expect(Object.keys(FILES).toSorted()).toEqual(readdirSync(FOLDER).toSorted());
});

test.each(Object.entries(FILES))(
  '%s is read as it is meant, and nothing is left out without its line',
  (name, expected) => {
    expect(read(name)).toEqual({
      problems: [],
      questions: [],
      ...expected,
      lists: expected.lists ?? expect.any(Array),
    });
  },
);

test('names that stand with a number do not leave the file', () => {
  for (const name of ['name-behind-roll.csv', 'names-joined.csv'])
    expect(JSON.stringify(readRolls(sheetsOf(name)))).not.toMatch(/asha|verma|ravi|namdev|meena/i);
});

test('other lists of a file can be chosen', () => {
  expect(read('admission-before-roll.csv', [0])).toMatchObject({
    rolls: ['ADM/26/0012', 'ADM/26/0013'],
    lists: ['A 2 read', 'C 2'],
  });
  expect(read('sheet-per-unit.xlsx', [1]).rolls).toEqual(['E201', 'E202']);
});

test('an answer enters what was asked about, and nothing else', () => {
  const file = readRolls(sheetsOf('phone-between.csv'));
  if (!file.ok) throw new Error();
  const rows = file.rows.map((row) => ({ ...row, ...(row.line === 5 && { sure: true as const }) }));
  expect(
    planEntry(
      rows,
      () => undefined,
      1000,
      () => true,
    ).plan,
  ).toMatchObject({ entered: 4, questions: [{ line: 5 }] });
  // It can be taken back, also if it leaves no place for the number.
  expect(
    planEntry(
      rows,
      () => undefined,
      3,
      () => true,
    ).plan,
  ).toMatchObject({
    without_place: [{ line: 5 }],
    questions: [{ line: 5 }],
  });
  // An answer makes no number of what is none.
  const total = [
    { line: 1, roll: 'E-01', sure: true as const },
    { line: 2, roll: 'Total: 3', sure: true as const },
  ];
  expect(
    planEntry(
      total,
      () => undefined,
      1000,
      () => true,
    ).plan,
  ).toMatchObject({
    entered: 1,
    problems: [{ line: 2, problem: 'words' }],
  });
});

test.each([
  ['result-sheet-rgpv.csv', 'result', ['passed', 'failed', 'awaited', 'passed', undefined]],
  ['ticks-and-ab.csv', 'term_1', ['attends', 'absent', 'attends', 'attends']],
] as const)('the states of %s are known words', (name, kind, marks) => {
  const file = readMarks(sheetsOf(name));
  if (!file.ok) throw new Error(file.problem.code);
  expect(file.rows.map(({ state }) => markOf(state, marksFor(kind, false)))).toEqual(marks);
});

test('a month of days has no state of a student', () => {
  expect(readMarks(sheetsOf('attendance-month-sheet.xlsx'))).toEqual({ ok: false, problem: { code: 'no_state' } });
});
