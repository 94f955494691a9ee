/** What can be downloaded as a spreadsheet (R-ADMIN-13, security 49). */
export const DOWNLOAD_KINDS = ['users', 'billings'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** True for the name of something that can be downloaded. */
export function isDownloadKind(name: string): name is DownloadKind {
  return (DOWNLOAD_KINDS as readonly string[]).includes(name);
}

/** The media type of a spreadsheet. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How a column's cells are typed: text; a plain number; an amount in rupees; a moment, shown in the time of India. */
export type CellType = 'text' | 'number' | 'rupees' | 'moment';

/** What a cell holds; null leaves it empty. */
export type Cell = string | number | Date | null;

/** A column: its header, how its cells are typed, and what they hold of a record. */
export type Column<Record> = { header: string; type: CellType; cell: (record: Record) => Cell };
