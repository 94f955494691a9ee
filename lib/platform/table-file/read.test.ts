import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { MAX_IMPORT_BYTES } from '@/lib/platform/limits';
import { openDocument } from '@/testing/table-file/workbooks';
import { readSheets } from './read';
import type { Row } from './schema';

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

function rowsOf(bytes: Uint8Array<ArrayBuffer>) {
  const read = readSheets(bytes);
  if (!read.ok) throw new Error(read.problem.code);
  return read.sheets[0]!.rows;
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
  ])('with %s is read', (_, bytes) => expect(rowsOf(bytes)).toEqual(expected));

  test('has correct line numbers after empty lines and values with line breaks', () => {
    const rows = rowsOf(utf8('\r\nCity,Fee\r\n\r\n"Agar\r\nMalwa",1\r\n , \r\nRewa,2\r\n'));
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'City'],
      [4, 'Agar\nMalwa'],
      [7, 'Rewa'],
    ]);
  });

  test('may have quoted separators in its header', async () => {
    expect(rowsOf(utf8('"City; or town; or village",Fee\nRewa,1'))).toMatchObject([
      { cells: ['City; or town; or village', 'Fee'] },
      {},
    ]);
  });

  test.each([
    ['a line that names the separator', 'sep=;\r\nCity;Fee\r\nRewa;1,5', ['Rewa', '1,5'], 3],
    ['such a line in quotation marks', '"sep=|"\nCity|Fee\nRewa|1,5', ['Rewa', '1,5'], 3],
    [
      'a letterhead with another separator',
      'Bank;Rewa\nA;B\nCity,Fee,Open\nRewa,1,x\nSatna,2,y',
      ['Rewa', '1', 'x'],
      4,
    ],
    ['commas in amounts', 'City\tFee\tOpen\nRewa\t1,25,000\t3,25,000', ['Rewa', '1,25,000', '3,25,000'], 2],
    ['formulas that keep a text', 'City,No\nRewa,="000123"', ['Rewa', '000123'], 2],
    ['separators in them', 'City,No\nRewa,="3,74,000",="1"', ['Rewa', '3,74,000', '1'], 2],
    ['formulas in quotation marks', 'City,No\n"=""Rewa ""A""""","=""000123"""', ['Rewa "A"', '000123'], 2],
    ['quotation marks inside a value', 'City,Name\nRewa,Govt. "ITI" (5")', ['Rewa', 'Govt. "ITI" (5")'], 2],
  ])('with %s is read', (_, text, cells, line) => {
    expect(rowsOf(utf8(text)).find((row) => row.cells[0]!.toString().startsWith('Rewa'))).toEqual({ line, cells });
  });

  test('in Windows-1252 is read, but not UTF-8 with a damaged letter', () => {
    expect(rowsOf(new Uint8Array([0x43, 0xe9, 0x2c, 0x80]))[0]!.cells).toEqual(['Cé', '€']);
    const damaged = new Uint8Array([...utf8('रीवा,'), 0xe9, 0x2c, 0x31]);
    expect(readSheets(damaged)).toEqual({ ok: false, problem: { code: 'encoding' } });
  });

  test('is read with 50,200 rows and refused with more', () => {
    const rows = (count: number) => utf8('Rewa,1\n'.repeat(count));
    expect(rowsOf(rows(50_200))).toHaveLength(50_200);
    expect(readSheets(rows(50_201))).toMatchObject({ ok: false, problem: { code: 'too_many_rows' } });
  });
});

