import 'server-only';
import { sql } from '@/db/client';
import { withQueryDeadline } from '@/lib/core/deadline';
import type { AdminRole } from './roles';
import type { AdminScope } from './session';

/**
 * An administrator with the password hash, which is null until the invitation is accepted. Server-side only.
 */
export type AdminAccount = { id: string; username: string; password_hash: string | null; has_factor: boolean };

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

/** An administrator as owners see it: `sessions` are the live ones, `lastSession` is the time of the newest. */
export type ListedAdmin = {
  id: string;
  username: string;
  role: AdminRole;
  isActive: boolean;
  hasFactor: boolean;
  createdAt: Date;
  sessions: number;
  lastSession: Date | null;
};

type ListedRow = Omit<ListedAdmin, 'createdAt' | 'lastSession'> & { createdMs: number; lastSessionMs: number | null };

/** Returns all administrators, active ones first, by username. */
export async function listAdmins(_scope: AdminScope): Promise<ListedAdmin[]> {
  const rows = await withQueryDeadline(
    sql()<ListedRow[]>`
      select a.id, a.username, a.role, a.deactivated_at is null as "isActive",
             exists (select from admin_factors f where f.admin_id = a.id) as "hasFactor",
             extract(epoch from a.created_at)::float8 * 1000 as "createdMs", count(s.id)::int as sessions,
             extract(epoch from max(s.created_at))::float8 * 1000 as "lastSessionMs"
        from admins a left join admin_sessions s on s.admin_id = a.id and s.expires_at > now()
       group by a.id order by a.deactivated_at is not null, lower(a.username)`,
  );
  return rows.map(({ createdMs, lastSessionMs, ...row }) => ({
    ...row,
    createdAt: new Date(createdMs),
    lastSession: lastSessionMs === null ? null : new Date(lastSessionMs),
  }));
}
