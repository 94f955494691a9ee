import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { billingItems, billings } from './adoption';
import { courses, institutes } from './catalogue';
import { known } from './known';
import { moneyEntry } from './money';
import { inBankFile } from './payees';
import { AUDITOR_VIEWS, BANK_MODES, RELEASE_KINDS, RELEASE_STATES, type UseHead } from './enums';

/*
 * The way of money after its arrival: passed on to an institute, and used there (docs/decisions/0044). Rows are only added;
 * the state of a release moves on, and the newest revision of a use counts.
 */

/**
 * Money that was passed on to an institute, or that it gave back. A first administrator records it, a second one confirms it;
 * only confirmed money counts.
 */
export const releases = pgTable(
  'releases',
  {
    ...moneyEntry,
    ...inBankFile,
    instituteId: uuid('institute_id')
      .notNull()
      .references(() => institutes.id),
    kind: text({ enum: RELEASE_KINDS }).notNull(),
    state: text({ enum: RELEASE_STATES }).notNull().default('recorded'),
    mode: text({ enum: BANK_MODES }).notNull(),
    /** The day of the transfer, in India. */
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    /** The day on which the institute received it, as its office states, and who stated it when; null until then. */
    receivedOn: date('received_on', { mode: 'string' }),
    receivedBy: uuid('received_by'),
    receivedAt: timestamp('received_at', { withTimezone: true }),
    /** When it was entered that the bank returned it; null for those before this was stored. */
    returnedAt: timestamp('returned_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('releases_reference')
      .on(t.mode, t.reference)
      .where(sql`${t.state} <> 'rejected'`),
    index('releases_institute').on(t.instituteId, t.paidOn),
    index('releases_open')
      .on(t.recordedAt)
      .where(sql`${t.state} = 'recorded'`),
    uniqueIndex('releases_bank_file').on(t.bankFileId, t.bankFilePosition),
    known('releases_kind_known', t.kind, RELEASE_KINDS),
    known('releases_state_known', t.state, RELEASE_STATES),
    known('releases_mode_known', t.mode, BANK_MODES),
    check('releases_amount_positive', sql`${t.amountPaise} > 0`),
    check('releases_reference_given', sql`length(${t.reference}) between 4 and 35`),
    check(
      'releases_confirmed_by',
      sql`(${t.state} in ('ordered', 'confirmed', 'returned')) = (${t.confirmedBy} is not null)`,
    ),
    check(
      'releases_in_bank_file',
      sql`num_nulls(${t.bankFileId}, ${t.bankFilePosition}, ${t.payeeAccountId}) in (0, 3) and (${t.state} <> 'ordered' or ${t.bankFileId} is not null)`,
    ),
    check(
      'releases_received',
      sql`num_nulls(${t.receivedOn}, ${t.receivedBy}, ${t.receivedAt}) in (0, 3) and (${t.receivedOn} is null or ${t.kind} = 'passed_on' and ${t.confirmedBy} is not null and ${t.state} <> 'ordered')`,
    ),
  ],
);

/** The parts of a release by adopted line; they add up to its amount. */
export const releaseLines = pgTable(
  'release_lines',
  {
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id),
    billingId: uuid('billing_id').notNull(),
    courseId: uuid('course_id').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.releaseId, t.billingId, t.courseId] }),
    foreignKey({
      name: 'release_lines_line_fk',
      columns: [t.billingId, t.courseId],
      foreignColumns: [billingItems.billingId, billingItems.courseId],
    }),
    index('release_lines_line').on(t.billingId, t.courseId),
    index('release_lines_course').on(t.courseId),
    check('release_lines_amount_positive', sql`${t.amountPaise} > 0`),
  ],
);

/**
 * What the office of an institute states: of the money that was passed on for an offer, how much it has used since the
 * beginning and up to 31 March, the end of a financial year. A correction is a new revision; the newest one counts.
 */
export const uses = pgTable(
  'uses',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => courses.id),
    /** Such as '2026-27'. */
    financialYear: text('financial_year').notNull(),
    revision: integer().notNull(),
    usedPaise: bigint('used_paise', { mode: 'number' }).notNull(),
    /** What had been passed on up to that day when it was stated. */
    passedPaise: bigint('passed_paise', { mode: 'number' }).notNull(),
    /** The same by what it was spent on, if the office says so; adds up to `usedPaise`. */
    heads: jsonb().$type<Partial<Record<UseHead, number>>>(),
    /** Account of the office. No foreign key: the row outlives it. */
    statedBy: uuid('stated_by').notNull(),
    statedAt: timestamp('stated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('uses_revision').on(t.courseId, t.financialYear, t.revision),
    check('uses_range', sql`${t.usedPaise} between 0 and ${t.passedPaise}`),
    check('uses_year_form', sql`${t.financialYear} ~ '^20[0-9]{2}-[0-9]{2}$'`),
    check('uses_revision_positive', sql`${t.revision} > 0`),
  ],
);

/** The parts of a stated use by adopted line, in proportion to what was passed on; they add up to it. */
export const useLines = pgTable(
  'use_lines',
  {
    useId: uuid('use_id')
      .notNull()
      .references(() => uses.id),
    billingId: uuid('billing_id').notNull(),
    courseId: uuid('course_id').notNull(),
    usedPaise: bigint('used_paise', { mode: 'number' }).notNull(),
    passedPaise: bigint('passed_paise', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.useId, t.billingId, t.courseId] }),
    foreignKey({
      name: 'use_lines_line_fk',
      columns: [t.billingId, t.courseId],
      foreignColumns: [billingItems.billingId, billingItems.courseId],
    }),
    index('use_lines_line').on(t.billingId, t.courseId),
    check('use_lines_range', sql`${t.usedPaise} between 0 and ${t.passedPaise}`),
  ],
);

/** A link with which an auditor reads one financial year of one company, or of one guest's adoption, without an account. */
export const auditorLinks = pgTable(
  'auditor_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The account of the company; null for a guest's adoption. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'cascade' }),
    financialYear: text('financial_year').notNull(),
    /** SHA-256 of the secret in the link. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (t) => [
    index('auditor_links_user').on(t.userId),
    index('auditor_links_billing').on(t.billingId),
    check('auditor_links_subject', sql`num_nulls(${t.userId}, ${t.billingId}) = 1`),
  ],
);

/** Each view of an auditor's link: of its page, or of a file. */
export const auditorViews = pgTable(
  'auditor_views',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => auditorLinks.id, { onDelete: 'cascade' }),
    what: text({ enum: AUDITOR_VIEWS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('auditor_views_link').on(t.linkId, t.at), known('auditor_views_what_known', t.what, AUDITOR_VIEWS)],
);

/**
 * When people were reminded of the end of a financial year last: the office of an institute that its use is not stated; an
 * account, or a guest of an adoption, of what is not used.
 */
export const yearEndReminders = pgTable(
  'year_end_reminders',
  {
    /** Institute, user or billing. */
    subjectId: uuid('subject_id').notNull(),
    financialYear: text('financial_year').notNull(),
    /** The day in India. */
    remindedOn: date('reminded_on', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.subjectId, t.financialYear] })],
);
