import { z } from 'zod';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { ListedAdoption } from '@/lib/adoption/core/listed-adoption';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';
import { financialYearSchema } from '@/lib/documents/papers/schema';
import { sessionName } from '@/lib/catalogue/session';

/** What the rows of the report are. */
export const REPORT_ROWS = ['district', 'type', 'institute', 'company', 'month'] as const;
export type ReportRows = (typeof REPORT_ROWS)[number];

/** The row, by company, of adoptions that no job has assigned to a company yet. */
export const UNASSIGNED = 'unassigned';

/** What its columns are: every figure, or one figure by academic session or financial year. */
export const REPORT_COLUMNS = ['figures', 'session', 'year'] as const;

/** The figures, in the order of the columns; amounts in paise. Their definitions are texts. */
export const FIGURES = [
  'seats',
  'pledged',
  'received',
  'tds',
  'repaid',
  'outstanding',
  'passed',
  'used',
  'enrolled',
  'attending',
  'completed',
] as const;
export type Figure = (typeof FIGURES)[number];

const COUNTED = ['seats', 'enrolled', 'attending', 'completed'] as const satisfies readonly Figure[];
/** Figures of students, which may be told in words only. */
export const TOLD = ['enrolled', 'attending', 'completed'] as const satisfies readonly Figure[];
export type Told = (typeof TOLD)[number];

/** Whether a figure is an amount, not a number of seats or students. */
export const isAmount = (figure: Figure): boolean => !(COUNTED as readonly Figure[]).includes(figure);
export const isTold = (figure: Figure): figure is Told => (TOLD as readonly Figure[]).includes(figure);

/** The report: its rows, columns and figure, and the filters. */
export const REPORT_LIST = defineList('/admin/report', {
  rows: z.enum(REPORT_ROWS).default('district'),
  columns: z.enum(REPORT_COLUMNS).default('figures'),
  /** Of which figure the columns are, if they are sessions or years. */
  figure: z.enum(FIGURES).default('seats'),
  type: z.enum(COURSE_TYPES).optional(),
  district: queryText.optional(),
  session: sessionName.optional(),
  /** Money of this financial year, and seats adopted in it. */
  year: financialYearSchema.optional(),
  /** A part of the name. */
  institute: queryText.optional(),
  company: queryText.optional(),
});
export type ReportFilter = FilterOf<typeof REPORT_LIST>;

/** A number of the report, of which the adoptions are listed: its row, its column and its figure. */
export const CELL_LIST = defineList('/admin/report/adoptions', {
  ...REPORT_LIST.schema.shape,
  /** The row; absent: all rows. */
  row: z
    .string()
    .max(400)
    .regex(/^[^\0\p{Surrogate}]*$/u)
    .optional(),
  /** The session or financial year of the column; absent: all columns. */
  column: z
    .string()
    .max(40)
    .regex(/^[^\0\p{Surrogate}]*$/u)
    .optional(),
});
export type CellFilter = FilterOf<typeof CELL_LIST>;

/** Figures together. `of`: of how many seats or students only a word is told. */
export type Figures = Record<Figure, number> & { of: Record<Told, number> };

/** A row with its figures by column; the only column is '' if the columns are the figures. */
type ReportRow = { key: string; name: string; cells: ReadonlyMap<string, Figures> };

export type Report = {
  rows: readonly ReportRow[];
  /** Of all rows, also those of other pages. */
  sums: ReadonlyMap<string, Figures>;
  /** The sessions or years, the oldest first; [''] if the columns are the figures. */
  columns: readonly string[];
  /** The financial years since the first adoption, the newest first. */
  years: readonly string[];
  /** The number of rows on all pages. */
  total: number;
  /** Up to when changes are in it; null until the job has run once. */
  upto: Date | null;
};

/** What of a figure adoptions have. `of`: of how many seats or students only a word is told. */
export type CellSum = { value: number; of: number };

/** An adoption behind a number of the report. */
export type CellAdoption = CellSum & ListedAdoption;
