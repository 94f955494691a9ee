import 'server-only';
import { sql } from '@/db/client';
import { toListedSession, type ListedSession, type SessionRow } from '@/lib/core/device';
import { withQueryDeadline } from '@/lib/core/deadline';
import type { AdminRole } from './roles';
import { isLiveAdminSession, type AdminScope } from './session';

/**
 * An administrator with the password hash, which is null until the invitation is accepted. Server-side only.
 */
type AdminAccount = { id: string; username: string; password_hash: string | null; has_factor: boolean };

/** Returns the administrator with a normalized username (usernameKey), or undefined. */
export async function findAdmin(key: string): Promise<AdminAccount | undefined> {
  const [row] = await sql()<AdminAccount[]>`
    select a.id, a.username, a.password_hash, exists (select from admin_factors f where f.admin_id = a.id) as has_factor
      from admins a where lower(a.username) = ${key}`;
  return row;
}

/** Returns the username of the administrator created first, or undefined if there is none. */
export async function firstAdmin(): Promise<string | undefined> {
  const [row] = await sql()<{ username: string }[]>`select username from admins order by created_at, id limit 1`;
  return row?.username;
}

/**
 * An administrator as owners see it, with the live sessions, newest first. Invited ones have not set a password yet.
 */
export type ListedAdmin = {
  id: string;
  username: string;
  role: AdminRole;
  isActive: boolean;
  isInvited: boolean;
  hasFactor: boolean;
  createdAt: Date;
  sessions: ListedSession[];
};

type ListedRow = Omit<ListedAdmin, 'createdAt' | 'sessions'> & { createdMs: number };

/** Returns all administrators, active ones first, by username. */
export async function listAdmins(_scope: AdminScope): Promise<ListedAdmin[]> {
  const [rows, sessions] = await Promise.all([
    withQueryDeadline(
      sql()<ListedRow[]>`
        select a.id, a.username, a.role, a.deactivated_at is null as "isActive", a.password_hash is null as "isInvited",
               exists (select from admin_factors f where f.admin_id = a.id) as "hasFactor",
               extract(epoch from a.created_at)::float8 * 1000 as "createdMs"
          from admins a order by a.deactivated_at is not null, lower(a.username)`,
    ),
    readSessions(),
  ]);
  return rows.map(({ createdMs, ...row }) => ({
    ...row,
    createdAt: new Date(createdMs),
    sessions: sessions.flatMap((session) => (session.adminId === row.id ? toListedSession(session) : [])),
  }));
}

/** Returns the live sessions of the administrator, newest first. */
export const listOwnSessions = async ({ adminId }: AdminScope): Promise<ListedSession[]> =>
  (await readSessions(adminId)).map(toListedSession);

/** Reads the live sessions of one administrator or of all. */
const readSessions = (of: string | null = null) =>
  withQueryDeadline(
    sql()<(SessionRow & { adminId: string })[]>`
      select id, admin_id as "adminId", user_agent as "userAgent", extract(epoch from created_at)::float8 * 1000 as "createdMs",
             extract(epoch from last_used_at)::float8 * 1000 as "lastUsedMs"
        from admin_sessions where ${isLiveAdminSession()} and (${of}::uuid is null or admin_id = ${of})
       order by created_at desc, id`,
  );
