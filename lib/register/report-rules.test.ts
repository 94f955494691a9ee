import { expect, test } from 'vitest';
import { markOf, marksFor, planMarks, type KnownStudent } from './report-rules';

test('a report asks for attendance or results; only the last year of a course completes it', () => {
  expect(marksFor('enrolment', true)).toEqual(['attends', 'absent']);
  expect(marksFor('term_3', false)).toEqual(['attends', 'absent']);
  expect(marksFor('result', false)).toEqual(['passed', 'failed', 'awaited']);
  expect(marksFor('result', true)).toContain('completed');
  expect(marksFor('outcome', true)).toEqual([]);
});

test.each([
  ['Present', 'attends'],
  [' P ', 'attends'],
  ['हाँ', 'attends'],
  ['१', 'attends'],
  ['No', 'absent'],
  ['अनुपस्थित', 'absent'],
  ['pass', undefined],
  ['', undefined],
])('attendance in files: %s', (word, mark) => {
  expect(markOf(word, marksFor('term_1', true))).toBe(mark);
});

test.each([
  ['PASS', 'passed'],
  ['p', 'passed'],
  ['A.T.K.T.', 'failed'],
  ['अनुत्तीर्ण', 'failed'],
  ['Result awaited', 'awaited'],
  ['passed out', 'completed'],
  ['yes', undefined],
])('results in files: %s', (word, mark) => {
  expect(markOf(word, marksFor('result', true))).toBe(mark);
});

test('each line of a file that cannot be used is named, and the rest is entered', () => {
  const student = (id: string, mark: KnownStudent['mark'] = null, isThere = true) => ({ id, mark, isThere });
  const known = {
    CS1: student('a'),
    CS2: student('b', 'attends'),
    CS3: student('c', 'absent'),
    CS4: student('d', null, false),
  };
  const there = [known.CS1, known.CS2, known.CS3, student('e')];
  const given = [
    ['cs-1', 'yes'],
    ['CS 2', 'present'],
    ['CS3', 'yes'],
    ['CS1', 'no'],
    ['CS4', 'yes'],
    ['CS9', 'yes'],
    ['', 'yes'],
    ['CS5', ''],
  ] as const;
  const rows = given.map(([roll, state], index) => ({ line: index + 2, roll, state }));
  const all: Record<string, KnownStudent> = { ...known, CS5: there[3]! };
  const { plan, marks } = planMarks(rows, (plain) => all[plain], there, marksFor('term_1', true));
  expect(plan).toEqual({
    ...{ marked: 2, same: 1, unmarked: 1 },
    problems: [
      { line: 5, problem: 'twice' },
      { line: 6, problem: 'gone' },
      { line: 7, problem: 'unknown' },
      { line: 8, problem: 'empty' },
      { line: 9, problem: 'state' },
    ],
  });
  expect([...marks]).toEqual([
    ['a', 'attends'],
    ['c', 'attends'],
  ]);
});
