import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db, sql } from '@/db/client';
import { isRightCode } from '@/lib/accounts/codes/statements';
import { wrongCode } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount } from '@/testing/db/identity';
import { withoutGuards } from '@/testing/db/guards';
import { messagesTo } from '@/testing/db/outbox';
import { confirmEmail, sendEmailCode, submittedSubject, verifyEmailCode } from './email-code';
import { withAccount } from './with-account';

/** The tasks that would run after the response. */
const { later } = vi.hoisted(() => ({ later: [] as (() => Promise<void>)[] }));
vi.mock('next/server', () => ({ after: (work: () => Promise<void>) => void later.push(work) }));

const { dataDir } = useTestDatabase();
const outbox = join(dataDir, 'outbox');
let client = 0;
let unknown = 0;
const newAddress = () => `192.0.2.${++client % 250}`;
/** The client that requests and enters codes. */
let clientAddress = newAddress();
const newStranger = () => `nobody${++unknown}@example.in`;

const logged = vi.spyOn(console, 'error').mockReturnValue();
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
beforeEach(() => {
  clientAddress = newAddress();
  later.length = 0;
  logged.mockClear();
});

/** Runs the tasks that the server runs after the response. */
async function afterAnswer(): Promise<void> {
  for (const work of later.splice(0)) await work();
}

const endPauses = () => sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;

const mailTo = (to: string) => messagesTo(dataDir, to);

/** Sends a code to this address and returns it. */
async function sentCode(email: string): Promise<string> {
  await endPauses();
  expect(await sendEmailCode(email, clientAddress, 'en')).toEqual({ ok: true });
  await afterAnswer();
  return (await mailTo(email)).at(-1)!.code!;
}

const verify = (email: string, otp: string) => verifyEmailCode(email, otp, clientAddress);
const verifiedAt = async (userId: string) =>
  (await sql()<{ at: unknown }[]>`select email_verified_at as at from users where id = ${userId}`)[0]!.at;

describe('A-13 sending', () => {
  test('an account gets its code by e-mail, after the response; the message states its purpose', async () => {
    const { email } = await makeSponsorAccount();
    expect(await sendEmailCode(email, clientAddress, 'en')).toEqual({ ok: true });
    expect(await mailTo(email)).toEqual([]);
    await afterAnswer();
    const [message] = await mailTo(email);
    expect(message).toMatchObject({ channel: 'email', code: expect.stringMatching(/^\d{6}$/) });
    expect(message!.text).toContain('the e-mail address of your Seat Adoption account');
    expect(message!.text).toContain(message!.code);
  });

  test('security 12: known and unknown addresses get the same answers and meet the same limits; only one gets mail', async () => {
    const { email } = await makeSponsorAccount();
    const guest = newStranger();
    await sql()`insert into users (kind, full_name, designation, email, phone_number, company_name)
                values ('guest', 'Guest', 'Head', ${guest}, '9876543210', 'Works')`;
    const answers = async (to: string) => {
      const seen: unknown[] = [];
      for (let time = 0; time < 7; time++) {
        seen.push(await sendEmailCode(to, clientAddress, 'en'), later.length > 0);
        await afterAnswer();
        if (time > 0) await endPauses();
      }
      return JSON.parse(JSON.stringify(seen).replace(/"(seconds|retryAfterSeconds)":\d+/g, '"$1":"some"'));
    };
    const known = await answers(email);
    expect(known).toEqual([
      ...[{ ok: true }, true],
      ...[{ ok: false, code: 'otp.too_soon', params: { seconds: 'some' }, retryAfterSeconds: 'some' }, false],
      ...[{ ok: true }, true, { ok: true }, true, { ok: true }, true, { ok: true }, true],
      ...[{ ok: false, code: 'otp.too_many_sends', retryAfterSeconds: 'some' }, false],
    ]);
    expect(await answers(newStranger())).toEqual(known);
    expect(await answers(guest)).toEqual(known);
    expect(await mailTo(email)).toHaveLength(5);
    expect(await mailTo(guest)).toEqual([]);
  });

  test('security 12: a code that cannot be delivered changes nothing that a caller sees, and does not stay valid', async () => {
    const { email, userId } = await makeSponsorAccount();
    await rm(outbox, { recursive: true, force: true });
    await writeFile(outbox, 'in the way');
    expect(await sendEmailCode(email, clientAddress, 'en')).toEqual({ ok: true });
    await afterAnswer();
    await rm(outbox);
    const codes = await sql()`
      select expires_at <= now() as over, failure is not null as refused from otp_challenges where user_id = ${userId}`;
    expect(codes).toEqual([{ over: true, refused: true }]);
    expect(await sendEmailCode(email, clientAddress, 'en')).toMatchObject({ ok: false, code: 'otp.too_soon' });
  });

  test('a failure after the response is logged without the address', async () => {
    const { email, userId } = await makeSponsorAccount();
    expect(await sendEmailCode(email, clientAddress, 'en')).toEqual({ ok: true });
    await sql()`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`;
    await sql()`create trigger refuse before insert on otp_challenges for each row execute function refuse()`;
    await afterAnswer();
    await sql()`drop function refuse cascade`;
    expect(JSON.stringify(logged.mock.calls)).toContain('email_code_failed');
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(new RegExp(`${email}|${userId}`));
  });
});

