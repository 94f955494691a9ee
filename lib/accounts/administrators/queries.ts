import 'server-only';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, adminSessions } from '@/db/schema';
import { ADMIN_ROLES, type AdminRole } from '@/db/schema/enums';
import { deviceOf, type ListedSession } from '@/lib/platform/device';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { AccountRole } from './roles';
import { readAreaLines } from './areas';
import { hasFactor, isLiveAdminSession, type AccountScope, type AdminScope } from './session';

/**
 * An administrator with the password hash, which is null until the invitation is accepted. Server-side only.
 */
type AdminAccount = {
  id: string;
  username: string;
  role: AccountRole;
  password_hash: string | null;
  has_factor: boolean;
};

/** Returns the account with a normalized username (usernameKey), or undefined. */
export async function findAdmin(key: string): Promise<AdminAccount | undefined> {
  const [row] = await db()
    .select({
      id: admins.id,
      username: admins.username,
      role: admins.role,
      password_hash: admins.passwordHash,
      has_factor: hasFactor(),
    })
    .from(admins)
    .where(eq(sql`lower(${admins.username})`, key));
  return row;
}

/** Returns the username of the administrator created first, or undefined if there is none. */
export async function firstAdmin(): Promise<string | undefined> {
  const [row] = await db()
    .select({ username: admins.username })
    .from(admins)
    .where(inArray(admins.role, ADMIN_ROLES))
    .orderBy(admins.createdAt, admins.id)
    .limit(1);
  return row?.username;
}

/**
 * An administrator as owners see it, with the live sessions, newest first. Invited ones have not set a password yet.
 */
export type ListedAdmin = {
  id: string;
  username: string;
  role: AdminRole;
  /** What it is limited to, as owners write it; empty if it is nothing. */
  area: readonly string[];
  isActive: boolean;
  isInvited: boolean;
  hasFactor: boolean;
  createdAt: Date;
  sessions: ListedSession[];
};

/** Returns all administrators, active ones first, by username. */
export async function listAdmins(_scope: AdminScope): Promise<ListedAdmin[]> {
  const [rows, sessions, areas] = await Promise.all([
    withQueryDeadline(
      db()
        .select({
          id: admins.id,
          username: admins.username,
          role: sql<AdminRole>`${admins.role}`,
          isActive: sql<boolean>`${admins.deactivatedAt} is null`,
          isInvited: sql<boolean>`${admins.passwordHash} is null`,
          hasFactor: hasFactor(),
          createdAt: admins.createdAt,
        })
        .from(admins)
        .where(inArray(admins.role, ADMIN_ROLES))
        .orderBy(sql`${admins.deactivatedAt} is not null`, sql`lower(${admins.username})`),
    ),
    readSessions(),
    withQueryDeadline(readAreaLines(db())),
  ]);
  return rows.map((row) => ({
    ...row,
    area: areas.get(row.id) ?? [],
    sessions: sessions.flatMap((session) => (session.adminId === row.id ? toListed(session) : [])),
  }));
}

/** Returns the live sessions of the own account, newest first. */
export const listOwnSessions = async ({ adminId }: AccountScope): Promise<ListedSession[]> =>
  (await readSessions(adminId)).map(toListed);

const toListed = ({ id, createdAt, lastUsedAt, userAgent }: typeof adminSessions.$inferSelect): ListedSession => ({
  id,
  createdAt,
  lastUsedAt,
  device: deviceOf(userAgent),
});

/** Reads the live sessions of one administrator or of all. */
const readSessions = (of?: string) =>
  withQueryDeadline(
    db()
      .select()
      .from(adminSessions)
      .where(and(isLiveAdminSession(), of === undefined ? undefined : eq(adminSessions.adminId, of)))
      .orderBy(desc(adminSessions.createdAt), adminSessions.id),
  );
