import { expect, test } from 'vitest';
import { judgeRolls, plainRoll, rollText, withoutZeros } from './roll-form';

const judge = (...texts: string[]) =>
  judgeRolls(texts).map(({ roll, problem, question }) => problem ?? question ?? roll);

test.each([
  ['=1+1', 'formula'],
  ['2.30112E+11', 'exponent'],
  ['101-110', 'range'],
  ['101 to 110', 'range'],
  ['E101-E110', 'range'],
  ['101, 102', 'list'],
  ['101/102, 103', 'list'],
  ['101.50', 'decimal'],
  ['02/11/2026', 'date'],
  ['Nov-26', 'date'],
  ['Total: 3', 'words'],
  ['Page 1 of 1', 'words'],
  ['कुल: 2', 'words'],
  ['E-101 Asha Verma', 'name'],
  ['E-101 Om', 'name'],
  ['5²', 'form'],
  ['a@b1.in', 'form'],
  ['9'.repeat(41), 'long'],
  [`${'9'.repeat(4_600_000)}`, 'long'],
  ['-', 'empty'],
  ['Principal', 'words'],
  ['101 102 103', 'several'],
  ['26-101', 'several'],
  ['Asha 101', 'word'],
  ['MECH-01', 'word'],
  ['101.0', '101'],
  ['CS 101', 'CS 101'],
  ['0101 CS 231001', '0101 CS 231001'],
])('a number alone: %.20s is %s', (text, expected) => expect(judge(text)).toEqual([expected]));

test('a word that most of the numbers have belongs to them', () => {
  expect(judge('ITI FITTER 101', 'ITI FITTER 102', 'ITI FITTER 103', 'Unit 2')).toEqual([
    ...['ITI FITTER 101', 'ITI FITTER 102', 'ITI FITTER 103', 'words'],
  ]);
  expect(
    judge('CIVIL-1', 'CIVIL-2', 'CIVIL-3', 'MECH-1', 'MECH-2', 'MECH-3', 'ELEC-1', 'ELEC-2', 'ELEC-3'),
  ).not.toContain('word');
});

test('a number of another form than its neighbours is asked about', () => {
  expect(judge('E-01', 'E-02', 'E-03', '77', 'E-04')).toEqual(['E-01', 'E-02', 'E-03', 'neighbours', 'E-04']);
  // Two forms side by side are two forms.
  expect(judge('E-01', 'E-02', '77', '78')).toEqual(['E-01', 'E-02', '77', '78']);
});

test('H4 pages, sessions and several numbers in one cell are no student without an answer', () => {
  const beside = (text: string) => judge('101', '102', text, '103')[2];
  expect(['1/1', '101/102', '2026-27', '101 102', '101\n102', '-102'].map(beside)).toEqual([
    ...['several', 'several', 'neighbours', 'several', 'list', 'form'],
  ]);
  // A space, a slash or a year that the numbers of the column have belongs to them.
  for (const rolls of [
    ['26/101', '26/102', '26/103'],
    ['2026-27', '2026-28', '2026-29'],
    ['230 101', '230 102', '103'],
  ])
    expect(judge(...rolls)).toEqual(rolls);
});

test('numbers of spreadsheets keep their digits, or say that they lost some', () => {
  expect(rollText(202612345678)).toBe('202612345678');
  expect(judge(rollText(2 ** 53 * 1000))).toEqual(['exponent']);
  expect([plainRoll('101.0'), withoutZeros(plainRoll('0012')), withoutZeros(plainRoll('E-0012'))]).toEqual([
    ...['101', '12', 'E0012'],
  ]);
});
