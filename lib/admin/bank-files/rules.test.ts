import { expect, test } from 'vitest';
import { readColumns } from '@/lib/platform/bank-columns';
import { plainCsvText } from '@/lib/platform/csv';
import { defaultSettings } from '@/lib/settings/schema';
import { fileNumberOf, fileReference, fileRows } from './rules';

const payment = {
  position: 3,
  holder: 'Principal, Govt. Polytechnic (Rewa)',
  accountNumber: '00123456789',
  ifsc: 'SBIN0001234',
  amountPaise: 12_34_567_05,
  reference: fileReference(12, 3),
  payOn: '2026-12-01',
};

test('a payment is identified by letters and digits that name its file', () => {
  expect(fileReference(12, 3)).toBe('BF00012003');
  expect(fileReference(123456, 199)).toBe('BF123456199');
  for (const number of [1, 99_999, 123_456_789]) expect(fileNumberOf(fileReference(number, 200))).toBe(number);
  for (const other of ['', 'BF12', 'UTR000012003', 'BF00012003X']) expect(fileNumberOf(other)).toBeNull();
});

test('the file has the columns of the settings, amounts with two decimals and days as banks write them', () => {
  const columns = readColumns(defaultSettings('bankFile').columns)!;
  const rows = fileRows(columns, [payment], '50100012345678');
  expect(plainCsvText(rows)).toBe(
    'Beneficiary Name,Beneficiary Account Number,IFSC,Amount,Payment Mode,Payment Date,Debit Account Number,Remarks\r\n' +
      '"Principal, Govt. Polytechnic (Rewa)",00123456789,SBIN0001234,1234567.05,NEFT,01/12/2026,50100012345678,BF00012003\r\n',
  );
  const own = readColumns('  No. = serial \n\n A = B = ifsc\nBlank = empty')!;
  expect(fileRows(own, [payment], '')).toEqual([
    ['No.', 'A = B', 'Blank'],
    ['3', 'SBIN0001234', ''],
  ]);
});

test.each(['', ' \n ', 'Name', 'Name = ', '= name', 'Name = nobody', 'Name = name\nIFSC'])(
  'a setting of columns that says something else is refused: %j',
  (text) => expect(readColumns(text)).toBeNull(),
);
