import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { billings } from './adoption';

/**
 * What the site found unusual, until an administrator has looked at it: the codes of an hour running out ('codes'), unpaid
 * seats near or over a limit ('limit'), unpaid seats of several contacts from one network ('network'), a large part of the
 * catalogue taken within an hour ('fast').
 */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    /** The event of the log ('codes', 'fast'), or the key of `unpaid_seats`; of a kind and a subject one alert is open. */
    subject: text().notNull(),
    /** The adoption that raised it last. */
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'set null' }),
    /** Seats, or contacts ('network'), or codes; and the limit, if there is one. */
    value: integer().notNull(),
    most: integer(),
    raisedAt: timestamp('raised_at', { withTimezone: true }).notNull().defaultNow(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull().defaultNow(),
    /** What an administrator found. */
    reason: text(),
    lookedAtBy: uuid('looked_at_by'),
    lookedAt: timestamp('looked_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('alerts_open_subject')
      .on(t.kind, t.subject)
      .where(sql`${t.lookedAt} is null`),
    index('alerts_open')
      .on(t.raisedAt)
      .where(sql`${t.lookedAt} is null`),
    index('alerts_billing').on(t.billingId),
    check('alerts_kind_known', sql`${t.kind} in ('codes', 'limit', 'network', 'fast')`),
    check(
      'alerts_looked_at',
      sql`(${t.lookedAt} is null) = (${t.reason} is null) and (${t.lookedAt} is null) = (${t.lookedAtBy} is null)`,
    ),
  ],
);
