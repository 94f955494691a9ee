import { plainAmount } from '@/lib/platform/read-amount';
import { missingPaise, type ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { toPaise, toRupeeString } from '@/lib/platform/money';
import { choiceOf, type AdoptionChoice } from './adoption-choice';

/** A part of a credit as it is typed. */
export type Part = { key: number; choice: AdoptionChoice; amount: string; tds: string };

let keys = 0;
export const newPart = (adoption: ReceiptAdoption | null, amount = ''): Part => ({
  key: ++keys,
  choice: choiceOf(adoption),
  amount,
  tds: '',
});

/**
 * Returns the parts of a credit for the adoptions that it names: what each misses, if that is exactly the credit. One part
 * without an adoption if it names none.
 */
export function partsOf(adoptions: readonly ReceiptAdoption[], amount: string): Part[] {
  if (adoptions.length < 2) return [newPart(adoptions[0] ?? null)];
  const missing = adoptions.map(missingPaise);
  const fits = missing.reduce((sum, paise) => sum + paise, 0) === paiseOf(amount);
  return adoptions.map((adoption, index) => newPart(adoption, fits ? toRupeeString(missing[index]!) : ''));
}

/** Returns a typed amount in paise; 0 for what is none. */
export const paiseOf = (typed: string): number => toPaise(plainAmount(typed)) ?? 0;

/** Returns what the parts leave, in paise; negative if they are too much. */
export const restOf = (amount: string, parts: readonly Part[]): number =>
  paiseOf(amount) - parts.reduce((sum, part) => sum + paiseOf(part.amount), 0);
