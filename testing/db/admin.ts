import { Secret, TOTP } from 'otpauth';
import { sql } from '@/db/client';
import type { AdminRole } from '@/db/schema/enums';
import type { AccountRole } from '@/lib/accounts/administrators/roles';
import {
  openAdminSession,
  requireAdmin,
  requireAreaAdmin,
  type AdminScope,
  type Area,
  type AreaScope,
} from '@/lib/accounts/administrators/session';
import { newFactor, newRecoveryCodes, plainCode } from '@/lib/accounts/administrators/totp';
import { seal } from '@/lib/platform/sealed';
import { hashToken } from '@/lib/platform/secret-token';
import { hashOnce } from './identity';

/** An administrator who is logged in; `cookie` is the Set-Cookie header of the login, `secret` the value of the cookie. */
export type AdminAccount = {
  adminId: string;
  username: string;
  password: string;
  token: string;
  cookie: string;
  secret: string;
  scope: AdminScope;
};

let made = 0;

/** The password of makeAdmin by default. */
export const ADMIN_PASSWORD = 'seats of madhya pradesh';

/** The code of an authenticator app with a key, `steps` of 30 seconds from now. */
export const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Gives an administrator a second factor of which no code was used. @returns its key and one recovery code */
export async function giveFactor({ adminId, username }: Pick<AdminAccount, 'adminId' | 'username'>) {
  const { secret } = newFactor(username);
  const recoveryCode = newRecoveryCodes()[0]!;
  await sql()`insert into admin_factors (admin_id, secret, last_step) values (${adminId}, ${seal(secret, adminId)}, 0)`;
  await sql()`
    insert into admin_recovery_codes (admin_id, code_hash) values (${adminId}, ${hashToken(plainCode(recoveryCode))})`;
  return { secret, recoveryCode };
}

/** Inserts an account with a password and opens a session, bypassing the limits of the login. */
export async function insertAccount(given: { username: string; password: string; role: AccountRole }) {
  const [row] = await sql()<{ id: string; password_hash: string }[]>`
    insert into admins (username, password_hash, role)
    values (${given.username}, ${await hashOnce(given.password)}, ${given.role}) returning id, password_hash`;
  const session = (await openAdminSession(row!))!;
  const secret = session.cookie.slice(session.cookie.indexOf('=') + 1, session.cookie.indexOf(';'));
  return { adminId: row!.id, username: given.username, password: given.password, ...session, secret };
}

/** Creates an administrator, by default an owner, with a new username and a session, bypassing the limits of the login. */
export async function makeAdmin(
  overrides: Partial<Pick<AdminAccount, 'username' | 'password'> & { role: AdminRole }> = {},
): Promise<AdminAccount> {
  const given = { username: `admin${++made}`, password: ADMIN_PASSWORD, role: 'owner' as const, ...overrides };
  const account = await insertAccount(given);
  return { ...account, scope: await requireAdmin(asAdmin(account)) };
}

/** Creates an administrator who is limited to an area, by default one of the catalogue. */
export async function makeLimitedAdmin(
  { districts = [], institutes = [] }: Partial<Area>,
  role: 'viewer' | 'catalogue' = 'catalogue',
): Promise<Omit<AdminAccount, 'scope'> & { scope: AreaScope }> {
  const account = await insertAccount({ username: `limited${++made}`, password: ADMIN_PASSWORD, role });
  for (const district of districts)
    await sql()`insert into admin_areas (admin_id, district) values (${account.adminId}, ${district})`;
  for (const id of institutes)
    await sql()`insert into admin_areas (admin_id, institute_id) values (${account.adminId}, ${id})`;
  return { ...account, scope: await requireAreaAdmin(asAdmin(account)) };
}

/** Returns a request with an administrator's bearer token; its body is sent as JSON. */
export function asAdmin(
  { token }: Pick<AdminAccount, 'token'>,
  {
    url = 'http://localhost/api',
    method,
    body,
    headers,
  }: { url?: string; method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Request {
  return new Request(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
