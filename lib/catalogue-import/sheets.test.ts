import { describe, expect, test } from 'vitest';
import type { Cell } from '@/lib/platform/cell';
import type { Merge } from '@/lib/platform/table-file/schema';
import { parseTable } from './rules';

const HEADER: Cell[] = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price'];
const rowsOf = (...rows: Cell[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));
const down = (column: number, firstLine: number, lastLine: number): Merge => ({
  firstLine,
  lastLine,
  firstColumn: column,
  lastColumn: column,
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
});
