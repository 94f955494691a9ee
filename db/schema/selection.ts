import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { known } from './known';
import { DECISIONS } from './enums';

/**
 * A cart behind a link that anybody can open who has it. Sender, company, note and order number are what its maker wrote, ''
 * without them. Only the hash of the token in the link is stored. `lines` are what
 * lib/selection/shared-cart/schema.ts describes: seats, and the price and names of that
 * moment.
 */
export const sharedCarts = pgTable(
  'shared_carts',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    lines: jsonb().notNull(),
    sender: text().notNull().default(''),
    company: text().notNull().default(''),
    note: text().notNull().default(''),
    /** The company's own number of the order, which goes along to whoever opens the link. */
    orderNumber: text('order_number').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('shared_carts_expires').on(t.expiresAt),
    check('shared_carts_lines_range', sql`jsonb_array_length(${t.lines}) between 1 and 200`),
  ],
);

/** Whether somebody who has the link agrees with a shared cart. It binds nobody, and ends with the shared cart. */
export const sharedCartDecisions = pgTable(
  'shared_cart_decisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    sharedCartId: uuid('shared_cart_id')
      .notNull()
      .references(() => sharedCarts.id, { onDelete: 'cascade' }),
    decision: text({ enum: DECISIONS }).notNull(),
    name: text().notNull(),
    note: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('shared_cart_decisions_cart').on(t.sharedCartId),
    known('shared_cart_decisions_decision', t.decision, DECISIONS),
  ],
);
