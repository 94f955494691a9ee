import 'server-only';
import { env } from '@/lib/core/env';
import { createSandboxProvider } from './sandbox';
import type { PaymentMethod } from './schema';

/** A charge. `paymentId` is the idempotency key: the same payment is never charged twice. */
export type Charge = { paymentId: string; amountPaise: number; method: PaymentMethod; reference: string };

/** The result of a charge: captured, refused, or pending until a later notice. */
export type ChargeAnswer = { status: 'captured'; transactionId: string } | { status: 'failed' } | { status: 'pending' };

/** A notice about a payment that was pending or whose response was lost. */
export type Notice = { paymentId: string } & Exclude<ChargeAnswer, { status: 'pending' }>;

/** A payment gateway; it responds immediately or later by webhook. */
export interface PaymentProvider {
  /** Stored with each payment; a notice settles payments of its own provider only. */
  readonly name: string;
  /** Charges a payment, or returns its existing result. Rejects if the provider cannot be reached. */
  charge(charge: Charge): Promise<ChargeAnswer>;
  /** Returns the notice in a webhook request; null if the signature or the content is invalid. */
  readNotice(headers: Headers, rawBody: Uint8Array): Notice | null;
}

/** Returns the provider configured by PAYMENT_PROVIDER; null if none is set, and then nothing can be paid. */
export function paymentProvider(): PaymentProvider | null {
  const { PAYMENT_PROVIDER, APP_SECRET } = env();
  return PAYMENT_PROVIDER === 'sandbox' ? createSandboxProvider(APP_SECRET) : null;
}
