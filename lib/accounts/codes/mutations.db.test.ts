import { describe, expect, test } from 'vitest';
import { env } from '@/lib/platform/env';
import { MAX_SENDS_TO_RECIPIENT, MAX_SMS_PER_PREFIX } from '@/lib/platform/limits';
import type { Outcome } from '@/lib/platform/errors';
import { withRequestId } from '@/lib/platform/request-id';
import { useTestDatabase } from '@/testing/db/database';
import { endPauses } from '@/testing/db/networks';
import { hashCode, withSendAllowance, type OtpSubject } from './mutations';

useTestDatabase();

let callers = 0;

/** Sends one SMS to each of these numbers, each requested by another client. Returns the result of each. */
async function textTo(numbers: readonly string[], work = async () => ({ ok: true as const })): Promise<string[]> {
  const results: string[] = [];
  for (const recipient of numbers) {
    const clientAddress = `198.51.100.${++callers % 250}`;
    const sent = await withSendAllowance(
      { purpose: 'public_adoption', otpMethod: 'phone', recipient, clientAddress },
      work,
    );
    results.push(sent.ok ? 'sent' : `${sent.code} ${sent.retryAfterSeconds ?? ''}`.trim());
  }
  return results;
}

/** Returns this many numbers with the same first five digits. */
const numbersOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => prefix + String(at).padStart(5, '0'));

test('security 11: the numbers of one block get 50 texts a day together, whoever asks for them', async () => {
  const results = await textTo(numbersOf('98765', MAX_SMS_PER_PREFIX + 2));
  expect(results.filter((result) => result === 'sent')).toHaveLength(50);
  for (const refused of results.slice(50)) {
    const [code, seconds] = refused.split(' ');
    expect(code).toBe('otp.too_many_sends');
    expect(Number(seconds)).toBeGreaterThan(60 * 60);
    expect(Number(seconds)).toBeLessThanOrEqual(24 * 60 * 60);
  }
});

test('security 11: control: as many numbers of two blocks all get theirs, and e-mails are not counted there', async () => {
  const results = await textTo([...numbersOf('91111', 26), ...numbersOf('91112', 26)]);
  expect(results).toEqual(Array(52).fill('sent'));
  const mail = numbersOf('98765', 1)[0]!;
  expect(
    await withSendAllowance(
      { purpose: 'public_adoption', otpMethod: 'email', recipient: mail, clientAddress: '203.0.113.9' },
      async () => ({ ok: true }),
    ),
  ).toEqual({ ok: true });
});

test('security 11: a text that could not be handed over does not count for its block', async () => {
  const failing = async () => ({ ok: false as const, code: 'otp.send_failed' as const });
  const numbers = numbersOf('92222', MAX_SMS_PER_PREFIX);
  expect(new Set(await textTo(numbers, failing as never))).toEqual(new Set(['otp.send_failed']));
  expect(new Set(await textTo(numbers))).toEqual(new Set(['sent']));
});

test.each(['5876543210', '+919876543210', '12025550100', '98765 43210', '', '00000'])(
  'security 11: no text to %s, which is no Indian mobile number in its one spelling',
  async (number) => {
    const neverCalled = async () => {
      throw new Error('a text was about to be sent');
    };
    expect(await textTo([number], neverCalled)).toEqual(['sponsor.phone_invalid']);
  },
);

/** Requests a code for each of these addresses at once, each from another network if `networks`. */
const mailTo = async (addresses: readonly string[], networks: boolean) => {
  const asked = addresses.map((recipient, at) =>
    withSendAllowance(
      { purpose: 'public_adoption', otpMethod: 'email', recipient, clientAddress: `192.0.2.${networks ? at + 1 : 99}` },
      async () => ({ ok: true }),
    ),
  );
  return (await Promise.all(asked)).map((sent) => (sent.ok ? 'sent' : sent.code)).toSorted();
};
const tagged = (mailbox: string, host: string) => Array.from({ length: 12 }, (_, n) => `${mailbox}+${n}@${host}`);

test('security 113: the addresses of one mailbox share its limits, of one requester and of all', async () => {
  expect(await mailTo(tagged('victim', 'corp.example'), false)).toEqual([...Array(11).fill('otp.too_soon'), 'sent']);
  expect(await mailTo(['v.i.ctim@gmail.com', 'victim+a@googlemail.com'], false)).toEqual(['otp.too_soon', 'sent']);
  expect(await mailTo(tagged('other', 'corp.example'), true)).toEqual([
    ...Array(2).fill('otp.too_many_sends'),
    ...Array(10).fill('sent'),
  ]);
});

