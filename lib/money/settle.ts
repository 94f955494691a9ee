import 'server-only';
import { eq, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings } from '@/db/schema';
import type { BillingEvent } from '@/db/schema/billing-states';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { retryOnConflict } from '@/db/conflict';
import { issueWith } from '@/lib/documents/papers/mutations';
import { jobTime } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { withLogIds } from '@/lib/platform/request-id';
import { providerNamed } from './provider';
import type { PaymentProvider, PaymentState } from './gateway/types';
import {
  claimCheck,
  findOpenPayments,
  noteAtBank,
  noteReference,
  settlePayment,
  type CheckedPayment,
  type SettledPayment,
  type SettleValues,
} from './statements';

const ATTEMPTS = 5;

/** Results of a payment after which no money goes back. */
const WELCOME: BillingEvent[] = ['paid', 'part_paid', 'payment_failed'];

export type SettleOptions = {
  /** The pool to use instead of the shared one. */
  database?: Database;
  /** Finds the provider of a payment; tests replace it. */
  named?: (name: string) => PaymentProvider | null;
};

/**
 * Settles a payment; releases expired holds first if they block its seats. Returns null if the provider has no such
 * payment.
 */
export async function settle(values: SettleValues, database = db()): Promise<SettledPayment | null> {
  const settled = await repeat(async () => {
    const payment = await database.transaction((tx) => settleWithReceipt(tx, values));
    if (!payment?.isStale) return payment ?? null;
    await releaseExpiredHolds(undefined, database);
    return undefined;
  });
  const { paymentId: payment, provider } = values;
  if (settled?.isTaken) log.error('payment_transaction_taken', { payment, provider });
  if (settled?.event === 'payment_not_accepted') log.error('payment_not_accepted', { payment, provider });
  else if (settled?.event && !WELCOME.includes(settled.event))
    log.warn('payment_refund_due', { payment, event: settled.event });
  return settled;
}

/** Settles a payment, and issues the receipt of money that pays for the seats or a part of them. */
async function settleWithReceipt(tx: Database, values: SettleValues): Promise<SettledPayment | undefined> {
  const payment = await settlePayment(tx, values);
  const isMoney = values.status === 'captured' && values.capture.amountPaise > 0;
  if (isMoney && (payment?.event === 'paid' || payment?.event === 'part_paid'))
    await issueWith(tx, { kind: 'receipt', billingId: payment.billingId, source: values.paymentId });
  return payment;
}

/**
 * Records the state of a payment at its gateway. Several captures of one payment are settled one after the other; the
 * second one is paid back.
 * @returns the row of the last result, or null if the payment is still open
 */
export async function applyState(
  payment: Pick<CheckedPayment, 'id' | 'provider' | 'providerRef'>,
  state: PaymentState,
  database = db(),
): Promise<SettledPayment | null> {
  const { id: paymentId, provider } = payment;
  if (state.providerRef !== null && state.providerRef !== payment.providerRef)
    await noteReference(database, paymentId, state.providerRef);
  if (state.status === 'pending') {
    if (state.next === null) await noteAtBank(database, paymentId);
    return null;
  }
  if (state.status === 'failed') return settle({ paymentId, provider, status: 'failed' }, database);
  let settled: SettledPayment | null = null;
  for (const capture of state.captures)
    settled = await settle({ paymentId, provider, status: 'captured', capture }, database);
  return settled;
}

/**
 * Asks the gateway what became of an open payment and records it. A payment whose adoption has no use for the money any
 * more is closed at the gateway. One that the gateway does not know has failed once its time is over; before, its link
 * may still be made.
 * @param close closes it in any case
 * @returns the state at the gateway, null if it knows no such payment; undefined if it cannot be asked
 */
export function checkPayment(
  payment: CheckedPayment,
  options: CheckOptions = {},
): Promise<PaymentState | null | undefined> {
  return withLogIds({ payment: payment.id, billing: payment.billingId }, () => askAndRecord(payment, options));
}

type CheckOptions = SettleOptions & { close?: boolean };

async function askAndRecord(
  payment: CheckedPayment,
  { database = db(), named = providerNamed, close = false }: CheckOptions,
): Promise<PaymentState | null | undefined> {
  const provider = named(payment.provider);
  if (!provider) {
    log.error('payment_provider_missing', { provider: payment.provider });
    return undefined;
  }
  const key = { paymentId: payment.id, providerRef: payment.providerRef };
  let state: PaymentState | null;
  try {
    state = await (close || !payment.isWanted ? provider.close(key) : provider.enquire(key));
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: provider.name, ...describeError(error) });
    return undefined;
  }
  if (state) await applyState(payment, state, database);
  else if (payment.isOver || close)
    await settle({ paymentId: payment.id, provider: provider.name, status: 'failed' }, database);
  return state;
}

/**
 * Checks the open payments that are due, those that wait longest first, for a limited time. Safe to run any number of
 * times at once: each payment is checked by one.
 * @param signal once aborted, nothing further is begun
 * @returns the number of payments that were checked
 */
export async function checkPayments(options: SettleOptions = {}, signal?: AbortSignal): Promise<number> {
  const { database = db() } = options;
  const mayBegin = jobTime(signal);
  for (let checked = 0; ; checked++) {
    // One at a time: what is claimed and not asked about would wait for its next check.
    const payment = mayBegin() ? await claimCheck(database) : undefined;
    if (!payment) return checked;
    // One payment that cannot be recorded must not stop the others; it is due again later.
    await checkPayment(payment, options).catch((error: unknown) =>
      log.error('payment_check_failed', { payment: payment.id, billing: payment.billingId, ...describeError(error) }),
    );
  }
}

/** Closes the open payments of an adoption, so that its sponsor can pay by another way. Money already paid is settled. */
export async function closePayments(billingId: string, options: SettleOptions = {}): Promise<void> {
  for (const payment of await openPayments(eq(billings.id, billingId), options))
    await checkPayment(payment, { ...options, close: true });
}

/** Closes open payments for which there is no use any more: of one sponsor, or of one adoption. */
export async function closeUnwantedPayments(
  of: { userId: string } | { reference: string },
  options: SettleOptions = {},
): Promise<void> {
  const which = 'userId' in of ? eq(billings.userId, of.userId) : eq(billings.reference, of.reference);
  for (const payment of await openPayments(which, options)) if (!payment.isWanted) await checkPayment(payment, options);
}

const openPayments = (which: SQL, { database = db() }: SettleOptions) => findOpenPayments(database, which);

/** Repeats work that returned undefined or failed because of a conflict. */
export async function repeat<T>(work: () => Promise<T | undefined>): Promise<T> {
  const done = await retryOnConflict(ATTEMPTS, work);
  if (done === undefined) throw new Error('Could not record the payment');
  return done;
}
