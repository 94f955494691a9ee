import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { sessions, users } from '@/db/schema';
import { LOGIN_FAILURES, RECENT_PASSWORD_SECONDS } from '@/lib/platform/limits';
import { hashPassword } from '@/lib/platform/password';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { wrongCode } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { expectTriesCounted } from '@/testing/db/new-passwords';
import { asSponsor, makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { endPauses } from '@/testing/db/networks';
import { runDeferred } from '@/testing/next/next-server';
import { changeEmail, changePassword, confirmPassword, sendNewEmailCode } from './credentials';
import { sendEmailCode } from './email-code';
import { logIn, updateProfile } from './mutations';
import { resetPassword } from './password-reset';
import { openSession, sponsorOfRequest } from './session';
import { withAccount } from './with-account';

const { dataDir } = useTestDatabase();
const PASSWORD = 'seven ducks crossed the Narmada';
let clients = 0;
let clientAddress = '';
let addresses = 0;
const newEmail = () => `moved${++addresses}@example.in`;
beforeEach(() => {
  clientAddress = `198.51.100.${++clients}`;
});

async function afterAnswer(): Promise<void> {
  await runDeferred();
  await sendDueMessages();
}

const mailTo = (to: string) => messagesTo(dataDir, to);

/** Requests a code for a new e-mail and returns it. */
async function codeFor({ scope }: SponsorAccount, email: string): Promise<string> {
  await endPauses();
  expect(await sendNewEmailCode(scope, email, clientAddress, 'en')).toEqual({ ok: true });
  return (await mailTo(email)).at(-1)!.code!;
}

const change = (account: SponsorAccount, password = PASSWORD, current = account.password) =>
  changePassword(account.scope, { current_password: current, password }, clientAddress, 'en');
const move = ({ scope }: SponsorAccount, email: string, otp: string) => changeEmail(scope, { email, otp }, 'en');
const signedInLongAgo = ({ scope }: SponsorAccount) =>
  sql()`update sessions set password_at = now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second' where id = ${scope.sessionId}`;
const sessionsOf = async ({ userId }: SponsorAccount) =>
  (await sql()<{ id: string }[]>`select id from sessions where user_id = ${userId}`).map(({ id }) => id);
const emailOf = async ({ userId }: SponsorAccount) =>
  (await sql()<{ email: string }[]>`select email from users where id = ${userId}`)[0]!.email;
const CONFIRM = { status: 403, code: 'auth.confirm_password' };

test('security 84: e-mail and phone number change only if the password was entered recently; the rest of the profile does', async () => {
  const account = await makeSponsorAccount();
  const { scope, password } = account;
  const [before] = await sql()<Record<'full_name' | 'designation' | 'phone_number' | 'company_name', string>[]>`
    select full_name, designation, phone_number, company_name from users where id = ${account.userId}`;
  const { phone_number } = makeRegistration();
  const email = newEmail();
  const code = await codeFor(account, email);
  await signedInLongAgo(account);
  await expect(updateProfile(scope, { ...before!, phone_number })).rejects.toMatchObject(CONFIRM);
  await expect(sendNewEmailCode(scope, newEmail(), clientAddress, 'en')).rejects.toMatchObject(CONFIRM);
  await expect(move(account, email, code)).rejects.toMatchObject(CONFIRM);
  expect(await updateProfile(scope, { ...before!, company_name: 'Narmada Works' })).toMatchObject({
    company_name: 'Narmada Works',
  });

  expect(await confirmPassword(scope, `not ${password}`, clientAddress)).toEqual({
    ok: false,
    code: 'auth.password_wrong',
  });
  await expect(move(account, email, code)).rejects.toMatchObject(CONFIRM);
  expect(await confirmPassword(scope, password, clientAddress)).toEqual({ ok: true });
  const told = () => sql()`select recipient from outbound_messages where kind = 'account_phone_changed'`;
  expect(await told()).toEqual([]);
  expect(await updateProfile(scope, { ...before!, phone_number })).toMatchObject({ phone_number });
  expect(await told()).toEqual([{ recipient: account.email }]);
  expect(await move(account, email, code)).toEqual({ ok: true });
});

test('security 84: entering the password again confirms one session only', async () => {
  const account = await makeSponsorAccount();
  const { email, password, scope } = account;
  await logIn(email, password, clientAddress);
  await sql()`update sessions set password_at = '2026-01-01' where user_id = ${account.userId}`;
  await confirmPassword(scope, password, clientAddress);
  const recent = await sql()<{ id: string }[]>`
    select id from sessions where user_id = ${account.userId} and password_at > '2026-01-01'`;
  expect(recent.map(({ id }) => id)).toEqual([scope.sessionId]);
});

test('security 84: wrong passwords count as failed logins, wherever they are entered', async () => {
  const account = await makeSponsorAccount();
  const { email, password, scope } = account;
  for (let tries = 0; tries < LOGIN_FAILURES.account; tries++) {
    const answer = tries % 2 ? change(account, PASSWORD, 'wrong') : confirmPassword(scope, 'wrong', clientAddress);
    expect(await answer).toMatchObject({ code: 'auth.password_wrong' });
  }
  const refused = { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: expect.any(Number) };
  expect(await confirmPassword(scope, password, clientAddress)).toEqual(refused);
  expect(await change(account)).toEqual(refused);
  expect(await logIn(email, password, clientAddress)).toEqual(refused);
});

test('security 85: a new password ends the other sessions and the reset codes, and the address is told', async () => {
  const account = await makeSponsorAccount();
  const { email, password, scope } = account;
  await logIn(email, password, clientAddress);
  await sendEmailCode(email, clientAddress, 'en', 'password');
  await afterAnswer();
  const otp = (await mailTo(email)).at(-1)!.code!;
  expect(await change(account, PASSWORD, 'wrong')).toEqual({ ok: false, code: 'auth.password_wrong' });
  expect(await sessionsOf(account)).toHaveLength(2);
  expect(await change(account)).toEqual({ ok: true });
  await afterAnswer();
  expect((await mailTo(email)).at(-1)).toMatchObject({
    subject: 'Your Seat Adoption password was changed',
    text: expect.stringMatching(/All other sessions have ended.*\/dashboard\/profile\n.*\/reset-password/s),
  });
  expect(await sessionsOf(account)).toEqual([scope.sessionId]);
  expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.invalid_credentials' });
  expect(await logIn(email, PASSWORD, clientAddress)).toMatchObject({ ok: true });
  const reset = { email, otp, password: 'yet another one of mine' };
  expect(await resetPassword(reset, clientAddress, 'en')).toMatchObject({ code: 'otp.invalid' });
});

test('security 97: a new password that is easy to guess is refused, after the current one was right', async () => {
  const account = await makeSponsorAccount();
  expect(await change(account, 'password123')).toEqual({ ok: false, code: 'auth.password_weak' });
  expect(await change(account, account.email)).toEqual({ ok: false, code: 'auth.password_weak' });
  expect(await change(account, 'password123', 'wrong')).toEqual({ ok: false, code: 'auth.password_wrong' });
  expect(await change(account)).toEqual({ ok: true });
});

test('security 110: tries of a new password are counted although the current one is right', async () => {
  const account = await makeSponsorAccount();
  await expectTriesCounted(() => change(account, 'password123'));
  expect(await logIn(account.email, account.password, clientAddress)).toMatchObject({ ok: true });
});

test('security 85: of two changes of the password at once one succeeds', async () => {
  const account = await makeSponsorAccount();
  const other = { ...account, scope: (await secondSession(account)).scope };
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async () => {
    running.push(change(account).catch(codeOf), change(other, 'six geese stayed at home').catch(codeOf));
    await waitForLocks(sql(), 2, '');
  });
  const results = await Promise.all(running);
  expect(results.filter((result) => result === 'auth.required')).toHaveLength(1);
  expect(results).toContainEqual({ ok: true });
  expect(await sessionsOf(account)).toHaveLength(1);
});

