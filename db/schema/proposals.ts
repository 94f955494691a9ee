import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { admins } from './admin';
import { academicSessions, courses, institutes } from './catalogue';
import { known } from './known';
import { COURSE_TYPES, PROPOSAL_KINDS, PROPOSAL_STATES } from './enums';

/**
 * What the office of an institute wants changed in the catalogue: other seats or another price of an offer, an offer closed,
 * or a new one. An administrator accepts it, which imports it, or refuses it.
 */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey().defaultRandom(),
    instituteId: uuid('institute_id')
      .notNull()
      .references(() => institutes.id),
    /** The offer to change; null for a new one, which the next columns name. */
    courseId: uuid('course_id').references(() => courses.id),
    /** One of 'seats' may be for another price as well. */
    kind: text({ enum: PROPOSAL_KINDS }).notNull(),
    courseType: text('course_type', { enum: COURSE_TYPES }),
    branch: text(),
    branchHindi: text('branch_hindi'),
    durationYears: integer('duration_years'),
    session: text().references(() => academicSessions.name),
    studyYear: integer('study_year'),
    /** What the office wants. */
    totalSeats: integer('total_seats'),
    pricePaise: bigint('price_paise', { mode: 'number' }),
    /** What the offer had when it was proposed: if it has something else by now, the proposal cannot be accepted. */
    oldSeats: integer('old_seats'),
    oldPaise: bigint('old_paise', { mode: 'number' }),
    note: text(),
    state: text({ enum: PROPOSAL_STATES }).notNull().default('open'),
    proposedBy: uuid('proposed_by').references(() => admins.id, { onDelete: 'set null' }),
    /** The language of whoever proposed it, for the answer. */
    proposedAt: timestamp('proposed_at', { withTimezone: true }).notNull().defaultNow(),
    answeredBy: uuid('answered_by').references(() => admins.id, { onDelete: 'set null' }),
    /** When it was accepted, refused or withdrawn. */
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** Why it was refused. */
    reason: text(),
  },
  (t) => [
    uniqueIndex('proposals_one_open')
      .on(t.courseId, t.kind)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('proposals_one_open_branch')
      .on(t.instituteId, t.courseType, sql`lower(${t.branch})`, t.session, t.studyYear)
      .where(sql`${t.state} = 'open' and ${t.kind} = 'branch'`),
    index('proposals_open')
      .on(t.instituteId, t.proposedAt)
      .where(sql`${t.state} = 'open'`),
    index('proposals_institute').on(t.instituteId, t.proposedAt),
    index('proposals_course').on(t.courseId),
    known('proposals_kind_known', t.kind, PROPOSAL_KINDS),
    known('proposals_state_known', t.state, PROPOSAL_STATES),
    check('proposals_of_offer', sql`(${t.courseId} is null) = (${t.kind} = 'branch')`),
    check(
      'proposals_branch_given',
      sql`(${t.kind} = 'branch') = (${t.courseType} is not null and ${t.branch} is not null and ${t.session} is not null and ${t.studyYear} is not null)`,
    ),
    check('proposals_seats_given', sql`(${t.kind} in ('seats', 'branch')) = (${t.totalSeats} is not null)`),
    check(
      'proposals_price_given',
      sql`${t.kind} = 'seats' or (${t.kind} in ('price', 'branch')) = (${t.pricePaise} is not null)`,
    ),
    check('proposals_old_seats_given', sql`(${t.kind} = 'seats') = (${t.oldSeats} is not null)`),
    check(
      'proposals_old_price_given',
      sql`(${t.kind} <> 'branch' and ${t.pricePaise} is not null) = (${t.oldPaise} is not null)`,
    ),
    check('proposals_note_length', sql`length(${t.note}) between 1 and 500`),
    check('proposals_answered', sql`(${t.state} = 'open') = (${t.answeredAt} is null)`),
    check('proposals_refused_with_reason', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
  ],
);
