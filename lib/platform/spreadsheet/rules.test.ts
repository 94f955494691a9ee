import { expect, test } from 'vitest';
import { cellText, indiaSerial, joinInCell, MAX_CELL_LENGTH, spreadsheetName } from './rules';

const more = (left: number) => `… and ${left} more`;

test('a file name consists of its kind and the date', () => {
  expect(spreadsheetName('billings', '2026-11-21')).toBe('billings-data-2026-11-21.xlsx');
});

test.each([
  ['=HYPERLINK("http://x")', '=HYPERLINK("http://x")'],
  ['\t+1', '\t+1'],
  ['half \ud83d', 'half \ufffd'],
  ['\udc00 half', '\ufffd half'],
  ['whole 🚜', 'whole 🚜'],
  ['nul \0', 'nul \ufffd'],
])('the cell of %j contains %j', (text, cell) => {
  expect(cellText(text)).toBe(cell);
});

test('text longer than a cell ends in an ellipsis and never in half a character', () => {
  expect(cellText('x'.repeat(MAX_CELL_LENGTH))).toBe('x'.repeat(MAX_CELL_LENGTH));
  expect(cellText('x'.repeat(MAX_CELL_LENGTH + 1))).toBe(`${'x'.repeat(MAX_CELL_LENGTH - 1)}…`);
  const tractors = cellText('🚜'.repeat(MAX_CELL_LENGTH));
  expect(tractors.length).toBeLessThanOrEqual(MAX_CELL_LENGTH);
  expect(tractors).toMatch(/^(🚜)+…$/u);
});

test('a list is joined up to the length of a cell, with the number of omitted items', () => {
  expect(joinInCell([], more)).toBe('');
  expect(joinInCell(['a', 'b'], more)).toBe('a; b');
  const full = joinInCell([...Array(200).keys()].map(String), more);
  expect(full).not.toContain('…');
  const courses = Array.from({ length: 200 }, (_, n) => `${n} ${'स'.repeat(300)}`);
  const text = joinInCell(courses, more);
  const kept = text.split('; ').slice(0, -1);
  expect(text.length).toBeLessThanOrEqual(MAX_CELL_LENGTH);
  expect(kept).toEqual(courses.slice(0, kept.length));
  expect(text.endsWith(`; … and ${200 - kept.length} more`)).toBe(true);
  expect(text.length + courses[0]!.length).toBeGreaterThan(MAX_CELL_LENGTH);
});

test('a date is a serial number in Indian time', () => {
  expect(indiaSerial(new Date('1899-12-29T18:30:00Z'))).toBe(0);
  expect(indiaSerial(new Date('2026-03-31T18:30:00Z'))).toBe(46_113);
  expect(indiaSerial(new Date('2026-03-31T18:29:59.999Z'))).toBeLessThan(46_113);
});
