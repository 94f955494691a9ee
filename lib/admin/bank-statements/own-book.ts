import { cellText } from '@/lib/platform/cell';
import type { Row } from '@/lib/platform/table-file/schema';
import { titleWords, type StatementColumns } from './titles';

const BOOK = /\bledger account\b|\bledger *:|\b(bank|cash|day) ?book\b|रोकड़|खाता बही/i;
const VOUCHER = ['vch', 'voucher', 'वाउचर'];

/**
 * True for a bank book of the own accounts, as Tally and other programs print it: money received stands under Debit there.
 * It has vouchers, is called a book, or its lines begin with 'To' and 'By'.
 */
export function isOwnBook(
  above: readonly Row[],
  titles: readonly string[],
  rows: readonly Row[],
  { text }: StatementColumns,
): boolean {
  if (titles.some((title) => titleWords(title).some((word) => VOUCHER.includes(word)))) return true;
  if (above.some(({ cells }) => cells.some((cell) => BOOK.test(cellText(cell))))) return true;
  const words = rows.map(({ cells }) => (text === null ? '' : cellText(cells[text] ?? null))).filter(Boolean);
  return words.length > 1 && words.every((word) => /^(to|by|dr|cr)$/i.test(word));
}
