import { expect, test } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import type { Decimals } from '@/lib/platform/money';
import { markupOf } from '@/testing/components/markup';
import { SelectionTable } from './selection-table';

/** The rows of a table of so many courses as HTML; `hidden` are those that a phone folds. */
async function rowsOf(count: number, decimals: Decimals = 0) {
  const line = {
    selectedSeats: 2,
    pricePaise: 12_500_00,
    session: '2026-27',
    years: 2,
    courseName: 'ITI',
    city: 'Dhar',
    institute: 'Government ITI',
  };
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  const cart = Object.fromEntries(ids.map((id) => [id, { ...line, id, branch: `Trade ${id}` }]));
  const markup = await markupOf(
    <TextProvider locale="en" messages={CATALOGUES.en}>
      <SelectionTable cart={cart} decimals={decimals} />
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

test('A-71 every amount of a table has the same decimals: none in the public flow, two in the dashboard', async () => {
  const amounts = async (decimals: Decimals) => (await rowsOf(1, decimals)).markup.match(/₹[\d,.]*\d/g);
  expect(await amounts(0)).toEqual(['₹12,500', '₹25,000', '₹50,000', '₹25,000']);
  expect(await amounts(2)).toEqual(['₹12,500.00', '₹25,000.00', '₹50,000.00', '₹25,000.00']);
});
