import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { billings } from './adoption';
import { isOneOf, known } from './known';
import { ACCOUNT_CODE_PURPOSES, CODE_CHANNELS, CODE_PURPOSES } from './enums';

/**
 * A one-time code that was sent, or that the provider refused; only its keyed hash is stored. Only the newest row of an adoption is valid, so a new
 * code invalidates the previous one. For codes that confirm an e-mail it is the newest of the requester.
 */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    /** Null if the code only proves an address: purpose 'waiting'. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The adoption that the code confirms; null if it is for an account or proves an address. */
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'cascade' }),
    channel: text({ enum: CODE_CHANNELS }).notNull(),
    /**
     * Where the message was sent: differs from the channel if an e-mail replaces a text message.
     * Null in rows from before this column.
     */
    deliveredTo: text('delivered_to', { enum: CODE_CHANNELS }),
    email: text().notNull(),
    phone: text().notNull(),
    /** A keyed hash of the requester's network; empty if a session identifies the requester. */
    requester: text('asker').notNull().default(''),
    codeHash: text('code_hash').notNull(),
    /**
     * The keys of the hourly limits that counted the request, in the order of takePoints; null once their points were
     * given back, because the code was used.
     */
    countedBy: text('counted_by').array(),
    wrongAttempts: integer('wrong_attempts').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    consumedAt: timestamp('consumed_at', { withTimezone: true }),
    /** Why the provider refused the message: nobody has the code, and it counts for nothing. */
    failure: text(),
    /** Requests for another code that the limits refused, and the last of them. */
    refusedRequests: integer('refused_requests').notNull().default(0),
    refusedAt: timestamp('refused_at', { withTimezone: true }),
  },
  (t) => [
    index('otp_challenges_subject').on(t.userId, t.email, t.phone, t.channel, t.purpose, t.id),
    index('otp_challenges_email').on(t.email, t.createdAt),
    index('otp_challenges_phone').on(t.phone, t.createdAt),
    index('otp_challenges_asker')
      .on(t.requester)
      .where(sql`${t.requester} <> ''`),
    // Not by consumedAt: then each use of a code would change all indexes.
    index('otp_challenges_counted')
      .on(t.createdAt)
      .where(sql`${t.countedBy} is not null`),
    check(
      'otp_challenges_billing_when_adopting',
      sql`(${isOneOf(t.purpose, ACCOUNT_CODE_PURPOSES)}) = (${t.billingId} is null)`,
    ),
    check('otp_challenges_user_unless_waiting', sql`(${t.purpose} = 'waiting') = (${t.userId} is null)`),
    known('otp_challenges_channel_known', t.channel, CODE_CHANNELS),
    known('otp_challenges_delivered_to_known', t.deliveredTo, CODE_CHANNELS),
    check('otp_challenges_attempts_range', sql`${t.wrongAttempts} between 0 and 5`),
  ],
);
