import type texts from '@/lib/text/en/catalogue.json';
import type { CourseType } from '../schema';

/** The columns of a catalogue file, with the titles that its documentation and its messages use. */
export const COLUMN_TITLES = {
  city: 'City',
  institute: 'Institute',
  courseType: 'Course Type',
  branch: 'Branch',
  totalSeats: 'Total Seats',
  price: 'Price per Seat per Year',
} as const;
export type ImportColumn = keyof typeof COLUMN_TITLES;
export const IMPORT_COLUMNS = Object.keys(COLUMN_TITLES) as ImportColumn[];

/** Limits of the file, and those that the database checks too. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 50_000;
export const MAX_PRICE_PAISE = 1_00_00_000_00;

/** A problem of the file or of a row: a key of the texts `catalogue.import.file` or `catalogue.import.row`, with its values. */
export type FileProblem = { code: keyof (typeof texts)['import']['file']; params?: Record<string, string | number> };
export type RowProblem = { code: keyof (typeof texts)['import']['row']; params?: Record<string, string | number> };

/** A row that cannot be imported; `line` is its line in the file (of a workbook: its row). */
export type BadRow = { line: number; problems: RowProblem[] };

export type Cell = string | number | boolean | null;

/** A file as rows of cells, header first, without empty rows. */
export type Table = { line: number; cells: Cell[] }[];

/** A row that can be imported. `institute` is null for a course without one. */
export type ImportRow = {
  line: number;
  city: string;
  institute: string | null;
  courseType: CourseType;
  branch: string;
  totalSeats: number;
  pricePaise: number;
};

/** A file by its name and the hash of its bytes: how the audit log knows it. */
export type ImportSource = { fileName: string; sha256: string };

/** What an import would do with a row; `before` are the values in the database now. */
export type PlannedRow = ImportRow & {
  change: 'added' | 'changed' | 'left';
  before: { totalSeats: number; pricePaise: number } | null;
};

/** What an import would do, in the order of the file; `notInFile` courses of the database are not touched by it. */
export type ImportPlan = { rows: PlannedRow[]; bad: BadRow[]; notInFile: number };
