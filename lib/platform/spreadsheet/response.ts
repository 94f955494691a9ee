import 'server-only';
import { Readable } from 'node:stream';
import { XLSX_TYPE, type Column } from './schema';
import { inMemory, writeWorkbook } from './workbook';

/** Returns a spreadsheet as a download that nobody else may keep. */
export const sheetResponse = (file: Readable, fileName: string): Response =>
  new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': XLSX_TYPE,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });

/** Returns records that are in memory as a spreadsheet. @param name that of the sheet */
export const rowsResponse = <R>(
  fileName: string,
  name: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
): Response => sheetResponse(writeWorkbook(name, columns, inMemory(rows)), fileName);
