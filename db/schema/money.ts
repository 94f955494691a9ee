import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { billings } from './adoption';
import { courses } from './catalogue';
import { isOneOf, known } from './known';
import { inBankFile } from './payees';
import {
  AUTOMATIC_REFUND_REASONS,
  BANK_MODES,
  DIFFERENCE_KINDS,
  GATEWAY_REFUND_REASONS,
  GATEWAY_REFUND_STATES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  RECEIPT_STATES,
  REFUND_MODES,
  REFUND_STATES,
  SETTLEMENT_ITEM_TYPES,
} from './enums';

/**
 * A payment of an adoption. The row is inserted before a provider is called, and its id is the provider's idempotency
 * key: a retry, from another tab or after a crash, never charges twice. No card or account data is stored.
 * Each transaction has one row: a second capture of one payment gets its own.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    provider: text().notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('started'),
    /** True if no money moves: papers say so. */
    isTest: boolean('is_test').notNull().default(false),
    /** True if an attempt of the sponsor is known at the bank; before, nobody may have paid anything. */
    isAtBank: boolean('is_at_bank').notNull().default(false),
    /** The gateway's id of the payment, such as that of a payment link; null until the gateway answered. */
    providerRef: text('provider_ref'),
    /** The provider's id of the captured payment. */
    transactionId: text('transaction_id').unique(),
    /** What was captured, as the provider states it; money counts only if it is exactly the amount, in INR. */
    capturedPaise: bigint('captured_paise', { mode: 'number' }),
    capturedCurrency: text('captured_currency'),
    /** The method that was really used, in the words of the provider. */
    methodUsed: text('method_used'),
    /** The provider's fee, which includes the tax on it. */
    feePaise: bigint('fee_paise', { mode: 'number' }),
    taxPaise: bigint('tax_paise', { mode: 'number' }),
    /** Why the last attempt of the sponsor failed, in the words of the provider. */
    failureReason: text('failure_reason'),
    /** Until when the gateway takes the money. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** When the job asks the provider next, and how often it has asked; null: not any more. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    tries: integer().notNull().default(0),
    /** Idempotency-Key of the request that started it, and the keyed hash of that request's body. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('payments_one_open')
      .on(t.billingId)
      .where(sql`${t.status} in ('started', 'captured')`),
    uniqueIndex('payments_key')
      .on(t.userId, t.idempotencyKey)
      .where(sql`${t.idempotencyKey} is not null`),
    index('payments_billing').on(t.billingId),
    uniqueIndex('payments_provider_ref')
      .on(t.provider, t.providerRef)
      .where(sql`${t.providerRef} is not null`),
    index('payments_check')
      .on(t.nextCheckAt)
      .where(sql`${t.nextCheckAt} is not null`),
    index('payments_unanswered')
      .on(t.createdAt)
      .where(sql`${t.status} = 'started' and ${t.nextCheckAt} is null`),
    // The register of receipts; see isExact of db/balance.ts.
    index('payments_received')
      .on(sql`((${t.settledAt} at time zone 'Asia/Kolkata')::date)`, t.id)
      .where(sql`${t.capturedPaise} = ${t.amountPaise} and ${t.capturedCurrency} = 'INR'`),
    known('payments_status_known', t.status, PAYMENT_STATUSES),
    known('payments_method_known', t.method, PAYMENT_METHODS),
    check('payments_amount_positive', sql`${t.amountPaise} >= 0`),
    check(
      'payments_captured_has_transaction',
      sql`(${t.status} in ('captured', 'refund_due')) = (${t.transactionId} is not null)`,
    ),
    check(
      'payments_transaction_has_amount',
      sql`(${t.transactionId} is not null) = (${t.capturedPaise} is not null) and (${t.capturedPaise} is null) = (${t.capturedCurrency} is null)`,
    ),
    // Money of another amount or currency is recorded and paid back, but never pays for an adoption.
    check(
      'payments_captured_is_exact',
      sql`${t.status} <> 'captured' or (${t.capturedPaise} = ${t.amountPaise} and ${t.capturedCurrency} = 'INR')`,
    ),
    check('payments_fee_range', sql`${t.feePaise} >= 0 and ${t.taxPaise} between 0 and ${t.feePaise}`),
    check('payments_checked_while_open', sql`${t.nextCheckAt} is null or ${t.status} = 'started'`),
    check('payments_settled_when_over', sql`(${t.status} = 'started') = (${t.settledAt} is null)`),
  ],
);

/**
 * A credit of the bank account. Its receipts are the parts that it is divided into; they have its mode, reference, payer
 * and day as they were typed. A trigger counts the parts (migration 0031_bank_credits).
 */
