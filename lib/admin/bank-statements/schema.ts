import { z } from 'zod';
import type { BankMode } from '@/db/schema/enums';
import type texts from '@/lib/platform/i18n/en/attention.json';
import { toRupees } from '@/lib/platform/money';
import type { DayOrder } from '@/lib/platform/read-day';
import type { DecimalMark } from '@/lib/platform/read-number';
import type { ReferenceBeginning } from './adoption-references';
import type { BalanceCheck } from './balance';
import type { LineKind } from './kinds';
import type { CodedFormat } from './coded-statements';
import { STATEMENT_COLUMNS, type StatementColumn, type StatementColumns } from './titles';

/** Columns that somebody chose instead of those that the titles say; null: the statement has none. */
export type ColumnChoice = Partial<StatementColumns>;

/**
 * How a statement was read: shown above its lines. `account`: the digits of the account number, if the file names it;
 * `accounts`: the ends of the numbers if it has several; `others`: further sheets that look like statements, which are not
 * read. MT940 and camt have no columns.
 */
export type Layout = {
  format: 'table' | CodedFormat;
  sheet: string;
  others: string[];
  accounts: string[];
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
  /** What may be beginnings of references, which banks cut. */
  mayBegin: ReferenceBeginning[];
  kind: LineKind;
  /** The line of the file that takes this one back, or that it takes back. */
  counterLine: number | null;
  /** The end of the account's number, if the file has several; else null. */
  account: string | null;
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
  format: z.enum(['table', 'MT940', 'camt']),
  others: z.array(z.string()),
  accounts: z.array(z.string()),
  header_line: z.int(),
  titles: z.array(z.string()),
  columns: z.record(z.enum(STATEMENT_COLUMNS), z.int().nullable()),
  day_order: z.enum(['day first', 'month first']),
  decimal: z.enum(['.', ',']),
  account: z.string().nullable(),
});

/** `change` in rupees, negative if the balance falls; null if the closing balance alone contradicts. */
export const balanceResponse = z
  .object({
    checked: z.int(),
    wrong: z.array(z.object({ line: z.int(), change: z.number().nullable() })),
    turned: z.array(z.int()),
  })
  .nullable();

const MAX_TITLE = 60;

/** Converts how a statement was read for the API. */
export function toApiLayout({ sheet: _, headerLine, titles, dayOrder, account, others, ...layout }: Layout) {
  return {
    ...layout,
    header_line: headerLine,
    titles: titles.map((title) => title.slice(0, MAX_TITLE)),
    others: others.map((name) => name.slice(0, MAX_TITLE)),
    day_order: dayOrder,
    account: account && account.slice(-4),
  };
}

/** Converts what the balance says for the API, whose amounts are in rupees. */
export function toApiBalance(balance: BalanceCheck | null): z.infer<typeof balanceResponse> {
  if (balance === null) return null;
  const { right, wrong, turned } = balance;
  const changes = wrong.map(({ line, changePaise }) => ({ line, change: changePaise && toRupees(changePaise) }));
  return { checked: right.length, wrong: changes, turned };
}

/** layoutResponse as parsed by the browser. */
export const layoutSchema = layoutResponse.transform(
  ({ header_line: headerLine, day_order: dayOrder, ...layout }): Omit<Layout, 'sheet'> => ({
    ...layout,
    headerLine,
    dayOrder,
  }),
);
