import 'server-only';
import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { retryOnConflict } from '@/lib/core/conflict';
import { DeadlineError, withDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { describeError, log } from '@/lib/core/log';
import { requirePaise } from '@/lib/core/money';
import type { SponsorScope } from '@/lib/identity/session';
import { paymentProvider, type Charge, type ChargeAnswer, type Notice, type PaymentProvider } from './provider';
import type { PaymentRequest } from './schema';
import {
  runBeginPayment,
  runSettlePayment,
  type BeginRow,
  type BeginValues,
  type SettleRow,
  type SettleValues,
} from './statements';

/** How long a provider may take to answer, in milliseconds: the request that waits has ten seconds in all. */
export const CHARGE_MS = 7000;
const ATTEMPTS = 5;

/** An adoption that is paid for. */
export type Paid = { transactionId: string; billingId: string; reference: string };

/** Why an adoption is not paid for, or not yet ('payment.pending'). */
export type PaymentRefusal =
  | 'payment.key_reused'
  | 'payment.not_verified'
  | 'payment.hold_ended'
  | 'payment.method_required'
  | 'selection.changed'
  | 'payment.declined'
  | 'payment.pending'
  | 'payment.refund_due'
  | 'payment.failed';

/** The outcome of paying. */
export type PaymentOutcome = ({ ok: true } & Paid) | { ok: false; code: PaymentRefusal };

type Options = {
  /** The request's Idempotency-Key, if it has one. */
  key?: string | null;
  provider?: PaymentProvider | null;
  /** The pool to use, if not the shared one. */
  connection?: Sql;
};

/**
 * Pays for the sponsor's held adoption. The payment is written down before the provider is asked and its id is
 * the provider's key, so a request that is repeated, from another tab, after a crash or with its Idempotency-Key, finds the
 * same payment, and whoever finds it open asks and settles it again: nothing is charged twice, and an adoption that is paid
 * for answers its transaction. A payment that failed leaves the hold, and the next request without its key begins another.
 * @returns 'payment.pending' when the provider answers later; 'payment.failed' when it does not answer, or none is set
 */
export async function payForAdoption(
  scope: SponsorScope,
  request: PaymentRequest,
  { key = null, provider = paymentProvider(), connection = sql() }: Options = {},
): Promise<PaymentOutcome> {
  if (!provider) return refuse('payment.failed');
  const method = request.payment_method;
  const values = beginValues(scope, request, { provider, key });
  // Another request was quicker: it began, or completed, a payment that this one's snapshot does not show yet. The two are one
  // press of the button; did this one begin a payment of its own once that one was declined, many presses would be many charges.
  let joins = false;
  const row = await repeat(async () => {
    const begun = await runBeginPayment(connection, { ...values, joins });
    joins = begun.state === 'completed' ? !begun.transaction_id : Boolean(begun.is_live && method && !begun.payment_id);
    return joins ? undefined : begun;
  });
  return refusalBefore(row, method) ?? answerOf(row) ?? chargeAndSettle(provider, row, connection);
}

/** The values of BEGIN_PAYMENT for a request. */
export function beginValues(
  { userId }: SponsorScope,
  request: PaymentRequest,
  { provider, key }: { provider: PaymentProvider; key: string | null },
): BeginValues {
  const { payment_method: method, selected_courses: lines, total_amount: total } = request;
  return {
    userId,
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
    prices: lines.map(({ pricePerSeat }) => requirePaise(pricePerSeat)),
    totals: lines.map(({ totalPrice }) => requirePaise(totalPrice)),
    totalPaise: requirePaise(total),
    method,
    provider: provider.name,
    key,
    requestHash: hashRequest(request),
  };
}

/**
 * Takes in what a provider says later, as often as it is said. A transaction that was written down for another payment
 * changes nothing and is logged: a refusal would only make the provider say it again.
 * @returns false for a payment that this provider does not have
 */
export async function recordNotice(provider: PaymentProvider, notice: Notice): Promise<boolean> {
  return (await settle({ ...notice, provider: provider.name }, sql())) !== null;
}

/** What stands in the way of paying, in the order of A-62. */
function refusalBefore(row: BeginRow, method: PaymentRequest['payment_method']): PaymentOutcome | null {
  if (row.key_reused) return refuse('payment.key_reused');
  const { state, is_live, status } = row;
  const isVerified = row.payment_id !== null || !(state === null || state === 'draft' || state === 'replaced');
  if (!isVerified && !row.other_hold) return refuse('payment.not_verified');
  // Where an open payment outlived its hold, the provider may have been asked and may still say so: 'ended' might not be true.
  if (isVerified && !is_live && state !== 'completed' && state !== 'refund_due')
    return refuse(status === 'started' ? 'payment.pending' : 'payment.hold_ended');
  if (!method) return refuse('payment.method_required');
  return isVerified ? null : refuse('selection.changed');
}

/** How a payment and its adoption stand, for the sponsor; null while the money is neither there nor refused. */
function answerOf(row: BeginRow | SettleRow): PaymentOutcome | null {
  const { state, status, transaction_id: transactionId, billing_id: billingId, reference } = row;
  if (state === 'completed' && transactionId && billingId && reference)
    return { ok: true, transactionId, billingId, reference };
  if (state === 'refund_due' || status === 'refund_due') return refuse('payment.refund_due');
  if (status === 'failed') return refuse(row.is_live ? 'payment.declined' : 'payment.hold_ended');
  return null;
}

/** Asks for the money and writes down the answer. One that comes after the deadline is still written down when it comes. */
async function chargeAndSettle(provider: PaymentProvider, row: BeginRow, connection: Sql): Promise<PaymentOutcome> {
  const { payment_id: paymentId, method, amount_paise, reference } = row;
  if (!paymentId || !method || !reference) throw new Error('there is no payment to ask for');
  const work = async (): Promise<PaymentOutcome> => {
    const charge = { paymentId, method, amountPaise: Number(amount_paise), reference };
    const answer = await ask(provider, charge);
    if (!answer) return refuse('payment.failed');
    if (answer.status === 'pending') return refuse('payment.pending');
    const settled = await settle({ ...answer, paymentId, provider: provider.name }, connection);
    return (settled && answerOf(settled)) ?? refuse('payment.failed');
  };
  try {
    return await withDeadline(work(), CHARGE_MS);
  } catch (late) {
    if (!(late instanceof DeadlineError)) throw late;
    log.warn('payment_late', { provider: provider.name, milliseconds: CHARGE_MS });
    return refuse('payment.failed');
  }
}

async function ask(provider: PaymentProvider, charge: Charge): Promise<ChargeAnswer | null> {
  try {
    return await provider.charge(charge);
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: provider.name, ...describeError(error) });
    return null;
  }
}

