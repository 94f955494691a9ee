import 'server-only';
import { env } from '@/lib/core/env';
import { createSandboxProvider } from './sandbox';
import type { PaymentMethod } from './schema';

/** What a provider is asked to collect. `paymentId` is the idempotency key: the same one is never charged twice. */
export type Charge = { paymentId: string; amountPaise: number; method: PaymentMethod; reference: string };

/** What became of a charge: the money is there, it was refused, or the provider will say so later by a notice. */
export type ChargeAnswer = { status: 'captured'; transactionId: string } | { status: 'failed' } | { status: 'pending' };

/** A provider's word on a payment that it answered 'pending' or whose answer was lost. */
export type Notice = { paymentId: string } & Exclude<ChargeAnswer, { status: 'pending' }>;

/** A payment gateway, one that answers at once or one that answers later by its webhook. */
export interface PaymentProvider {
  /** Kept with each payment; a notice settles payments of its own provider only. */
  readonly name: string;
  /** Charges, or answers again what became of this payment. Rejects when the provider cannot be reached. */
  charge(charge: Charge): Promise<ChargeAnswer>;
  /** The notice in a webhook call, or null when its signature is not the provider's or it is not a notice. */
  readNotice(headers: Headers, rawBody: Uint8Array): Notice | null;
}

/** The provider that PAYMENT_PROVIDER names; null where none is set, and then nothing can be paid. */
export function paymentProvider(): PaymentProvider | null {
  const { PAYMENT_PROVIDER, APP_SECRET } = env();
  return PAYMENT_PROVIDER === 'sandbox' ? createSandboxProvider(APP_SECRET) : null;
}
