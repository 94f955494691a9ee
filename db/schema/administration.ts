import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  index,
  jsonb,
  pgTable,
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
    /** argon2id, with its parameters. */
    passwordHash: text('password_hash').notNull(),
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
  },
  (t) => [index('admin_sessions_admin').on(t.adminId), index('admin_sessions_expires').on(t.expiresAt)],
);

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
    before: jsonb(),
    after: jsonb(),
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
