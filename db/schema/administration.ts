import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** Administrators. They are separate from users: own table, own sessions, no registration. */
export const admins = pgTable(
  'admins',
  {
    id: uuid().primaryKey().defaultRandom(),
    username: text().notNull(),
    /** argon2id, with its parameters; null until an invited administrator has set a password. */
    passwordHash: text('password_hash'),
    /** One of ADMIN_ROLES of lib/admin/accounts/roles.ts. */
    role: text().notNull(),
    /** Set while the account cannot log in and its sessions are refused. */
    deactivatedAt: timestamp('deactivated_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('admins_username').on(sql`lower(${t.username})`),
    check('admins_username_given', sql`length(trim(${t.username})) > 0`),
    check('admins_role_known', sql`${t.role} in ('viewer', 'catalogue', 'finance', 'owner')`),
  ],
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
  /** The shared key, encrypted (lib/core/sealed.ts). */
  secret: text().notNull(),
  /** The time step of the last accepted code: no code of it or of an earlier one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

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
    /** One of AUDIT_ACTIONS of lib/admin/audit-log/schema.ts. */
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