export const bankCredits = pgTable(
  'bank_credits',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What identifies it whatever way its reference is written: SQL function `credit_key`. */
    key: text().notNull(),
    /** The day of credit, in India. */
    creditedOn: date('credited_on', { mode: 'string' }).notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    /** Sum of the receipts that are not rejected. */
    partsPaise: bigint('parts_paise', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    // If every entry is rejected, the credit can be recorded again: it was a typing error.
    uniqueIndex('bank_credits_key')
      .on(t.key)
      .where(sql`${t.partsPaise} > 0`),
    check('bank_credits_not_exceeded', sql`${t.partsPaise} between 0 and ${t.amountPaise}`),
  ],
);

/** Columns of an entry of money, which a first administrator records and a second one confirms. */
export const moneyEntry = {
  id: uuid().primaryKey().defaultRandom(),
  amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
  /** Of a receipt in upper case: UTR, cheque or draft number. */
  reference: text().notNull(),
  remark: text().notNull().default(''),
  /** No foreign keys to `admins`: the row outlives the accounts. */
  recordedBy: uuid('recorded_by').notNull(),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull().defaultNow(),
  confirmedBy: uuid('confirmed_by'),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
};

/**
 * Money received by bank, a credit or a part of one. A first administrator records it, a second one confirms it; only
 * money without a billing is divided further. Without a billing it is unmatched. Whether a billing is short or in excess
 * follows from `billings.received_paise`.
 */
export const bankReceipts = pgTable(
  'bank_receipts',
  {
    ...moneyEntry,
    mode: text({ enum: BANK_MODES }).notNull(),
    state: text({ enum: RECEIPT_STATES }).notNull().default('recorded'),
    /** Without one, the trigger makes a credit of the whole amount. */
    creditId: uuid('credit_id')
      .notNull()
      .references(() => bankCredits.id),
    billingId: uuid('billing_id').references(() => billings.id),
    /** Who assigned it to the billing, if it was recorded without one. */
    matchedBy: uuid('matched_by'),
    /** The day of credit, in India. */
    creditedOn: date('credited_on', { mode: 'string' }).notNull(),
    /** Tax that the payer withheld; settles the billing like the amount itself. */
    tdsPaise: bigint('tds_paise', { mode: 'number' }).notNull().default(0),
    payer: text().notNull(),
    payerBank: text('payer_bank').notNull().default(''),
  },
  (t) => [
    index('bank_receipts_credit').on(t.creditId),
    index('bank_receipts_billing').on(t.billingId),
    index('bank_receipts_number').on(t.reference),
    index('bank_receipts_day').on(t.creditedOn, t.id),
    index('bank_receipts_open')
      .on(t.recordedAt)
      .where(sql`${t.state} = 'recorded'`),
    known('bank_receipts_mode_known', t.mode, BANK_MODES),
    known('bank_receipts_state_known', t.state, RECEIPT_STATES),
    check('bank_receipts_amount_positive', sql`${t.amountPaise} > 0 and ${t.tdsPaise} >= 0`),
    check('bank_receipts_reference_given', sql`length(${t.reference}) between 4 and 35`),
    check(
      'bank_receipts_confirmed_has_billing',
      sql`${t.state} not in ('confirmed', 'bounced') or ${t.billingId} is not null`,
    ),
    check('bank_receipts_confirmed_by', sql`(${t.state} in ('confirmed', 'bounced')) = (${t.confirmedBy} is not null)`),
  ],
);

/**
 * What a sponsor says about a bank transfer to come: one for each adoption, the newest. It counts nothing. Deleted once
 * nothing is missing or the adoption has ended.
 */
export const transferNotices = pgTable(
  'transfer_notices',
  {
    billingId: uuid('billing_id')
      .primaryKey()
      .references(() => billings.id, { onDelete: 'cascade' }),
    /** The bank's reference, as of a receipt. */
    utr: text().notNull(),
    /** What was transferred; null: everything that is missing, less the tax withheld. */
    amountPaise: bigint('amount_paise', { mode: 'number' }),
    /** The day on which the sponsor's bank sent the money. */
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    tdsPaise: bigint('tds_paise', { mode: 'number' }).notNull().default(0),
    /** Empty if it is the company itself. */
    payer: text().notNull().default(''),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('transfer_notices_utr_shape', sql`${t.utr} ~ '^[A-Z0-9/_.-]{4,35}$'`),
    check('transfer_notices_amount_positive', sql`${t.amountPaise} > 0`),
    check('transfer_notices_tds_range', sql`${t.tdsPaise} >= 0`),
  ],
);

/**
 * Money paid back. A first administrator records the transfer, a second one confirms it; a failed one is owed again. A
 * processed refund of `payment_refunds` (./gateway) is entered here with the same id, by no administrator.
 */
