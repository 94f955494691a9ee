import { expect, test } from 'vitest';
import { useTestDatabase } from '@/db/testing/database';
import { withSendAllowance } from './mutations';
import { MAX_TEXTS_PER_PREFIX } from './schema';

useTestDatabase();

let callers = 0;

/** Sends one text to each of these numbers, each asked for by another client; what each got. */
async function textTo(numbers: readonly string[], work = async () => ({ ok: true as const })): Promise<string[]> {
  const results: string[] = [];
  for (const recipient of numbers) {
    const address = `198.51.100.${++callers % 250}`;
    const sent = await withSendAllowance({ channel: 'phone', recipient, address }, work);
    results.push(sent.ok ? 'sent' : `${sent.code} ${sent.retryAfterSeconds ?? ''}`.trim());
  }
  return results;
}

/** This many numbers that begin with these five digits. */
const numbersOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => prefix + String(at).padStart(5, '0'));

test('security 11: the numbers of one block get 50 texts a day together, whoever asks for them', async () => {
  const results = await textTo(numbersOf('98765', MAX_TEXTS_PER_PREFIX + 2));
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
    await withSendAllowance({ channel: 'email', recipient: mail, address: '203.0.113.9' }, async () => ({ ok: true })),
  ).toEqual({ ok: true });
});

test('security 11: a text that could not be handed over does not count for its block', async () => {
  const failing = async () => ({ ok: false as const, code: 'otp.send_failed' as const });
  const numbers = numbersOf('92222', MAX_TEXTS_PER_PREFIX);
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
