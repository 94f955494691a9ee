import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { makeHold, wrongCode } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { expectTriesCounted } from '@/testing/db/new-passwords';
import { makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { endPauses } from '@/testing/db/networks';
import { hasDeferred, runDeferred } from '@/testing/next/next-server';
import { sendEmailCode, verifyEmailCode } from './email-code';
import { logIn, updateProfile } from './mutations';
import { resetPassword } from './password-reset';
import { withAccount } from './with-account';

const { dataDir } = useTestDatabase();
const PASSWORD = 'seven ducks crossed the Narmada';
let clients = 0;
let clientAddress = '';
beforeEach(() => {
  clientAddress = `198.51.100.${++clients}`;
});

async function afterAnswer(): Promise<void> {
  await runDeferred();
  await sendDueMessages();
}

const mailTo = (to: string) => messagesTo(dataDir, to);

async function sentCode(email: string, purpose: 'email' | 'password' = 'password', from = clientAddress) {
  await endPauses();
  expect(await sendEmailCode(email, from, 'en', purpose)).toEqual({ ok: true });
  await afterAnswer();
  return (await mailTo(email)).at(-1)!.code!;
}

const reset = (email: string, otp: string, password = PASSWORD) =>
  resetPassword({ email, otp, password }, clientAddress, 'en');
const sessionsOf = async ({ userId }: SponsorAccount) =>
  (await sql()`select 1 from sessions where user_id = ${userId}`).length;
const accountOf = async ({ userId }: SponsorAccount) =>
  (
    await sql()<{ phone_number: string; confirmed: boolean }[]>`
      select phone_number, email_verified_at is not null as confirmed from users where id = ${userId}`
  )[0]!;

test('security 82: the code sets a password, confirms the e-mail and ends all sessions; the address is told', async () => {
  const account = await makeSponsorAccount();
  const { email, password } = account;
  await logIn(email, password, clientAddress);
  expect(await sessionsOf(account)).toBe(2);
  const code = await sentCode(email);
  expect((await mailTo(email)).at(-1)!.text).toContain('wants to set a new password');
  expect(await reset(email, code)).toMatchObject({ ok: true });
  expect(await sessionsOf(account)).toBe(0);
  expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.invalid_credentials' });
  expect(await logIn(email, PASSWORD, clientAddress)).toMatchObject({ ok: true });
  await afterAnswer();
  expect((await mailTo(email)).at(-1)).toMatchObject({
    subject: 'Your Seat Adoption password was changed',
    text: expect.stringMatching(/All sessions have ended.*phone number of the account was removed.*\/reset-password/s),
  });
});

test('security 82: what a stranger entered with somebody’s e-mail is not trusted; a confirmed account keeps its phone', async () => {
  const [strangers, own] = [await makeSponsorAccount(), await makeSponsorAccount()];
  await sql()`update users set email_verified_at = now() where id = ${own.userId}`;
  const before = await accountOf(own);
  expect(await reset(strangers.email, await sentCode(strangers.email))).toEqual({ ok: true, phoneRemoved: true });
  expect(await reset(own.email, await sentCode(own.email))).toEqual({ ok: true, phoneRemoved: false });
  expect(await accountOf(strangers)).toEqual({ phone_number: '', confirmed: true });
  expect(await accountOf(own)).toEqual(before);
});

test('security 82: a phone number with whose code seats were paid for stays; a held seat or another number proves nothing', async () => {
  const course = await makeCourse();
  const hold = async (phone_number: string) => {
    const account = await makeSponsorAccount({ phone_number });
    const { billingId } = await makeHold([{ course, seats: 1 }], account);
    return { account, billingId };
  };
  const pay = ({ billingId }: { billingId: string }) =>
    sql()`update billings set received_paise = total_paise, state = 'completed' where id = ${billingId}`;
  const phoneAfter = async ({ account }: { account: SponsorAccount }) => {
    const { email } = account;
    const done = await reset(email, await sentCode(email));
    const { phone_number, confirmed } = await accountOf(account);
    expect([done, confirmed]).toEqual([{ ok: true, phoneRemoved: phone_number === '' }, true]);
    await afterAnswer();
    const told = (await mailTo(email)).at(-1)!.text.includes('phone number of the account was removed');
    expect(told).toBe(phone_number === '');
    return phone_number;
  };
  const paid = await hold('+91 98260 55512');
  await pay(paid);
  expect(await phoneAfter(paid)).toBe('+91 98260 55512');
  expect(await phoneAfter(await hold('9826055513'))).toBe('');
  const changed = await hold('9826055514');
  await pay(changed);
  await sql()`update users set phone_number = '9826055515' where id = ${changed.account.userId}`;
  expect(await phoneAfter(changed)).toBe('');
});

test('security 12, 78: known and unknown addresses get the same answers to codes', async () => {
  const answers = async (email: string) => {
    await endPauses();
    const seen: unknown[] = [await sendEmailCode(email, clientAddress, 'en', 'password'), hasDeferred()];
    await afterAnswer();
    const code = (await mailTo(email)).at(-1)?.code ?? '000000';
    for (let tries = 0; tries < 6; tries++) seen.push(await reset(email, wrongCode(code)));
    return JSON.parse(JSON.stringify(seen).replace(/"retryAfterSeconds":\d+/g, '"retryAfterSeconds":"some"'));
  };
  const known = await answers((await makeSponsorAccount()).email);
  expect(known.slice(0, 3)).toEqual([{ ok: true }, true, { ok: false, code: 'otp.invalid' }]);
  expect(known.at(-1)).toMatchObject({ code: 'otp.too_many_attempts' });
  expect(await answers('nobody@example.in')).toEqual(known);
});

test('security 82: a code that confirms an e-mail sets no password, nor the reverse, and one does not renew the tries of the other', async () => {
  const { email, password } = await makeSponsorAccount();
  const forEmail = await sentCode(email, 'email');
  expect(await reset(email, forEmail)).toMatchObject({ code: 'otp.invalid' });
  const forPassword = await sentCode(email);
  if (forPassword !== forEmail)
    expect(await verifyEmailCode(email, forPassword, clientAddress)).toMatchObject({ code: 'otp.invalid' });
  for (let tries = 0; tries < 5; tries++)
    expect(await reset(email, wrongCode(forPassword))).toMatchObject({ code: 'otp.invalid' });
  await sentCode(email, 'email');
  expect(await reset(email, forPassword)).toMatchObject({ code: 'otp.too_many_attempts' });
  expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
});

test('security 82: a code works once, from the network that asked, and ends those of other networks', async () => {
  const { email } = await makeSponsorAccount();
  const other = '192.0.2.77';
  const theirs = await sentCode(email, 'password', other);
  if (theirs !== (await sentCode(email))) expect(await reset(email, theirs)).toMatchObject({ code: 'otp.invalid' });
  const code = await sentCode(email);
  expect(await reset(email, code)).toMatchObject({ ok: true });
  expect(await reset(email, code, 'another one')).toMatchObject({ code: 'otp.invalid' });
  const late = { email, otp: theirs, password: 'yet another one' };
  expect(await resetPassword(late, other, 'en')).toMatchObject({ code: 'otp.invalid' });
});

test('a password that is too short is refused before the code is used', async () => {
  const { email } = await makeSponsorAccount();
  const code = await sentCode(email);
  vi.resetModules();
  vi.stubEnv('PASSWORD_MIN_LENGTH', '12');
  const strict = await import('./password-reset');
  const answer = await strict.resetPassword({ email, otp: code, password: 'short' }, clientAddress, 'en');
  vi.unstubAllEnvs();
  expect(answer).toEqual({ ok: false, code: 'auth.password_short', params: { min: 12 } });
  expect(await reset(email, code)).toMatchObject({ ok: true });
});

test('security 97: a password that is easy to guess is refused, and the code stays good', async () => {
  const { email } = await makeSponsorAccount();
  const code = await sentCode(email);
  const weak = { ok: false, code: 'auth.password_weak' };
  expect(await reset(email, code, 'password123')).toEqual(weak);
  expect(await reset(email, code, email)).toEqual(weak);
  // A wrong code says nothing about the password, whose estimate takes time.
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await reset(email, wrong, 'password123')).toMatchObject({ code: 'otp.invalid' });
  expect(await reset(email, code)).toMatchObject({ ok: true });
});

