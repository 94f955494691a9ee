import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { sessions } from '@/db/schema';
import { RECENT_PASSWORD_SECONDS } from '@/lib/platform/limits';
import { makeAdmin } from '@/testing/db/admin';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { logIn, updateProfile } from './mutations';
import { openSession, sponsorOfRequest, type SponsorScope } from './session';
import { endOtherSessions, endOwnSession, endSponsorSessions, listSessions } from './sessions';
import { withAccount } from './with-account';

useTestDatabase();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';
let clients = 0;
const logInAgain = ({ email, password }: SponsorAccount, userAgent: string | null = null) =>
  logIn(email, password, `198.51.100.${++clients}`, userAgent);
const liveSessions = async ({ userId }: SponsorAccount) =>
  (await sql()<{ id: string }[]>`select id from sessions where user_id = ${userId}`).map(({ id }) => id);
const codeOf = (error: { code?: string }) => error.code;

async function secondSession({ userId }: SponsorAccount): Promise<SponsorScope> {
  return (await sponsorOfRequest(asSponsor(await openSession(userId))))!;
}

/** Returns the fields of a profile update with another company. */
const rename = async (scope: SponsorScope) => {
  const [profile] = await sql()<Parameters<typeof updateProfile>[1][]>`
    select full_name, designation, phone_number, company_name from users where id = ${scope.personId}`;
  return { ...profile!, company_name: 'Narmada Works' };
};

test('security 98: the list has the live sessions with device and times, the present one first', async () => {
  const account = await makeSponsorAccount();
  await logInAgain(account, FIREFOX);
  await logInAgain(account, 'curl/8.14.1');
  const ended = await secondSession(account);
  await sql()`update sessions set expires_at = now() where id = ${ended.sessionId}`;
  const listed = await listSessions(account.scope);
  expect(listed[0]!.id).toBe(account.scope.sessionId);
  expect(listed.map(({ device }) => device).sort()).toEqual(['Firefox, Windows', null, null]);
  const now = await sql()<{ ms: number }[]>`select extract(epoch from now())::float8 * 1000 as ms`;
  for (const { createdAt, lastUsedAt } of listed)
    for (const at of [createdAt, lastUsedAt]) expect(Math.abs(at.getTime() - now[0]!.ms)).toBeLessThan(60_000);
});

test('the last use is written again after a quarter of an hour, not at every request', async () => {
  const account = await makeSponsorAccount();
  const { sessionId } = account.scope;
  const used = async (minutesAgo: number) => {
    await sql()`update sessions set last_used_at = now() - ${minutesAgo} * interval '1 minute' where id = ${sessionId}`;
    expect(await sponsorOfRequest(asSponsor(account))).toEqual(account.scope);
    const [row] = await sql()<{ minutes: number }[]>`
      select round(extract(epoch from now() - last_used_at) / 60)::int as minutes from sessions where id = ${sessionId}`;
    return row!.minutes;
  };
  expect(await used(14)).toBe(14);
  expect(await used(16)).toBe(0);
});

test('security 98: a session ends by its id, those of others and unknown ids alike do not', async () => {
  const [account, stranger] = [await makeSponsorAccount(), await makeSponsorAccount()];
  const other = await secondSession(account);
  for (const id of [stranger.scope.sessionId, crypto.randomUUID()])
    expect(await endOwnSession(account.scope, id)).toBe(false);
  expect(await liveSessions(stranger)).toEqual([stranger.scope.sessionId]);
  expect(await endOwnSession(account.scope, other.sessionId)).toBe(true);
  expect(await endOwnSession(account.scope, other.sessionId)).toBe(false);
  expect(await liveSessions(account)).toEqual([account.scope.sessionId]);
});

test('security 98: all others end, the present one stays', async () => {
  const [account, stranger] = [await makeSponsorAccount(), await makeSponsorAccount()];
  for (let more = 0; more < 3; more++) await openSession(account.userId);
  expect(await endOtherSessions(account.scope)).toBe(3);
  expect(await liveSessions(account)).toEqual([account.scope.sessionId]);
  expect(await liveSessions(stranger)).toHaveLength(1);
});

