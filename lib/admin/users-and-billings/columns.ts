import type { CellType } from '@/lib/spreadsheet/schema';

/**
 * A column of the users or the billings: the cell type in the spreadsheet; the initial sort direction on a click on its
 * header (names ascending, numbers and dates descending), if sortable; and whether it is right-aligned.
 */
export type Column = { cell: CellType; first?: 'asc' | 'desc'; isFigure?: boolean };

/**
 * The columns of the users. The compiler requires a cell and a heading of each for the file (lib/spreadsheet/sheets.ts),
 * and the SQL key of each sortable one (statements.ts). The table on the screen shows only the columns with a cell in
 * components/admin/users-and-billings/user-table.tsx. File and table have their own orders.
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

/**
 * The columns of the billings, like USER_COLUMNS; rendered in components/admin/users-and-billings/billing-table.tsx.
 */
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

/** The columns of the lines of billings, which only the spreadsheet has. */
export const LINE_COLUMNS = {
  reference: { cell: 'text' },
  company: { cell: 'text' },
  payment: { cell: 'text' },
  verified: { cell: 'text' },
  type: { cell: 'text' },
  branch: { cell: 'text' },
  institute: { cell: 'text' },
  city: { cell: 'text' },
  seats: { cell: 'number' },
  price: { cell: 'rupees' },
  total: { cell: 'rupees' },
  received: { cell: 'rupees' },
  outstanding: { cell: 'rupees' },
  due: { cell: 'moment' },
} as const satisfies Record<string, Column>;

/** The names of the sortable columns. */
export type Sortable<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { first: string } ? Name : never;
}[keyof Columns];

/** Returns the names of the sortable columns of a table. */
export function sortable<Columns extends Record<string, Column>>(columns: Columns): Sortable<Columns>[] {
  return Object.keys(columns).filter((name) => columns[name]!.first) as Sortable<Columns>[];
}
