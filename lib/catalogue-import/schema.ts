import { z } from 'zod';
import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import type texts from '@/lib/platform/i18n/en/catalogue.json';
import type { Row } from '@/lib/platform/table-file/schema';
import { INSTITUTE_FIELDS, type InstituteDetails } from '@/lib/catalogue/institute-details';

/** The columns of a catalogue file with their titles in documentation and messages. */
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

/** The most characters of names. */
export const MAX_TEXT = { city: 100, institute: 200, branch: 200 } as const;

/**
 * The columns that a file may lack: then the stored values stay. An empty cell of a column that the file has clears the
 * value. Without a session a row is of the open one, without a year of study of the first.
 */
export const OPTIONAL_TITLES = {
  number: 'Institute Number',
  hindi: 'Institute in Hindi',
  branchHindi: 'Branch in Hindi',
  address: 'Institute Address',
  website: 'Institute Website',
  kind: 'Institute Kind',
  contact: 'Institute Contact',
  duration: 'Duration in Years',
  open: 'Open',
  session: 'Session',
  studyYear: 'Year of Study',
} as const;
export type OptionalColumn = keyof typeof OPTIONAL_TITLES;
export const OPTIONAL_COLUMNS = Object.keys(OPTIONAL_TITLES) as OptionalColumn[];

/** Maximum price per seat and year, in paise; the database enforces it, too. */
export const MAX_PRICE_PAISE = 1_00_00_000_00;

/**
 * A problem of the file or of a row: a message key under `catalogue.import.file` or `catalogue.import.row`, with its
 * values.
 */
export type FileProblem = { code: keyof (typeof texts)['import']['file']; params?: Record<string, string | number> };
export type RowProblem = { code: keyof (typeof texts)['import']['row']; params?: Record<string, string | number> };

/** An invalid row; `line` is its line in the file (in a workbook: its row). */
export type BadRow = {
  line: number;
  problems: RowProblem[];
  /** The texts of IMPORT_COLUMNS; absent if the row is not at hand. */
  values?: string[];
};

/** A file as rows of cells, header first, without empty rows. */
export type Table = Row[];

/** A valid row. `institute` is null for a course without one. */
export type ImportRow = {
  line: number;
  city: string;
  institute: string | null;
  courseType: CourseType;
  branch: string;
  totalSeats: number;
  pricePaise: number;
  /** Years of the whole course; absent if the file has no such column. */
  durationYears?: number | null;
  /** Name of the branch in Hindi; absent if the file has no such column. */
  branchHindi?: string | null;
  /** Whether sponsors can adopt its seats; absent if the file does not say so. */
  isOpen?: boolean;
  /** The session, absent: the open one; the year of study, absent: 1. */
  session?: string;
  studyYear?: number;
};

/**
 * An institute of the file with the details of its columns; `line` is its first one. One row is enough for a value, the
 * others may leave it empty.
 */
export type ImportInstitute = { line: number; name: string; city: string; details: Partial<InstituteDetails> };

/**
 * The valid rows of a file, its institutes if it has columns for them, the optional columns that it has, and the places
 * of its cities; in a plan only those that are unknown or elsewhere than known.
 */
export type ImportContent = {
  rows: ImportRow[];
  institutes: ImportInstitute[];
  optional: OptionalColumn[];
  places: ImportPlace[];
};

/** District and position of a city, from the optional columns of a row. Degrees. */
export type ImportPlace = { line: number; name: string; district: string; lat: number; lon: number };

/** A city that is on no map; `proposal`: the known place with the nearest spelling. */
export type PlaceWarning = { line: number; city: string; proposal: { name: string; district: string } | null };

/**
 * The sheet that was read, '' in a text file; the others; and its hidden rows, which are read too, with the line of the
 * first.
 */
export type SheetNote = {
  sheet: string;
  isHidden: boolean;
  otherSheets: string[];
  hiddenRows: number;
  line: number;
};

/** The name of a file, the hash of its bytes and why it is imported, if somebody said so: as recorded in the audit log. */
export type ImportSource = { fileName: string; sha256: string; reason?: string };

/** The planned change of a row; `before` has the current values in the database. */
export type PlannedRow = ImportRow & {
  session: string;
  change: 'added' | 'changed' | 'left';
  before: {
    totalSeats: number;
    pricePaise: number;
    durationYears: number | null;
    isOpen: boolean;
    branchHindi: string | null;
  } | null;
};

/** The planned change of an institute; `before` has its current details, null if it is new. */
export type PlannedInstitute = ImportInstitute & { changes: boolean; before: InstituteDetails | null };

/** An institute that an import adds; `similar`: one of the same city whose name is nearly the same. */
export type NewInstitute = { line: number; name: string; city: string; similar: string | null };

/** An institute that the file has under its number with another name. */
export type PlannedRename = { line: number; id: string; from: string; to: string; city: string };

