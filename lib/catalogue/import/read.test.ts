import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { readTable } from './read';
import { MAX_FILE_BYTES } from './schema';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
};

function workbook(...sheets: unknown[][][]): Uint8Array<ArrayBuffer> {
  const book = XLSX.utils.book_new();
  for (const sheet of sheets) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(sheet));
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

async function tableOf(bytes: Uint8Array<ArrayBuffer>, name = 'courses.csv') {
  const read = await readTable(bytes, name);
  if (!read.ok) throw new Error(read.problem.code);
  return read.table;
}

describe('a CSV file', () => {
  const expected = [
    { line: 1, cells: ['City', 'Fee'] },
    { line: 2, cells: ['रीवा', '1,25,000'] },
  ];

  test.each([
    ['commas and LF', utf8('City,Fee\nरीवा,"1,25,000"\n')],
    ['CRLF', utf8('City,Fee\r\nरीवा,"1,25,000"\r\n')],
    ['CR alone', utf8('City,Fee\rरीवा,"1,25,000"')],
    ['a byte order mark', utf8('\uFEFFCity,Fee\r\nरीवा,"1,25,000"')],
    ['semicolons', utf8('City;Fee\r\nरीवा;1,25,000')],
    ['tabs', utf8('City\tFee\nरीवा\t1,25,000')],
    ["UTF-16, as Excel's 'Unicode text'", utf16('City\tFee\r\nरीवा\t1,25,000\r\n')],
    ['UTF-16 of the other byte order', utf16('City\tFee\r\nरीवा\t1,25,000\r\n', true)],
  ])('with %s is read', async (_, bytes) => expect(await tableOf(bytes)).toEqual(expected));

  test('names the lines of its rows past empty lines and values with line breaks', async () => {
    const rows = await tableOf(utf8('\r\nCity,Fee\r\n\r\n"Agar\r\nMalwa",1\r\n , \r\nRewa,2\r\n'));
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'City'],
      [4, 'Agar\nMalwa'],
      [7, 'Rewa'],
    ]);
  });

  test('may have separators inside quotes in its header', async () => {
    expect(await tableOf(utf8('"City; or town; or village",Fee\nRewa,1'))).toMatchObject([
      { cells: ['City; or town; or village', 'Fee'] },
      {},
    ]);
  });

  test('with 50,000 rows is read, with more refused', async () => {
    const rows = (count: number) => utf8(`City,Fee\n${'Rewa,1\n'.repeat(count)}`);
    expect(await tableOf(rows(50_000))).toHaveLength(50_001);
    expect(await readTable(rows(50_001), 'a.csv')).toMatchObject({ ok: false, problem: { code: 'too_many_rows' } });
  });
});

describe('a workbook', () => {
  test('gives numbers as numbers and the cached values of formulas; empty rows are passed over', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([[], ['City', 'Seats', 'Fee', 'Open'], [], ['रीवा', 60, 125000.5, true]]);
    sheet.B4 = { t: 'n', f: '30*2', v: 60 };
    sheet.D4 = { t: 'd', v: new Date(Date.UTC(2026, 0, 31)) };
    const book = { SheetNames: ['A'], Sheets: { A: sheet } };
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
    expect(await tableOf(bytes, 'Courses.XLSX')).toEqual([
      { line: 2, cells: ['City', 'Seats', 'Fee', 'Open'] },
      { line: 4, cells: ['रीवा', 60, 125000.5, '2026-01-31'] },
    ]);
  });

  test('is read from its first sheet; the others are named', async () => {
    const read = await readTable(workbook([['City']], [['Notes']], [['More']]), 'a.xlsx');
    expect(read).toMatchObject({ ok: true, table: [{ cells: ['City'] }], otherSheets: ['Sheet2', 'Sheet3'] });
  });
});

describe('a file is refused', () => {
  const zip = utf8('PK\x03\x04 and then nothing');

  test.each([
    ['when it is empty', new Uint8Array(), 'a.csv', 'empty'],
    ['when it has only separators', utf8('\uFEFF\r\n , \r\n\r\n,,'), 'a.csv', 'empty'],
    ['when it is an empty workbook', workbook([]), 'a.xlsx', 'empty'],
    ['when its kind is unknown', utf8('City'), 'a.json', 'kind_unknown'],
    ['when it is an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'a.xlsx', 'old_excel'],
    ['when a workbook is named CSV', workbook([['City']]), 'a.csv', 'not_what_it_says'],
    ['when a text is named XLSX', utf8('City,Fee'), 'a.xlsx', 'not_what_it_says'],
    ['when it is a PDF', utf8('%PDF-1.7'), 'a.csv', 'not_what_it_says'],
    ['when it is a web page', utf8('<html><table>'), 'a.csv', 'not_what_it_says'],
    ['when its workbook is damaged', zip, 'a.xlsx', 'unreadable'],
    ['when it is neither UTF-8 nor marked as UTF-16', new Uint8Array([0x43, 0xe9, 0x2c, 0x31]), 'a.csv', 'encoding'],
    ['when it is UTF-16 without a mark', utf16('City,Fee').slice(2), 'a.csv', 'encoding'],
    ['when a quotation mark is left open', utf8('City,Fee\n"Rewa,1\n'), 'a.csv', 'quotes'],
    ['when it is too large', new Uint8Array(MAX_FILE_BYTES + 1), 'a.csv', 'too_large'],
  ])('%s', async (_, bytes, name, code) => {
    expect(await readTable(bytes, name)).toMatchObject({ ok: false, problem: { code } });
  });
});
