import { bigint, index, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { billings } from './adoption';

/**
 * The columns that administrators search and sort billings by: the state when the adoption was made, written by
 * triggers (migrations 0004 and 0008). A separate table, because every step of an adoption rewrites its row in
 * `billings` with all index entries of that table: the statements that take seats should not pay for the indexes of the
 * administration.
 */
export const billingSearchIndex = pgTable(
  'billing_search_index',
  {
    billingId: uuid('billing_id')
      .primaryKey()
      .references(() => billings.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Lower case, in code point order. */
    company: text().notNull(),
    totalPaise: bigint('total_paise', { mode: 'number' }).notNull(),
    seats: integer().notNull(),
    /** Company, e-mail and reference, normalized by search_key(), one per line. */
    searchText: text('search_text').notNull(),
  },
  (t) => [
    index('billing_search_index_created').on(t.createdAt, t.billingId),
    index('billing_search_index_company').on(sql`${t.company} collate "C"`, t.billingId),
    index('billing_search_index_total').on(t.totalPaise, t.billingId),
    index('billing_search_index_seats').on(t.seats, t.billingId),
    index('billing_search_index_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/**
 * The number of users and billings, maintained by triggers (migrations 0004 and 0008), since counting slows down as
 * tables grow. Several rows that are summed up, so that writers do not wait for each other.
 */
export const rowCounts = pgTable('row_counts', {
  shard: smallint().primaryKey(),
  users: bigint({ mode: 'number' }).notNull().default(0),
  billings: bigint({ mode: 'number' }).notNull().default(0),
});
