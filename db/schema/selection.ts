import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * A cart behind a link that anybody can open who has it. It names courses and no person. Only the hash of the token in
 * the link is stored. `lines` are what lib/selection/shared-cart/schema.ts describes: seats, and the price and names of that
 * moment.
 */
export const sharedCarts = pgTable(
  'shared_carts',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    lines: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('shared_carts_expires').on(t.expiresAt),
    check('shared_carts_lines_range', sql`jsonb_array_length(${t.lines}) between 1 and 200`),
  ],
);
