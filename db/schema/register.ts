import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { billings } from './adoption';
import { courses } from './catalogue';

/**
 * A student on a place, from a day until a day. A place is an adopted seat: the line of an adoption and a number from 1 to
 * its seats. It has no row of its own, and is empty while no enrolment without a last day names it. Nothing here says
 * who the student is but to the institute (docs/decisions/0041).
 */
export const enrolments = pgTable(
  'enrolments',
  {
    id: uuid().primaryKey().defaultRandom(),
    billingId: uuid('billing_id')
      .notNull()
      .references(() => billings.id),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    place: integer().notNull(),
    /** The session of the course: a student has one place in it. */
    session: text().notNull(),
    /** Keyed hash of institute and roll number, so that the same student is noticed; null after the retention period. */
    rollHash: text('roll_hash'),
    /** The last characters of the roll number, for the institute alone; null after the retention period. */
    rollEnd: text('roll_end'),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day'),
    /** Why the place is free again: one of LEAVING_REASONS of lib/register/schema.ts. */
    reason: text().$type<'left' | 'moved' | 'failed' | 'other' | 'mistake'>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('enrolments_one_on_place')
      .on(t.billingId, t.courseId, t.place)
      .where(sql`${t.untilDay} is null`),
    uniqueIndex('enrolments_one_place_of_student')
      .on(t.rollHash, t.session)
      .where(sql`${t.untilDay} is null`),
    index('enrolments_course').on(t.courseId),
    index('enrolments_billing').on(t.billingId),
    check('enrolments_place_range', sql`${t.place} between 1 and 10000`),
    check('enrolments_roll_end_length', sql`length(${t.rollEnd}) between 1 and 3`),
    check('enrolments_days_in_order', sql`${t.fromDay} <= ${t.untilDay}`),
    check('enrolments_reason_known', sql`${t.reason} in ('left', 'moved', 'failed', 'other', 'mistake')`),
    check('enrolments_ended_with_reason', sql`(${t.untilDay} is null) = (${t.reason} is null)`),
  ],
);
