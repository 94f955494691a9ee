import { z } from 'zod';
import type texts from '@/lib/i18n/en/catalogue.json';
import { COURSE_TYPES, type CourseType } from '../schema';

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

/** The highest price of a seat per year, in paise; the database checks it, too. */
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

const counts = z.object({ added: z.int(), changed: z.int(), left: z.int(), bad: z.int() });
export type ImportCounts = z.infer<typeof counts>;

/** How many changes a dry run shows; all are counted, and bad rows are all shown. */
export const MAX_SHOWN_CHANGES = 1000;

/** The query of POST /api/admin/catalogue/import; `apply` is the digest of the dry run that is to be carried out. */
export const importQuerySchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u),
  apply: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What an import would do: the answer of POST /api/admin/catalogue/import without `apply`. Prices are rupees in a numeric string (R-ENT-06). */
export const dryRunSchema = z.object({
  counts,
  /** Every bad row, with its line in the file and all of its reasons as sentences. */
  bad: z.array(z.object({ line: z.int(), problems: z.array(z.string()) })),
  /** The first MAX_SHOWN_CHANGES courses that would be added or changed, in the order of the file. */
  changes: z.array(
    z.object({
      line: z.int(),
      change: z.enum(['added', 'changed']),
      city: z.string(),
      /** Null for a course of 'Other Institutes'. */
      institute_name: z.string().nullable(),
      course_name: z.enum(COURSE_TYPES),
      branch: z.string(),
      total_seats: z.int(),
      price_per_seat: z.string(),
      /** What a changed course has now. */
      before: z.object({ total_seats: z.int(), price_per_seat: z.string() }).nullable(),
    }),
  ),
  /** Courses of the catalogue that the file lacks and that are left alone. */
  notInFile: z.int(),
  /** Sheets of the workbook that were not read. */
  otherSheets: z.array(z.string()),
  /** Names the file and exactly what would be done with it. */
  digest: z.string(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** The answer with `apply`; `entry` is the import's entry in the audit log. */
export const importedSchema = z.object({ success: z.literal(true), added: z.int(), changed: z.int(), entry: z.int() });

/** What a refused `apply` (409) carries besides code and message. */
export const refusedImportSchema = z.object({ dryRun: dryRunSchema });
