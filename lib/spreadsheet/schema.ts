/** The downloadable spreadsheets. */
export const DOWNLOAD_KINDS = ['users', 'billings'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** Returns true if the name is that of a downloadable spreadsheet. */
export function isDownloadKind(name: string): name is DownloadKind {
  return (DOWNLOAD_KINDS as readonly string[]).includes(name);
}

/** The media type of a spreadsheet. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How long a download may take from the first byte to the last, in milliseconds; both ends give up then. */
export const DOWNLOAD_LIMIT_MS = 5 * 60_000;

/** How a column's cells are typed: text; a plain number; an amount in rupees; a moment, shown in the time of India. */
export type CellType = 'text' | 'number' | 'rupees' | 'moment';

/** What a cell holds; null leaves it empty. */
export type Cell = string | number | Date | null;

/** A column: its header, how its cells are typed, and what they hold of a record. */
export type Column<Record> = { header: string; type: CellType; cell: (record: Record) => Cell };
