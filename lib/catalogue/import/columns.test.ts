import { describe, expect, test } from 'vitest';
import { columnOf, findColumns } from './columns';
import { COLUMN_TITLES, IMPORT_COLUMNS, OPTIONAL_TITLES } from './schema';

describe('a column title', () => {
  test.each([
    ['Institute Name', 'institute'],
    ['College', 'institute'],
    ['Name of the Institute', 'institute'],
    ['Intake', 'totalSeats'],
    ['Seats', 'totalSeats'],
    ['No. of Seats', 'totalSeats'],
    ['SANCTIONED INTAKE', 'totalSeats'],
    ['Fee', 'price'],
    ['Fees per Year', 'price'],
    ['Annual Fee (Rs.)', 'price'],
    ['Price per Seat (₹)', 'price'],
    ['fees_per_year in INR', 'price'],
    ['Course', 'courseType'],
    ['course-type', 'courseType'],
    ['Branch/Trade', 'branch'],
    [' trade ', 'branch'],
    ['District', 'city'],
    ['Ｃｉｔｙ', 'city'],
  ])('%s is read as %s', (title, column) => expect(columnOf(title)).toBe(column));

  test.each(IMPORT_COLUMNS)('from the documentation is recognized: %s', (column) =>
    expect(columnOf(COLUMN_TITLES[column])).toBe(column),
  );

  test.each(['Seats Left', 'Available Seats', 'Fee in lakh', 'Remarks', 'Sr. No.', '', '₹', 'Rs'])(
    '%s is none',
    (title) => expect(columnOf(title)).toBeNull(),
  );
});

describe('the header', () => {
  const header = ['Sr. No.', 'District', 'College', null, 'Course', 'Branch', 'Intake', 'Fee', 'Remarks'];

  test('maps each column to its index and ignores others', () => {
    expect(findColumns(header)).toEqual({
      ok: true,
      places: { city: 1, institute: 2, courseType: 4, branch: 5, totalSeats: 6, price: 7 },
      placeColumns: {},
    });
  });

  test('without a required column is refused with the missing and the found titles', () => {
    expect(findColumns(['City', 'College', 'Course', 'Seats', 'Fee in lakh'])).toEqual({
      ok: false,
      problem: {
        code: 'columns_missing',
        params: {
          missing: 'Branch, Price per Seat per Year',
          seen: '"City", "College", "Course", "Seats", "Fee in lakh"',
        },
      },
    });
  });

  test('with two titles for one column is refused with both', () => {
    expect(findColumns([...header, 'Total Seats'])).toEqual({
      ok: false,
      problem: { code: 'columns_ambiguous', params: { column: 'Total Seats', seen: '"Intake", "Total Seats"' } },
    });
  });
});

test.each(Object.entries({ ...COLUMN_TITLES, ...OPTIONAL_TITLES }))('the title of %s is read', (column, title) => {
  expect(columnOf(title)).toBe(column);
});