/** A former name in the file, and what the institute is called now. */
export type FormerName = { line: number; name: string; now: string; city: string };

/** Added courses without an institute below a row that has one: their number, and the line of the first. */
export type EmptyInstitutes = { count: number; line: number };

/**
 * The planned changes, in the order of the file; `notInFile` counts courses in the database that the import does not
 * change.
 */
export type ImportPlan = Omit<ImportContent, 'rows' | 'institutes'> & {
  rows: PlannedRow[];
  institutes: PlannedInstitute[];
  bad: BadRow[];
  notInFile: number;
  /** Cities that are on no map. */
  unknown: PlaceWarning[];
  newInstitutes: NewInstitute[];
  emptyInstitutes: EmptyInstitutes | null;
  renames: PlannedRename[];
  formerNames: FormerName[];
};

const counts = z.object({ added: z.int(), changed: z.int(), left: z.int(), bad: z.int() });
export type ImportCounts = z.infer<typeof counts>;

/**
 * Maximum number of courses to be added, of courses to be changed and of institutes that a dry run lists. All are
 * counted, and all invalid rows are listed.
 */
export const MAX_SHOWN_CHANGES = 1000;

/** The query of POST /api/admin/catalogue/import; `apply` is the digest of the dry run to apply. */
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

/**
 * The planned import: the response of POST /api/admin/catalogue/import without `apply`. Prices are rupees in a numeric
 * string.
 */
export const dryRunSchema = z.object({
  counts,
  /** Every invalid row, with its line in the file and all reasons as sentences. */
  bad: z.array(
    z.object({
      line: z.int(),
      problems: z.array(z.string()),
      /** What the row has in the required columns, in the order of the documentation. */
      values: z.array(z.string()),
    }),
  ),
  /** The kinds of problems of invalid rows, the most frequent first: their number, and the first one. */
  badKinds: z.array(z.object({ count: z.int(), line: z.int(), example: z.string() })),
  /** Number of prices that rise and fall, and the largest changes in percent of the old price. */
  prices: z.object({ rises: z.int(), falls: z.int(), largestRise: z.number(), largestFall: z.number() }),
  /** The first MAX_SHOWN_CHANGES courses to be changed, then as many to be added, each in the order of the file. */
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
      /** Null if unknown. */
      duration_years: z.int().nullable(),
      branch_hindi: z.string().nullable(),
      /** Whether sponsors can adopt its seats. */
      is_open: z.boolean(),
      session: z.string(),
      study_year: z.int(),
      /** The current values of a changed course. */
      before: z
        .object({
          total_seats: z.int(),
          price_per_seat: z.string(),
          duration_years: z.int().nullable(),
          is_open: z.boolean(),
          branch_hindi: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  /** The first MAX_SHOWN_CHANGES institutes whose details are set, changed or cleared; `old` and `now` are null if unknown. */
  institutes: z.array(
    z.object({
      line: z.int(),
      institute_name: z.string(),
      city: z.string(),
      details: z.array(
        z.object({ name: z.enum(INSTITUTE_FIELDS), old: z.string().nullable(), now: z.string().nullable() }),
      ),
    }),
  ),
  /** Number of all institutes whose details change. */
  institutesChanged: z.int(),
  /** The first MAX_SHOWN_CHANGES institutes that are added, those like an existing one first. */
  newInstitutes: z.array(
    z.object({
      line: z.int(),
      institute_name: z.string(),
      city: z.string(),
      /** An institute of the same city whose name is nearly the same; null if there is none. */
      similar: z.string().nullable(),
    }),
  ),
  /** Institutes that get another name, because the file has their number with it. */
  renamed: z.array(z.object({ line: z.int(), from: z.string(), to: z.string(), city: z.string() })),
  /** Number of all institutes that are added, and of those like an existing one. */
  institutesAdded: z.int(),
  institutesSimilar: z.int(),
  /** Number of courses that are not in the file and stay unchanged. */
  notInFile: z.int(),
  /** Number of places that get district and position. */
  places: z.int(),
  /** What may be a mistake, with the line of its first row, as sentences. Warnings do not prevent the import. */
  warnings: z.array(z.object({ line: z.int(), text: z.string() })),
  /** The sheet of the workbook that was read; empty for a text file. */
  sheet: z.string(),
  /** Names of the ignored sheets of the workbook. */
  otherSheets: z.array(z.string()),
  /** Identifies the file and the planned changes. */
  digest: z.string(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** The response with `apply`; `entry` is the import's audit log entry. */
export const importedSchema = z.object({
  success: z.literal(true),
  added: z.int(),
  changed: z.int(),
  institutes: z.int(),
  entry: z.int(),
});

/** Additional body fields of a refused `apply` (409). */
export const refusedImportSchema = z.object({ dryRun: dryRunSchema });
