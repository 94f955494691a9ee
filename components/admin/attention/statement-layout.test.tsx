import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { Proposals } from '@/lib/admin/receipts/schema';
import attention from '@/lib/platform/i18n/en/attention.json';
import { Credits } from './credits';
import { StatementLayout } from './statement-layout';

const COLUMNS = {
  ...{ date: 0, text: 1, reference: null, cheque: null, credit: 2, debit: null },
  ...{ amount: null, side: null, balance: null, payer: null, account: null, currency: null },
};
const LINE = {
  ...{ line: 4, date: '2026-04-01', amountPaise: 50_00, text: 'NEFT', bankReference: 'HDFCN00000000001' },
  ...{ mode: null, payer: '', payerBank: '', state: 'recorded', adoptions: [], by: null },
  ...{ account: null, counterLine: null },
} as const;

/** Lines that contradict a balance. */
const wrong = (...lines: number[]) => lines.map((line) => ({ line, change: 10 }));

/** The text of the page for a statement that differs from a complete one without a balance. */
function textOf({
  columns = COLUMNS,
  ...differing
}: Partial<Proposals> & { columns?: Proposals['layout']['columns'] }) {
  const proposals: Proposals = {
    ...{ lines: [], debits: [], bad: [], skipped: 0, balance: null, remembered: false },
    layout: {
      ...{ format: 'table', others: [], accounts: [] },
      ...{ headerLine: 3, titles: ['Day', 'Narration', ''], columns },
      ...{ dayOrder: 'day first', decimal: ',', account: '5511' },
    },
    ...differing,
  };
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="Asia/Kolkata" messages={{ attention }}>
      <StatementLayout proposals={proposals} onCorrect={() => undefined} />
      <Credits name="april.csv" proposals={proposals} />
    </IntlProvider>,
  );
  return { html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
}

test('says which columns were taken, and what is to be noted about days, decimals and account', () => {
  const { html, text } = textOf({});
  for (const part of ['Titles in line 3', 'Date: Day', 'Credit: Column 3', 'Day first', 'Comma', 'ends in 5511'])
    expect(text).toContain(part);
  expect(html).not.toMatch(/<details[^>]* open/);
});

test.each([
  [{ date: null }, 'No column was recognised as the date.'],
  [{ credit: null }, 'No column was recognised as the credit or amount.'],
  [{ date: null, credit: null }, 'No columns were recognised as the date and the credit or amount.'],
])('says what is missing of %j, with the choice of columns open', (missing, sentence) => {
  const { html, text } = textOf({ columns: { ...COLUMNS, ...missing } });
  expect(text).toContain(sentence);
  expect(text).not.toContain('no balance');
  expect(html).toMatch(/<details[^>]* open/);
});

test('says that the columns are those of an earlier choice', () => {
  expect(textOf({ remembered: true }).text).toContain('The columns are those that were chosen for the last file');
  expect(textOf({}).text).not.toContain('The columns are those');
});

test.each([
  [null, 'The statement has no balance to check.'],
  [{ checked: 9, wrong: [], turned: [] }, '9 lines agree with the balance, none contradicts it.'],
  [{ checked: 8, wrong: wrong(25), turned: [] }, 'Line 25 does not agree with the balance'],
  [{ checked: 8, wrong: wrong(25, 27), turned: [] }, 'Lines 25, 27 do not agree with the balance'],
  [{ checked: 8, wrong: [], turned: [3] }, 'The column of line 3 says the other side'],
  [
    { checked: 0, wrong: wrong(2, 3, 4, 5, 6, 7, 8), turned: [] },
    'Lines 2, 3, 4, 5, 6 and 2 more do not agree with the balance',
  ],
])('the balance %j', (balance, sentence) => {
  expect(textOf({ balance }).text).toContain(sentence);
});

test('marks credits that contradict the balance or repeat a reference', () => {
  const lines = [
    LINE,
    { ...LINE, line: 5 },
    { ...LINE, line: 6, bankReference: null },
    { ...LINE, line: 7, bankReference: null },
  ];
  const { text } = textOf({
    lines: lines as unknown as Proposals['lines'],
    balance: { checked: 2, wrong: wrong(6), turned: [] },
  });
  expect(text.match(/Same reference as line \d/g)).toEqual(['Same reference as line 5', 'Same reference as line 4']);
  expect(text.match(/Does not agree with the balance, which rises by ₹10.00 here/g)).toHaveLength(1);
});

test('offers no recording of a line that contradicts the balance, and of what is nobody’s receipt', () => {
  const states = ['new', 'new', 'returned', 'taken_back', 'interest'] as const;
  const lines = states.map((state, at) => ({ ...LINE, line: at + 4, bankReference: null, state }));
  const { html, text } = textOf({
    lines: lines as unknown as Proposals['lines'],
    balance: { checked: 2, wrong: wrong(5), turned: [] },
  });
  expect(html.match(/Record line \d/g)).toEqual(['Record line 4']);
  for (const part of ['A payment of ours that came back', 'The bank took it back', 'Interest of the bank'])
    expect(text).toContain(part);
});

test('names several accounts, other sheets and the format of the bank', () => {
  const layout = { format: 'MT940', others: ['June'], accounts: ['2222', '8888'], headerLine: 1, titles: [] } as const;
  const { text } = textOf({
    layout: { ...layout, columns: COLUMNS, dayOrder: 'day first', decimal: '.', account: '2222' } as never,
    lines: [{ ...LINE, account: '8888' }] as unknown as Proposals['lines'],
  });
  for (const part of [
    'Format: MT940',
    'several accounts, ending in 2222, 8888',
    'not read: June',
    'Account ending in 8888',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('ends in');
});
