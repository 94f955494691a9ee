import { cellText, type Cell } from '@/lib/platform/cell';

/** What a column of a bank statement can hold. `side`: a word such as 'Cr' or 'Withdrawal' beside an amount. */
export const STATEMENT_COLUMNS = [
  ...(['date', 'text', 'reference', 'cheque', 'credit', 'debit', 'amount', 'side', 'balance', 'payer'] as const),
  ...(['account', 'currency'] as const),
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];
/** Columns of the file from 0; null: the statement has none. */
export type StatementColumns = Record<StatementColumn, number | null>;

const CREDIT = ['credit', 'credits', 'deposit', 'deposits', 'cr', 'जमा'];
const DEBIT = ['debit', 'debits', 'withdrawal', 'withdrawals', 'withdrawl', 'dr', 'नामे', 'निकासी', 'आहरण'];
const WORDS = {
  date: ['date', 'dt', 'dat', 'दिनांक', 'तिथि', 'तारीख'],
  balance: ['balance', 'bal', 'शेष'],
  reference: ['utr', 'rrn', 'ref', 'reference', 'संदर्भ'],
  cheque: ['chq', 'cheque', 'instrument', 'चेक'],
  text: [
    'text',
    'narration',
    'narrative',
    'narrations',
    'description',
    'particular',
    'particulars',
    'remark',
    'remarks',
    'detail',
    'details',
    'विवरण',
  ],
  amount: ['amount', 'amt', 'राशि', 'रकम'],
  side: ['type', 'indicator'],
  payer: ['remitter', 'payer', 'sender', 'counterparty'],
  account: ['account', 'acc', 'acct'],
  currency: ['currency', 'ccy', 'curr'],
  transaction: ['transaction', 'txn', 'tran', 'trans'],
  number: ['id', 'no', 'number'],
} as const;

/** Titles of a side that have another meaning beside other words, such as 'Payment reference'. */
const ALONE: Record<string, 'credit' | 'debit' | undefined> = {
  ...{ receipt: 'credit', receipts: 'credit', received: 'credit', 'paid in': 'credit', 'money in': 'credit' },
  ...{ payment: 'debit', payments: 'debit', paid: 'debit', 'paid out': 'debit', 'money out': 'debit' },
  ...{ प्राप्ति: 'credit', भुगतान: 'debit' },
};
/** Words that add nothing to the title of a side. */
const UNITS = ['amount', 'amt', 'rs', 'inr', 'rupees', 'राशि', 'रु'];

/** Returns the words of a title in lower case: 'ValueDate', 'Chq./Ref.No.' and 'DEPOSIT(CR)' are two or three. */
export function titleWords(cell: Cell): string[] {
  return cellText(cell)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\b(value|txn|tran|transaction|post|posting)(date|dt)\b/g, '$1 $2')
    .replace(/\b(chq|cheque|ref|utr|txn)(no|id|number)\b/g, '$1 $2')
    .replace(/\b(cr)(dr)\b|\b(dr)(cr)\b/g, 'cr dr')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
}

/**
 * Returns what the column with this title holds, and a rank among columns of the same kind, the smallest first; null if
 * the title says nothing. A title with words of both sides, such as 'Dr / Cr', is that of a side.
 */
export function columnOf(words: readonly string[]): { column: StatementColumn; rank: number } | null {
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  const [credit, debit] = [has(CREDIT), has(DEBIT)];
  const first = (column: StatementColumn, ...preferred: string[]) => ({ column, rank: has(preferred) ? 0 : 1 });
  if (has(WORDS.balance)) return first('balance');
  if (has(WORDS.account)) return accountColumn(words);
  if (has(WORDS.currency)) return first('currency');
  if (has(['branch'])) return null;
  const alone = ALONE[words.filter((word) => !UNITS.includes(word)).join(' ')];
  if (alone) return first(alone);
  if (has(WORDS.date)) return first('date', 'value', 'credit');
  if ((credit && debit) || has(WORDS.side)) return first('side');
  if (credit || debit) return first(credit ? 'credit' : 'debit');
  if (has(WORDS.payer)) return first('payer');
  if (has(WORDS.reference)) return first('reference', 'utr', 'rrn');
  if (has(WORDS.cheque)) return first('cheque');
  if (has(WORDS.text) || /^transactions?$/.test(words.join()))
    return first('text', 'narration', 'description', 'particulars');
  if (has(WORDS.amount)) return first('amount');
  if (has(WORDS.transaction) && has(WORDS.number)) return { column: 'reference', rank: 2 };
  return null;
}

/** 'Account No.' is that of the statement, 'Account Description' a text; names and accounts of others are neither. */
function accountColumn(words: readonly string[]): { column: StatementColumn; rank: number } | null {
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  if (has(['name', 'holder', 'beneficiary', 'branch', 'type', ...WORDS.payer])) return null;
  if (has(WORDS.text)) return { column: 'text', rank: 2 };
  return has(WORDS.number) || words.length === 1 ? { column: 'account', rank: 0 } : null;
}

/** Returns the side that a word beside an amount means; null for words that mean none for sure. */
export function sideOf(cell: Cell): 'credit' | 'debit' | null {
  const words = cellText(cell)
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u);
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  const [credit, debit] = [has([...CREDIT, 'c']), has([...DEBIT, 'd', 'withdraw', 'w'])];
  if (credit === debit) return null;
  return credit ? 'credit' : 'debit';
}
