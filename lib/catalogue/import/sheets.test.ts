import { describe, expect, test } from 'vitest';
import type { Cell } from '@/lib/core/cell';
import type { Merge, Sheet } from '@/lib/table-file/schema';
import { parseTable } from './rules';
import { findSheet } from './sheets';

const HEADER: Cell[] = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price'];
const rowsOf = (...rows: Cell[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));
const sheet = (name: string, hidden: boolean, ...rows: Cell[][]): Sheet => ({
  name,
  hidden,
  rows: rowsOf(...rows),
  merges: [],
});
const down = (column: number, firstLine: number, lastLine: number): Merge => ({
  firstLine,
  lastLine,
  firstColumn: column,
  lastColumn: column,
});

describe('the sheet of a catalogue', () => {
  test.each([
    [
      'the first with the titles',
      [sheet('Notes', false, ['a']), sheet('A', false, HEADER), sheet('B', false, HEADER)],
      'A',
    ],
    ['a shown one before a hidden one', [sheet('Old', true, HEADER), sheet('New', false, HEADER)], 'New'],
    ['a hidden one if no other has them', [sheet('Cover', false, ['a']), sheet('List', true, HEADER)], 'List'],
    ['the first with rows if none has them', [sheet('Empty', false), sheet('Cover', false, ['a'])], 'Cover'],
  ])('is %s', (_what, sheets, name) => expect(findSheet(sheets).name).toBe(name));
});

describe('merged cells', () => {
  const rows = rowsOf(
    HEADER,
    ['Rewa', 'Government ITI', 'ITI', 'Fitter', 20, 12500],
    [null, null, null, 'Welder', null, null],
    [null, null, null, 'Turner', 24],
    ['Satna', null, 'ITI', 'Fitter', 20, 12500],
  );
  const merges = [0, 1, 2, 4, 5].map((column) => down(column, 2, 4));

  test('count in each of their rows, except seats', () => {
    const parsed = parseTable(rows, merges);
    expect(parsed).toMatchObject({
      ok: true,
      rows: [
        { line: 2, institute: 'Government ITI', totalSeats: 20 },
        {
          line: 4,
          city: 'Rewa',
          institute: 'Government ITI',
          courseType: 'ITI',
          totalSeats: 24,
          pricePaise: 12_500_00,
        },
        { line: 5, institute: null },
      ],
      bad: [{ line: 3, problems: [{ code: 'missing', params: { column: 'Total Seats' } }] }],
    });
  });

  test('of titles above the list, or of one row, change nothing', () => {
    const list = rowsOf(['List'], HEADER, ['Rewa', null, 'ITI', 'Fitter', 20, 12500]);
    const wide = { firstLine: 3, lastLine: 3, firstColumn: 0, lastColumn: 1 };
    expect(parseTable(list, [{ firstLine: 1, lastLine: 1, firstColumn: 0, lastColumn: 5 }, wide])).toEqual(
      parseTable(list),
    );
  });
});