describe('a workbook', () => {
  test('returns numbers as numbers and the cached values of formulas; skips empty rows', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([[], ['City', 'Seats', 'Fee', 'Open'], [], ['रीवा', 60, 125000.5, true]]);
    sheet.B4 = { t: 'n', f: '30*2', v: 60 };
    sheet.D4 = { t: 'd', v: new Date(Date.UTC(2026, 0, 31)) };
    const book = { SheetNames: ['A'], Sheets: { A: sheet } };
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
    expect(rowsOf(bytes)).toEqual([
      { line: 2, cells: ['City', 'Seats', 'Fee', 'Open'] },
      { line: 4, cells: ['रीवा', 60, 125000.5, '2026-01-31'] },
    ]);
  });

  /** A sheet with a date, a hidden row and merged cells, and a hidden sheet. */
  function bookOf(): XLSX.WorkBook {
    const sheet = XLSX.utils.aoa_to_sheet([['Date', 'Text'], [46328, 'रीवा ₹ & Co'], ['merged'], ['hidden', true]]);
    (sheet.A2 as XLSX.CellObject).z = 'dd/mm/yyyy';
    sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 2, c: 1 } }];
    sheet['!rows'] = [{}, {}, {}, { hidden: true }];
    const Sheets = { Main: sheet, Notes: XLSX.utils.aoa_to_sheet([['Note']]) };
    const hidden = [
      { name: 'Main', Hidden: 0 as const },
      { name: 'Notes', Hidden: 1 as const },
    ];
    return { SheetNames: ['Main', 'Notes'], Sheets, Workbook: { Sheets: hidden } };
  }
  const written = (bookType: XLSX.BookType) =>
    new Uint8Array(XLSX.write(bookOf(), { type: 'array', bookType, cellStyles: true }) as ArrayBuffer);
  const row = (line: number, ...cells: Row['cells']) => ({ line, cells });
  const merges = [{ firstLine: 3, lastLine: 3, firstColumn: 0, lastColumn: 1 }];

  test.each([
    ['xlsx', { hidden: true }],
    ['xlsb', { hidden: true }],
    // The library that writes the sample writes no hidden rows there.
    ['biff8', {}],
  ] as const)('%s is read with its dates, merged cells, hidden rows and sheets', (kind, hidden) => {
    expect(readSheets(written(kind))).toEqual({
      ok: true,
      sheets: [
        {
          name: 'Main',
          hidden: false,
          merges,
          rows: [
            row(1, 'Date', 'Text'),
            row(2, '2026-11-02', 'रीवा ₹ & Co'),
            row(3, 'merged'),
            { ...row(4, 'hidden', true), ...hidden },
          ],
        },
        { name: 'Notes', hidden: true, merges: [], rows: [row(1, 'Note')] },
      ],
    });
  });

  test('XML of Excel 2003 is read', () => {
    expect(rowsOf(written('xlml'))[1]).toEqual(row(2, '2026-11-02', 'रीवा ₹ & Co'));
  });

  test('ods is read: dates, repeated rows, and covered cells that are written once', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const rows = [
      `<table:table-row><table:table-cell office:value-type="date" office:date-value="2026-11-02"><text:p>2.11.</text:p></table:table-cell>${cell('b &amp; c')}</table:table-row>`,
      `<table:table-row><table:table-cell table:number-columns-spanned="3" office:value-type="string"><text:p>wide</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="2"/>${cell('next')}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="2">${cell('twice')}</table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ];
    expect(rowsOf(await openDocument(rows.join('')))).toEqual([
      row(1, '2026-11-02', 'b & c'),
      row(2, 'wide', null, null, 'next'),
      row(3, 'twice'),
      row(4, 'twice'),
    ]);
  });

  test('HTML is read as text, with merged cells and references', () => {
    const html = `<html><head><meta charset="utf-8"><!-- a --></head><body>
      <table border=1><tr><td colspan=2>Rewa &amp; Co<br>MP</td></tr><TR><TD>01/04/2026</TD><td>&#8377;1,250.00</td></TR></table></body></html>`;
    expect(rowsOf(utf8(html))).toEqual([row(1, 'Rewa & Co\nMP'), row(2, '01/04/2026', '₹1,250.00')]);
    expect(rowsOf(utf8(`<?xml version="1.0"?>${html}`))).toHaveLength(2);
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
    expect(readSheets(tampered(change))).toMatchObject({ ok: false, problem: { code } });
  });

  test('a workbook whose parts are larger than declared', async () => {
    for (const compression of [true, false])
      expect(readSheets(tampered({ size: 10, compression }))).toMatchObject({
        problem: { code: 'unreadable' },
      });
  });

  test('security 131: an OpenDocument sheet that repeats a cell or a space a million times', async () => {
    const cell = (attributes: string, text = 'x') =>
      `<table:table-cell ${attributes} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const repeats = (what: string, times: number) => `table:number-${what}-repeated="${times}"`;
    const bombs: [string, string][] = [
      [`<table:table-row>${cell(repeats('columns', 3_000_000))}</table:table-row>`, 'too_wide'],
      [`<table:table-row ${repeats('rows', 1_000_000)}>${cell(repeats('columns', 3))}</table:table-row>`, 'too_wide'],
      [`<table:table-row><table:covered-table-cell ${repeats('columns', 1_000_000)}/></table:table-row>`, 'too_wide'],
      [`<table:table-row>${cell('', '<text:s text:c="1000000"/>')}</table:table-row>`, 'too_complex'],
    ];
    for (const [rows, code] of bombs)
      expect(readSheets(await openDocument(rows))).toEqual({ ok: false, problem: { code } });
  });

  test('a workbook with a second directory, which only some parsers use', async () => {
    const file = Buffer.from(tampered({}));
    const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]);
    const bytes = new Uint8Array(Buffer.concat([file.subarray(0, -22), locator, file.subarray(-22)]));
    expect(readSheets(bytes)).toMatchObject({ problem: { code: 'unreadable' } });
  });

  test('a text with a million columns or two million lines', async () => {
    const bytes = utf8(`City,Fee\n${','.repeat(1_000_000)}`);
    expect(readSheets(bytes)).toMatchObject({ ok: false, problem: { code: 'too_complex' } });
    expect(readSheets(utf8(`City,Fee\n${',\n'.repeat(2_000_000)}`))).toMatchObject({
      problem: { code: 'too_wide' },
    });
  });

  test('but the longest cell of Excel is read, even if it consists of entities', async () => {
    const rows = `<row r="2"><c r="A2" t="inlineStr"><is><t>${'&quot;'.repeat(32_767)}</t></is></c></row>`;
    expect(rowsOf(tampered({ rows })).at(-1)?.cells).toEqual(['"'.repeat(1000)]);
  });

  test('but a distant cell with little content is accepted, and so are rows without content', async () => {
    const rows = '<row r="900000"><c r="B900000"><v>7</v></c></row>';
    expect(rowsOf(tampered({ rows })).at(-1)).toEqual({ line: 900_000, cells: [null, 7] });
    expect(rowsOf(utf8(`City,Fee\n${',\n'.repeat(200_000)}Rewa,1`))).toHaveLength(2);
  });
});

/** An old workbook with one stream of this name. */
function oldWorkbook(stream: string): Uint8Array<ArrayBuffer> {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5000));
  return new Uint8Array(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer);
}

describe('a file is refused', () => {
  const zip = utf8('PK\x03\x04 and then nothing');

  test.each([
    ['when it is empty', new Uint8Array(), 'empty'],
    ['when it has only separators', utf8('\uFEFF\r\n , \r\n\r\n,,'), 'empty'],
    ['when it is an empty workbook', workbook([]), 'empty'],
    ['when it is a damaged old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'unreadable'],
    ['when it is an old workbook without a book', oldWorkbook('Other'), 'unreadable'],
    ['when it has a password', oldWorkbook('EncryptedPackage'), 'password'],
    ['when it is a PDF', utf8('%PDF-1.7'), 'not_a_table'],
    ['when it is a web page without a table', utf8('<html><p>Not found</p>'), 'not_a_table'],
    ['when its workbook is damaged', zip, 'unreadable'],
    ['when it is neither text nor a workbook', new Uint8Array([0x43, 0xe9, 0x01, 0x31]), 'encoding'],
    ['when it is UTF-16 without a mark', utf16('City,Fee').slice(2), 'encoding'],
    ['when a quotation mark is left open', utf8('City,Fee\n"Rewa,1\n'), 'quotes'],
    ['when it is too large', new Uint8Array(MAX_IMPORT_BYTES + 1), 'too_large'],
  ])('%s', (_, bytes, code) => {
    expect(readSheets(bytes)).toMatchObject({ ok: false, problem: { code } });
  });
});
