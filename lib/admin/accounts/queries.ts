import 'server-only';
import { sql } from '@/db/client';

/** An administrator with the password hash. Server-side only. */
export type AdminAccount = { id: string; username: string; password_hash: string };

/** Returns the administrator with a normalized username (usernameKey), or undefined. */
export async function findAdmin(key: string): Promise<AdminAccount | undefined> {
  const [row] = await sql()<AdminAccount[]>`
    select id, username, password_hash from admins where lower(username) = ${key}`;
  return row;
}

/** Returns the username of the administrator created first, or undefined if there is none. */
export async function firstAdmin(): Promise<string | undefined> {
  const [row] = await sql()<{ username: string }[]>`select username from admins order by created_at, id limit 1`;
  return row?.username;
}
