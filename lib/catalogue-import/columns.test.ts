import { describe, expect, test } from 'vitest';
import type { Cell } from '@/lib/platform/cell';
import { findHeader } from './columns';
import { COLUMN_TITLES, OPTIONAL_TITLES } from './schema';
import { columnOfKey, titleKey } from './titles';

const columnOf = (title: string) => columnOfKey(titleKey(title));
const find = (...rows: Cell[][]) => findHeader(rows.map((cells, index) => ({ line: index + 1, cells })));

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
    ['Fee per year (in ₹)', 'price'],
    ['Annual Fee (₹)', 'price'],
    ['Fee\n(in Rs.)', 'price'],
    ['Tuition Fee 2026-27', 'price'],
    ['Intake 2026-27', 'totalSeats'],
    ['Sanctioned Intake (Session 2026-2027)', 'totalSeats'],
    ['Total\r\nSeats', 'totalSeats'],
    ['Branch / Trade', 'branch'],
    ['शहर', 'city'],
    ['ज़िला', 'city'],
    ['संस्था का नाम', 'institute'],
    ['संस्था का नाम (हिंदी में)', 'hindi'],
    ['College Name in Hindi', 'hindi'],
    ['Name of Trade (in Hindi)', 'branchHindi'],
    ['ट्रेड का नाम हिन्दी में', 'branchHindi'],
    ['पाठ्यक्रम', 'courseType'],
    ['ट्रेड', 'branch'],
    ['शाखा / ट्रेड', 'branch'],
    ['कुल सीटें', 'totalSeats'],
    ['वार्षिक शुल्क (रुपये)', 'price'],
  ])('%s is read as %s', (title, column) => expect(columnOf(title)).toBe(column));

  test.each([
    'Seats Left',
    'Available Seats',
    'Fee in lakh',
    'Fee (per month)',
    'Fee Remarks',
    'Fee per semester',
    'Year',
    'Remarks',
    'Sr. No.',
    '',
    '₹',
    'Rs',
  ])('%s is none', (title) => expect(columnOf(title)).toBeNull());
});

describe('the header', () => {
  const header = ['Sr. No.', 'District', 'College', null, 'Course', 'Branch', 'Intake', 'Fee', 'Remarks'];

  test('maps each column to its index and ignores others', () => {
    expect(find(header)).toEqual({
      ok: true,
      places: { city: 1, institute: 2, courseType: 4, branch: 5, totalSeats: 6, price: 7 },
      placeColumns: {},
      rows: 1,
    });
  });

  test('without a required column is refused with the missing and the found titles', () => {
    expect(find(['City', 'College', 'Course', 'Seats', 'Fee in lakh'])).toEqual({
      ok: false,
      problem: {
        code: 'columns_missing',
        params: {
          missing: 'Branch, Price per Seat per Year',
          line: 1,
          seen: '"City", "College", "Course", "Seats", "Fee in lakh"',
        },
      },
    });
  });

  test('may have titles of the list above it', () => {
    const list: Cell[] = ['List of institutes, City and Branch, 2026-27'];
    expect(find(list, ['Directorate'], header, header)).toMatchObject({ ok: true, rows: 3 });
    expect(find(...Array.from({ length: 49 }, () => list), header)).toMatchObject({ ok: true, rows: 50 });
    expect(find(...Array.from({ length: 50 }, () => list), header)).toMatchObject({ ok: false });
  });

  test('that is incomplete is named by its line, not the first one', () => {
    expect(find(['List of institutes'], ['City', 'College', 'Course', 'Branch', 'Seats'])).toMatchObject({
      problem: { params: { missing: 'Price per Seat per Year', line: 2 } },
    });
  });

  test('with two titles for one column is refused with both', () => {
    expect(find([...header, 'Total Seats'])).toEqual({
      ok: false,
      problem: { code: 'columns_ambiguous', params: { column: 'Total Seats', seen: '"Intake", "Total Seats"' } },
    });
  });
});

test.each(Object.entries({ ...COLUMN_TITLES, ...OPTIONAL_TITLES }))('the title of %s is read', (column, title) => {
  expect(columnOf(title)).toBe(column);
});
