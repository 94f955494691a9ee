import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { billings, payments } from './adoption';

/**
 * Reasons with one refund per payment. The others are 'cancelled' and 'reduced', which administrators start, and
 * 'dashboard': made in the gateway's own dashboard.
 */
const AUTOMATIC = sql.raw("'paid_too_late', 'paid_again', 'payment_not_accepted', 'excess'");

/**
 * Money that goes back through the gateway which took it. The id is the idempotency key for the gateway. Refunds by bank
 * transfer are in `refunds` (./settlement).
 */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    /** In the currency that was captured. */
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    reason: text().notNull(),
    state: text().notNull().default('due'),
    /** The gateway's id of the refund. */
    refundRef: text('refund_ref').unique(),
    /** The bank's reference of a processed refund; often known later than the refund. */
    bankReference: text('bank_reference'),
    tries: integer().notNull().default(0),
    /** When the job acts next; null: not any more. */
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).defaultNow(),
    /** Why the gateway refused it, or could not do it yet. */
    failureReason: text('failure_reason'),
    /** When it became due. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    processedAt: timestamp('processed_at', { withTimezone: true }),
  },
  (t) => [
    // One refund of money that arrived wrongly: a repeated notice does not pay it back twice.
    uniqueIndex('payment_refunds_automatic')
      .on(t.paymentId)
      .where(sql`${t.reason} in (${AUTOMATIC})`),
    index('payment_refunds_payment').on(t.paymentId),
    index('payment_refunds_billing').on(t.billingId),
    index('payment_refunds_next')
      .on(t.nextTryAt)
      .where(sql`${t.nextTryAt} is not null`),
    index('payment_refunds_open')
      .on(t.dueAt)
      .where(sql`${t.state} <> 'processed'`),
    check('payment_refunds_reason_known', sql`${t.reason} in (${AUTOMATIC}, 'cancelled', 'reduced', 'dashboard')`),
    check('payment_refunds_state_known', sql`${t.state} in ('due', 'pending', 'processed', 'failed')`),
    check('payment_refunds_amount_positive', sql`${t.amountPaise} > 0`),
    check('payment_refunds_processed', sql`(${t.state} = 'processed') = (${t.processedAt} is not null)`),
    check('payment_refunds_known_to_gateway', sql`${t.state} in ('due', 'failed') or ${t.refundRef} is not null`),
  ],
);

/** Genuine webhook events that were handled, each once. No names, numbers or addresses of payers. Kept for a year. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    provider: text().notNull(),
    eventId: text('event_id').notNull(),
    kind: text().notNull(),
    /** The gateway's id of the payment or refund that it is about. */
    gatewayId: text('gateway_id'),
    outcome: text().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('payment_notices_received').on(t.receivedAt),
    index('payment_notices_disputes')
      .on(t.provider, t.gatewayId)
      .where(sql`${t.outcome} in ('disputed', 'dispute_over')`),
  ],
);

/** Lines of the settlement reports of a gateway: what it took and paid out. Amounts in paise. */
export const settlementItems = pgTable(
  'settlement_items',
  {
    provider: text().notNull(),
    entityId: text('entity_id').notNull(),
    type: text().notNull(),
    transactionId: text('transaction_id'),
    /** The reference that was given to the gateway. */
    reference: text(),
    creditPaise: bigint('credit_paise', { mode: 'number' }).notNull(),
    debitPaise: bigint('debit_paise', { mode: 'number' }).notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    feePaise: bigint('fee_paise', { mode: 'number' }).notNull(),
    taxPaise: bigint('tax_paise', { mode: 'number' }).notNull(),
    settlementId: text('settlement_id'),
    /** The bank's reference of the payment to the account of the receiver. */
    utr: text(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** The day of the report, in India. */
    day: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.entityId] }),
    index('settlement_items_day').on(t.day),
    index('settlement_items_transaction')
      .on(t.provider, t.transactionId)
      .where(sql`${t.transactionId} is not null`),
    check('settlement_items_type_known', sql`${t.type} in ('payment', 'refund', 'transfer', 'adjustment')`),
  ],
);
