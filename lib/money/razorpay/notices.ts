import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { log } from '@/lib/platform/log';
import type { Capture, Notice, NoticeReading } from '../gateway/types';
import {
  eventEntity,
  linkEntity,
  ownId,
  PAYMENT_NOTE,
  paymentEntity,
  refundEntity,
  type PaymentEntity,
} from './entities';
import { refundNoticeOf } from './refund-state';
import { isSigned } from './signatures';

export const SIGNATURE_HEADER = 'x-razorpay-signature';
export const EVENT_HEADER = 'x-razorpay-event-id';

const payment = z.object({ payment: z.object({ entity: paymentEntity }) });
const order = z.object({ order: z.object({ entity: z.object({ receipt: z.string().nullish() }) }) });
// Only id and reference: the link of a webhook may lack what the API returns.
const link = z.object({
  payment_link: z.object({ entity: linkEntity.pick({ id: true, reference_id: true }) }),
});
const refund = z.object({ refund: z.object({ entity: refundEntity }) });
const dispute = z.object({
  dispute: z.object({
    entity: z.object({ payment_id: z.string().min(1), reason_code: z.string().nullish(), phase: z.string().nullish() }),
  }),
});

/** Returns the capture of a payment that is captured; the caller has looked at the status. */
export function captureOf({ id, amount, currency, method, fee, tax }: PaymentEntity): Capture {
  return {
    transactionId: id,
    amountPaise: amount,
    currency,
    method: method ?? null,
    feePaise: fee ?? null,
    taxPaise: tax ?? null,
  };
}

/**
 * Reads a webhook request. Everything with a genuine signature is 'ignored' at worst, since Razorpay repeats whatever is
 * not accepted and switches the webhook off after a day.
 */
export function readNotice(secrets: readonly string[], headers: Headers, rawBody: Uint8Array): NoticeReading {
  if (!isSigned(secrets, rawBody, headers.get(SIGNATURE_HEADER))) return { outcome: 'forged' };
  // Repeats have the same id. Without one the body identifies the event.
  const eventId =
    headers.get(EVENT_HEADER)?.slice(0, 100) || `sha256-${createHash('sha256').update(rawBody).digest('hex')}`;
  const event = eventEntity.safeParse(parseJson(rawBody)).data;
  if (!event) {
    log.warn('razorpay_notice_unreadable', {});
    return { outcome: 'ignored', eventId, kind: 'unreadable' };
  }
  const kind = /^[a-z_.]{1,60}$/.test(event.event) ? event.event : 'other';
  const notice = noticeOf(kind, event.payload);
  if (notice === 'unreadable') log.warn('razorpay_notice_unreadable', { kind });
  return notice === null || notice === 'unreadable'
    ? { outcome: 'ignored', eventId, kind }
    : { outcome: 'notice', eventId, kind, notice };
}

/** Returns what an event says; null if there is nothing to do. */
function noticeOf(kind: string, payload: unknown): Notice | null | 'unreadable' {
  if (kind.startsWith('payment.dispute.')) return disputeNotice(kind, payload);
  switch (kind) {
    case 'payment.captured':
    case 'order.paid':
    case 'payment_link.paid':
    case 'payment_link.partially_paid':
    case 'virtual_account.credited':
      return captureNotice(payload);
    case 'payment.failed': {
      const data = payment.safeParse(payload).data;
      if (!data) return 'unreadable';
      const { entity } = data.payment;
      return { kind: 'attempt_failed', ...keyOf(payload, entity), reason: reasonOf(entity) };
    }
    case 'payment_link.expired':
    case 'payment_link.cancelled': {
      const key = keyOf(payload);
      return key.providerRef || key.paymentId ? { kind: 'ended', ...key } : 'unreadable';
    }
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed':
    case 'refund.speed_changed': {
      const entity = refund.safeParse(payload).data?.refund.entity;
      if (!entity) return 'unreadable';
      return refundNoticeOf(entity);
    }
    // Others, such as payment.authorized and settlement.processed, need nothing: an authorised payment is no money yet.
    default:
      return null;
  }
}

function captureNotice(payload: unknown): Notice | null | 'unreadable' {
  const entity = payment.safeParse(payload).data?.payment.entity;
  if (!entity) return 'unreadable';
  // Not `captured`, which contradicts the status in samples of the documentation.
  if (entity.status !== 'captured') return null;
  return { kind: 'captured', ...keyOf(payload, entity), capture: captureOf(entity) };
}

function disputeNotice(kind: string, payload: unknown): Notice | 'unreadable' {
  const entity = dispute.safeParse(payload).data?.dispute.entity;
  if (!entity) return 'unreadable';
  const text = [kind, entity.phase, entity.reason_code].filter(Boolean).join(', ').slice(0, 200);
  const isOver = kind === 'payment.dispute.won' || kind === 'payment.dispute.closed';
  return { kind: 'dispute', transactionId: entity.payment_id, text, isOver };
}

/**
 * Returns where a payment is known: by its link, by the receipt of its order, which repeats the reference of the link,
 * or by the notes, where Razorpay copies them to the payment.
 */
function keyOf(payload: unknown, entity?: PaymentEntity): { providerRef: string | null; paymentId: string | null } {
  const ofLink = link.safeParse(payload).data?.payment_link.entity;
  const ofOrder = order.safeParse(payload).data?.order.entity;
  return {
    providerRef: ofLink?.id ?? null,
    paymentId: ownId(ofLink?.reference_id) ?? ownId(ofOrder?.receipt) ?? ownId(entity?.notes[PAYMENT_NOTE]),
  };
}

const reasonOf = ({ error_reason, error_code }: PaymentEntity) =>
  [error_reason, error_code].find((text) => text && text !== 'NA' && /^\w{1,60}$/.test(text)) ?? 'unknown';

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return null;
  }
}
