import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { env } from '@/lib/platform/env';
import { MAX_SENDS_PER_ADDRESS } from '@/lib/platform/limits';
import { useTestDatabase } from '@/testing/db/database';
import { newNetwork } from '@/testing/db/networks';
import { makeSponsorAccount } from '@/testing/db/identity';
import { countLateSend, requesterKey, withSendAllowance, type Send } from './mutations';

useTestDatabase();
let warnings: string[] = [];
beforeEach(async () => {
  await sql()`delete from rate_limits`;
  await sql()`delete from alerts`;
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line));
  const { OTP_HOURLY_CAP } = env();
  return () => {
    vi.restoreAllMocks();
    Object.assign(env(), { OTP_HOURLY_CAP });
  };
});

let made = 0;
const newRecipient = () => `person${++made}@example.in`;

const newNetwork48 = () =>
  Array<number>(5)
    .fill(++made)
    .map((network, n) => `2001:db8:${network.toString(16)}:${n}::/64`);

/** Returns true if a code may be sent. */
const ask = async (send: Partial<Send> & Pick<Send, 'clientAddress'>) =>
  (
    await withSendAllowance(
      { purpose: 'public_adoption', otpMethod: 'email', recipient: newRecipient(), ...send },
      async () => ({ ok: true }),
    )
  ).ok;

/** A password code, which is sent after the response if the account exists. */
const askLate = async (clientAddress: string) =>
  (await ask({ purpose: 'password', clientAddress })) && (await countLateSend()).ok;

/**
 * Every network asks in turn, several at a time, as often as it can or until nobody got a code in a whole round.
 * @returns how many codes they got
 */
async function flood(networks: readonly string[], askOnce: (network: string) => Promise<boolean>): Promise<number> {
  let sent = 0;
  for (let round = 0, before = -1; round < MAX_SENDS_PER_ADDRESS && sent > before; round++) {
    before = sent;
    for (let at = 0; at < networks.length; at += 10) {
      const got = await Promise.all(networks.slice(at, at + 10).map(askOnce));
      sent += got.filter(Boolean).length;
    }
  }
  return sent;
}
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

/** A person who entered a correct code at home before. */
async function knownPerson() {
  const [email, home] = [newRecipient(), newNetwork()];
  const { userId } = await makeSponsorAccount();
  await sql()`
    insert into otp_challenges (purpose, user_id, channel, email, phone, asker, code_hash, expires_at, consumed_at)
    values ('email', ${userId}, 'email', ${email}, '', ${requesterKey(home)}, 'x', now(), now())`;
  return { recipient: email, clientAddress: home };
}

/** Returns how many of 20 new people, each in a network of their own, and of 20 known ones get a code. */
async function honest() {
  const known = await Promise.all(many(20, knownPerson));
  let [strangers, owners, forgotten] = [0, 0, 0];
  for (const person of known) {
    strangers += Number(await ask({ clientAddress: newNetwork() }));
    owners += Number(await ask(person));
    forgotten += Number(await askLate(newNetwork()));
  }
  return { strangers, owners, forgotten };
}
const ALL = { strangers: 20, owners: 20, forgotten: 20 };

test('a part of the cap that runs out is an alert for administrators, and a line of the log', async () => {
  Object.assign(env(), { OTP_HOURLY_CAP: 20 });
  const alerts = () => sql()`select kind, subject, value from alerts order by raised_at`;
  const strangers = (count: number) => Promise.all(many(count, () => ask({ clientAddress: newNetwork() })));
  await strangers(9);
  expect(await alerts()).toEqual([]);
  await strangers(1);
  expect(await alerts()).toEqual([{ kind: 'codes', subject: 'otp_cap_near_for_strangers', value: 20 }]);
  await strangers(2);
  expect(await ask({ clientAddress: newNetwork() })).toBe(false);
  // Another e-mail at a known network, and known people.
  const known = await Promise.all(many(9, knownPerson));
  expect(await ask({ clientAddress: known[0]!.clientAddress })).toBe(true);
  for (const person of known) await ask(person);
  expect((await alerts()).map(({ subject }) => subject)).toEqual([
    'otp_cap_near_for_strangers',
    'otp_cap_reached_for_strangers',
    'otp_cap_near',
    'otp_cap_reached',
  ]);
  const logged = warnings.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(logged.filter((event) => event.startsWith('otp_cap'))).toHaveLength(4);
});

describe('security 92: the hour’s codes cannot be used up for others', () => {
  test.each([
    ['30 addresses', 230, () => many(30, newNetwork)],
    ['200 addresses', 310, () => many(200, newNetwork)],
    ['5 addresses in each of 30 IPv6 /48 networks', 310, () => many(30, newNetwork48).flat()],
  ])('by strangers from %s', async (_, most, networks) => {
    const sent = await flood(networks(), (clientAddress) => ask({ clientAddress }));
    expect(await honest()).toEqual(ALL);
    expect(sent).toBeLessThanOrEqual(most);
  });

  test('by 30 addresses with accounts of their own', async () => {
    const account = new Map<string, string>();
    for (const network of many(30, newNetwork)) account.set(network, (await makeSponsorAccount()).userId);
    const sent = await flood([...account.keys()], (clientAddress) =>
      ask({ clientAddress, userId: account.get(clientAddress), purpose: 'dashboard_adoption' }),
    );
    expect(await honest()).toEqual(ALL);
    expect(sent).toBeLessThanOrEqual(340);
  });

  test('by 30 addresses that ask for codes of forgotten passwords', async () => {
    const sent = await flood(many(30, newNetwork), askLate);
    expect(await honest()).toEqual(ALL);
    expect(sent).toBeLessThanOrEqual(230);
  });

  test('without load a network gets as many codes as its limit', async () => {
    const network = newNetwork();
    expect(await flood([network], (clientAddress) => ask({ clientAddress }))).toBe(MAX_SENDS_PER_ADDRESS);
  });
});
