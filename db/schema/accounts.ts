import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { known } from './known';
import { COLLEAGUE_ROLES, USER_KINDS } from './enums';

/**
 * Sponsors: guests of the public flow, and registered ones. The same e-mail may belong to one of each. A deleted
 * account stays as a row without personal data, because adoptions and papers belong to it (docs/decisions/0036).
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: USER_KINDS }).notNull(),
    fullName: text('full_name').notNull(),
    designation: text().notNull(),
    email: text().notNull(),
    phoneNumber: text('phone_number').notNull(),
    companyName: text('company_name').notNull(),
    industry: text(),
    /** argon2id, with its parameters; guests have none and cannot log in. */
    passwordHash: text('password_hash'),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    /**
     * A colleague: the account of the owner, to which everything belongs that the colleague adopts. It never changes, and
     * is never a colleague's (migration 0024). Null for owners and guests.
     */
    memberOf: uuid('member_of').references((): AnyPgColumn => users.id),
    memberRole: text('member_role', { enum: COLLEAGUE_ROLES }),
    /** Only the release before reads and writes it, and a trigger copies it (migration 0064): now `companies`. Dropped by the next release. */
    billingDetails: jsonb('billing_details').$type<Record<string, string>>(),
    /** Whether the sponsor gets e-mails about students on adopted seats. */
    studentMails: boolean('student_mails').notNull().default(true),
    /**
     * Another e-mail address that an owner of the site proposed and that waits for a second one: the id of the first, and the time
     * (ISO 8601), which is the version of the proposal. Null if none waits.
     */
    emailChange: jsonb('email_change').$type<{ email: string; reason: string; by: string; at: string }>(),
    /**
     * The key of its company (company_keys), by its proven domain or by itself; null until a job found it, as after every change of
     * the address (migration 0082).
     */
    companyKey: text('company_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /**
     * The text that administrators search: name, company, e-mail, phone and its digits, normalized by search_key(), one
     * per line (migration 0004).
     */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(full_name || E'\\n' || company_name || E'\\n' || email || E'\\n' || phone_number || E'\\n' || regexp_replace(phone_number, '\\D', '', 'g'))`,
      ),
  },
  (t) => [
    index('users_created').on(t.createdAt, t.id),
    index('users_name').on(sql`lower(${t.fullName} collate "und-x-icu") collate "C"`, t.id),
    index('users_company').on(sql`lower(${t.companyName} collate "und-x-icu") collate "C"`, t.id),
    index('users_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    uniqueIndex('users_kind_email').on(t.kind, sql`lower(${t.email})`),
    index('users_company_key').on(t.companyKey),
    index('users_without_company_key')
      .on(t.id)
      .where(sql`${t.companyKey} is null and ${t.kind} = 'registered'`),
    index('users_member_of')
      .on(t.memberOf)
      .where(sql`${t.memberOf} is not null`),
    index('users_email_change')
      .on(t.id)
      .where(sql`${t.emailChange} is not null`),
    check('users_member_has_role', sql`(${t.memberOf} is null) = (${t.memberRole} is null)`),
    known('users_member_role_known', t.memberRole, COLLEAGUE_ROLES),
    check('users_member_registered', sql`${t.memberOf} is null or ${t.kind} = 'registered'`),
    known('users_kind_known', t.kind, USER_KINDS),
    check('users_password_when_registered', sql`(${t.kind} = 'registered') = (${t.passwordHash} is not null)`),
  ],
);

/**
 * A sponsor's session: the cookie holds a secret of the row, the bearer token is looked up by its hash, and deleting
 * the row ends both at once.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the password was last entered in this session; changes of how somebody signs in ask for it again. */
    passwordAt: timestamp('password_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Written at most every quarter of an hour. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    /** The start of the browser's User-Agent header; null if it sent none. */
    userAgent: text('user_agent'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
);

/** Invitations of colleagues that were not accepted yet: an accepted one is deleted. */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    role: text({ enum: COLLEAGUE_ROLES }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // Inviting somebody again replaces the link.
    uniqueIndex('company_invitations_email').on(t.accountId, sql`lower(${t.email})`),
    known('company_invitations_role_known', t.role, COLLEAGUE_ROLES),
  ],
);
