import { z } from 'zod';
import type { BankMode } from '@/lib/admin/adoptions/schema';
import type texts from '@/lib/platform/i18n/en/attention.json';
import type { DayOrder } from '@/lib/platform/read-day';
import type { DecimalMark } from '@/lib/platform/read-number';
import type { BalanceCheck } from './balance';
import { STATEMENT_COLUMNS, type StatementColumn, type StatementColumns } from './titles';

/** Columns that somebody chose instead of those that the titles say; null: the statement has none. */
export type ColumnChoice = Partial<StatementColumns>;

/** How a statement was read: shown above its lines. `account`: the digits of the account number, if the file names it. */
export type Layout = {
  sheet: string;
  headerLine: number;
  titles: string[];
  columns: StatementColumns;
  dayOrder: DayOrder;
  decimal: DecimalMark;
  account: string | null;
};

/** A line of a bank statement. */
export type StatementLine = {
  /** Line in the file. */
  line: number;
  side: 'credit' | 'debit';
  /** YYYY-MM-DD. */
  date: string;
  amountPaise: number;
  text: string;
  /** The bank's reference, as receipts store it; null if the line has none. */
  bankReference: string | null;
  mode: BankMode | null;
  /** The payer and the payer's bank; empty if the line does not name them. */
  payer: string;
  payerBank: string;
  /** What may be references of adoptions, normalized. */
  mayName: string[];
};

/** A problem of a line: a message key under `attention.statement.problem`, with its values. */
export type LineProblem = {
  code: keyof (typeof texts)['statement']['problem'];
  params?: Record<string, string | number>;
};

/**
 * A bank statement: how it was read, its credits and debits, the lines that cannot be read, the number of other lines, and
 * how many lines the running balance proves or contradicts, null without one.
 */
export type Statement = {
  layout: Layout;
  lines: StatementLine[];
  bad: { line: number; problem: LineProblem }[];
  skipped: number;
  balance: BalanceCheck | null;
};

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
