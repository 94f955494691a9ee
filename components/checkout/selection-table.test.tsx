import { expect, test } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import { markupOf } from '@/testing/components/markup';
import { SelectionTable } from './selection-table';

/** The rows of a table of so many courses as HTML; `hidden` are those that a phone folds. */
async function rowsOf(count: number) {
  const line = {
    selectedSeats: 2,
    pricePaise: 12_500_00,
    courseName: 'ITI',
    city: 'Dhar',
    institute: 'Government ITI',
  };
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  const cart = Object.fromEntries(ids.map((id) => [id, { ...line, id, branch: `Trade ${id}` }]));
  const markup = await markupOf(
    <TextProvider locale="en" messages={CATALOGUES.en}>
      <SelectionTable cart={cart} />
    </TextProvider>,
  );
  const rows = markup.split('<tr').filter((row) => row.includes('Trade c'));
  return { markup, rows, hidden: rows.filter((row) => row.includes('@max-[40rem]:hidden')) };
}

test('a phone shows three lines of many, so that the form below is near', async () => {
  const many = await rowsOf(11);
  expect(many.rows).toHaveLength(11);
  expect(many.hidden).toHaveLength(8);
  expect(many.markup).toContain('8 more courses');
  const few = await rowsOf(4);
  expect(few.hidden).toEqual([]);
  expect(few.markup).not.toContain('more course');
});
