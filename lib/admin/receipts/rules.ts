import type { BankMode } from '@/lib/admin/adoptions/schema';
import type { Table } from '@/lib/catalogue/import/schema';
import { cellText, type Cell } from '@/lib/core/cell';
import { calendarDay } from '@/lib/core/search-params';
import type { LineProblem, Statement, StatementLine } from './schema';

/** Titles of the columns of bank statements, letters only; of several matching columns the earlier title wins. */
const TITLES = {
  date: [
    ...['valuedate', 'valuedt', 'date', 'transactiondate', 'txndate', 'trandate', 'postdate', 'postingdate'],
    ...['bookingdate', 'dateofcredit', 'creditdate'],
  ],
  text: [
    ...['narration', 'description', 'particulars', 'transactionremarks', 'transactiondetails', 'details', 'remarks'],
    ...['transactiondescription', 'transactionparticulars'],
  ],
  credit: [
    'credit',
    'credits',
    'creditamount',
    'creditamt',
    'deposit',
    'deposits',
    'depositamount',
    'depositamt',
    'cr',
  ],
  debit: [
    'debit',
    'debits',
    'debitamount',
    'debitamt',
    'withdrawal',
    'withdrawals',
    'withdrawalamount',
    'withdrawalamt',
    'dr',
  ],
  amount: ['amount', 'transactionamount', 'txnamount', 'amt'],
  type: ['crdr', 'drcr', 'creditdebit', 'debitcredit', 'type', 'transactiontype', 'txntype'],
  reference: [
    ...['utr', 'utrno', 'utrnumber', 'bankreference', 'reference', 'referenceno', 'referencenumber', 'refno', 'ref'],
    ...['chqrefno', 'chequerefno', 'refnochequeno', 'refnochqno', 'transactionid', 'txnid', 'chequenumber', 'chequeno'],
    'chqno',
  ],
} as const;
type ColumnName = keyof typeof TITLES;
type Columns = Partial<Record<ColumnName, number>>;

/** Rows that may precede the header: name of the bank, account, period. */
const MAX_ROWS_BEFORE = 50;

/** 'Deposit Amt. (INR)' is 'depositamt'. */
const titleOf = (cell: Cell) =>
  cellText(cell)
    .toLowerCase()
    .replace(/\((inr|rs\.?|₹|in rs\.?)\s*\)|\b(inr|rs)\b/g, '')
    .replace(/[^a-z]/g, '');

function columnsOf(cells: readonly Cell[]): Columns {
  const titles = cells.map(titleOf);
  const columns: Columns = {};
  for (const [name, known] of Object.entries(TITLES) as [ColumnName, readonly string[]][]) {
    const place = known.map((title) => titles.indexOf(title)).find((index) => index >= 0);
    if (place !== undefined) columns[name] = place;
  }
  return columns;
}

const isHeader = ({ date, text, reference, credit, amount }: Columns) =>
  date !== undefined && (text ?? reference) !== undefined && (credit ?? amount) !== undefined;

/**
 * Reads the credits and debits of a bank statement. The header is the first row with a date, a text or reference, and a credit or
 * amount; what is above it is ignored.
 * @param today YYYY-MM-DD in India: later credits are problems
 * @returns null if there is no such header
 */
export function readStatement(table: Table, today: string): Statement | null {
  const start = table.slice(0, MAX_ROWS_BEFORE).findIndex(({ cells }) => isHeader(columnsOf(cells)));
  const header = table[start];
  if (!header) return null;
  const columns = columnsOf(header.cells);
  const statement: Statement = { lines: [], bad: [], skipped: 0 };
  const firstLine = new Map<string, number>();
  for (const { line, cells } of table.slice(start + 1)) {
    const read = readLine(line, (name) => (columns[name] === undefined ? null : (cells[columns[name]] ?? null)), today);
    if (read === null) statement.skipped += 1;
    else if ('code' in read) statement.bad.push({ line, problem: read });
    else {
      // A reversal may have the reference of its credit.
      const key = read.side === 'credit' ? read.bankReference : null;
      const other = key === null ? undefined : firstLine.get(key);
      if (other === undefined) {
        if (key !== null) firstLine.set(key, line);
        statement.lines.push(read);
      } else statement.bad.push({ line, problem: { code: 'repeated', params: { other } } });
    }
  }
  return statement;
}

