import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { billings } from './adoption';
import { academicSessions, courses, institutes } from './catalogue';
import { isOneOf, known } from './known';
import { MARKS, REPORT_KINDS, WITH_TOTALS } from './report-kinds';
import { COMPOSITION_STATES, FINDINGS, LEAVING_REASONS, VERDICTS } from './enums';

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
    /** When the last day was entered; null for students whose time ended before this was stored. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Why the place is free again. */
    reason: text({ enum: LEAVING_REASONS }),
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
    // The changes of the last days, for e-mails to sponsors.
    index('enrolments_created').on(t.createdAt),
    index('enrolments_ended')
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null`),
    check('enrolments_place_range', sql`${t.place} between 1 and 10000`),
    check('enrolments_roll_end_length', sql`length(${t.rollEnd}) between 1 and 3`),
    check('enrolments_days_in_order', sql`${t.fromDay} <= ${t.untilDay}`),
    known('enrolments_reason_known', t.reason, LEAVING_REASONS),
    check('enrolments_ended_with_reason', sql`(${t.untilDay} is null) = (${t.reason} is null)`),
  ],
);

/**
 * The days on which reports of a session are due, as administrators set them. A kind without a row has its usual day
 * (lib/register/report-statements.ts).
 */
export const reportDates = pgTable(
  'report_dates',
  {
    session: text()
      .notNull()
      .references(() => academicSessions.name),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** Null: there is no such report in this session. */
    dueOn: date('due_on'),
  },
  (t) => [primaryKey({ columns: [t.session, t.kind] }), known('report_dates_kind_known', t.kind, REPORT_KINDS)],
);

/**
 * What an office states about the students of an offer, one for each kind: a mark for each student, in report_marks, or for
 * what became of them five totals. A correction changes it, increases its version, and is an entry of the audit log.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** Increased by every change of a mark or total. */
    version: integer().notNull().default(0),
    /** When it was stated or last corrected; null while marks are missing. */
    statedAt: timestamp('stated_at', { withTimezone: true }),
    /** When it was stated; null for one that the release before stated. */
    firstStatedAt: timestamp('first_stated_at', { withTimezone: true }),
    /** Of an outcome: how many students are apprentices, are employed, study on, look for work, or are not known about. */
    apprentices: integer(),
    employed: integer(),
    studying: integer(),
    looking: integer(),
    unknown: integer(),
  },
  (t) => [
    uniqueIndex('reports_one_of_offer').on(t.courseId, t.kind),
    known('reports_kind_known', t.kind, REPORT_KINDS),
    check(
      'reports_totals_of_outcome',
      sql`num_nulls(${t.apprentices}, ${t.employed}, ${t.studying}, ${t.looking}, ${t.unknown}) = case when ${isOneOf(t.kind, WITH_TOTALS)} then 0 else 5 end`,
    ),
    check(
      'reports_totals_range',
      sql`least(${t.apprentices}, ${t.employed}, ${t.studying}, ${t.looking}, ${t.unknown}) >= 0`,
    ),
  ],
);

/** Until which day's evening people were told the news of institutes, by the first digit of the MD5 hash of their address. */
export const newsParts = pgTable('news_parts', {
  part: text().primaryKey(),
  toldUntil: date('told_until').notNull(),
});

/** What a report says about a student. */
export const reportMarks = pgTable(
  'report_marks',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolments.id),
    mark: text({ enum: MARKS }).notNull(),
    /** The version of the report that has this mark first, so that a page that is older is noticed. */
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportId, t.enrolmentId] }), known('report_marks_known', t.mark, MARKS)],
);

/**
 * How many of the students of an offer are women, SC, ST or OBC, as the office states it with a report: totals alone, once for those
 * who began together. A correction changes it, increases its version, and is an entry of the audit log.
 */
export const compositions = pgTable(
  'compositions',
  {
    courseId: uuid('course_id')
      .primaryKey()
      .references(() => courses.id),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    version: integer().notNull().default(1),
    /** Those in the report then. */
    students: integer().notNull(),
    /** Null: not stated. */
    women: integer(),
    sc: integer(),
    st: integer(),
    obc: integer(),
    /** Whether it is published, decided when it was stated (lib/published/composition.ts). */
    state: text({ enum: COMPOSITION_STATES }).notNull(),
    statedAt: timestamp('stated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    known('compositions_state_known', t.state, COMPOSITION_STATES),
    check('compositions_not_negative', sql`least(${t.women}, ${t.sc}, ${t.st}, ${t.obc}) >= 0`),
    check(
      'compositions_within_students',
      sql`greatest(${t.women}, coalesce(${t.sc}, 0) + coalesce(${t.st}, 0) + coalesce(${t.obc}, 0)) <= ${t.students}`,
    ),
  ],
);

/** A spot check of a report by an administrator. Another version of the report can be checked again. */
export const reportChecks = pgTable(
  'report_checks',
  {
    id: uuid().primaryKey().defaultRandom(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    /** The version of the report that is checked. */
    version: integer().notNull(),
    /** Random; with it the draw can be repeated (lib/register/report-rules.ts). */
    seed: text().notNull(),
    drawnAt: timestamp('drawn_at', { withTimezone: true }).notNull().defaultNow(),
    /** Null until it is recorded what was found. */
    verdict: text({ enum: VERDICTS }),
    recordedAt: timestamp('recorded_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('report_checks_one_of_version').on(t.reportId, t.version),
    known('report_checks_verdict_known', t.verdict, VERDICTS),
    check('report_checks_recorded', sql`(${t.verdict} is null) = (${t.recordedAt} is null)`),
  ],
);

/** A student of the sample of a spot check. */
export const reportCheckPlaces = pgTable(
  'report_check_places',
  {
    checkId: uuid('check_id')
      .notNull()
      .references(() => reportChecks.id),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolments.id),
    /** What the report says. */
    mark: text({ enum: MARKS }).notNull(),
    /** Whether that is so; null until it is recorded. */
    found: text({ enum: FINDINGS }),
  },
  (t) => [
    primaryKey({ columns: [t.checkId, t.enrolmentId] }),
    known('report_check_places_mark_known', t.mark, MARKS),
    known('report_check_places_found_known', t.found, FINDINGS),
  ],
);

/** When the office of an institute was reminded of its reports: before a day, and when they are late. */
export const reportReminders = pgTable(
  'report_reminders',
  {
    instituteId: uuid('institute_id')
      .notNull()
      .references(() => institutes.id),
    session: text()
      .notNull()
      .references(() => academicSessions.name),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    dueOn: date('due_on').notNull(),
    isLate: boolean('is_late').notNull(),
    /** The day in India. */
    remindedOn: date('reminded_on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instituteId, t.session, t.kind, t.dueOn, t.isLate] })],
);
