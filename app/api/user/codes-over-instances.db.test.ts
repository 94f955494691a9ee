import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { fullLedger, makeSponsor, wrongCode } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { useInstances } from '@/testing/db/instances';
import { messagesTo } from '@/testing/db/outbox';

/** The work deferred with after(). */
const { deferred } = vi.hoisted(() => ({ deferred: [] as (() => Promise<void>)[] }));
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<void>) => void deferred.push(work),
}));

const { dataDir } = useTestDatabase();
const start = useInstances();
type Handler = (request: Request) => Promise<Response>;
const instances: Record<'generate' | 'verify', Handler>[] = [];
beforeAll(async () => {
  for (let n = 0; n < 2; n++)
    instances.push(
      await start(async () => ({
        generate: (await import('./generate-otp/route')).POST,
        verify: (await import('./verify-otp/route')).POST,
      })),
    );
});
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  return () => vi.restoreAllMocks();
});

type Answer = { status: number; text: string; body: Record<string, unknown>; wait: number; headers: string[] };
let [endpoints, addresses] = [0, 0];
/** Returns an IP address without counted requests. */
const newAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`;

/** Sends requests to the two instances in turn. */
async function call(what: 'generate' | 'verify', body: unknown, { token = 'none', from = newAddress() } = {}) {
  const handler = instances[endpoints++ % 2]![what];
  const response = await handler(asSponsor({ token }, { body, headers: { 'X-Forwarded-For': from } }));
  const text = await response.text();
  for (const work of deferred.splice(0)) await work();
  return {
    status: response.status,
    text,
    body: JSON.parse(text),
    wait: Number(response.headers.get('Retry-After')),
    headers: [...response.headers.keys()],
  } as Answer;
}

const messages = (to: string) => messagesTo(dataDir, to);

/** Someone who requests codes. `done` returns how often a code had its effect; `user` is the account it is bound to. */
type Requester = {
  to: string;
  user: () => string;
  send: (from?: string) => Promise<Answer>;
  verify: (otp: string) => Promise<Answer>;
  done: () => Promise<number>;
};

const SEATS = 2;
const price = (course: { pricePaise: number }) => ({
  selectedSeats: SEATS,
  pricePerSeat: course.pricePaise / 100,
  totalPrice: (SEATS * course.pricePaise) / 100,
});
async function taken({ id }: { id: string }): Promise<number> {
  const { adopted, held } = await fullLedger(id);
  return (adopted + held) / SEATS;
}

async function visitor(otpMethod: 'email' | 'phone', phone?: string): Promise<Requester> {
  const [course, sponsor] = [await makeCourse(), makeSponsor(phone ? { phone } : {})];
  const line = { id: course.id, ...price(course) };
  const request = { ...sponsor, otpMethod, selectedCourses: { [course.id]: line }, totalPrice: line.totalPrice };
  const own = newAddress();
  let user_id: unknown;
  return {
    to: otpMethod === 'email' ? sponsor.email : `+91${sponsor.phone}`,
    user: () => String(user_id),
    send: async (from = own) => {
      const resend = user_id ? { isResend: true, user_id } : {};
      const sent = await call('generate', { ...request, ...resend }, { from });
      user_id ??= sent.body.user_id;
      return sent;
    },
    verify: (otp) =>
      call(
        'verify',
        { otp, email: sponsor.email, phone: sponsor.phone, otpMethod, user_id: user_id ?? null },
        { from: own },
      ),
    done: () => taken(course),
  };
}

async function payer(): Promise<Requester> {
  const [course, account] = [await makeCourse(), await makeSponsorAccount()];
  const { userId, token } = account;
  const { totalPrice, ...line } = price(course);
  const body = { userId, selected_courses: [{ course_id: course.id, ...line, totalPrice }], total_price: totalPrice };
  const [row] = await sql()<{ phone: string }[]>`select phone_number as phone from users where id = ${userId}`;
  return {
    to: `+91${row!.phone}`,
    user: () => userId,
    send: (from) => call('generate', body, { token, from }),
    verify: (otp) => call('verify', { otp, userId }, { token }),
    done: () => taken(course),
  };
}

const storeOf = (email: string, userId: string, own = newAddress()): Requester => ({
  to: email,
  user: () => userId,
  send: (from = own) => call('generate', { email }, { from }),
  verify: (otp) => call('verify', { otp, email }, { from: own }),
  done: async () => {
    const [row] = await sql()`select count(email_verified_at)::int as done from users where id = ${userId}`;
    return row!.done as number;
  },
});
async function account(): Promise<Requester> {
  const { email, userId } = await makeSponsorAccount();
  return storeOf(email, userId);
}

const REQUESTERS: [string, () => Promise<Requester>][] = [
  ['a visitor by e-mail', () => visitor('email')],
  ['a visitor by text', () => visitor('phone')],
  ['the payment screen', payer],
  ['the e-mail confirmation of accounts', account],
];

/** Sends a code, ignoring a running resend delay, and returns it. */
async function nextCode(requester: Requester): Promise<string> {
  await sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;
  const sent = await requester.send();
  expect([sent.status, sent.text]).toEqual([200, sent.text]);
  return (await messages(requester.to)).at(-1)!.code!;
}
const times = <T>(many: number, work: () => Promise<T>) => Promise.all(Array.from({ length: many }, work));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const newest = ({ user }: Requester) =>
  sql()`select max(id) as id from otp_challenges where user_id = ${user()}`.then(([row]) => row!.id as string);

describe.each(REQUESTERS)('%s', (_name, makeRequester) => {
  test('security 4: 100 wrong codes at once over two instances: 5 are compared, 95 get 429, and then the right one too', async () => {
    const requester = await makeRequester();
    const code = await nextCode(requester);
    const answers = await times(100, () => requester.verify(wrongCode(code)));
    expect(statuses(answers).sort()).toEqual([...Array<number>(5).fill(400), ...Array<number>(95).fill(429)]);
    const late = await requester.verify(code);
    for (const { status, body, wait } of [late, ...answers.filter((answer) => answer.status === 429)]) {
      expect([status, body.code]).toEqual([429, 'otp.too_many_attempts']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(600);
    }
    expect(await requester.done()).toBe(0);
  });

  test('security 5: 4 wrong, a new code, 2 wrong, a new code, 4 wrong: no code is taken for the rest of the hour', async () => {
    const requester = await makeRequester();
    for (const wrong of [4, 2, 4]) {
      const code = await nextCode(requester);
      for (let n = 0; n < wrong; n++) expect((await requester.verify(wrongCode(code))).status).toBe(400);
    }
    const right = await requester.verify(await nextCode(requester));
    expect([right.status, right.body.code]).toEqual([429, 'otp.too_many_attempts']);
    expect(right.wait).toBeGreaterThan(3000);
    expect(await requester.done()).toBe(0);
  });

  test('security 6: the right code 20 times at once over two instances does what it is for once', async () => {
    const requester = await makeRequester();
    const code = await nextCode(requester);
    const answers = await times(20, () => requester.verify(code));
    const won = answers.filter(({ status }) => status === 200);
    // A repeated verification of seats returns the same success; a repeated e-mail confirmation does not, and guesses
    // end at five.
    if (makeRequester === account) expect(won).toHaveLength(1);
    else expect(won).toHaveLength(20);
    expect(new Set(won.map(({ body }) => body.billing_id)).size).toBe(1);
    for (const { status } of answers) expect([200, 400, 429]).toContain(status);
    expect(await requester.done()).toBe(1);
  });

  test('security 7: a code is taken while it is younger than ten minutes by the clock of the database', async () => {
    const [late, timely] = [await makeRequester(), await makeRequester()];
    for (const [requester, seconds, status] of [
      [late, 601, 400],
      [timely, 500, 200],
    ] as const) {
      const code = await nextCode(requester);
      await sql()`update otp_challenges set created_at = created_at - ${seconds} * interval '1 second',
                         expires_at = expires_at - ${seconds} * interval '1 second' where id = ${await newest(requester)}`;
      expect((await requester.verify(code)).status).toBe(status);
    }
    expect([await late.done(), await timely.done()]).toEqual([0, 1]);
  });

  test('security 8: the code of one is wrong for another, even with its hash in the place of theirs', async () => {
    const [one, other] = [await makeRequester(), await makeRequester()];
    const code = await nextCode(one);
    let theirs = await nextCode(other);
    while (theirs === code) theirs = await nextCode(other);
    expect((await other.verify(code)).status).toBe(400);
    await sql()`update otp_challenges set code_hash = (select code_hash from otp_challenges where id = ${await newest(one)})
                 where id = ${await newest(other)}`;
    expect((await other.verify(code)).status).toBe(400);
    expect(await other.done()).toBe(0);
    // No other visitor's guess was counted against it.
    const [challenge] = await sql()`select wrong_attempts from otp_challenges where id = ${await newest(one)}`;
    expect(challenge).toEqual({ wrong_attempts: 0 });
    expect((await one.verify(code)).status).toBe(200);
    expect(await one.done()).toBe(1);
  });

  test('security 10: 6 sends in an hour over two instances for one requester: 5 are sent, then 429', async () => {
    const requester = await makeRequester();
    for (let sent = 0; sent < 5; sent++) await nextCode(requester);
    await sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;
    const sixth = await requester.send();
    expect([sixth.status, sixth.body.code]).toEqual([429, 'otp.too_many_sends']);
    expect(sixth.wait).toBeGreaterThan(3000);
    expect(await messages(requester.to)).toHaveLength(5);
  });

  test('security 10: 6 sends at once over two instances: 1 is sent, the others are asked to wait', async () => {
    const requester = await makeRequester();
    const answers = await times(6, () => requester.send());
    expect(statuses(answers).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    for (const { status, wait } of answers) expect(wait > 0 && wait <= 30).toBe(status === 429);
    expect(await messages(requester.to)).toHaveLength(1);
  });
});

test('security 8: a guess in the name of somebody else is not counted against the code of the one whose contact it names', async () => {
  const [one, other] = [makeSponsor(), await visitor('email')];
  await nextCode(other);
  const requester = await visitor('email');
  const code = await nextCode(requester);
  const [row] = await sql()`select email, phone from otp_challenges where id = ${await newest(requester)}`;
  for (const user_id of [other.user(), crypto.randomUUID()])
    expect((await call('verify', { otp: code, ...row, otpMethod: 'email', user_id })).status).toBe(400);
  const swapped = { otp: code, email: row!.email, phone: one.phone, otpMethod: 'email', user_id: requester.user() };
  expect((await call('verify', swapped)).status).toBe(400);
  expect(await sql()`select wrong_attempts from otp_challenges where id = ${await newest(requester)}`).toEqual([
    { wrong_attempts: 0 },
  ]);
  expect((await requester.verify(code)).status).toBe(200);
});

test('security 9: a dump of every table holds no code, nor what anybody could make of it', async () => {
  const codes: string[] = [];
  for (const [, makeRequester] of REQUESTERS) {
    const requester = await makeRequester();
    const code = await nextCode(requester);
    codes.push(code, await nextCode(await makeRequester()));
    await requester.verify(wrongCode(code));
    await requester.verify((await messages(requester.to)).at(-1)!.code!);
  }
  const columns = await sql()<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type not like 'timestamp%' and data_type not in ('bigint', 'integer', 'uuid')`;
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toContain('otp_challenges.code_hash');
  const dump: string[] = [];
  for (const { table, column } of columns) {
    const rows = await sql()`select ${sql()(column)}::text as value from ${sql()(table)}`;
    dump.push(...rows.map(({ value }) => String(value)));
  }
  const text = dump.join('\n');
  for (const code of codes) {
    expect(text).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`));
    for (const digest of ['sha256', 'sha1', 'md5'])
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(createHash(digest).update(code).digest(form));
  }
});

test('security 10: 21 sends from one address to 21 recipients over two instances: 20 are sent', async () => {
  // Without load.
  await sql()`delete from rate_limits`;
  const from = newAddress();
  const answers: Answer[] = [];
  for (let n = 0; n < 21; n++) answers.push(await (await visitor('email')).send(from));
  expect(statuses(answers)).toEqual([...Array<number>(20).fill(200), 429]);
  expect(answers[20]!.body.code).toBe('otp.too_many_sends');
  expect(answers[20]!.wait).toBeGreaterThan(3000);
});

test.each(['5876543210', '0512255000', '1202555010'])(
  'security 11: a text to %s, which is no Indian mobile number: 400, and nothing is sent',
  async (phone) => {
    const before = await sql()`select count(*)::int from billings`;
    const { status, body } = await (await visitor('phone', phone)).send();
    expect([status, body.code]).toEqual([400, 'sponsor.phone_invalid']);
    expect(await messages(`+91${phone}`)).toEqual([]);
    expect(await sql()`select count(*)::int from billings`).toEqual(before);
  },
);

test('security 11: 51 texts a day to one block of numbers over two instances: the last one is refused until the day is over', async () => {
  const answers: Answer[] = [];
  for (let n = 0; n < 51; n++) answers.push(await (await visitor('phone', `93333${10_000 + n}`)).send());
  expect(statuses(answers)).toEqual([...Array<number>(50).fill(200), 429]);
  expect(answers[50]!.body.code).toBe('otp.too_many_sends');
  expect(answers[50]!.wait).toBeGreaterThan(12 * 60 * 60);
  expect(await messages('+919333310050')).toEqual([]);
});

test('security 12: of an unknown e-mail, a guest’s and an account’s every answer is the same, of codes asked for and of codes typed', async () => {
  const guest = await visitor('email');
  await nextCode(guest);
  await sql()`delete from rate_limits`;
  const seen: unknown[][] = [];
  for (const requester of [await account(), storeOf(guest.to, ''), storeOf('nobody@example.in', '')]) {
    const answers: Answer[] = [];
    for (const pauseEnds of [false, false, true, true, true, true, true]) {
      if (pauseEnds) await sql()`update rate_limits set expire = now() where key like 'otp_pause:%'`;
      answers.push(await requester.send());
    }
    for (let n = 0; n < 6; n++) answers.push(await requester.verify('000000'));
    // Each asks a little later than the one before.
    const untimed = (text: string) => text.replace(/\d+ seconds/, 'N seconds').replace(/\d+:\d\d [ap]m/, 'TIME');
    seen.push(answers.map(({ status, text, headers }) => [status, untimed(text), headers]));
  }
  const [known, ...others] = seen;
  expect(known!.map((answer) => (answer as unknown[])[0])).toEqual([
    ...[200, 429, 200, 200, 200, 200, 429],
    ...[400, 400, 400, 400, 400, 429],
  ]);
  for (const other of others) expect(other).toEqual(known);
});