test('security 98: sessions end only if the password was entered recently', async () => {
  const account = await makeSponsorAccount();
  const other = await secondSession(account);
  await sql()`
    update sessions set password_at = now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second'
     where id = ${account.scope.sessionId}`;
  const refused = { status: 403, code: 'auth.confirm_password' };
  await expect(endOwnSession(account.scope, other.sessionId)).rejects.toMatchObject(refused);
  await expect(endOtherSessions(account.scope)).rejects.toMatchObject(refused);
  expect(await liveSessions(account)).toHaveLength(2);
});

test('security 98: a session that is ended while it is used changes nothing, and its use does not bring it back', async () => {
  const account = await makeSponsorAccount();
  const token = (await openSession(account.userId)).token;
  const used = (await sponsorOfRequest(asSponsor({ token })))!;
  await sql()`update sessions set last_used_at = now() - interval '1 hour' where id = ${used.sessionId}`;
  const fields = await rename(used);
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async (tx) => {
    running.push(updateProfile(used, fields).catch(codeOf));
    await waitForLocks(sql(), 1, 'for no key update');
    await tx.delete(sessions).where(eq(sessions.id, used.sessionId));
    // The request found the session and waits to write its last use.
    running.push(sponsorOfRequest(asSponsor({ token })));
    await waitForLocks(sql(), 1, 'set "last_used_at"');
  });
  expect((await Promise.all(running))[0]).toBe('auth.required');
  expect(await liveSessions(account)).toEqual([account.scope.sessionId]);
  expect(await sponsorOfRequest(asSponsor({ token }))).toBeNull();
});

test('security 98: of two sessions that end all others at once one stays', async () => {
  const account = await makeSponsorAccount();
  const other = await secondSession(account);
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async () => {
    running.push(endOtherSessions(account.scope).catch(codeOf), endOtherSessions(other).catch(codeOf));
    await waitForLocks(sql(), 2, '');
  });
  expect((await Promise.all(running)).map(String).sort()).toEqual(['1', 'auth.required']);
  expect(await liveSessions(account)).toHaveLength(1);
});

/** Starts a login, and ends sessions of its account before the login is committed. */
async function endDuringLogin(account: SponsorAccount, end: () => Promise<unknown>): Promise<void> {
  let ending: Promise<unknown> | undefined;
  await sql().begin(async (login) => {
    // The statement of openSession.
    await login`
      with account as (select id from users where id = ${account.userId} for share)
      insert into sessions (user_id, token_hash, expires_at)
      select id, ${crypto.randomUUID()}, now() + interval '1 hour' from account`;
    ending = end();
    await waitForLocks(sql(), 1, 'for no key update');
  });
  await ending;
}

test('security 98: a login that has not been committed when all others end is ended, too', async () => {
  const account = await makeSponsorAccount();
  await endDuringLogin(account, () => endOtherSessions(account.scope));
  expect(await liveSessions(account)).toEqual([account.scope.sessionId]);
});

test('security 99: an administrator ends all sessions of one sponsor, a login in flight included, and leaves the password', async () => {
  const [account, stranger] = [await makeSponsorAccount(), await makeSponsorAccount()];
  const { scope } = await makeAdmin();
  await endDuringLogin(account, async () => expect(await endSponsorSessions(scope, account.userId)).toBe(2));
  expect(await liveSessions(account)).toEqual([]);
  expect(await liveSessions(stranger)).toHaveLength(1);
  expect(await sponsorOfRequest(asSponsor(account))).toBeNull();
  expect(await endSponsorSessions(scope, crypto.randomUUID())).toBeNull();
  const logged = await sql()`
    select actor, subject, after from audit_log where action = 'user.sessions_ended' and admin_id = ${scope.adminId}`;
  expect(logged).toEqual([{ actor: scope.username, subject: account.userId, after: { sessions: 2 } }]);
  expect(await logInAgain(account)).toMatchObject({ ok: true });
});
