/** The downloadable spreadsheets. */
export const DOWNLOAD_KINDS = [
  'users',
  'billings',
  'payments',
  'reservations',
  'papers',
  'receipts',
  'refunds',
] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** The media type of a spreadsheet. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * The type of the cells of a column: text, plain number, amount in rupees, date and time (`moment`) or date alone (`day`), shown in
 * Indian time.
 */
export type CellType = 'text' | 'number' | 'rupees' | 'moment' | 'day';

/** The value of a cell; null leaves it empty. */
export type Cell = string | number | Date | null;

/** A column: its header, its cell type, and the cell value of a record. */
export type Column<Record> = { header: string; type: CellType; cell: (record: Record) => Cell };
