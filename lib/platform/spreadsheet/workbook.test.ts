import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { read } from 'xlsx';
import { MAX_ROWS } from './rules';
import type { Column } from './schema';
import { begin, writeWorkbook } from './workbook';

const columns: Column<string>[] = [{ header: 'Text', type: 'text', cell: (text) => text }];

test('a workbook without records is a header that can be filtered', async () => {
  async function* none(): AsyncGenerator<string[]> {}
  const book = read(await buffer(writeWorkbook("It's empty", columns, await begin(none()))));
  expect(book.SheetNames).toEqual(["It's empty"]);
  expect(book.Sheets["It's empty"]).toMatchObject({ '!ref': 'A1', A1: { v: 'Text' }, '!autofilter': { ref: 'A1:A1' } });
});

test('a sheet is printed in landscape, as wide as a page, with its header on every page', async () => {
  async function* none(): AsyncGenerator<string[]> {}
  const book = read(await buffer(writeWorkbook("It's wide", columns, await begin(none()))), { bookFiles: true });
  const { files } = book as unknown as { files: Record<string, { content: Uint8Array }> };
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']!.content);
  expect(sheet).toMatch(/fitToPage="1".*orientation="landscape" fitToWidth="1" fitToHeight="0"/s);
  expect(book.Workbook?.Names).toContainEqual({ Name: '_xlnm.Print_Titles', Sheet: 0, Ref: "'It''s wide'!$1:$1" });
});

test('batches are queried as the file is read, and no more once the reader disconnected', async () => {
  let asked = 0;
  let ended: () => void;
  const end = new Promise<void>((done) => (ended = done));
  /** Endless records that do not compress below 24 kB per batch. */
  async function* endless() {
    try {
      for (;;) {
        asked += 1;
        yield [randomBytes(16_000).toString('base64')];
      }
    } finally {
      ended();
    }
  }
  const file = writeWorkbook('Endless', columns, await begin(endless()));
  let bytes = 0;
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length;
    if (bytes > 2_000_000) break;
  }
  await end;
  // Data in transit: a few chunks of the sheet, and the buffers of five streams.
  expect(asked * 16_000).toBeLessThan(bytes + 1_000_000);
});

test('more records than a sheet has rows are refused', async () => {
  async function* tooMany() {
    yield ['text'];
    yield Array<string>(MAX_ROWS);
  }
  await expect(buffer(writeWorkbook('Many', columns, await begin(tooMany())))).rejects.toThrow(RangeError);
});
