import { describe, expect, test } from 'vitest';
import { mayName, readAmount, readDay, readStatement } from './rules';

const TODAY = '2026-11-22';
/** A table as readTable returns it, from the first line of the file on. */
const tableOf = (...rows: (string | number | null)[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));

describe('the columns', () => {
  test.each([
    ['the plainest titles', ['Date', 'Description', 'Credit', 'Reference'], ['01/04/2026', 'NEFT', '500', 'UTR000001']],
    ['narration and UTR', ['date', 'NARRATION', 'amount', 'UTR'], ['2026-04-01', 'NEFT', '500.00', 'utr000001']],
    [
      'HDFC',
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      ['31/03/26', 'NEFT', 'UTR000001', '01/04/26', '', '500.00', '9,500.00'],
    ],
    [
      'SBI',
      ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
      ['31 Mar 2026', '1 Apr 2026', 'NEFT', 'UTR000001', ' ', '500.00', '9500'],
    ],
    [
      'ICICI',
      ['S No.', 'Value Date', 'Transaction Date', 'Cheque Number', 'Transaction Remarks', 'Deposit Amount (INR )'],
      ['1', '01-04-2026', '01-04-2026', 'UTR000001', 'NEFT', '500.00'],
    ],
    [
      'a side of its own',
      ['Date', 'Details', 'Dr/Cr', 'Amount', 'Ref No'],
      ['01-Apr-26', 'NEFT', 'Cr', '500', 'UTR000001'],
    ],
  ])('of %s are recognised, below the rows of the bank', (_name, header, row) => {
    const statement = readStatement(tableOf(['A bank'], ['Account', '123'], header, row), TODAY);
    expect(statement).toEqual({
      lines: [
        {
          line: 4,
          date: '2026-04-01',
          amountPaise: 500_00,
          text: 'NEFT',
          bankReference: 'UTR000001',
          mode: 'NEFT',
          side: 'credit',
          payer: '',
          payerBank: '',
          mayName: [],
        },
      ],
      bad: [],
      skipped: 0,
    });
  });

  test.each([[['Date', 'Credit']], [['Narration', 'Credit']], [['Date', 'Narration', 'Balance']], [['A', 'B', 'C']]])(
    'without a date, a text and an amount there is no statement: %j',
    (header) => expect(readStatement(tableOf(header, ['01/04/2026', '500', '']), TODAY)).toBeNull(),
  );
});

test('debits are kept apart, empty lines are skipped; a bad credit has its line and reason', () => {
  const statement = readStatement(
    tableOf(
      ['Date', 'Narration', 'Debit', 'Credit', 'Ref'],
      ['01/04/2026', 'Rent', '900', '', 'X'],
      ['01/04/2026', 'Nothing', '', '0.00', 'X'],
      ['', '*** End ***', '', '', ''],
      ['31/02/2026', 'a', '', '10', 'REF1'],
      ['01/04/2027', 'b', '', '10', 'REF2'],
      ['01/04/2026', 'c', '', 'ten', 'REF3'],
      ['01/04/2026', 'd', '', '10.005', 'REF4'],
      ['01/04/2026', 'e', '', '10', 'REF5'],
      ['02/04/2026', 'f', '', '10', 'ref 5'],
    ),
    TODAY,
  )!;
  expect(statement.skipped).toBe(2);
  expect(statement.lines.map(({ line, side }) => [line, side])).toEqual([
    [2, 'debit'],
    [9, 'credit'],
  ]);
  expect(statement.bad.map(({ line, problem: { code } }) => [line, code])).toEqual([
    [5, 'date'],
    [6, 'future'],
    [7, 'amount'],
    [8, 'amount'],
    [10, 'repeated'],
  ]);
  expect(statement.bad.at(-1)!.problem.params).toEqual({ other: 9 });
});

test.each([
  ['1,25,000.00', { paise: 1_25_000_00 }],
  ['₹ 1,25,000', { paise: 1_25_000_00 }],
  ['INR 125,000.5', { paise: 1_25_000_50 }],
  ['125000.50 Cr', { paise: 1_25_000_50, isDebit: false }],
  ['500Dr', 'invalid'],
  ['500 Dr.', { paise: 500_00, isDebit: true }],
  ['-500.00', { paise: 500_00, isDebit: true }],
  ['(500.00)', { paise: 500_00, isDebit: true }],
  [12500.3, { paise: 12_500_30 }],
  ['', null],
  ['-', null],
  ['0.00', null],
  [null, null],
  ['1.25 lakh', 'invalid'],
  ['1,2,3', 'invalid'],
  ['12.345', 'invalid'],
  ['99999999999999', 'invalid'],
])('the amount %j is %j', (cell, amount) => expect(readAmount(cell)).toEqual(amount));

test.each([
  ['01/04/2026', '2026-04-01'],
  ['1-4-26', '2026-04-01'],
  ['01.04.2026 10:22:11', '2026-04-01'],
  ['1 Apr 2026', '2026-04-01'],
  ['01-APRIL-2026', '2026-04-01'],
  ['2026-04-01', '2026-04-01'],
  ['2026-04-01T00:00:00', '2026-04-01'],
  ['04/13/2026', null],
  ['31/02/2026', null],
  ['1 Foo 2026', null],
  ['20260401', null],
  ['', null],
])('the day %j is %j', (cell, day) => expect(readDay(cell)).toBe(day));

test.each([
  ['NEFT/HDFC0000001/TATA/SA-7K2M-Q4XT-90BD', ['SA-7K2M-Q4XT-90BD']],
  ['neft tata motors sa7k2mq4xt90bd', ['SA-7K2M-Q4XT-90BD']],
  ['REFSA 7K2M Q4XT 90BD/PAID', ['SA-7K2M-Q4XT-90BD']],
  ['SA-7KZM-Q4XT-9OBD', ['SA-7KZM-Q4XT-90BD']],
  ['SA-7K2M-Q4XT-90BD and SA-AAAA-BBBB-CCCC', ['SA-7K2M-Q4XT-90BD', 'SA-AAAA-BBBB-CCCC']],
  ['Tata Motors', []],
])('%j may name %j', (text, names) => expect(mayName(text)).toEqual(expect.arrayContaining(names)));

test('a text without references names at most words that no adoption has', () => {
  expect(mayName('SA'.repeat(200)).length).toBeLessThanOrEqual(20);
});

test.each([
  ['NEFT CR-HDFC0000001-TATA MOTORS-HDFCN52026040112', null, 'HDFCN52026040112', 'NEFT'],
  ['RTGS/SBINR12026040100000001/TATA', '0000', 'SBINR12026040100000001', 'RTGS'],
  ['RTGS/SBINR52026040100000012/TATA', '', 'SBINR52026040100000012', 'RTGS'],
  ['UPI/609112345678/TATA', '-', '609112345678', 'UPI'],
  ['IMPS-609112345678-TATA', 'IMPS 609112345678', 'IMPS609112345678', 'IMPS'],
  ['CHQ DEP 004512', '004512', '004512', 'cheque'],
  ['By cash', '', null, null],
])('%j with the reference %j has the bank reference %j and the mode %j', (text, reference, bankReference, mode) => {
  const { lines } = readStatement(
    tableOf(['Date', 'Narration', 'Credit', 'Ref'], ['01/04/2026', text, '10', reference]),
    TODAY,
  )!;
  expect(lines).toMatchObject([{ bankReference, mode }]);
});
