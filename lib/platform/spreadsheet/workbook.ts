import 'server-only';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters, MAX_ROWS } from './rules';
import type { Column } from './schema';
import { CONSTANT_PARTS, rowXml, SHEET_PATH, sheetEnd, sheetStart, WORKBOOK_PATH, workbookXml } from './xml';

/** Size of a chunk of the sheet, in characters. */
const CHUNK = 64 * 1024;

/** Records whose first batch is already read, so that query errors occur before the response starts. */
type Begun<R> = { first: readonly R[]; batches: AsyncGenerator<readonly R[]> };

/** Reads the first batch. */
export async function begin<R>(batches: AsyncGenerator<readonly R[]>): Promise<Begun<R>> {
  const { value, done } = await batches.next();
  return { first: done ? [] : value, batches };
}

/**
 * Returns a workbook with one sheet and a row per record: a bold, frozen header, filter buttons, column widths based on
 * the first batch. The file is created while it is read: the next batch is queried when the previous one was consumed,
 * and destroying the stream stops the queries. A failed batch, or more records than MAX_ROWS, destroys the stream with
 * that error.
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

/** Returns a workbook of records that are in memory (see writeWorkbook). */
export const writeRows = <R>(name: string, columns: readonly Column<R>[], rows: readonly R[]): Readable =>
  writeWorkbook(name, columns, { first: rows, batches: nothing() });

async function* nothing(): AsyncGenerator<never> {}

async function* inOrder<R>({ first, batches }: Begun<R>): AsyncGenerator<readonly R[]> {
  try {
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}
