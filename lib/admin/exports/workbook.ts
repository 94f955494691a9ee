import 'server-only';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import type { AuditAction } from '@/lib/accounts/audit-log/schema';
import type { ParsedFilter } from '@/lib/platform/search-params';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { begin, sheetOf, type OpenSheet } from '@/lib/platform/spreadsheet/workbook';

/** Records per query: few enough to limit memory, enough to keep the number of queries low. */
export const BATCH = 500;

/** `name`: that of the same column on the page, if it is there. */
export type NamedColumn<R> = Column<R> & { name?: string };

type Definition<F, R> = {
  name: string;
  columns: readonly NamedColumn<R>[];
  count: (scope: AdminScope, filter: F) => Promise<number>;
  batches: (scope: AdminScope, filter: F) => AsyncGenerator<readonly R[]>;
};

/** A sheet of a workbook: the number of its rows, and the sheet itself, whose first records are read. */
type Sheet<F> = {
  count: (scope: AdminScope, filter: F) => Promise<number>;
  open: (scope: AdminScope, filter: F) => Promise<OpenSheet>;
};

/** Defines a sheet by its queries and columns. */
export const sheet = <F, R>({ name, columns, count, batches }: Definition<F, R>): Sheet<F> => ({
  count,
  open: async (scope, filter) => sheetOf(name, chosenOf(columns, shownIn(filter)), await begin(batches(scope, filter))),
});

/** The columns that a filter chooses (chosenColumns of lib/platform/list.ts), if it does. */
const shownIn = (filter: unknown) =>
  typeof filter === 'object' && filter !== null && 'shown' in filter && typeof filter.shown === 'string'
    ? filter.shown
    : undefined;

/** Returns the chosen columns in the order of the page. */
function chosenOf<R>(columns: readonly NamedColumn<R>[], shown: string | undefined) {
  const place = (column: NamedColumn<R>) => shown!.split('.').indexOf(column.name ?? '');
  if (shown === undefined) return columns;
  return columns.filter((column) => place(column) >= 0).toSorted((one, other) => place(one) - place(other));
}

/** What a request asks for: its filter, the parameters that are invalid, and the sheets of what matches. */
type Asked = {
  filter: Readonly<Record<string, string | undefined>>;
  problems: readonly string[];
  sheets: readonly { count: () => Promise<number>; open: () => Promise<OpenSheet> }[];
};

/** A spreadsheet for administrators. */
export type Workbook = {
  /** The audit log entry of a download. */
  action: AuditAction;
  ask: (scope: AdminScope, params: URLSearchParams) => Asked;
};

/**
 * Defines a workbook.
 * @param parse parses the search parameters of the table
 * @param sheets the first one has the records that are counted in the audit log, and those of the page: it alone is made if columns
 * are chosen
 */
export const workbook = <F extends Record<string, string | undefined>>(
  action: AuditAction,
  parse: (params: URLSearchParams) => Pick<ParsedFilter<F>, 'filter' | 'problems'>,
  sheets: readonly Sheet<F>[],
): Workbook => ({
  action,
  ask: (scope, params) => {
    const { filter, problems } = parse(params);
    return {
      filter,
      problems,
      sheets: sheets
        .slice(0, shownIn(filter) === undefined ? undefined : 1)
        .map(({ count, open }) => ({ count: () => count(scope, filter), open: () => open(scope, filter) })),
    };
  },
});
