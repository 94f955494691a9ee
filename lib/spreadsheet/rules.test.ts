import { expect, test } from 'vitest';
import {
  cellText,
  columnLetters,
  columnWidth,
  fileSize,
  indiaSerial,
  joinInCell,
  MAX_CELL_LENGTH,
  spreadsheetName,
} from './rules';

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

test('columns are lettered as Excel does', () => {
  expect([1, 26, 27, 52, 53, 702, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a column is as wide as its widest cell or its header, within bounds', () => {
  expect(columnWidth('Seats', 'number', [1, null, 12])).toBe('Seats'.length + 4);
  expect(columnWidth('Total', 'rupees', [12_345_678.5])).toBe('₹1,23,45,678.50'.length + 1);
  expect(columnWidth('At', 'moment', [new Date()])).toBe('dd mmm yyyy hh:mm'.length + 1);
  expect(columnWidth('Name', 'text', ['x'.repeat(500)])).toBe(60);
});

test.each([
  [1, '1 kB'],
  [640_000, '640 kB'],
  [3_240_000, '3.2 MB'],
])('%i bytes are formatted as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
