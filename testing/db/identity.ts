import { sql } from '@/db/client';
import type { ColleagueRole } from '@/db/schema/enums';
import { hashPassword } from '@/lib/platform/password';
import type { Registration } from '@/lib/accounts/schema';
import { openSession, sponsorOfRequest, type SponsorScope } from '@/lib/accounts/session';

let made = 0;

/** Returns the fields of a registration form with unique contacts, for tests and benchmarks. */
export function makeRegistration(overrides: Partial<Registration> = {}): Registration {
  made += 1;
  return {
    full_name: `Representative ${made}`,
    designation: 'HR Head',
    email: `account${made}@example.in`,
    phone_number: String(9_100_000_000 + made),
    company_name: `Works ${made}`,
    password: 'correct horse battery staple',
    ...overrides,
  };
}

/** A registered sponsor who is logged in. */
export type SponsorAccount = { userId: string; email: string; password: string; token: string; scope: SponsorScope };

const hashes = new Map<string, Promise<string>>();

/** Hashing is slow on purpose; tests that only need an account share the hash of one password. */
export function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/**
 * Creates an account with a session, bypassing the limits of registration and login.
 * @param member makes it a colleague of a company
 */
export async function makeSponsorAccount(
  overrides: Partial<Registration> = {},
  member?: { of: SponsorAccount; role: ColleagueRole },
): Promise<SponsorAccount> {
  const { full_name, designation, email, phone_number, company_name, password } = makeRegistration(overrides);
  const [user] = await sql()<{ id: string }[]>`
    insert into users (kind, full_name, designation, email, phone_number, company_name, password_hash, member_of, member_role)
    values ('registered', ${full_name}, ${designation}, ${email}, ${phone_number}, ${company_name}, ${await hashOnce(password)},
            ${member?.of.userId ?? null}, ${member?.role ?? null})
    returning id`;
  const { token } = await openSession(user!.id);
  const scope = await sponsorOfRequest(asSponsor({ token }));
  return { userId: user!.id, email, password, token, scope: scope! };
}

/** Returns a request with a sponsor's bearer token; its body is sent as JSON. */
export function asSponsor(
  { token }: Pick<SponsorAccount, 'token'>,
  { method, body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Request {
  return new Request('http://localhost/api', {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
