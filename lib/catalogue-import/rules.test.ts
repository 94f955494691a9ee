import { describe, expect, test } from 'vitest';
import { parseTable } from './rules';
import type { Cell } from '@/lib/platform/cell';

const HEADER: Cell[] = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price'];
const GOOD: Cell[] = ['Rewa', 'Government ITI, Rewa', 'ITI', 'Fitter', '20', '₹12,500'];

const parse = (...rows: Cell[][]) => parseTable([HEADER, ...rows].map((cells, index) => ({ line: index + 1, cells })));
const good = (change: Partial<Record<number, Cell>>) => GOOD.map((cell, place) => change[place] ?? cell);

describe('a table', () => {
  test('returns its rows with their lines; a course may have no institute', () => {
    expect(parse(GOOD, good({ 1: ' ' }))).toEqual({
      ok: true,
      rows: [
        {
          line: 2,
          city: 'Rewa',
          institute: 'Government ITI, Rewa',
          courseType: 'ITI',
          branch: 'Fitter',
          totalSeats: 20,
          pricePaise: 12_500_00,
        },
        {
          line: 3,
          city: 'Rewa',
          institute: null,
          courseType: 'ITI',
          branch: 'Fitter',
          totalSeats: 20,
          pricePaise: 12_500_00,
        },
      ],
      bad: [],
      places: [],
      institutes: [],
      optional: [],
    });
  });

  test('reports every invalid row with its line and all reasons, and keeps the valid ones', () => {
    const parsed = parse(good({ 2: 'B.Sc.', 4: 'x', 5: '1.25 lac +' }), GOOD, [null, 'Government ITI, Rewa']);
    expect(parsed).toMatchObject({ ok: true, rows: [{ line: 3 }] });
    if (!parsed.ok) return;
    expect(parsed.bad.map(({ line, problems }) => [line, problems.map(({ code }) => code)])).toEqual([
      [2, ['type_unknown', 'seats_not_whole', 'price_not_amount']],
      [4, ['missing', 'missing', 'missing', 'missing', 'missing']],
    ]);
  });

  test('refuses a duplicate course, ignoring case and spaces, and names the other line', () => {
    const parsed = parse(
      GOOD,
      good({ 3: 'Welder' }),
      good({ 0: ' REWA', 1: 'government  iti, rewa', 2: 'I.T.I.', 3: 'FITTER', 4: '24' }),
    );
    expect(parsed).toMatchObject({
      ok: true,
      bad: [{ line: 4, problems: [{ code: 'duplicate', params: { other: 2 } }] }],
    });
  });

  test('uses the first spelling of a city and an institute', () => {
    expect(parse(GOOD, good({ 0: 'REWA', 1: 'GOVERNMENT ITI, REWA', 3: 'Welder' }))).toMatchObject({
      rows: [{}, { city: 'Rewa', institute: 'Government ITI, Rewa', branch: 'Welder' }],
    });
  });

  test('refuses a row with values beyond its header, as an unquoted 1,25,000 makes', () => {
    expect(parse([...GOOD.slice(0, 5), '1', '25', '000'])).toMatchObject({
      bad: [{ line: 2, problems: [{ code: 'extra_values' }] }],
    });
    expect(parse([...GOOD, '', null])).toMatchObject({ rows: [{ line: 2 }], bad: [] });
  });

  test.each([
    [[], 'empty'],
    [[HEADER], 'no_rows'],
    [[['Catalogue 2026'], GOOD], 'columns_missing'],
    [[['Catalogue 2026'], HEADER], 'no_rows'],
  ])('without header or rows is refused as a whole (%#)', (rows, code) => {
    const table = rows.map((cells, index) => ({ line: index + 1, cells }));
    expect(parseTable(table)).toMatchObject({ ok: false, problem: { code } });
  });
});
