import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { billings } from './adoption';
import { users } from './identity';

/** Columns of an entry of money, which a first administrator records and a second one confirms. */
const moneyEntry = {
  id: uuid().primaryKey().defaultRandom(),
  mode: text().notNull(),
  amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
  /** Of a receipt in upper case: UTR, cheque or draft number. */
  reference: text().notNull(),
  remark: text().notNull().default(''),
  state: text().notNull().default('recorded'),
  /** No foreign keys to `admins`: the row outlives the accounts. */
  recordedBy: uuid('recorded_by').notNull(),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull().defaultNow(),
  confirmedBy: uuid('confirmed_by'),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
};

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

/**
 * Money received by bank, a credit or a part of one. A first administrator records it, a second one confirms it; only
 * money without a billing is divided further. Without a billing it is unmatched. Whether a billing is short or in excess
 * follows from `billings.received_paise`.
 */
export const bankReceipts = pgTable(
  'bank_receipts',
  {
    ...moneyEntry,
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
    index('bank_receipts_open')
      .on(t.recordedAt)
      .where(sql`${t.state} = 'recorded'`),
    check('bank_receipts_mode_known', sql`${t.mode} in ('NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft')`),
    check('bank_receipts_state_known', sql`${t.state} in ('recorded', 'confirmed', 'rejected', 'bounced')`),
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
 * Money paid back. A first administrator records the transfer, a second one confirms it; a failed one is owed again. A
 * processed refund of `payment_refunds` (./gateway) is entered here with the same id, by no administrator.
 */
export const refunds = pgTable(
  'refunds',
  {
    ...moneyEntry,
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
    check('refunds_mode_known', sql`${t.mode} in ('NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft', 'gateway')`),
    check('refunds_state_known', sql`${t.state} in ('recorded', 'done', 'rejected', 'failed')`),
    check('refunds_amount_positive', sql`${t.amountPaise} > 0`),
    check('refunds_reference_given', sql`length(${t.reference}) between 4 and 64`),
    check('refunds_recorded_by', sql`${t.recordedBy} is not null or ${t.mode} = 'gateway'`),
    check(
      'refunds_confirmed_by',
      sql`(${t.state} in ('done', 'failed')) = (${t.confirmedAt} is not null) and (${t.confirmedBy} is not null or ${t.confirmedAt} is null or ${t.recordedBy} is null)`,
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
 * A change of an adoption that waits for a decision: a cancellation or reduction of paid seats, which a second
 * administrator approves, or one of the sponsor, which an administrator answers.
 */
export const changeRequests = pgTable(
  'change_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    kind: text().notNull(),
    /** Of a reduction: the new seats by course id. */
    lines: jsonb().$type<Record<string, number>>(),
    /** The reason of the administrator, or the message of the sponsor. */
    reason: text().notNull(),
    /** Null if the sponsor asks. */
    requestedBy: uuid('requested_by'),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    state: text().notNull().default('open'),
    answer: text(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    // One open request by administrators, and one by the sponsor.
    uniqueIndex('change_requests_one_open')
      .on(t.billingId, sql`(${t.requestedBy} is null)`)
      .where(sql`${t.state} = 'open'`),
    index('change_requests_billing').on(t.billingId),
    index('change_requests_open')
      .on(t.requestedAt)
      .where(sql`${t.state} = 'open'`),
    check('change_requests_kind_known', sql`${t.kind} in ('cancel', 'reduce', 'wish')`),
    check('change_requests_state_known', sql`${t.state} in ('open', 'approved', 'declined')`),
    check('change_requests_wish_of_sponsor', sql`(${t.kind} = 'wish') = (${t.requestedBy} is null)`),
    check('change_requests_lines_of_reduction', sql`(${t.kind} = 'reduce') = (${t.lines} is not null)`),
    check('change_requests_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
  ],
);

/**
 * E-mails about an adoption or an account, inserted by the statement of the step that they announce and sent afterwards,
 * at least once. A message that fails for days is dead until an administrator retries it.
 */
export const outboundMessages = pgTable(
  'outbound_messages',
  {
    /** Also the idempotency key for the provider. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null if it is about an account. */
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'cascade' }),
    /** Address and language of a message about an account; others have those of their billing. */
    recipient: text(),
    locale: text(),
    /** One of MESSAGE_KINDS or ACCOUNT_MESSAGE_KINDS of lib/notification/schema.ts. */
    kind: text().notNull(),
    /** What the message says beyond the billing's own data; amounts in paise. */
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Makes a message unique per billing, such as a reminder of one day. */
    dedupeKey: text('dedupe_key'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    /** Code of the last failure. */
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    deadAt: timestamp('dead_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('outbound_messages_dedupe').on(t.billingId, t.kind, t.dedupeKey),
    index('outbound_messages_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.deadAt} is null`),
    index('outbound_messages_dead')
      .on(t.deadAt)
      .where(sql`${t.deadAt} is not null`),
    check(
      'outbound_messages_addressed',
      sql`(${t.billingId} is null) = (${t.recipient} is not null) and (${t.recipient} is null) = (${t.locale} is null)`,
    ),
  ],
);

/** The last number of a series of papers in a financial year ('2026-27'); papers are numbered without gaps. */
export const paperSeries = pgTable(
  'paper_series',
  {
    series: text().notNull(),
    financialYear: text('financial_year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.financialYear] })],
);

/**
 * An issued paper with the data that it shows. Append-only; a trigger refuses other changes (migration
 * 0009). A later change issues a new paper that names the one it replaces.
 */
export const papers = pgTable(
  'papers',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    /** Null for an annual statement. */
    billingId: uuid('billing_id').references(() => billings.id),
    /** The sponsor of an annual statement. */
    userId: uuid('user_id').references(() => users.id),
    /** What the paper is about, such as the id of a bank receipt; one paper per kind, source and revision. */
    source: text().notNull(),
    revision: integer().notNull().default(1),
    series: text().notNull(),
    financialYear: text('financial_year').notNull(),
    number: integer().notNull(),
    /** The printed number, such as 'PR/2026-27/000012'. */
    serial: text().notNull().unique(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    replacesId: uuid('replaces_id'),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('papers_number').on(t.series, t.financialYear, t.number),
    uniqueIndex('papers_source').on(t.kind, t.source, t.revision),
    index('papers_billing').on(t.billingId),
    index('papers_user').on(t.userId),
    check('papers_kind_known', sql`${t.kind} in ('proforma', 'receipt', 'credit_note', 'cancellation', 'statement')`),
    check('papers_subject', sql`(${t.billingId} is null) <> (${t.userId} is null)`),
  ],
);

/** Settings that administrators change, one row per group (lib/settings/schema.ts). Absent means the defaults. */
export const settings = pgTable('settings', {
  group: text().primaryKey(),
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  /** How often it was saved. */
  revision: integer().notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
