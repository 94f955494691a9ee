import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Rate limit counters, in the database so that instances share them; `expire` ends a window. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: timestamp({ withTimezone: true, mode: 'date' }),
});

/** Settings that administrators change, one row per group (lib/settings/schema.ts). Absent means the defaults. */
export const settings = pgTable('settings', {
  group: text().primaryKey(),
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  /** How often it was saved. */
  revision: integer().notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
