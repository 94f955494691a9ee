import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { billings } from './adoption';
import { institutes } from './catalogue';
import { companyGroups } from './company';
import { known } from './known';
import { ACCOUNT_ROLES, ALERT_KINDS, EXPORT_RHYTHMS } from './enums';

/**
 * Accounts of administrators and of the offices of institutes, by their role. They are separate from users: own table, own
 * sessions, no registration.
 */
export const admins = pgTable(
  'admins',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull(),
    /** argon2id, with its parameters; null until an invited administrator has set a password. */
    passwordHash: text('password_hash'),
    role: text({ enum: ACCOUNT_ROLES }).notNull(),
    /** Set while the account cannot log in and its sessions are refused. */
    deactivatedAt: timestamp('deactivated_at', { withTimezone: true }),
    /** The language of e-mails to an office: of the invitation, then of the last login. */
    locale: text().notNull().default('en'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('admins_username').on(sql`lower(${t.username})`),
    check('admins_username_given', sql`length(trim(${t.username})) > 0`),
    known('admins_role_known', t.role, ACCOUNT_ROLES),
  ],
);

/**
 * The part of the department's work that an administrator is limited to, a district or an institute each; without any row it is
 * all of it. Which courses that are: lib/catalogue/areas.
 */
export const adminAreas = pgTable(
  'admin_areas',
  {
    id: uuid().primaryKey().defaultRandom(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The name of a district, as the list of places has it. */
    district: text(),
    instituteId: uuid('institute_id').references(() => institutes.id),
  },
  (t) => [
    uniqueIndex('admin_areas_district').on(t.adminId, t.district),
    uniqueIndex('admin_areas_institute').on(t.adminId, t.instituteId),
    index('admin_areas_institute_id').on(t.instituteId),
    check('admin_areas_one', sql`(${t.district} is null) <> (${t.instituteId} is null)`),
  ],
);

/** The institutes of an account of an office. */
export const officeInstitutes = pgTable(
  'office_institutes',
  {
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    instituteId: uuid('institute_id')
      .notNull()
      .references(() => institutes.id, { onDelete: 'cascade' }),
    /** Since when the account can work for the institute: not before its first password. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.instituteId] }), index('office_institutes_institute').on(t.instituteId)],
);

/**
 * An administrator's session. Token and cookie are different secrets, stored as hashes: the bearer token authenticates
 * API requests, the cookie renders pages, and neither can replace the other. Deleting the row ends both at once.
 */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    cookieHash: text('cookie_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When the password or a code was last given; a login counts. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull().defaultNow(),
    /** Written at most every minute; a session that was not used for some time has ended. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    /** The start of the browser's User-Agent header; null if it sent none. */
    userAgent: text('user_agent'),
  },
  (t) => [index('admin_sessions_admin').on(t.adminId), index('admin_sessions_expires').on(t.expiresAt)],
);

/** The second factor of an administrator: an authenticator app (TOTP). */
export const adminFactors = pgTable('admin_factors', {
  adminId: uuid('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** The shared key, encrypted (lib/platform/sealed.ts). */
  secret: text().notNull(),
  /** The time step of the last accepted code: no code of it or of an earlier one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Where an administrator is told by e-mail what needs attention, and how soon. */
export const adminNotices = pgTable('admin_notices', {
  adminId: uuid('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  /** SHA-256 in hex of the token in the link that was sent to a new address; null once it was opened. */
  tokenHash: text('token_hash'),
  /** Whether everything that waits is told once a day. */
  isDaily: boolean('is_daily').notNull(),
  /** The kinds (ATTENTION_KINDS) of which new items are told within minutes. */
  atOnce: text('at_once').array().notNull(),
  /** The items of each kind when the job looked last; null if it has not. */
  seen: jsonb().$type<Record<string, number>>(),
  /** The last day in India for which it was decided whether to write. */
  toldOn: date('told_on'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** The tables that an administrator gets by e-mail at the address of `admin_notices`, until one is stopped. */
export const adminExports = pgTable(
  'admin_exports',
  {
    id: uuid().primaryKey().defaultRandom(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** An ExportKind of lib/admin/exports/schema.ts. */
    kind: text().notNull(),
    /** The search parameters of its page: filters, order and columns. */
    query: text().notNull(),
    every: text({ enum: EXPORT_RHYTHMS }).notNull(),
    /** The day in India of the newest occurrence whose e-mail is queued; of a new row, of the one before its first. */
    lastOn: date('last_on').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('admin_exports_admin').on(t.adminId), known('admin_exports_every_known', t.every, EXPORT_RHYTHMS)],
);

/** Recovery codes that were not used yet; a used one is deleted. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    adminId: uuid('admin_id')
      .notNull()
      .references(() => adminFactors.adminId, { onDelete: 'cascade' }),
    /** SHA-256 in hex of 120 random bits. */
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.codeHash] })],
);

/**
 * The one-time link with which an administrator sets a password, one an account: a new link replaces the last one, and
 * a used one is deleted.
 */
export const adminPasswordLinks = pgTable('admin_password_links', {
  adminId: uuid('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

/**
 * Actions of administrators and of the operator's commands: actor, action, object, values before and after.
 * Append-only; a trigger refuses other changes (migration 0003).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null for a command of the operator. No foreign key: the entry outlives the account. */
    adminId: uuid('admin_id'),
    /** The administrator's name at that time, or 'command'. */
    actor: text().notNull(),
    /** One of AUDIT_ACTIONS of lib/accounts/audit-log/schema.ts. */
    action: text().notNull(),
    /** Id of the affected object, such as a course; null if there is none. */
    subject: text(),
    before: jsonb().$type<Record<string, string | number | boolean | null>>(),
    after: jsonb().$type<Record<string, string | number | boolean | null>>(),
    /** The import entry that this entry belongs to. */
    causeId: bigint('cause_id', { mode: 'number' }),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.id),
    index('audit_log_action').on(t.action, t.id),
    index('audit_log_actor').on(t.actor, t.id),
    index('audit_log_cause').on(t.causeId),
  ],
);

/**
 * The hash chain of the audit log: one row an entry, written by a trigger (migration 0018). A hash covers the entry and
 * the hash before it, so a changed, removed or added entry breaks the chain from there on. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  /** SHA-256 in hex. */
  hash: text().notNull(),
});

/**
 * What the site found unusual, until an administrator has looked at it.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    /**
     * The event of the log ('codes', 'fast'), the key of `unpaid_seats`, or the e-mail address to write to ('mailbox'); of a
     * kind and a subject one alert is open.
     */
    subject: text().notNull(),
    /** The adoption that raised it last. */
    billingId: uuid('billing_id').references(() => billings.id, { onDelete: 'set null' }),
    /** Seats, or contacts ('network'), or codes; and the limit, if there is one. */
    value: integer().notNull(),
    most: integer(),
    /** What a visitor wrote ('mailbox'). */
    detail: jsonb().$type<Record<string, string>>(),
    raisedAt: timestamp('raised_at', { withTimezone: true }).notNull().defaultNow(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull().defaultNow(),
    /** What an administrator found. */
    reason: text(),
    lookedAtBy: uuid('looked_at_by'),
    lookedAt: timestamp('looked_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('alerts_open_subject')
      .on(t.kind, t.subject)
      .where(sql`${t.lookedAt} is null`),
    index('alerts_open')
      .on(t.raisedAt)
      .where(sql`${t.lookedAt} is null`),
    index('alerts_billing').on(t.billingId),
    known('alerts_kind_known', t.kind, ALERT_KINDS),
    check(
      'alerts_looked_at',
      sql`(${t.lookedAt} is null) = (${t.reason} is null) and (${t.lookedAt} is null) = (${t.lookedAtBy} is null)`,
    ),
  ],
);

/**
 * The columns that administrators search and sort billings by: the state when the adoption was made, written by
 * triggers (migrations 0004 and 0008). A separate table, because every step of an adoption rewrites its row in
 * `billings` with all index entries of that table: the statements that take seats should not pay for the indexes of the
 * administration.
 */
export const billingSearchIndex = pgTable(
  'billing_search_index',
  {
    billingId: uuid('billing_id')
      .primaryKey()
      .references(() => billings.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Lower case, in code point order. */
    company: text().notNull(),
    totalPaise: bigint('total_paise', { mode: 'number' }).notNull(),
    seats: integer().notNull(),
    /** Company, e-mail and reference, normalized by search_key(), one per line. */
    searchText: text('search_text').notNull(),
    /** The key of its company (company_keys), and the company; null until a job found them, once it is verified. */
    companyKey: text('company_key'),
    groupId: uuid('group_id').references(() => companyGroups.id),
  },
  (t) => [
    index('billing_search_index_created').on(t.createdAt, t.billingId),
    index('billing_search_index_company').on(sql`${t.company} collate "C"`, t.billingId),
    index('billing_search_index_total').on(t.totalPaise, t.billingId),
    index('billing_search_index_seats').on(t.seats, t.billingId),
    index('billing_search_index_group').on(t.groupId, t.createdAt, t.billingId),
    index('billing_search_index_without_key')
      .on(t.billingId)
      .where(sql`${t.companyKey} is null`),
    index('billing_search_index_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/**
 * The number of users and billings, maintained by triggers (migrations 0004 and 0008), since counting slows down as
 * tables grow. Several rows that are summed up, so that writers do not wait for each other.
 */
export const rowCounts = pgTable('row_counts', {
  shard: smallint().primaryKey(),
  users: bigint({ mode: 'number' }).notNull().default(0),
  billings: bigint({ mode: 'number' }).notNull().default(0),
});

/**
 * Adopted seats and their value by month (of India), course type and session, rolled up from `billing_events` up to the time in
 * `monthly_totals_progress`, so that the dashboard's cost does not depend on the number of billings.
 */
export const adoptionMonthlyTotals = pgTable(
  'adoption_monthly_totals',
  {
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    courseType: text('course_type').notNull(),
    session: text().notNull(),
    seats: bigint({ mode: 'number' }).notNull(),
    valuePaise: bigint('value_paise', { mode: 'number' }).notNull(),
    /** The part of the value that is paid for; the rest is pledged. */
    paidPaise: bigint('paid_paise', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.month, t.courseType, t.session] })],
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