describe('A-13 verifying', () => {
  test('a correct code marks the e-mail as verified, once, and creates no session', async () => {
    const { email, userId } = await makeSponsorAccount();
    const code = await sentCode(email);
    expect(await verify(email, code)).toEqual({ ok: true });
    const first = await verifiedAt(userId);
    expect(first).not.toBeNull();
    expect(await verify(email, code)).toEqual({ ok: false, code: 'otp.invalid' });
    expect(await verify(email, await sentCode(email))).toEqual({ ok: true });
    expect(await verifiedAt(userId)).toEqual(first);
    expect(await sql()`select 1 from sessions where user_id = ${userId}`).toHaveLength(1);
  });

  test('security 6: of five equal calls at once one succeeds', async () => {
    const { email } = await makeSponsorAccount();
    const code = await sentCode(email);
    const results = await Promise.all(Array.from({ length: 5 }, () => verify(email, code)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('control: without the lock of the account and the condition on the code all of them succeed', async () => {
    const confirmed = async () => {
      const { email, userId } = await makeSponsorAccount();
      const code = await sentCode(email);
      const subject = await submittedSubject(email, clientAddress, 'email');
      let running: Promise<boolean>[] = [];
      await sql().begin(async (holder) => {
        await holder`select from users where id = ${userId} for update`;
        await holder`select from otp_challenges where user_id = ${userId} for update`;
        running = Array.from({ length: 5 }, () => confirmEmail(subject, code));
        await waitForLocks(sql(), 5, '');
      });
      return (await Promise.all(running)).filter(Boolean).length;
    };
    expect(await confirmed()).toBe(1);
    expect(
      await withoutGuards(
        [
          [' for no key update'],
          [`or (result.verdict = 'right' and "otp_challenges"."consumed_at" is null)`, `or result.verdict = 'right'`],
        ],
        confirmed,
      ),
    ).toBe(5);
  });

  test('security 12: a wrong code writes and locks nothing, which would take time for known addresses only', async () => {
    const { email, userId } = await makeSponsorAccount();
    const code = await sentCode(email);
    const subject = await submittedSubject(email, clientAddress, 'email');
    const wrote = await db().transaction(async (tx) => {
      expect(await isRightCode(subject, wrongCode(code), tx)).toBe(false);
      return tx.execute(`select pg_current_xact_id_if_assigned() is not null as wrote`);
    });
    expect(wrote).toEqual([{ wrote: false }]);
    // It waits for nobody.
    await withAccount(userId, async () => {
      expect(await confirmEmail(subject, wrongCode(code))).toBe(false);
    });
    expect(await confirmEmail(subject, code)).toBe(true);
  });

  test('security 8: a code for the e-mail of an address since changed verifies nothing', async () => {
    const { email, userId } = await makeSponsorAccount();
    const code = await sentCode(email);
    await sql()`update users set email = ${newStranger()} where id = ${userId}`;
    expect(await verify(email, code)).toEqual({ ok: false, code: 'otp.invalid' });
    expect(await verifiedAt(userId)).toBeNull();
  });

  test('security 4 security 12: of twenty wrong codes at once five are compared, for known and unknown alike; then the right one has to wait', async () => {
    const { email } = await makeSponsorAccount();
    const code = await sentCode(email);
    const guess = async (at: string) => {
      const results = await Promise.all(Array.from({ length: 20 }, () => verify(at, wrongCode(code))));
      return results.map((result) => (result.ok ? 'ok' : result.code)).sort();
    };
    const expected = [...Array<string>(5).fill('otp.invalid'), ...Array<string>(15).fill('otp.too_many_attempts')];
    expect(await guess(email)).toEqual(expected);
    expect(await guess(newStranger())).toEqual(expected);
    const late = await verify(email, code);
    expect(late).toMatchObject({ ok: false, code: 'otp.too_many_attempts' });
    expect('retryAfterSeconds' in late && late.retryAfterSeconds).toBeGreaterThan(1);
  });

  test('security 5 security 12: a new code begins its own five, and ten wrong ones in an hour close the address, known or not', async () => {
    const account = await makeSponsorAccount();
    const tries = async (email: string, code: string) => {
      const codes: string[] = [];
      for (let time = 0; time < 5; time++) {
        const result = await verify(email, wrongCode(code));
        codes.push(result.ok ? 'ok' : result.code);
      }
      return codes;
    };
    const five = Array(5).fill('otp.invalid');
    expect(await tries(account.email, await sentCode(account.email))).toEqual(five);
    expect(await tries(account.email, await sentCode(account.email))).toEqual(five);
    const third = await sentCode(account.email);
    expect(await verify(account.email, third)).toMatchObject({ ok: false, code: 'otp.too_many_attempts' });

    const stranger = newStranger();
    for (let sends = 0; sends < 2; sends++) {
      await endPauses();
      await sendEmailCode(stranger, clientAddress, 'en');
      await afterAnswer();
      expect(await tries(stranger, '000000')).toEqual(five);
    }
    await endPauses();
    await sendEmailCode(stranger, clientAddress, 'en');
    expect(await verify(stranger, '000000')).toMatchObject({ ok: false, code: 'otp.too_many_attempts' });
  });

  test('correct codes do not count as attempts', async () => {
    const { email } = await makeSponsorAccount();
    for (let time = 0; time < 4; time++) {
      const code = await sentCode(email);
      expect(await verify(email, wrongCode(code))).toEqual({ ok: false, code: 'otp.invalid' });
      expect(await verify(email, wrongCode(code))).toEqual({ ok: false, code: 'otp.invalid' });
      expect(await verify(email, code)).toEqual({ ok: true });
    }
  });
});
