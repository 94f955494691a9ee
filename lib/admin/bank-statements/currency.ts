import { cellText } from '@/lib/platform/cell';
import type { Row } from '@/lib/platform/table-file/schema';

/** Codes of currencies other than the rupee, without those that are words of titles. */
const RUPEE = 'INR';
const CODES = new Set(Intl.supportedValuesOf('currency').filter((code) => ![RUPEE, 'ALL', 'TOP'].includes(code)));
const SIGNS: Record<string, string | undefined> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** Returns the other currency that a title names, such as 'Amount (USD)' or 'Credit $'; null if it names none. */
export function foreignIn(title: string): string | null {
  const sign = /[$€£¥]/.exec(title)?.[0];
  if (sign) return SIGNS[sign] ?? null;
  return title.match(/\b[A-Z]{3}\b/g)?.find((word) => CODES.has(word)) ?? null;
}

/** Returns the currency in a cell of its own, null for rupees and for nothing. */
export function foreignOf(text: string): string | null {
  if (/^(|[-–—]|inr|rs\.?|₹|rupees?|indian rupees?|रु\.?|रुपये)$/i.test(text)) return null;
  return foreignIn(text.toUpperCase()) ?? text;
}

/** What stands before a code of a currency in a letterhead, and currencies in words. */
const BEFORE =
  /\b(?:currency|ccy|amounts? +(?:are +)?in|(?:account|a\/c) +type)\b[^A-Z]{0,12}(?:EEFC\W{1,3}|RFC\W{1,3})?\b([A-Z]{3})\b/;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bU\.?S\.? dollars?\b/i, 'USD'],
  [/\bamounts? +(?:are +)?in euros?\b/i, 'EUR'],
  [/\bpounds? sterling\b/i, 'GBP'],
];

/** Returns the currency that a letterhead names, null if it names none. */
export function currencyAbove(rows: readonly Row[]): string | null {
  for (const { cells } of rows) {
    const text = cells.map((cell) => cellText(cell)).join(' ');
    const words = text.replace(/currency|ccy|amounts?|(are )?in\b|account|a\/c|type/gi, (word) => word.toLowerCase());
    const code = BEFORE.exec(words)?.[1] ?? NAMES.find(([name]) => name.test(text))?.[1];
    if (code && (code === RUPEE || CODES.has(code))) return code;
  }
  return null;
}

/** Returns the other currency of a letterhead; null for rupees and for none. */
export const foreignAbove = (rows: readonly Row[]): string | null => {
  const code = currencyAbove(rows);
  return code === RUPEE ? null : code;
};

/** Returns the other currency of a balance, which its movements have as well, unless a title names rupees; null for none. */
export const foreignBalance = (title: string, titles: readonly string[]): string | null =>
  titles.some((each) => /\b(?:INR|Rs)\b|₹/i.test(each)) ? null : foreignIn(title);
