import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { MAX_SENDS_PER_ADDRESS, MAX_SENDS_PER_RECIPIENT } from '@/lib/platform/limits';
import { useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { newNetwork } from '@/testing/db/networks';
import { issueCode, withSendAllowance } from './mutations';

useTestDatabase();
let userId: string;
beforeEach(async () => {
  await sql()`delete from rate_limits`;
  await sql()`delete from otp_challenges`;
  userId ??= (await makeSponsorAccount()).userId;
});

let made = 0;
const newRecipient = () => `person${++made}@example.in`;

/** Asks for a code and uses it if `isUsed`. The pause between two codes of one recipient is over. */
async function ask(email: string, clientAddress: string, isUsed = false): Promise<'sent' | number> {
  await sql()`delete from rate_limits where key like 'otp_pause%'`;
  const send = { purpose: 'email', otpMethod: 'email', recipient: email, clientAddress } as const;
  const sent = await withSendAllowance(send, async (countedBy) => {
    const { id } = await issueCode({ ...send, userId, email, phone: '' }, null, { countedBy });
    if (isUsed) await sql()`update otp_challenges set consumed_at = now() where id = ${id}`;
    return { ok: true };
  });
  return sent.ok ? 'sent' : sent.retryAfterSeconds!;
}

const many = (count: number) => Array.from({ length: count }, (_, at) => at);
const isRefused = (answer: 'sent' | number) => answer !== 'sent' && answer > 0;

/** An address with a full hour of codes, of which some were used. */
async function office(used: number): Promise<string> {
  const network = newNetwork();
  for (const at of many(MAX_SENDS_PER_ADDRESS)) expect(await ask(newRecipient(), network, at < used)).toBe('sent');
  return network;
}

/** Many at the address ask at the same moment. Returns how many of them get a code. */
async function rush(network: string): Promise<number> {
  const answers = await Promise.all(many(40).map(() => ask(newRecipient(), network)));
  return answers.filter((answer) => answer === 'sent').length;
}

describe('codes that were used do not count', () => {
  test('for a person: only unanswered ones are limited', async () => {
    const [network, email] = [newNetwork(), newRecipient()];
    for (const _ of many(2 * MAX_SENDS_PER_RECIPIENT)) expect(await ask(email, network, true)).toBe('sent');
    for (const _ of many(MAX_SENDS_PER_RECIPIENT)) expect(await ask(email, network)).toBe('sent');
    expect(await ask(email, network)).toSatisfy(isRefused);
  });

  test('for an address: an office goes on after twenty, and a flood does not', async () => {
    const network = await office(MAX_SENDS_PER_ADDRESS);
    expect(await ask(newRecipient(), network)).toBe('sent');
    expect(await ask(newRecipient(), await office(0))).toSatisfy(isRefused);
  });

  test('for an IPv6 network: its limits are given back like those of an address', async () => {
    const network = `2001:db8:${(++made).toString(16)}:1::/64`;
    for (const _ of many(MAX_SENDS_PER_ADDRESS)) expect(await ask(newRecipient(), network, true)).toBe('sent');
    expect(await ask(newRecipient(), network)).toBe('sent');
    const rows = await sql()`select points from rate_limits where key like 'otp_address%'`;
    expect(rows.map(({ points }) => points as number)).toEqual([1, 1]);
  });

  test('a code of an earlier window gives nothing back to the present one', async () => {
    const network = await office(MAX_SENDS_PER_ADDRESS);
    await sql()`update otp_challenges set created_at = now() - interval '2 minutes'`;
    await sql()`update rate_limits set expire = now() + interval '59 minutes'`;
    expect(await ask(newRecipient(), network)).toSatisfy(isRefused);
  });

  test('asked for at the same moment, each gives its place to one', async () => {
    for (const used of [3, 7, 11]) expect(await rush(await office(used))).toBe(used);
  });

  test('control: unless they are marked, a used code gives its place to everybody', async () => {
    const network = await office(3);
    const sent = await withoutGuards(
      [['set "counted_by" = null', 'set "counted_by" = "otp_challenges"."counted_by"']],
      () => rush(network),
    );
    expect(sent).toBeGreaterThan(3);
  });
});
