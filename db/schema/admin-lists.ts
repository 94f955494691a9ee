import { bigint, index, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { billings } from './adoption';

/**
 * What administrators search and sort billings by: facts of the moment when an adoption was made, written by triggers
 * (migrations 0004 and 0008). They stand beside the billings because every step of an adoption writes its row anew, and that row in
 * every index of its table: the steps that take seats should not pay for those of the administration.
 */
export const billingSearchIndex = pgTable(
  'billing_search_index',
  {
    billingId: uuid('billing_id')
      .primaryKey()
      .references(() => billings.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Lower case, in the order of code points. */
    company: text().notNull(),
    totalPaise: bigint('total_paise', { mode: 'number' }).notNull(),
    seats: integer().notNull(),
    /** Company, e-mail and reference as search_key() folds them, a line each. */
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
 * How many users and billings there are, kept by triggers (migrations 0004 and 0008): counting them would take the longer the more there
 * are. Several rows, which are added up, so that writers do not wait for each other.
 */
export const rowCounts = pgTable('row_counts', {
  shard: smallint().primaryKey(),
  users: bigint({ mode: 'number' }).notNull().default(0),
  billings: bigint({ mode: 'number' }).notNull().default(0),
});
