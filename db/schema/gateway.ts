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
    /** 'settled': failed, and paid back by bank instead. */
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
    check('payment_refunds_state_known', sql`${t.state} in ('due', 'pending', 'processed', 'failed', 'settled')`),
    check('payment_refunds_amount_positive', sql`${t.amountPaise} > 0`),
    check('payment_refunds_processed', sql`(${t.state} = 'processed') = (${t.processedAt} is not null)`),
    check(
      'payment_refunds_known_to_gateway',
      sql`${t.state} in ('due', 'failed', 'settled') or ${t.refundRef} is not null`,
    ),
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

/**
 * The days whose settlement report is read from a gateway, and when. A report is read again for some nights, because
 * gateways complete it later.
 */
export const settlementReports = pgTable(
  'settlement_reports',
  {
    provider: text().notNull(),
    /** In India. */
    day: date({ mode: 'string' }).notNull(),
    /** When it was read last; null: not yet. */
    readAt: timestamp('read_at', { withTimezone: true }),
    /** When the job reads it next; null: not any more. */
    nextReadAt: timestamp('next_read_at', { withTimezone: true }),
    /** Attempts since it was read last. */
    tries: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.day] }),
    index('settlement_reports_next')
      .on(t.nextReadAt)
      .where(sql`${t.nextReadAt} is not null`),
    index('settlement_reports_unread')
      .on(t.day)
      .where(sql`${t.readAt} is null`),
    check('settlement_reports_read_or_due', sql`${t.readAt} is not null or ${t.nextReadAt} is not null`),
  ],
);

/**
 * Lines of the settlement reports of a gateway: what it took and paid out. Amounts in paise. A line is identified by its
 * place in its report, so that money reported twice is there twice.
 */
export const settlementItems = pgTable(
  'settlement_items',
  {
    provider: text().notNull(),
    /** The line of the report, from 1. */
    line: integer().notNull(),
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
    primaryKey({ columns: [t.provider, t.day, t.line] }),
    index('settlement_items_entity').on(t.provider, t.entityId),
    index('settlement_items_day').on(t.day),
    index('settlement_items_transaction')
      .on(t.provider, t.transactionId)
      .where(sql`${t.transactionId} is not null`),
    check('settlement_items_type_known', sql`${t.type} in ('payment', 'refund', 'transfer', 'adjustment')`),
  ],
);

/**
 * Where the settlement reports and our payments and refunds differ, by the last comparison. An explained difference
 * stays explained as long as its amounts stay the same.
 */
export const settlementDifferences = pgTable(
  'settlement_differences',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    kind: text().notNull(),
    /** The gateway's id of the payment, refund or other item. */
    entityId: text('entity_id').notNull(),
    /** The adoption that it belongs to, if known. */
    billingId: uuid('billing_id').references(() => billings.id),
    /** Our amount; null if we know no such payment or refund. */
    expectedPaise: bigint('expected_paise', { mode: 'number' }),
    /** The sum of the report's amounts; null if no report has it. */
    reportedPaise: bigint('reported_paise', { mode: 'number' }),
    foundAt: timestamp('found_at', { withTimezone: true }).notNull().defaultNow(),
    /** Why an administrator considers it explained. */
    reason: text(),
    explainedBy: uuid('explained_by'),
    explainedAt: timestamp('explained_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('settlement_differences_entity').on(t.provider, t.kind, t.entityId),
    index('settlement_differences_open')
      .on(t.foundAt)
      .where(sql`${t.explainedAt} is null`),
    check('settlement_differences_kind_known', sql`${t.kind} in ('missing', 'doubled', 'amount', 'unknown')`),
    check(
      'settlement_differences_explained',
      sql`(${t.explainedAt} is null) = (${t.reason} is null) and (${t.explainedAt} is null) = (${t.explainedBy} is null)`,
    ),
  ],
);