export const refunds = pgTable(
  'refunds',
  {
    ...moneyEntry,
    ...inBankFile,
    mode: text({ enum: REFUND_MODES }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('recorded'),
    recordedBy: uuid('recorded_by'),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    /** The day of the transfer, in India. */
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
  },
  (t) => [
    uniqueIndex('refunds_reference')
      .on(t.mode, t.reference)
      .where(sql`${t.state} <> 'rejected'`),
    index('refunds_billing').on(t.billingId),
    index('refunds_open')
      .on(t.recordedAt)
      .where(sql`${t.state} = 'recorded'`),
    uniqueIndex('refunds_bank_file').on(t.bankFileId, t.bankFilePosition),
    known('refunds_mode_known', t.mode, REFUND_MODES),
    known('refunds_state_known', t.state, REFUND_STATES),
    check('refunds_amount_positive', sql`${t.amountPaise} > 0`),
    check('refunds_reference_given', sql`length(${t.reference}) between 4 and 64`),
    check(
      'refunds_in_bank_file',
      sql`num_nulls(${t.bankFileId}, ${t.bankFilePosition}, ${t.payeeAccountId}) in (0, 3) and (${t.state} <> 'ordered' or ${t.bankFileId} is not null)`,
    ),
    check('refunds_recorded_by', sql`${t.recordedBy} is not null or ${t.mode} = 'gateway'`),
    check(
      'refunds_confirmed_by',
      sql`(${t.state} in ('ordered', 'done', 'failed')) = (${t.confirmedAt} is not null) and (${t.confirmedBy} is not null or ${t.confirmedAt} is null or ${t.recordedBy} is null)`,
    ),
  ],
);

/** Columns of bank statements that administrators chose, by the end of the account's number and the titles, as SHA-256. */
export const statementLayouts = pgTable(
  'statement_layouts',
  {
    /** Empty if the file does not name its account. */
    account: text().notNull(),
    titles: text().notNull(),
    columns: jsonb().$type<Record<string, number | null>>().notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.account, t.titles] })],
);

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
    reason: text({ enum: GATEWAY_REFUND_REASONS }).notNull(),
    state: text({ enum: GATEWAY_REFUND_STATES }).notNull().default('due'),
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
    uniqueIndex('payment_refunds_automatic').on(t.paymentId).where(isOneOf(t.reason, AUTOMATIC_REFUND_REASONS)),
    index('payment_refunds_payment').on(t.paymentId),
    index('payment_refunds_billing').on(t.billingId),
    index('payment_refunds_next')
      .on(t.nextTryAt)
      .where(sql`${t.nextTryAt} is not null`),
    index('payment_refunds_open')
      .on(t.dueAt)
      .where(sql`${t.state} <> 'processed'`),
    known('payment_refunds_reason_known', t.reason, GATEWAY_REFUND_REASONS),
    known('payment_refunds_state_known', t.state, GATEWAY_REFUND_STATES),
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
    type: text({ enum: SETTLEMENT_ITEM_TYPES }).notNull(),
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
    known('settlement_items_type_known', t.type, SETTLEMENT_ITEM_TYPES),
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
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
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
    known('settlement_differences_kind_known', t.kind, DIFFERENCE_KINDS),
    check(
      'settlement_differences_explained',
      sql`(${t.explainedAt} is null) = (${t.reason} is null) and (${t.explainedAt} is null) = (${t.explainedBy} is null)`,
    ),
  ],
);

/**
 * The figures of an adopted line by month: what the report page adds up, brought up to date by a job. Seats, value, what is missing
 * and students are in the month of the adoption; money is in the month of its own day. Amounts in paise; a month's may be below 0.
 * Numbers of students are those that may be told (docs/decisions/0043); `…_of`: seats or students of which only a word is told.
 */
export const lineMonths = pgTable(
  'line_months',
  {
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    /** The first day of the month in India. */
    month: date({ mode: 'string' }).notNull(),
    /** As at the time of the adoption. */
    courseType: text('course_type').notNull(),
    session: text().notNull(),
    city: text().notNull(),
    seats: integer().notNull(),
    pledgedPaise: bigint('pledged_paise', { mode: 'number' }).notNull(),
    /** With tax withheld. */
    receivedPaise: bigint('received_paise', { mode: 'number' }).notNull(),
    tdsPaise: bigint('tds_paise', { mode: 'number' }).notNull(),
    repaidPaise: bigint('repaid_paise', { mode: 'number' }).notNull(),
    outstandingPaise: bigint('outstanding_paise', { mode: 'number' }).notNull(),
    passedPaise: bigint('passed_paise', { mode: 'number' }).notNull(),
    usedPaise: bigint('used_paise', { mode: 'number' }).notNull(),
    enrolled: integer().notNull(),
    enrolledOf: integer('enrolled_of').notNull(),
    attending: integer().notNull(),
    attendingOf: integer('attending_of').notNull(),
    completed: integer().notNull(),
    completedOf: integer('completed_of').notNull(),
  },
  (t) => [primaryKey({ columns: [t.billingId, t.courseId, t.month] }), index('line_months_course').on(t.courseId)],
);

/** Up to when the changes of adoptions are in `line_months`: a single row. */
export const lineMonthsProgress = pgTable(
  'line_months_progress',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    upto: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [check('line_months_progress_one_row', sql`${t.isOnly}`)],
);
