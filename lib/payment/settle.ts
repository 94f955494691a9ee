import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { retryOnConflict } from '@/db/conflict';
import { jobTime } from '@/lib/core/deadline';
import { describeError, log } from '@/lib/core/log';
import { providerNamed } from './provider';
import type { PaymentProvider, PaymentState } from './provider-types';
import {
  findOpenPayments,
  runClaimCheck,
  runNoteReference,
  runSettlePayment,
  type CheckRow,
  type SettleRow,
  type SettleValues,
} from './statements';

const ATTEMPTS = 5;

export type SettleOptions = {
  /** The pool to use instead of the shared one. */
  connection?: Sql;
  /** Finds the provider of a payment; tests replace it. */
  named?: (name: string) => PaymentProvider | null;
};

/**
 * Settles a payment; releases expired holds first if they block its seats. Returns null if the provider has no such
 * payment.
 */
export async function settle(values: SettleValues, connection: Sql = sql()): Promise<SettleRow | null> {
  const settled = await repeat(async () => {
    const row = await runSettlePayment(connection, values);
    if (!row?.is_stale) return row ?? null;
    await releaseExpiredHolds(undefined, connection);
    return undefined;
  });
  const { paymentId: payment, provider } = values;
  if (settled?.is_taken) log.error('payment_transaction_taken', { payment, provider });
  if (settled?.event === 'payment_not_accepted') log.error('payment_not_accepted', { payment, provider });
  else if (settled?.event && settled.event !== 'paid' && settled.event !== 'payment_failed')
    log.warn('payment_refund_due', { payment, event: settled.event });
  return settled;
}

/**
 * Records the state of a payment at its gateway. Several captures of one payment are settled one after the other; the
 * second one is paid back.
 * @returns the row of the last result, or null if the payment is still open
 */
export async function applyState(
  payment: Pick<CheckRow, 'id' | 'provider' | 'provider_ref'>,
  state: PaymentState,
  connection: Sql = sql(),
): Promise<SettleRow | null> {
  const { id: paymentId, provider } = payment;
  if (state.providerRef !== null && state.providerRef !== payment.provider_ref)
    await runNoteReference(connection, paymentId, state.providerRef);
  if (state.status === 'pending') return null;
  if (state.status === 'failed') return settle({ paymentId, provider, status: 'failed' }, connection);
  let settled: SettleRow | null = null;
  for (const capture of state.captures)
    settled = await settle({ paymentId, provider, status: 'captured', capture }, connection);
  return settled;
}

/**
 * Asks the gateway what became of an open payment and records it. A payment whose adoption has no use for the money any
 * more is closed at the gateway. One that the gateway does not know has failed once its time is over; before, its link
 * may still be made.
 * @param close closes it in any case
 * @returns the state at the gateway, null if it knows no such payment; undefined if it cannot be asked
 */
export async function checkPayment(
  payment: CheckRow,
  { connection = sql(), named = providerNamed, close = false }: SettleOptions & { close?: boolean } = {},
): Promise<PaymentState | null | undefined> {
  const provider = named(payment.provider);
  if (!provider) {
    log.error('payment_provider_missing', { provider: payment.provider, payment: payment.id });
    return undefined;
  }
  const key = { paymentId: payment.id, providerRef: payment.provider_ref };
  let state: PaymentState | null;
  try {
    state = await (close || !payment.is_wanted ? provider.close(key) : provider.enquire(key));
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: provider.name, ...describeError(error) });
    return undefined;
  }
  if (state) await applyState(payment, state, connection);
  else if (payment.is_over || close)
    await settle({ paymentId: payment.id, provider: provider.name, status: 'failed' }, connection);
  return state;
}

/**
 * Checks the open payments that are due, those that wait longest first, for a limited time. Safe to run any number of
 * times at once: each payment is checked by one.
 * @param signal once aborted, nothing further is begun
 * @returns the number of payments that were checked
 */
export async function checkPayments(options: SettleOptions = {}, signal?: AbortSignal): Promise<number> {
  const { connection = sql() } = options;
  const mayBegin = jobTime(signal);
  for (let checked = 0; ; checked++) {
    // One at a time: what is claimed and not asked about would wait for its next check.
    const payment = mayBegin() ? await runClaimCheck(connection) : undefined;
    if (!payment) return checked;
    // One payment that cannot be recorded must not stop the others; it is due again later.
    await checkPayment(payment, options).catch((error: unknown) =>
      log.error('payment_check_failed', { payment: payment.id, ...describeError(error) }),
    );
  }
}

/** Closes the open payments of an adoption, so that its sponsor can pay by another way. Money already paid is settled. */
export async function closePayments(billingId: string, options: SettleOptions = {}): Promise<void> {
  for (const payment of await findOpenPayments(options.connection ?? sql(), 'b.id = $1::uuid', billingId))
    await checkPayment(payment, { ...options, close: true });
}

/** Closes open payments for which there is no use any more: of one sponsor, or of one adoption. */
export async function closeUnwantedPayments(
  of: { userId: string } | { reference: string },
  options: SettleOptions = {},
): Promise<void> {
  const connection = options.connection ?? sql();
  const open =
    'userId' in of
      ? await findOpenPayments(connection, 'b.user_id = $1::uuid', of.userId)
      : await findOpenPayments(connection, 'b.reference = $1::text', of.reference);
  for (const payment of open) if (!payment.is_wanted) await checkPayment(payment, options);
}

/** Repeats work that returned undefined or failed because of a conflict. */
export async function repeat<T>(work: () => Promise<T | undefined>): Promise<T> {
  const done = await retryOnConflict(ATTEMPTS, work);
  if (done === undefined) throw new Error('Could not record the payment');
  return done;
}