describe('O9 a proxy repeats a request for a code whose instance died', () => {
  const send = { purpose: 'public_adoption', otpMethod: 'email', clientAddress: '203.0.113.77' as string } as const;
  const sent: string[] = [];
  /** Asks for a code with this request id; with `dies` nothing comes after the points were taken. */
  const ask = (id: string, recipient: string, { dies = false, fails = false, from = send.clientAddress } = {}) =>
    withRequestId(id, async () => {
      let began = () => {};
      const hasBegun = new Promise<'died'>((resolve) => (began = () => resolve('died')));
      const asked = withSendAllowance({ ...send, clientAddress: from, recipient }, async () => {
        sent.push(recipient);
        if (dies) {
          began();
          return new Promise<never>(() => {});
        }
        return (fails ? { ok: false, code: 'otp.send_failed' } : { ok: true }) as Outcome<object>;
      });
      const answer = await (dies ? Promise.race([hasBegun, asked]) : asked);
      return typeof answer === 'string' || answer.ok ? 'sent' : answer.code;
    });

  test('the repeat is answered as the first would have been, once; any other request waits', async () => {
    expect(await ask('proxy-0001', 'dies@corp.example', { dies: true })).toBe('sent');
    expect(await ask('proxy-0002', 'dies@corp.example')).toBe('otp.too_soon');
    expect(await ask('proxy-0001', 'dies@corp.example')).toBe('sent');
    expect(await ask('proxy-0001', 'dies@corp.example')).toBe('otp.too_soon');
    expect(sent.filter((to) => to === 'dies@corp.example')).toHaveLength(2);
  });

  test('the id passes no pause of another recipient or network', async () => {
    expect(await ask('proxy-0003', 'one@corp.example', { dies: true })).toBe('sent');
    expect(await ask('proxy-0004', 'two@corp.example')).toBe('sent');
    expect(await ask('proxy-0003', 'two@corp.example')).toBe('otp.too_soon');
    expect(await ask('proxy-0003', 'one@corp.example', { from: '203.0.113.78' })).toBe('sent');
    expect(await ask('proxy-0003', 'one@corp.example')).toBe('sent');
  });

  test('who repeats every request gets no more codes in an hour, and a repeat that fails gives the pause back', async () => {
    const results: string[] = [];
    for (let tries = 0; tries < MAX_SENDS_TO_RECIPIENT; tries++) {
      for (let repeats = 0; repeats < 2; repeats++) results.push(await ask(`forged-${tries}-xx`, 'flood@corp.example'));
      await endPauses();
    }
    expect(results.filter((result) => result === 'sent').length).toBeLessThanOrEqual(MAX_SENDS_TO_RECIPIENT);
    await ask('proxy-0005', 'fails@corp.example', { dies: true, from: '203.0.113.79' });
    expect(await ask('proxy-0005', 'fails@corp.example', { fails: true, from: '203.0.113.79' })).toBe(
      'otp.send_failed',
    );
    expect(await ask('proxy-0006', 'fails@corp.example', { from: '203.0.113.79' })).toBe('sent');
  });
});

test('security 8 security 9: the hash of a code is another one for every other subject, every other code and every other secret', () => {
  const subject: OtpSubject = {
    purpose: 'email',
    otpMethod: 'email',
    userId: 'u1',
    email: 'a@b.in',
    phone: '9876543210',
  };
  const others: [OtpSubject, string][] = [
    [{ ...subject, purpose: 'public_adoption' }, '012345'],
    [{ ...subject, purpose: 'dashboard_adoption' }, '012345'],
    [{ ...subject, otpMethod: 'phone' }, '012345'],
    [{ ...subject, userId: 'u2' }, '012345'],
    [{ ...subject, email: 'c@b.in' }, '012345'],
    [{ ...subject, phone: '9876543211' }, '012345'],
    [subject, '012346'],
    // Adjacent values cannot be shifted from one field to the next.
    [{ ...subject, email: '', phone: 'a@b.in9876543210' }, '012345'],
    [{ ...subject, phone: '98765432100' }, '12345'],
  ];
  const hash = () => hashCode(subject, '012345');
  const first = hash();
  expect(hash()).toBe(first);
  const hashes = others.map(([of, code]) => hashCode(of, code));
  const { APP_SECRET } = env();
  Object.assign(env(), { APP_SECRET: 'another-secret-of-at-least-32-characters' });
  hashes.push(hash());
  Object.assign(env(), { APP_SECRET });
  expect(new Set([first, ...hashes]).size).toBe(hashes.length + 1);
});
