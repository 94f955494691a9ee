import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { billings } from './adoption';
import { institutes } from './catalogue';
import { MAILING_TARGETS, MESSAGE_SIDES } from './enums';
import { known } from './known';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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
    /** One of MESSAGE_KINDS or ACCOUNT_MESSAGE_KINDS of lib/notifications/schema.ts. */
    kind: text().notNull(),
    /** What the message says beyond the billing's own data; amounts in paise. */
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** A file that was made when the message was queued; others are made when it is sent. */
    file: bytes(),
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

/** A message of the department to many. It runs (lib/admin/mailings) until everybody has it, or somebody stops it. */
export const mailings = pgTable(
  'mailings',
  {
    /** Chosen by the page, so that a request that is sent again starts it once. */
    id: uuid().primaryKey(),
    target: text({ enum: MAILING_TARGETS }).notNull(),
    /** The text in each language, with placeholders. */
    texts: jsonb().$type<Record<'en' | 'hi', string>>().notNull(),
    /** Who started or continued it last: it rests while that account may not write. */
    runBy: uuid('run_by').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [
    index('mailings_running')
      .on(t.startedAt)
      .where(sql`${t.stoppedAt} is null and ${t.endedAt} is null`),
    known('mailings_target_known', t.target, MAILING_TARGETS),
  ],
);

/** Somebody whom a message to many goes to, as one e-mail about all that concerns the person. */
export const mailingRecipients = pgTable(
  'mailing_recipients',
  {
    id: uuid().primaryKey().defaultRandom(),
    mailingId: uuid('mailing_id')
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    /** Its adoptions, or the institutes of the office. No foreign keys: what is gone by then is left out. */
    subjects: uuid().array().notNull(),
    /** The head of the office; null for sponsors. */
    headId: uuid('head_id'),
    /** The e-mail in the queue, and when it got there; null while it waits, or if there was nobody to write to any more. */
    outboundId: uuid('outbound_id'),
    doneAt: timestamp('done_at', { withTimezone: true }),
  },
  (t) => [
    index('mailing_recipients_waiting')
      .on(t.mailingId, t.id)
      .where(sql`${t.doneAt} is null`),
    index('mailing_recipients_mailing').on(t.mailingId),
  ],
);

/**
 * What the department and a sponsor write to each other about an adoption, or the department and the office of an institute: the
 * conversation of the one or of the other, in the order of `at`.
 */
export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'cascade' }),
    instituteId: uuid('institute_id').references(() => institutes.id, { onDelete: 'cascade' }),
    side: text({ enum: MESSAGE_SIDES }).notNull(),
    /** Empty once the person was erased. */
    text: text().notNull(),
    /** The account that wrote it; null for guests, and once it was erased. No foreign key: the message outlives the account. */
    authorId: uuid('author_id'),
    /** The author as at that time, with the e-mail address; null for guests and for administrators. */
    person: text(),
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The message to many that it is one of. */
    mailingId: uuid('mailing_id').references(() => mailings.id, { onDelete: 'set null' }),
    /** When the department answered, or found that it needs no answer; null for its own. */
    answeredAt: timestamp('answered_at', { withTimezone: true }),
  },
  (t) => [
    index('conversation_messages_billing')
      .on(t.billingId, t.at)
      .where(sql`${t.billingId} is not null`),
    index('conversation_messages_institute')
      .on(t.instituteId, t.at)
      .where(sql`${t.instituteId} is not null`),
    index('conversation_messages_author').on(t.authorId),
    uniqueIndex('conversation_messages_mailing')
      .on(t.mailingId, sql`coalesce(${t.billingId}, ${t.instituteId})`)
      .where(sql`${t.mailingId} is not null`),
    index('conversation_messages_open')
      .on(t.at)
      .where(sql`${t.answeredAt} is null and ${t.side} <> 'department'`),
    known('conversation_messages_side_known', t.side, MESSAGE_SIDES),
    check('conversation_messages_one_thread', sql`(${t.billingId} is null) <> (${t.instituteId} is null)`),
    check(
      'conversation_messages_side_of_thread',
      sql`${t.side} <> case when ${t.billingId} is null then 'sponsor' else 'office' end`,
    ),
    check('conversation_messages_length', sql`char_length(${t.text}) <= 2000`),
    check('conversation_messages_answered', sql`${t.answeredAt} is null or ${t.side} <> 'department'`),
  ],
);
