import { z } from 'zod';
import { readStored, removeItem, writeItem } from '@/lib/core/storage';
import type { Attempt } from '@/lib/payment/payment-flow';
import { PAYMENT_METHODS } from '@/lib/payment/schema';
import { cartSchema } from '@/lib/selection/schema';

const attemptSchema = z.object({
  userId: z.string(),
  key: z.string(),
  method: z.enum(PAYMENT_METHODS),
  billingId: z.string(),
  reference: z.string(),
  order: cartSchema,
});

const KEY = 'payment-attempt';

/** The try to pay of this sponsor in this tab whose answer has not come yet, also after a reload; null when there is none. */
export function readAttempt(userId: string): Attempt | null {
  const stored = readStored('sessionStorage', KEY, attemptSchema);
  if (stored?.userId !== userId) return null;
  const { userId: _, ...attempt } = stored;
  return attempt;
}

/** Remembers a try before it is sent, so that not even a reload makes a second payment of it. */
export const writeAttempt = (userId: string, attempt: Attempt) =>
  void writeItem('sessionStorage', KEY, JSON.stringify({ userId, ...attempt }));

/** Forgets the try: it was answered. */
export const removeAttempt = () => removeItem('sessionStorage', KEY);

/** A key that no other try has. Not crypto.randomUUID: that needs https, and a demonstration may run without. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