function readLine(line: number, cell: (name: ColumnName) => Cell, today: string): StatementLine | LineProblem | null {
  const given = cell('credit') ?? cell('amount');
  const credited = readAmount(given);
  if (credited === 'invalid') return { code: 'amount', params: { value: shown(given) } };
  const debited = credited ? null : readAmount(cell('debit'));
  const amount = credited ?? (debited === 'invalid' ? null : debited);
  if (amount === null) return null;
  const isDebit = debited !== null || (amount.isDebit ?? /^d/i.test(cellText(cell('type'))));
  const date = readDay(cell('date'));
  if (date === null) return { code: 'date', params: { value: shown(cell('date')) } };
  if (date > today) return { code: 'future', params: { value: shown(cell('date')) } };
  const text = cellText(cell('text'));
  const all = `${text} ${cellText(cell('reference'))}`;
  const bankReference = readBankReference(cell('reference')) ?? findUtr(text);
  const mode = modeOf(all);
  const side = isDebit ? 'debit' : 'credit';
  const found = { line, side, date, amountPaise: amount.paise, text, bankReference, mode } as const;
  return { ...found, payer: '', payerBank: '', mayName: mayName(all) };
}

const shown = (cell: Cell) => {
  const text = cellText(cell);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const AMOUNT = /^(\d{1,13}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/;

/**
 * Reads '1,25,000.00', '₹ 1,25,000', '500 Cr', '-500', '(500)'. Null: empty or zero. `isDebit` is undefined if the
 * amount itself does not say so.
 */
export function readAmount(cell: Cell): { paise: number; isDebit?: boolean } | 'invalid' | null {
  const text = typeof cell === 'number' ? String(Number(cell.toFixed(6))) : cellText(cell);
  if (/^[-–—.\s]*$/.test(text)) return null;
  const side = /\b(cr|dr)\b\.?/i.exec(text)?.[1]?.toLowerCase();
  const bare = text.replace(/\b(cr|dr)\b\.?|₹|\b(inr|rs)\b\.?|\s/gi, '');
  const [, whole, fraction = ''] = AMOUNT.exec(bare.replace(/^[+-]/, '').replace(/^\((.*)\)$/, '$1')) ?? [];
  if (whole === undefined) return 'invalid';
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (paise === 0) return null;
  if (/^[-(]/.test(bare)) return { paise, isDebit: true };
  return side ? { paise, isDebit: side === 'dr' } : { paise };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day, the day before the month: '01/04/2026', '1-Apr-26', '2026-04-01', each with or without a time. */
export function readDay(cell: Cell): string | null {
  const text = cellText(cell).toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ].*)?$/.exec(text);
  const indian = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4}|\d{2})(?: .*)?$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : indian ? [indian[3]!, indian[2]!, indian[1]!] : [];
  if (!year || !month || !day) return null;
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1;
  const pad = (part: string | number) => String(part).padStart(2, '0');
  const date = `${year.length === 2 ? `20${year}` : year}-${pad(number)}-${pad(day)}`;
  return calendarDay.safeParse(date).success ? date : null;
}

/** Returns a bank reference as receipts store it; null for what is none, such as zeros. */
function readBankReference(cell: Cell): string | null {
  const text = cellText(cell).replace(/\s/g, '').toUpperCase();
  return /^[A-Z0-9/_.-]{4,35}$/.test(text) && /[1-9]/.test(text) ? text : null;
}

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Finds the UTR in a text: 16 or 22 characters that begin with letters (NEFT, RTGS), else 12 digits (IMPS, UPI). */
function findUtr(text: string): string | null {
  const words = (text.toUpperCase().match(/[A-Z0-9]+/g) ?? []).filter((word) => !IFSC.test(word));
  const utr = words.find((word) => /^[A-Z]{4}(?=(?:.*\d){6})(.{12}|.{18})$/.test(word));
  return utr ?? words.find((word) => /^\d{12}$/.test(word)) ?? null;
}

const MODES: readonly [RegExp, BankMode][] = [
  [/\bRTGS/i, 'RTGS'],
  [/\bNEFT/i, 'NEFT'],
  [/\b(IMPS|MMT)/i, 'IMPS'],
  [/\bUPI/i, 'UPI'],
  [/\b(DD|DEMAND DRAFT)\b/i, 'demand_draft'],
  [/\b(CHQ|CHEQUE|CLG|CLEARING|CTS)\b/i, 'cheque'],
];
const modeOf = (text: string) => MODES.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const MAX_NAMES = 20;
const SEPARATOR = String.raw`[-\s/_.:]*`;
const GROUP = `${SEPARATOR}([0-9A-Z]{4})`;
/** Looks ahead, so that matches may overlap: banks join words. */
const MAY_NAME = new RegExp(`(?=SA${GROUP}${GROUP}${GROUP})`, 'g');

/**
 * Returns what may be references of adoptions in a text, normalized: banks drop hyphens, people write O for 0 and I for
 * 1, which references do not contain.
 */
export function mayName(text: string): string[] {
  const found = text.toUpperCase().matchAll(MAY_NAME);
  const names = [...found].map(
    ([, ...groups]) => `SA-${groups.join('-').replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  );
  return [...new Set(names)].slice(0, MAX_NAMES);
}
