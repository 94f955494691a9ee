import 'server-only';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters, MAX_ROWS } from './rules';
import type { Column } from './schema';
import { constantParts, rowXml, sheetEnd, sheetPath, sheetStart, WORKBOOK_PATH, workbookXml } from './xml';

/** Size of a chunk of the sheet, in characters. */
const CHUNK = 64 * 1024;

/** Records whose first batch is already read, so that query errors occur before the response starts. */
type Begun<R> = { first: readonly R[]; batches: AsyncGenerator<readonly R[]> };

/** Reads the first batch. */
export async function begin<R>(batches: AsyncGenerator<readonly R[]>): Promise<Begun<R>> {
  const { value, done } = await batches.next();
  return { first: done ? [] : value, batches };
}

/** A sheet to write. `rows`: those written so far, with the header. */
export type OpenSheet = {
  name: string;
  columns: number;
  rows: number;
  write: (isOpen: boolean) => AsyncGenerator<string>;
};

/**
 * Returns a sheet with a row per record: a bold, frozen header, filter buttons, column widths based on the first batch. More
 * records than MAX_ROWS are a RangeError while it is written.
 */
export function sheetOf<R>(name: string, columns: readonly Column<R>[], records: Begun<R>): OpenSheet {
  const sheet: OpenSheet = { name, columns: columns.length, rows: 1, write };
  async function* write(isOpen: boolean) {
    const cellsOf = (record: R) => columns.map(({ cell }) => cell(record));
    const letters = columns.map((_, at) => columnLetters(at + 1));
    const types = columns.map(({ type }) => type);
    let xml = sheetStart(columns, records.first.map(cellsOf), isOpen);
    for await (const batch of inOrder(records)) {
      if (sheet.rows - 1 + batch.length > MAX_ROWS) throw new RangeError('more records than a sheet has rows');
      for (const record of batch) {
        xml += rowXml(++sheet.rows, letters, types, cellsOf(record));
        if (xml.length < CHUNK) continue;
        yield xml;
        xml = '';
      }
    }
    yield xml + sheetEnd(columns.length, sheet.rows);
  }
  return sheet;
}

/**
 * Returns a workbook with sheets of `sheetOf`. The file is created while it is read: the next batch is queried when the previous
 * one was consumed, and destroying the stream stops the queries. A failed batch destroys the stream with its error.
 */
export function writeSheets(sheets: readonly OpenSheet[]): Readable {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  for (const [path, xml] of Object.entries(constantParts(sheets.length))) zip.addBuffer(Buffer.from(xml), path);
  for (const [at, { write }] of sheets.entries()) {
    const parts = Readable.from(write(at === 0), { highWaterMark: 1 });
    parts.on('error', (error) => file.destroy(error));
    file.on('close', () => parts.destroy());
    zip.addReadStream(parts, sheetPath(at));
  }
  zip.addReadStreamLazy(WORKBOOK_PATH, (use) => use(null, Readable.from([workbookXml(sheets)])));
  zip.end();
  return file;
}

/** Returns a workbook with one sheet; see sheetOf and writeSheets. */
export const writeWorkbook = <R>(name: string, columns: readonly Column<R>[], records: Begun<R>): Readable =>
  writeSheets([sheetOf(name, columns, records)]);

/** Returns records that are in memory as those that are read. */
export const inMemory = <R>(rows: readonly R[]): Begun<R> => ({ first: rows, batches: nothing() });

async function* nothing(): AsyncGenerator<never> {}

async function* inOrder<R>({ first, batches }: Begun<R>): AsyncGenerator<readonly R[]> {
  try {
    yield first;
    yield* batches;
  } finally {
    await batches.return(undefined);
  }
}
