import 'server-only';
import { sql } from '@/db/client';
import { log } from '@/lib/core/log';
import type { Notice, NoticeReading, PaymentProvider } from './provider-types';
import { recordRefundNotice } from './refunds';
import { checkPayment, settle, type SettleOptions } from './settle';
import { findPayment, runNoteFailure } from './statements';

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
  const { connection = sql() } = options;
  const { eventId, kind } = reading;
  const [seen] = await connection`
    select from payment_notices where provider = ${provider.name} and event_id = ${eventId}`;
  if (seen) return;
  const outcome = reading.outcome === 'ignored' ? 'ignored' : await recordNotice(provider, reading.notice, options);
  const gatewayId = reading.outcome === 'notice' ? gatewayIdOf(reading.notice, outcome) : null;
  await connection`
    insert into payment_notices (provider, event_id, kind, gateway_id, outcome)
    values (${provider.name}, ${eventId}, ${kind}, ${gatewayId}, ${outcome}) on conflict do nothing`;
}

/** Applies a notice. A payment that is not ours is no error: gateways send every event of an account. */
async function recordNotice(
  provider: PaymentProvider,
  notice: Notice,
  options: SettleOptions = {},
): Promise<NoticeOutcome> {
  const { connection = sql() } = options;
  if (notice.kind === 'refund')
    return (await recordRefundNotice(provider.name, notice, options)) ? 'settled' : 'unknown';
  if (notice.kind === 'dispute') {
    log.warn('payment_dispute', { provider: provider.name, transaction: notice.transactionId });
    return notice.isOver ? 'dispute_over' : 'disputed';
  }
  const payment = await findPayment(connection, provider.name, notice);
  if (!payment) return 'unknown';
  switch (notice.kind) {
    case 'captured': {
      const { capture } = notice;
      await settle({ paymentId: payment.id, provider: provider.name, status: 'captured', capture }, connection);
      return 'settled';
    }
    case 'attempt_failed':
      await runNoteFailure(connection, payment.id, notice.reason);
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
  const { count } = await sql()`
    delete from payment_notices where received_at < now() - ${NOTICE_DAYS} * interval '1 day'`;
  return count;
}
