import 'server-only';
import { and, eq, lt, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { paymentNotices } from '@/db/schema';
import { log } from '@/lib/platform/log';
import type { Notice, NoticeReading, PaymentProvider } from './gateway/types';
import { recordRefundNotice } from './refunds';
import { checkPayment, settle, type SettleOptions } from './settle';
import { findPayment, noteFailure } from './statements';

/** What became of a genuine notice. `disputed`: administrators see it until the dispute is over. */
type NoticeOutcome = 'ignored' | 'unknown' | 'settled' | 'noted' | 'checked' | 'disputed' | 'dispute_over';

/** Days for which an event that was handled is kept. */
export const NOTICE_DAYS = 365;

/**
 * Handles a genuine notice of a gateway; a repeated one changes nothing. Its event is recorded afterwards, so a notice
 * that failed is handled when it comes again.
 * @throws if it could not be handled; the gateway then repeats it
 */
export async function handleNotice(
  provider: PaymentProvider,
  reading: Exclude<NoticeReading, { outcome: 'forged' }>,
  options: SettleOptions = {},
): Promise<void> {
  const { database = db() } = options;
  const { eventId, kind } = reading;
  const event = and(eq(paymentNotices.provider, provider.name), eq(paymentNotices.eventId, eventId));
  if ((await database.$count(paymentNotices, event)) > 0) return;
  const outcome = reading.outcome === 'ignored' ? 'ignored' : await recordNotice(provider, reading.notice, options);
  const gatewayId = reading.outcome === 'notice' ? gatewayIdOf(reading.notice, outcome) : null;
  await database
    .insert(paymentNotices)
    .values({ provider: provider.name, eventId, kind, gatewayId, outcome })
    .onConflictDoNothing();
}

/** Applies a notice. A payment that is not ours is no error: gateways send every event of an account. */
async function recordNotice(
  provider: PaymentProvider,
  notice: Notice,
  options: SettleOptions = {},
): Promise<NoticeOutcome> {
  const { database = db() } = options;
  if (notice.kind === 'refund')
    return (await recordRefundNotice(provider.name, notice, options)) ? 'settled' : 'unknown';
  if (notice.kind === 'dispute') {
    log.warn('payment_dispute', { provider: provider.name, transaction: notice.transactionId });
    return notice.isOver ? 'dispute_over' : 'disputed';
  }
  const payment = await findPayment(database, provider.name, notice);
  if (!payment) return 'unknown';
  switch (notice.kind) {
    case 'captured': {
      const { capture } = notice;
      await settle({ paymentId: payment.id, provider: provider.name, status: 'captured', capture }, database);
      return 'settled';
    }
    case 'attempt_failed':
      await noteFailure(database, payment.id, notice.reason);
      return 'noted';
    case 'ended':
      if ((await checkPayment(payment, { named: () => provider, ...options, close: true })) === undefined)
        throw new Error('The gateway could not be asked about a payment that it ended');
      return 'checked';
  }
}

/** A refund of a payment that is not known is found by the payment, which may become known (sendRefunds). */
function gatewayIdOf(notice: Notice, outcome: NoticeOutcome): string | null {
  if (notice.kind === 'refund') return outcome === 'unknown' ? notice.transactionId : notice.refundRef;
  return 'providerRef' in notice ? notice.providerRef : notice.transactionId;
}

/** Deletes events that no gateway repeats any more. Returns their number. */
export async function purgeNotices(): Promise<number> {
  const { count } = await db()
    .delete(paymentNotices)
    .where(lt(paymentNotices.receivedAt, sql`now() - ${NOTICE_DAYS} * interval '1 day'`));
  return count;
}
