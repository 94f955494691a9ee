import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Adopted seats and their value by month (of India) and course type, rolled up from `billing_events` up to the time in
 * `monthly_totals_progress`, so that the dashboard's cost does not depend on the number of billings.
 */
export const adoptionMonthlyTotals = pgTable(
  'adoption_monthly_totals',
  {
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    courseType: text('course_type').notNull(),
    seats: bigint({ mode: 'number' }).notNull(),
    valuePaise: bigint('value_paise', { mode: 'number' }).notNull(),
    /** The part of the value that is paid for; the rest is pledged. */
    paidPaise: bigint('paid_paise', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.month, t.courseType] })],
);

/** How far the events have been rolled up: a single row. */
export const monthlyTotalsProgress = pgTable(
  'monthly_totals_progress',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    upto: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [check('monthly_totals_progress_one_row', sql`${t.isOnly}`)],
);
