import type { CellType } from '@/lib/spreadsheet/schema';

/**
 * A column of the users or the billings: how the spreadsheet types its cells; in which direction a press on its head sorts first
 * (names from A, figures and days from the largest), if it can be sorted by at all; and whether it stands to the right.
 */
export type Column = { cell: CellType; first?: 'asc' | 'desc'; isFigure?: boolean };

/**
 * The columns of the users. What a cell shows is written down in components/admin/users-and-billings/user-table.tsx for the screen and in
 * lib/spreadsheet/sheets.ts for the file, each in its own order; the SQL that is sorted by in statements.ts. The compiler
 * demands each of them, and the headings in the texts.
 */
export const USER_COLUMNS = {
  created: { cell: 'moment', first: 'desc' },
  name: { cell: 'text', first: 'asc' },
  company: { cell: 'text', first: 'asc' },
  designation: { cell: 'text' },
  industry: { cell: 'text' },
  email: { cell: 'text' },
  phone: { cell: 'text' },
  kind: { cell: 'text' },
  lockedCourses: { cell: 'text' },
  id: { cell: 'text' },
} as const satisfies Record<string, Column>;

/** The columns of the billings, as USER_COLUMNS; on the screen in components/admin/users-and-billings/billing-table.tsx. */
export const BILLING_COLUMNS = {
  created: { cell: 'moment', first: 'desc' },
  company: { cell: 'text', first: 'asc' },
  total: { cell: 'rupees', first: 'desc', isFigure: true },
  seats: { cell: 'number', first: 'desc', isFigure: true },
  reference: { cell: 'text' },
  courses: { cell: 'text' },
  payment: { cell: 'text' },
  verified: { cell: 'text' },
  fullName: { cell: 'text' },
  email: { cell: 'text' },
  id: { cell: 'text' },
  userId: { cell: 'text' },
} as const satisfies Record<string, Column>;

/** The names of the columns that can be sorted by. */
export type Sortable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { first: string } ? Name : never;
}[keyof Columns];

/** The columns of a table that can be sorted by. */
export function sortable<Columns extends Record<string, Column>>(columns: Columns): Sortable<Columns>[] {
  return Object.keys(columns).filter((name) => columns[name]!.first) as Sortable<Columns>[];
}