test('security 110: tries of a new password are counted although the code is right', async () => {
  const { email } = await makeSponsorAccount();
  const code = await sentCode(email);
  await expectTriesCounted(() => reset(email, code, 'password123'));
});

test('security 83: of two resets at once with one code one succeeds', async () => {
  const { email } = await makeSponsorAccount();
  const code = await sentCode(email);
  const results = await Promise.all([
    reset(email, code, 'the first password'),
    reset(email, code, 'the second password'),
  ]);
  expect(results.map((result) => result.ok).sort()).toEqual([false, true]);
  const winner = results[0].ok ? 'the first password' : 'the second password';
  expect(await logIn(email, winner, clientAddress)).toMatchObject({ ok: true });
});

test('security 83: of two resets at once with codes of two networks one succeeds', async () => {
  const account = await makeSponsorAccount();
  const { email } = account;
  const other = '192.0.2.78';
  const codes = [await sentCode(email), await sentCode(email, 'password', other)] as const;
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async () => {
    running.push(reset(email, codes[0]), resetPassword({ email, otp: codes[1], password: PASSWORD }, other, 'en'));
    await waitForLocks(sql(), 2, '');
  });
  const results = (await Promise.all(running)) as { ok: boolean }[];
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test('security 83: a login that checked the old password during a reset opens no session', async () => {
  const account = await makeSponsorAccount();
  const { email, password, userId } = account;
  const code = await sentCode(email);
  const running: Promise<unknown>[] = [];
  await withAccount(userId, async () => {
    running.push(reset(email, code));
    await waitForLocks(sql(), 1, 'for no key update');
    running.push(logIn(email, password, clientAddress));
    await waitForLocks(sql(), 1, 'for share');
  });
  expect(await Promise.all(running)).toMatchObject([{ ok: true }, { ok: false, code: 'auth.invalid_credentials' }]);
  expect(await sessionsOf(account)).toBe(0);
});

test('security 83: a reset also ends the session of a login that was not finished when it began', async () => {
  const account = await makeSponsorAccount();
  const { email, userId } = account;
  const code = await sentCode(email);
  let running: ReturnType<typeof reset> | undefined;
  await sql().begin(async (connection) => {
    await connection`select from users where id = ${userId} for share`;
    await connection`insert into sessions (user_id, token_hash, expires_at) values (${userId}, 'late', now() + interval '1 hour')`;
    running = reset(email, code);
    await waitForLocks(sql(), 1, '');
  });
  expect(await running).toMatchObject({ ok: true });
  expect(await sessionsOf(account)).toBe(0);
});

test('security 83: a request whose session a reset ends while it runs does not bring the phone back', async () => {
  const account = await makeSponsorAccount();
  const { email, userId, scope } = account;
  const code = await sentCode(email);
  const { full_name, designation, phone_number, company_name } = makeRegistration();
  const running: Promise<unknown>[] = [];
  await withAccount(userId, async () => {
    running.push(reset(email, code));
    await waitForLocks(sql(), 1, '');
    const update = updateProfile(scope, { full_name, designation, phone_number, company_name });
    running.push(update.catch((error: unknown) => error));
    await waitForLocks(sql(), 2, '');
  });
  expect(await Promise.all(running)).toMatchObject([{ ok: true }, { status: 401, code: 'auth.required' }]);
  expect(await accountOf(account)).toEqual({ phone_number: '', confirmed: true });
});
