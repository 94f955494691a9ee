import { describe, expect, test } from 'vitest';
import { isSlower } from '@/testing/processor-time';
import XLSX from 'xlsx';
import { readableMarkup } from '@/lib/platform/table-file/html';
import { readSheets } from '@/lib/platform/table-file/read';
import { readInWorker, readStatementInWorker } from './read-in-worker';

const utf8 = (text: string) => new TextEncoder().encode(text);
const PLAIN = utf8('Date,Narration,Credit\n01/04/2026,NEFT,500');

/** A workbook with a comment on a cell that is named like the prototype of the sheet (CVE-2023-30533). */
function pollutingWorkbook(): Uint8Array<ArrayBuffer> {
  const sheet = XLSX.utils.aoa_to_sheet([['Rewa']]);
  XLSX.utils.cell_add_comment(sheet.A1 as XLSX.CellObject, 'text', 'writer');
  const book = { SheetNames: ['A'], Sheets: { A: sheet } };
  const zip = XLSX.CFB.read(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, { type: 'buffer' });
  const name = '/xl/comments1.xml';
  const comments = Buffer.from(XLSX.CFB.find(zip, name)!.content).toString();
  XLSX.CFB.utils.cfb_add(zip, name, Buffer.from(comments.replace('ref="A1"', 'ref="__proto__"')));
  return new Uint8Array(XLSX.CFB.write(zip, { fileType: 'zip', type: 'buffer' }) as Buffer);
}

const inherited = () => Object.getOwnPropertyNames(Object.prototype).toSorted();

describe('security 129: a workbook that writes to the prototype of all objects', () => {
  test('security 129: is read, and nothing changes here or for the next file', async () => {
    const before = inherited();
    const next = await readStatementInWorker(PLAIN, '2026-11-25', 'a');
    expect(next).toMatchObject({ ok: true, statement: { lines: [{ amountPaise: 500_00 }] } });
    expect(await readInWorker(pollutingWorkbook(), 'a.xlsx', 'a')).toMatchObject({
      problem: { code: 'columns_missing' },
    });
    expect(await readStatementInWorker(PLAIN, '2026-11-25', 'a')).toEqual(next);
    expect(readSheets(pollutingWorkbook())).toMatchObject({ ok: true, sheets: [{ rows: [{ cells: ['Rewa'] }] }] });
    expect(inherited()).toEqual(before);
  });

  test('control: the library as it is lets it', () => {
    const before = inherited();
    XLSX.read(pollutingWorkbook());
    const added = inherited().filter((name) => !before.includes(name));
    for (const name of added) delete (Object.prototype as Record<string, unknown>)[name];
    expect(added).toEqual(['c']);
  });
});

describe('security 130: markup on which the patterns of the library take minutes', () => {
  const [START, END] = ['<html><table><tr><td>Rewa</td></tr>', '</table></html>'];
  const LENGTH = 220_000;

  test.each([
    ['comments', `${START}${'<!--'.repeat(LENGTH / 4)}${END}`, { ok: false }],
    ['tables', `${START}${END}${'<table '.repeat(LENGTH / 7)}`, { ok: true }],
  ])('security 130: %s without end cost no more than a page of the same length', async (_, slow, result) => {
    const harmless = utf8(START + '<tr><td>Rewa</td></tr>'.repeat(LENGTH / 22) + END);
    const attack = () => expect(readSheets(utf8(slow))).toMatchObject(result);
    expect(await isSlower(attack, () => readSheets(harmless), 2, 0)).toBe(false);
  });

  test('control: without leaving them out the library takes many times as long', async () => {
    const read = (text: string) => XLSX.read(text, { type: 'string', raw: true });
    const slow = `${START}${END}${'<table>'.repeat(300)}`;
    const usual = () => read(readableMarkup(slow));
    expect(await isSlower(() => read(slow), usual, 10, 0)).toBe(true);
  });
});

describe('security 131: an old workbook whose chain of sectors is a ring', () => {
  const sheet = XLSX.utils.aoa_to_sheet(Array.from({ length: 500 }, (_, row) => [`Rewa ${row}`]));
  const book = { SheetNames: ['A'], Sheets: { A: sheet } };
  const file = XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;

  test('security 131: is refused', () => {
    expect(readSheets(new Uint8Array(file))).toMatchObject({ ok: true });
    const table = (file.readUInt32LE(76) + 1) * 512;
    for (let entry = 0; entry < 128; entry++) {
      const ring = Buffer.from(file);
      if (ring.readUInt32LE(table + entry * 4) < 128) ring.writeUInt32LE(entry, table + entry * 4);
      else continue;
      expect(readSheets(new Uint8Array(ring))).toEqual({ ok: false, problem: { code: 'unreadable' } });
    }
  });
});