/** Settles a payment; ended holds that stand in the way are released first. Null: the payment is unknown to its provider. */
async function settle(values: SettleValues, connection: Sql): Promise<SettleRow | null> {
  const settled = await repeat(async () => {
    const row = await runSettlePayment(connection, values);
    if (!row?.is_stale) return row ?? null;
    await releaseExpiredHolds(undefined, connection);
    return undefined;
  });
  if (settled?.is_taken)
    log.error('payment_transaction_taken', { payment: values.paymentId, provider: values.provider });
  if (settled?.status === 'refund_due') log.warn('payment_refund_due', { payment: values.paymentId });
  return settled;
}

/** Runs work again that came to nothing, or whose statement was called off because somebody else was quicker. */
async function repeat<T>(work: () => Promise<T | undefined>): Promise<T> {
  const done = await retryOnConflict(ATTEMPTS, work);
  if (done === undefined) throw new Error('the payment could not be written down');
  return done;
}

/** The keyed hash by which a request with the same Idempotency-Key is known to be the same: method, total and lines in any order. */
function hashRequest({ payment_method, selected_courses, total_amount }: PaymentRequest): string {
  const lines = selected_courses
    .map(({ id, selectedSeats, pricePerSeat, totalPrice }) => [id, selectedSeats, pricePerSeat, totalPrice].join())
    .sort();
  const request = JSON.stringify([payment_method, total_amount, lines]);
  return createHmac('sha256', env().APP_SECRET).update(`payment-request|${request}`).digest('hex');
}

const refuse = (code: PaymentRefusal) => ({ ok: false, code }) as const;
