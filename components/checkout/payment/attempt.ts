import { PAYMENT_METHODS } from '@/db/schema/enums';
import { object, oneOf, text } from '@/lib/platform/schema';
import { readStored, removeItem, writeItem } from '@/lib/platform/storage';
import type { Attempt } from '@/lib/checkout/payment-flow';
import { wholeCartSchema, writeCart } from '@/lib/selection/cart';

const attemptSchema = object<Attempt & { userId: string }>({
  userId: text,
  key: text,
  method: oneOf(PAYMENT_METHODS),
  billingId: text,
  reference: text,
  order: wholeCartSchema,
});

const KEY = 'payment-attempt';

/** Returns the unanswered payment attempt of this sponsor in this tab, also after a reload; null if there is none. */
export function readAttempt(userId: string): Attempt | null {
  const stored = readStored('sessionStorage', KEY, attemptSchema);
  if (stored?.userId !== userId) return null;
  const { userId: _, ...attempt } = stored;
  return attempt;
}

/** Stores an attempt before it is sent, so that a reload does not start a second payment. */
export const writeAttempt = (userId: string, attempt: Attempt) =>
  void writeItem('sessionStorage', KEY, JSON.stringify({ userId, ...attempt, order: writeCart(attempt.order) }));

/** Removes the attempt after its response. */
export const removeAttempt = () => removeItem('sessionStorage', KEY);

/** Returns a unique key. Not crypto.randomUUID: it needs HTTPS, and a demo may run without. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
