import 'server-only';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters, MAX_ROWS } from './rules';
import type { Column } from './schema';
import { CONSTANT_PARTS, rowXml, SHEET_PATH, sheetEnd, sheetStart, WORKBOOK_PATH, workbookXml } from './xml';

/** How much of the sheet is handed on at once, in characters. */
const CHUNK = 64 * 1024;

/** Records whose first batch is there already, so that whoever fails to read any fails before a file was begun. */
export type Begun<R> = { first: readonly R[]; batches: AsyncGenerator<readonly R[]> };

/** Reads the first batch. */
export async function begin<R>(batches: AsyncGenerator<readonly R[]>): Promise<Begun<R>> {
  const { value, done } = await batches.next();
  return { first: done ? [] : value, batches };
}

/**
 * A workbook of one sheet with a row for every record: bold header that stays in sight, filter buttons, widths that fit the first
 * batch. It is made while it is read: the next batch is asked for when the reader has taken the last one, and destroying the
 * stream ends that. A batch that fails, or more records than a sheet has rows, destroys it with that error.
 */
export function writeWorkbook<R>(name: string, columns: readonly Column<R>[], records: Begun<R>): Readable {
  let rows = 1;
  async function* sheet() {
    const cellsOf = (record: R) => columns.map(({ cell }) => cell(record));
    const letters = columns.map((_, at) => columnLetters(at + 1));
    const types = columns.map(({ type }) => type);
    let xml = sheetStart(columns, records.first.map(cellsOf));
    for await (const batch of inOrder(records)) {
      if (rows - 1 + batch.length > MAX_ROWS) throw new RangeError('more records than a sheet has rows');
      for (const record of batch) {
        xml += rowXml(++rows, letters, types, cellsOf(record));
        if (xml.length < CHUNK) continue;
        yield xml;
        xml = '';
      }
    }
    yield xml + sheetEnd(columns.length, rows);
  }
  const parts = Readable.from(sheet(), { highWaterMark: 1 });
  const zip = new ZipFile();
  for (const [path, xml] of Object.entries(CONSTANT_PARTS)) zip.addBuffer(Buffer.from(xml), path);
  zip.addReadStream(parts, SHEET_PATH);
  zip.addReadStreamLazy(WORKBOOK_PATH, (use) => use(null, Readable.from([workbookXml(name, columns.length, rows)])));
  zip.end();
  const file = zip.outputStream as Readable;
  parts.on('error', (error) => file.destroy(error));
  file.on('close', () => parts.destroy());
  return file;
}

async function* inOrder<R>({ first, batches }: Begun<R>): AsyncGenerator<readonly R[]> {
  try {
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}