test('security 85: a session that ended meanwhile confirms nothing and changes nothing', async () => {
  const account = await makeSponsorAccount();
  const email = newEmail();
  const code = await codeFor(account, email);
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async (tx) => {
    running.push(
      move(account, email, code).catch(codeOf),
      confirmPassword(account.scope, account.password, clientAddress).catch(codeOf),
      change(account).catch(codeOf),
    );
    await waitForLocks(sql(), 3, '');
    await tx.delete(sessions).where(eq(sessions.userId, account.userId));
  });
  expect(await Promise.all(running)).toEqual(['auth.required', 'auth.required', 'auth.required']);
  expect(await emailOf(account)).toBe(account.email);
  expect(await logIn(account.email, account.password, clientAddress)).toMatchObject({ ok: true });
});

test('security 85: a password that was changed meanwhile confirms nothing, nor changes it again', async () => {
  const account = await makeSponsorAccount();
  await signedInLongAgo(account);
  const hash = await hashPassword(PASSWORD);
  const running: Promise<unknown>[] = [];
  await withAccount(account.userId, async (tx) => {
    running.push(
      confirmPassword(account.scope, account.password, clientAddress).catch(codeOf),
      change(account, 'six geese stayed at home').catch(codeOf),
    );
    await waitForLocks(sql(), 2, '');
    await tx.update(users).set({ passwordHash: hash }).where(eq(users.id, account.userId));
  });
  expect(await Promise.all(running)).toEqual(['auth.required', 'auth.required']);
  await expect(sendNewEmailCode(account.scope, newEmail(), clientAddress, 'en')).rejects.toMatchObject(CONFIRM);
  expect(await logIn(account.email, PASSWORD, clientAddress)).toMatchObject({ ok: true });
});

