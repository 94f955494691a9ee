import { z } from 'zod';
import { STATEMENT_COLUMNS, type StatementColumn } from './titles';
import type { ColumnChoice, Layout } from './read-statement';

const CHOICE = `(${STATEMENT_COLUMNS.join('|')}):\\d{0,3}`;

/** Columns that somebody chose, such as 'date:0,credit:4,amount:'. Without a number the statement has none. */
export const columnsSchema = z
  .string()
  .regex(new RegExp(`^${CHOICE}(,${CHOICE}){0,${STATEMENT_COLUMNS.length - 1}}$`))
  .transform((text): ColumnChoice => {
    const pairs = text.split(',').map((pair) => pair.split(':') as [StatementColumn, string]);
    return Object.fromEntries(pairs.map(([column, place]) => [column, place === '' ? null : Number(place)]));
  });

/** The value that columnsSchema parses. */
export const formatColumns = (columns: ColumnChoice): string =>
  Object.entries(columns)
    .map(([column, place]) => `${column}:${place ?? ''}`)
    .join(',');

export const layoutResponse = z.object({
  header_line: z.int(),
  titles: z.array(z.string()),
  columns: z.record(z.enum(STATEMENT_COLUMNS), z.int().nullable()),
  day_order: z.enum(['day first', 'month first']),
  decimal: z.enum(['.', ',']),
  account: z.string().nullable(),
});

export const balanceResponse = z.object({ checked: z.int(), wrong: z.array(z.int()) }).nullable();

const MAX_TITLE = 60;

/** Converts how a statement was read for the API. */
export function toApiLayout({ headerLine, titles, columns, dayOrder, decimal, account }: Layout) {
  return {
    header_line: headerLine,
    titles: titles.map((title) => title.slice(0, MAX_TITLE)),
    columns,
    day_order: dayOrder,
    decimal,
    account: account && account.slice(-4),
  };
}

/** layoutResponse as parsed by the browser. */
export const layoutSchema = layoutResponse.transform(
  ({ header_line: headerLine, day_order: dayOrder, ...layout }): Omit<Layout, 'sheet'> => ({
    ...layout,
    headerLine,
    dayOrder,
  }),
);
