import 'server-only';
import { db } from '@/db/client';
import { jobTime } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { withLogIds } from '@/lib/platform/request-id';
import type { RefundNotice, RefundState } from './gateway/types';
import { providerNamed } from './provider';
import {
  claimRefund,
  findEarlyRefunds,
  findOrAddRefund,
  noteEarlyRefunds,
  recordRefundState,
  type DueRefund,
} from './refund-statements';
import type { SettleOptions } from './settle';

/**
 * Sends the refunds that are due and asks about those that the gateway has not finished, for a limited time. Safe to run
 * any number of times at once: each refund is sent by one, always with the same key.
 * @param signal once aborted, nothing further is begun
 * @returns the number of refunds that the gateway was asked for or about
 */
export async function sendRefunds(options: SettleOptions = {}, signal?: AbortSignal): Promise<number> {
  const { database = db() } = options;
  const mayBegin = jobTime(signal);
  // First, so that money which was paid back in the dashboard of the gateway is not sent once more.
  await recordEarlyRefunds(options, mayBegin);
  for (let sent = 0; ; sent++) {
    const refund = mayBegin() ? await claimRefund(database) : undefined;
    if (!refund) return sent;
    // One refund that cannot be recorded must not stop the others; it is due again later.
    await withLogIds({ refund: refund.id, billing: refund.billingId }, () =>
      sendRefund(refund, options).catch((error: unknown) =>
        log.error('payment_refund_not_recorded', describeError(error)),
      ),
    );
  }
}

async function sendRefund(refund: DueRefund, options: SettleOptions): Promise<void> {
  const state = await recordRefund(refund.id, await askGateway(refund, options), options);
  if (refund.isLate && (state === 'due' || state === 'pending'))
    log.error('payment_refund_late', { refund: refund.id, state });
}

async function askGateway(refund: DueRefund, { named = providerNamed }: SettleOptions): Promise<RefundState> {
  const { id: refundId, provider: name, transactionId, amountPaise, refundRef } = refund;
  const provider = named(name);
  if (!provider) {
    log.error('payment_provider_missing', { provider: name, refund: refundId });
    return { status: 'later', reason: 'provider_missing' };
  }
  const request = { refundId, transactionId, amountPaise };
  try {
    return await (refund.state === 'due'
      ? provider.refund(request)
      : provider.enquireRefund({ ...request, refundRef }));
  } catch (error) {
    log.warn('payment_provider_unreachable', { provider: name, ...describeError(error) });
    return { status: 'later', reason: 'unreachable' };
  }
}

/** Records the state of a refund; a repeated or late one changes nothing. @returns the state afterwards */
async function recordRefund(id: string, reported: RefundState, { database = db() }: SettleOptions) {
  const recorded = await recordRefundState(database, id, reported);
  // Processed after all, though somebody has paid it back by bank.
  const isLate = recorded.was === 'settled' && recorded.state === 'processed';
  if (recorded.isOther || isLate) log.error('payment_refund_twice', { refund: id });
  else if (recorded.state === 'failed' && recorded.was !== 'failed') log.error('payment_refund_failed', { refund: id });
  if (recorded.isTooMuch) log.error('payment_refund_too_much', { refund: id });
  return recorded.state;
}

/** Applies a notice about a refund. @returns false if there is nothing to record: not our payment, or no money moved */
export async function recordRefundNotice(
  provider: string,
  notice: RefundNotice,
  options: SettleOptions = {},
): Promise<boolean> {
  const { database = db() } = options;
  const id = await findOrAddRefund(database, provider, notice);
  if (id === null) return false;
  await recordRefund(id, notice.state, options);
  return true;
}

/**
 * Records refunds whose notices came before the capture of their payment was known: asks the gateway about the refunds
 * of that payment. Notices stay as they are if it cannot be reached, and are read again by the next run.
 */
async function recordEarlyRefunds(options: SettleOptions, mayBegin: () => boolean): Promise<void> {
  const { database = db(), named = providerNamed } = options;
  for (const { provider: name, transactionId } of await findEarlyRefunds(database)) {
    if (!mayBegin()) return;
    const provider = named(name);
    if (!provider) continue;
    try {
      for (const notice of await provider.refundsOf(transactionId)) await recordRefundNotice(name, notice, options);
      await noteEarlyRefunds(database, name, transactionId);
    } catch (error) {
      log.warn('payment_early_refund_not_recorded', { provider: name, ...describeError(error) });
    }
  }
}