test('security 86: the code of the new address changes the e-mail; both are told, other sessions and all codes end', async () => {
  const account = await makeSponsorAccount();
  const { email: former, scope, password, userId } = account;
  await logIn(former, password, clientAddress);
  await sendEmailCode(former, clientAddress, 'en', 'password');
  await afterAnswer();
  const otp = (await mailTo(former)).at(-1)!.code!;
  const [email, unused] = [newEmail(), newEmail()];
  await codeFor(account, unused);
  const code = await codeFor(account, email);
  expect((await mailTo(email)).at(-1)!.text).toContain('the e-mail address of a Seat Adoption account');
  expect(await move(account, email, wrongCode(code))).toMatchObject({ code: 'otp.invalid' });
  expect(await move(account, unused, code)).toMatchObject({ code: 'otp.invalid' });
  expect(await move(account, email, code)).toEqual({ ok: true });
  await afterAnswer();
  const told = { subject: 'The e-mail address of your Seat Adoption account was changed' };
  expect((await mailTo(former)).at(-1)).toMatchObject({ ...told, text: expect.stringContaining(email) });
  expect((await mailTo(email)).at(-1)).toMatchObject({ ...told, text: expect.stringContaining('/dashboard/profile') });
  expect(await sessionsOf(account)).toEqual([scope.sessionId]);
  expect(await sql()`select 1 from otp_challenges where user_id = ${userId} and consumed_at is null`).toHaveLength(0);
  expect(await logIn(former, password, clientAddress)).toMatchObject({ code: 'auth.invalid_credentials' });
  expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
  const reset = { email: former, otp, password: PASSWORD };
  expect(await resetPassword(reset, clientAddress, 'en')).toMatchObject({ code: 'otp.invalid' });
  expect(await move(account, email, code)).toMatchObject({ code: 'otp.invalid' });
});

test('security 86: only the code tells whether another account has an address, and it keeps the address', async () => {
  const [account, owner] = [await makeSponsorAccount(), await makeSponsorAccount()];
  const code = await codeFor(account, owner.email);
  expect(await move(account, owner.email, wrongCode(code))).toMatchObject({ code: 'otp.invalid' });
  await expect(move(account, owner.email, code)).rejects.toMatchObject({ status: 409, code: 'auth.email_taken' });
  expect([await emailOf(account), await emailOf(owner)]).toEqual([account.email, owner.email]);
});

test('security 86: codes belong to one account; wrong ones are counted', async () => {
  const [account, other] = [await makeSponsorAccount(), await makeSponsorAccount()];
  const email = newEmail();
  const code = await codeFor(account, email);
  expect(await move(other, email, code)).toMatchObject({ code: 'otp.invalid' });
  for (let tries = 0; tries < 5; tries++)
    expect(await move(account, email, wrongCode(code))).toMatchObject({ code: 'otp.invalid' });
  expect(await move(account, email, code)).toMatchObject({
    code: 'otp.too_many_attempts',
    retryAfterSeconds: expect.any(Number),
  });
});

test('security 85: of two accounts that change to one address at once one gets it', async () => {
  const accounts = [await makeSponsorAccount(), await makeSponsorAccount()];
  const email = newEmail();
  const codes = [await codeFor(accounts[0]!, email), await codeFor(accounts[1]!, email)];
  const results = await Promise.all(
    accounts.map((account, index) => move(account, email, codes[index]!).catch(codeOf)),
  );
  expect(results).toContainEqual({ ok: true });
  expect(results).toContain('auth.email_taken');
});

test('security 85: a reset by the former address that ran at the same time sets no password', async () => {
  const account = await makeSponsorAccount();
  const { email: former, userId, password } = account;
  await sendEmailCode(former, clientAddress, 'en', 'password');
  await afterAnswer();
  const otp = (await mailTo(former)).at(-1)!.code!;
  const email = newEmail();
  const code = await codeFor(account, email);
  const running: Promise<unknown>[] = [];
  await withAccount(userId, async () => {
    running.push(move(account, email, code));
    await waitForLocks(sql(), 1, '');
    running.push(resetPassword({ email: former, otp, password: PASSWORD }, clientAddress, 'en'));
    await waitForLocks(sql(), 2, '');
  });
  expect(await Promise.all(running)).toEqual([{ ok: true }, { ok: false, code: 'otp.invalid' }]);
  expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
});

const codeOf = (error: { code?: string }) => error.code;

async function secondSession({ userId }: SponsorAccount) {
  return { scope: (await sponsorOfRequest(asSponsor(await openSession(userId))))! };
}
