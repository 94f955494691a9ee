import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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

/**
 * The jobs (lib/operation/jobs/run.ts), one row each: who does it at the moment, and how it went. `heldBy` loses it at
 * `heldUntil`, which it moves on while it works.
 */
export const jobRuns = pgTable(
  'job_runs',
  {
    job: text().primaryKey(),
    heldBy: uuid('held_by'),
    heldUntil: timestamp('held_until', { withTimezone: true }),
    beganAt: timestamp('began_at', { withTimezone: true }).notNull().defaultNow(),
    /** The last success, and how long it took. */
    succeededAt: timestamp('succeeded_at', { withTimezone: true }),
    milliseconds: integer(),
    /** The first failure since the last success, and the code of the last one; null if it succeeded last. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    errorCode: text('error_code'),
  },
  (t) => [
    check('job_runs_held', sql`(${t.heldBy} is null) = (${t.heldUntil} is null)`),
    check('job_runs_failing', sql`(${t.failingSince} is null) = (${t.errorCode} is null)`),
  ],
);
