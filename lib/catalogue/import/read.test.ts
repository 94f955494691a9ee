import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { MAX_IMPORT_BYTES } from '@/lib/core/limits';
import { readTable } from './read';

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

  test('has correct line numbers after empty lines and values with line breaks', async () => {
    const rows = await tableOf(utf8('\r\nCity,Fee\r\n\r\n"Agar\r\nMalwa",1\r\n , \r\nRewa,2\r\n'));
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'City'],
      [4, 'Agar\nMalwa'],
      [7, 'Rewa'],
    ]);
  });

  test('may have quoted separators in its header', async () => {
    expect(await tableOf(utf8('"City; or town; or village",Fee\nRewa,1'))).toMatchObject([
      { cells: ['City; or town; or village', 'Fee'] },
      {},
    ]);
  });

  test('is read with 50,000 rows and refused with more', async () => {
    const rows = (count: number) => utf8(`City,Fee\n${'Rewa,1\n'.repeat(count)}`);
    expect(await tableOf(rows(50_000))).toHaveLength(50_001);
    expect(await readTable(rows(50_001), 'a.csv')).toMatchObject({ ok: false, problem: { code: 'too_many_rows' } });
  });
});

describe('a workbook', () => {
  test('returns numbers as numbers and the cached values of formulas; skips empty rows', async () => {
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

  test('is read from its first sheet; the others are reported', async () => {
    const read = await readTable(workbook([['City']], [['Notes']], [['More']]), 'a.xlsx');
    expect(read).toMatchObject({ ok: true, table: [{ cells: ['City'] }], otherSheets: ['Sheet2', 'Sheet3'] });
  });
});

/**
 * Returns a workbook of one row with extra rows in its sheet, optionally with a false declared size, and with its
 * parts compressed or not.
 */
function tampered({
  rows = '',
  size = -1,
  name = 'xl/worksheets/sheet1.xml',
  compression = true,
}): Uint8Array<ArrayBuffer> {
  const zip = XLSX.CFB.read(workbook([['City']]), { type: 'array' });
  const sheet = Buffer.from(XLSX.CFB.find(zip, '/xl/worksheets/sheet1.xml')!.content).toString();
  XLSX.CFB.utils.cfb_add(zip, `/${name}`, Buffer.from(sheet.replace('</sheetData>', `${rows}</sheetData>`)));
  const written = XLSX.CFB.write(zip, { fileType: 'zip', compression, type: 'buffer' }) as Buffer;
  const bytes = new Uint8Array(written);
  // The name occurs twice: before the sheet, and in the directory at the end, with the size 22 bytes before it.
  if (size >= 0) new DataView(bytes.buffer).setUint32(written.lastIndexOf(name) - 22, size, true);
  return bytes;
}

describe('a file that would exhaust the memory is refused before it is parsed', () => {
  test.each([
    ['a cell in the last corner', { rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }, 'too_wide'],
    ['a row beyond the last', { rows: '<row r="999999999999"><c r="A999999999999"><v>1</v></c></row>' }, 'too_wide'],
    ['a column beyond the last', { rows: '<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>' }, 'too_wide'],
    ['a place in disguise', { rows: '<row r="2"><c r="&#88;FD2"><v>1</v></c></row>' }, 'unreadable'],
    ['a place behind a bracket', { rows: '<row r="2"><c s=">" r="ZZZZZZ2"><v>1</v></c></row>' }, 'unreadable'],
    [
      'a place that is named twice',
      { rows: '<row r="1048576"><c r="XFD1048576" r="A1048576"><v>1</v></c></row>' },
      'too_wide',
    ],
    [
      'a sheet among the parts that say what belongs together',
      { rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', name: 'xl/worksheets/sheet1.xml.rels' },
      'too_wide',
    ],
    ['three million cells', { rows: `<row r="2">${'<c/>'.repeat(3_000_000)}</row>` }, 'too_wide'],
    ['a text of a megabyte', { rows: `<row r="2"><c><v>${'&amp;'.repeat(200_000)}</v></c></row>` }, 'too_complex'],
    ['a tag of a megabyte', { rows: `<x${' a="1"'.repeat(200_000)}/>` }, 'too_complex'],
    ['tags within tags', { rows: '<a>'.repeat(101) }, 'too_complex'],
    ['eight million tags', { rows: '<a/>'.repeat(8_000_001) }, 'too_complex'],
    ['a bracket in a value that hides the end of a tag', { rows: '<x a=">" b="<" c=">"/>' }, 'unreadable'],
    ['parts of more than 100 MB', { size: 101 * 1024 * 1024 }, 'unpacked_too_large'],
  ])('a workbook with %s', async (_, change, code) => {
    expect(await readTable(tampered(change), 'a.xlsx')).toMatchObject({ ok: false, problem: { code } });
  });

  test('a workbook whose parts are larger than declared', async () => {
    for (const compression of [true, false])
      expect(await readTable(tampered({ size: 10, compression }), 'a.xlsx')).toMatchObject({
        problem: { code: 'unreadable' },
      });
  });

  test('a workbook of many large parts, for each of which the library would start a thread', async () => {
    const withParts = (count: number) => {
      const zip = XLSX.CFB.read(workbook([['City']]), { type: 'array' });
      const part = Buffer.from(`<x>${'<y/>'.repeat(80_000)}</x>`);
      for (let n = 0; n < count; n++) XLSX.CFB.utils.cfb_add(zip, `/xl/part${n}.xml`, part);
      return new Uint8Array(XLSX.CFB.write(zip, { fileType: 'zip', compression: true, type: 'buffer' }) as Buffer);
    };
    expect(await readTable(withParts(31), 'a.xlsx')).toMatchObject({ problem: { code: 'unreadable' } });
    expect(await readTable(withParts(3), 'a.xlsx')).toMatchObject({ ok: true });
  });

  test('a workbook with a second directory, which only some parsers use', async () => {
    const file = Buffer.from(tampered({}));
    const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]);
    const bytes = new Uint8Array(Buffer.concat([file.subarray(0, -22), locator, file.subarray(-22)]));
    expect(await readTable(bytes, 'a.xlsx')).toMatchObject({ problem: { code: 'unreadable' } });
  });

  test('a text with a million columns or two million lines', async () => {
    const bytes = utf8(`City,Fee\n${','.repeat(1_000_000)}`);
    expect(await readTable(bytes, 'a.csv')).toMatchObject({ ok: false, problem: { code: 'too_wide' } });
    expect(await readTable(utf8(`City,Fee\n${',\n'.repeat(2_000_000)}`), 'a.csv')).toMatchObject({
      problem: { code: 'too_wide' },
    });
  });

  test('but the longest cell of Excel is read, even if it consists of entities', async () => {
    const rows = `<row r="2"><c r="A2" t="inlineStr"><is><t>${'&quot;'.repeat(32_767)}</t></is></c></row>`;
    expect((await tableOf(tampered({ rows }), 'a.xlsx')).at(-1)?.cells).toEqual(['"'.repeat(1000)]);
  });

  test('but a distant cell with little content is accepted, and so are rows without content', async () => {
    const rows = '<row r="900000"><c r="B900000"><v>7</v></c></row>';
    expect((await tableOf(tampered({ rows }), 'a.xlsx')).at(-1)).toEqual({ line: 900_000, cells: [null, 7] });
    expect(await tableOf(utf8(`City,Fee\n${',\n'.repeat(200_000)}Rewa,1`))).toHaveLength(2);
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
    ['when it is too large', new Uint8Array(MAX_IMPORT_BYTES + 1), 'a.csv', 'too_large'],
  ])('%s', async (_, bytes, name, code) => {
    expect(await readTable(bytes, name)).toMatchObject({ ok: false, problem: { code } });
  });
});
