import 'server-only';
import { sql } from '@/db/client';

/** An administrator with the hash of the password. It stays on the server. */
export type AdminAccount = { id: string; username: string; password_hash: string };

/** The administrator of a username in its one spelling (usernameKey), or undefined. */
export async function findAdmin(key: string): Promise<AdminAccount | undefined> {
  const [row] = await sql()<AdminAccount[]>`
    select id, username, password_hash from admins where lower(username) = ${key}`;
  return row;
}

/** The username of the administrator that was made first, or undefined where there is none. */
export async function firstAdmin(): Promise<string | undefined> {
  const [row] = await sql()<{ username: string }[]>`select username from admins order by created_at, id limit 1`;
  return row?.username;
}
