import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { env } from '@/lib/platform/env';
import { fullLedger, makeSponsor, wrongCode } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

/** The work deferred with after(). */
const { deferred } = vi.hoisted(() => ({ deferred: [] as (() => Promise<void>)[] }));
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<void>) => void deferred.push(work),
}));

const { dataDir } = useTestDatabase();
const outbox = join(dataDir, 'outbox');
let warnings: string[] = [];
beforeEach(async () => {
  await sql()`delete from rate_limits`;
  warnings = [];
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line));
  const before = { ...env() };
  return () => {
    vi.restoreAllMocks();
    for (const name of Object.keys(env())) if (!(name in before)) delete (env() as Record<string, unknown>)[name];
    Object.assign(env(), before);
  };
});

let networks = 0;
/** Returns a client network without counted requests. */
const newNetwork = () => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;

type Answer = { status: number; body: Record<string, unknown> };
async function post(handler: typeof generateOtp, body: unknown, from: string, token = 'none'): Promise<Answer> {
  const response = await handler(asSponsor({ token }, { body, headers: { 'X-Forwarded-For': from } }));
  const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  for (const work of deferred.splice(0)) await work();
  return answer;
}
/** Locks the rows in one order: visitors who ask at once would otherwise deadlock here, in the test itself. */
const endPauses = () => sql()`
  update rate_limits set expire = now() where key in (
    select key from rate_limits where key like 'otp_pause:%' order by key for update)`;

/** Returns the codes sent to a recipient, oldest first. */
async function codesTo(to: string): Promise<string[]> {
  return (await messagesTo(dataDir, to)).flatMap(({ code }) => code ?? []);
}

const amounts = ({ pricePaise }: CourseRow, seats: number) => ({
  selectedSeats: seats,
  pricePerSeat: pricePaise / 100,
  totalPrice: (seats * pricePaise) / 100,
});

/** A visitor of the public form whose screen shows these seats of this course. */
function visitor(sponsor: Sponsor, course: CourseRow, seats = 1, otpMethod: 'email' | 'phone' = 'email') {
  const { totalPrice, ...line } = amounts(course, seats);
  const selectedCourses = { [course.id]: { id: course.id, ...line, totalPrice } };
  const { email, phone } = sponsor;
  let answered: Record<string, unknown> = {};
  return {
    ask: async (from: string, token?: string) => {
      await endPauses();
      const sent = await post(generateOtp, { ...sponsor, otpMethod, selectedCourses, totalPrice }, from, token);
      if (sent.status === 200) answered = sent.body;
      return sent;
    },
    /** Submits a code as the site's own pages do: with the draft on the screen. */
    type: (otp: string, from: string) =>
      post(verifyOtp, { otp, email, phone, otpMethod, user_id: answered.user_id, draft_id: answered.draft_id }, from),
    /** Submits a code as a client of the plain specification does, without a draft id. */
    typeBare: (otp: string, from: string) =>
      post(verifyOtp, { otp, email, phone, otpMethod, user_id: answered.user_id }, from),
    newest: async () => (await codesTo(otpMethod === 'email' ? email : `+91${phone}`)).at(-1)!,
  };
}

/** The payment screen of a signed-in sponsor. */
function payer({ userId, token }: SponsorAccount, course: CourseRow, seats = 1) {
  const { totalPrice, ...line } = amounts(course, seats);
  const selected_courses = [{ course_id: course.id, ...line, totalPrice }];
  let draft_id: unknown;
  return {
    ask: async (from: string) => {
      await endPauses();
      const sent = await post(generateOtp, { userId, selected_courses, total_price: totalPrice }, from, token);
      if (sent.status === 200) draft_id = sent.body.draft_id;
      return sent;
    },
    type: (otp: string, from: string) => post(verifyOtp, { otp, userId, draft_id }, from, token),
    typeBare: (otp: string, from: string) => post(verifyOtp, { otp, userId }, from, token),
  };
}
const phoneOf = async ({ userId }: SponsorAccount) => {
  const [row] = await sql()<{ phone: string }[]>`select phone_number as phone from users where id = ${userId}`;
  return row!.phone;
};

const written = async () => {
  const [row] = await sql()<Record<'users' | 'billings' | 'items', number>[]>`
    select (select count(*)::int from users) as users, (select count(*)::int from billings) as billings,
           (select count(*)::int from billing_items) as items`;
  return row!;
};
const times = <T>(many: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)));
const statuses = (answers: readonly Answer[]) =>
  answers.reduce<Record<number, number>>((all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {});

describe('security 58: what an anonymous caller makes the database write', () => {
  test('is nothing where texts cannot be sent: a code by text is refused before its draft', async () => {
    Object.assign(env(), { MESSAGE_TRANSPORT: 'resend', RESEND_API_KEY: 'k', MESSAGE_FROM: 'a@b.in' });
    const [course, from, before] = [await makeCourse(), newNetwork(), await written()];
    const answers = await times(60, () => visitor(makeSponsor(), course, 1, 'phone').ask(from));
    expect(statuses(answers)).toEqual({ 503: 60 });
    expect(answers[0]!.body.code).toBe('otp.send_failed');
    expect(await written()).toEqual(before);
    expect(await sql()`select 1 from rate_limits`).toHaveLength(0);
  });

  test('is 20 drafts an hour where messages fail, whatever was given back', async () => {
    const [course, from, before] = [await makeCourse(), newNetwork(), await written()];
    await rm(outbox, { recursive: true, force: true });
    await writeFile(outbox, 'in the way');
    const answers: Answer[] = [];
    for (let n = 0; n < 60; n++) answers.push(await visitor(makeSponsor(), course).ask(from));
    await rm(outbox);
    expect(statuses(answers)).toEqual({ 503: 20, 429: 40 });
    expect((await written()).billings - before.billings).toBe(20);
    // Refused requests leave no counters for the recipients that they named.
    expect(await sql()`select 1 from rate_limits where key like 'otp_pause:%'`).toHaveLength(0);
  });

  test('is 20 drafts an hour where the selection is refused after the limits, and 100 for a whole IPv6 /48', async () => {
    // Without load.
    Object.assign(env(), { OTP_HOURLY_CAP: 10_000 });
    const [course, before] = [await makeCourse(), await written()];
    const answers: Answer[] = [];
    for (let part = 0; part < 12; part++)
      answers.push(...(await times(10, (n) => visitor(makeSponsor(), course).ask(`2001:db8:58:${part * 10 + n}::1`))));
    expect(statuses(answers)).toEqual({ 200: 100, 429: 20 });
    expect((await written()).billings - before.billings).toBe(100);
    // Another /48 is another network.
    expect((await visitor(makeSponsor(), course).ask('2001:db8:59::1')).status).toBe(200);
  });
});

describe('security 59: the cap of all codes', () => {
  test('is not reached by 640 requests with unknown e-mails from one /59: nothing was sent, and everybody else gets a code', async () => {
    const answers: Answer[] = [];
    for (let part = 0; part < 32; part++)
      answers.push(
        ...(await times(20, (n) =>
          post(generateOtp, { email: `nobody${part}.${n}@example.in` }, `2001:db8:a:${(part + 32).toString(16)}::1`),
        )),
      );
    expect(statuses(answers)).toEqual({ 200: 100, 429: 540 });
    const course = await makeCourse();
    expect((await visitor(makeSponsor(), course).ask(newNetwork())).status).toBe(200);
    const { email } = await makeSponsorAccount();
    expect((await post(generateOtp, { email }, newNetwork())).status).toBe(200);
    expect(await codesTo(email)).toHaveLength(1);
    const [counted] = await sql()`select points from rate_limits where key like 'otp_overall:%'`;
    expect(counted).toEqual({ points: 2 });
  });

  test('keeps its last 40 % for signed-in sponsors and e-mails seen before, and says so in the log, once', async () => {
    const course = await makeCourse({ totalSeats: 1000 });
    const known = visitor(makeSponsor(), course);
    const home = newNetwork();
    await known.ask(home);
    expect((await known.type(await known.newest(), home)).status).toBe(200);
    await sql()`delete from rate_limits`;
    Object.assign(env(), { OTP_HOURLY_CAP: 20 });

    const strangers = await times(30, () => visitor(makeSponsor(), course).ask(newNetwork()));
    expect(statuses(strangers)).toEqual({ 200: 12, 429: 18 });
    // The e-mail is known, whatever network the request comes from.
    expect((await known.ask(newNetwork())).status).toBe(200);
    const sponsors = await times(10, async () => payer(await makeSponsorAccount(), course).ask(newNetwork()));
    expect(statuses(sponsors)).toEqual({ 200: 7, 429: 3 });
    expect((await known.ask(newNetwork())).status).toBe(429);

    const events = warnings.map((line) => JSON.parse(line)).filter(({ event }) => event.startsWith('otp_cap'));
    // Requests at once log them in any order.
    expect(events.map(({ event, cap }) => `${event} ${cap}`).sort()).toEqual([
      'otp_cap_near 20',
      'otp_cap_near_for_strangers 20',
      'otp_cap_reached 20',
      'otp_cap_reached_for_strangers 20',
    ]);
  });

  test('is exact: of 60 at once as many are sent as it has, and none of an unknown e-mail counts', async () => {
    Object.assign(env(), { OTP_HOURLY_CAP: 20 });
    const course = await makeCourse();
    await times(10, (n) => post(generateOtp, { email: `unknown${n}@example.in` }, newNetwork()));
    const accounts = await times(60, () => makeSponsorAccount());
    const answers = await times(60, (n) => payer(accounts[n]!, course).ask(newNetwork()));
    expect(statuses(answers)).toEqual({ 200: 20, 429: 40 });
  });

  test('full, an unknown e-mail and an account’s are answered alike', async () => {
    Object.assign(env(), { OTP_HOURLY_CAP: 10 });
    const [course, { email }] = [await makeCourse(), await makeSponsorAccount()];
    await times(10, async () => payer(await makeSponsorAccount(), course).ask(newNetwork()));
    const answers = [email, 'nobody@example.in'].map((to) => post(generateOtp, { email: to }, newNetwork()));
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body.code])).toEqual([
      [429, 'otp.too_many_sends'],
      [429, 'otp.too_many_sends'],
    ]);
    expect(await codesTo(email)).toEqual([]);
  });
});

describe('security 61: a code is for the draft that the screen shows', () => {
  test('a stranger’s larger selection in one’s name: the newest code pledges nothing on the screen of one seat, and one’s own code one seat', async () => {
    const [course, sponsor] = [await makeCourse({ totalSeats: 900 }), makeSponsor()];
    const [home, away] = [newNetwork(), newNetwork()];
    const [owner, stranger] = [visitor(sponsor, course, 1), visitor(sponsor, course, 800)];
    await owner.ask(home);
    const own = await owner.newest();
    await stranger.ask(away);
    const newest = await owner.newest();
    if (newest !== own) expect((await owner.type(newest, home)).status).toBe(400);
    expect((await fullLedger(course.id)).adopted).toBe(0);
    expect((await owner.type(own, home)).status).toBe(200);
    expect((await fullLedger(course.id)).adopted).toBe(1);
  });

  test('40 strangers who open drafts in one’s name at once end neither the draft nor its code', async () => {
    const [course, sponsor] = [await makeCourse({ totalSeats: 9000 }), makeSponsor()];
    const [owner, home] = [visitor(sponsor, course, 1), newNetwork()];
    await owner.ask(home);
    const own = await owner.newest();
    const [verified] = await Promise.all([
      owner.type(own, home),
      ...Array.from({ length: 40 }, (_, n) => visitor(sponsor, course, n + 2).ask(newNetwork())),
    ]);
    expect(verified.status).toBe(200);
    expect((await fullLedger(course.id)).adopted).toBe(1);
    expect((await owner.type(own, home)).body).toEqual(verified.body);
  });

  test('two tabs of one sponsor: each tab’s code is for what that tab shows', async () => {
    const [course, sponsor, home] = [await makeCourse({ totalSeats: 100 }), makeSponsor(), newNetwork()];
    const [first, second] = [visitor(sponsor, course, 1), visitor(sponsor, course, 40)];
    await first.ask(home);
    const code = await first.newest();
    await second.ask(home);
    const newest = await first.newest();
    if (newest !== code) expect((await first.type(newest, home)).status).toBe(400);
    expect((await fullLedger(course.id)).adopted).toBe(0);
    expect((await first.type(code, home)).status).toBe(200);
    expect((await second.type(newest, home)).status).toBe(200);
    expect((await fullLedger(course.id)).adopted).toBe(41);
  });

  test('two tabs of the payment screen: the code of the other tab holds nothing on this one', async () => {
    const [course, account] = [await makeCourse({ totalSeats: 100 }), await makeSponsorAccount()];
    const [from, to] = [newNetwork(), `+91${await phoneOf(account)}`];
    const [first, second] = [payer(account, course, 1), payer(account, course, 40)];
    await first.ask(from);
    await second.ask(from);
    const newest = (await codesTo(to)).at(-1)!;
    expect((await first.type(newest, from)).status).toBe(400);
    expect((await fullLedger(course.id)).held).toBe(0);
    expect((await second.type(newest, from)).status).toBe(200);
    expect((await fullLedger(course.id)).held).toBe(40);
  });

  test('without draft_id a code counts only where one draft waits, and for the network that asked; else it is refused and not counted', async () => {
    const [course, sponsor, home] = [await makeCourse({ totalSeats: 100 }), makeSponsor(), newNetwork()];
    const [first, second] = [visitor(sponsor, course, 1), visitor(sponsor, course, 2)];
    const unclear = { status: 400, body: { code: 'otp.draft_required', message: expect.any(String) } };
    await first.ask(home);
    const code = await first.newest();
    for (let n = 0; n < 6; n++) expect(await first.typeBare(wrongCode(code), newNetwork())).toEqual(unclear);
    await second.ask(home);
    for (let n = 0; n < 6; n++) expect(await first.typeBare(await first.newest(), home)).toEqual(unclear);
    expect((await fullLedger(course.id)).adopted).toBe(0);
    expect((await second.type(await second.newest(), home)).status).toBe(200);
    // Only one draft is left.
    expect((await first.typeBare(code, home)).status).toBe(200);
    expect((await fullLedger(course.id)).adopted).toBe(3);
  });

  test('without draft_id a visitor’s one draft is pledged once, and typing its code again is answered in the same way', async () => {
    const [course, home] = [await makeCourse(), newNetwork()];
    const owner = visitor(makeSponsor(), course);
    await owner.ask(home);
    const code = await owner.newest();
    const [first, second] = [await owner.typeBare(code, home), await owner.typeBare(code, home)];
    expect([first.status, second]).toEqual([200, first]);
    expect((await fullLedger(course.id)).adopted).toBe(1);
  });

  test('without draft_id the payment screen takes the code of the draft that its sponsor opened last', async () => {
    const [course, account] = [await makeCourse({ totalSeats: 100 }), await makeSponsorAccount()];
    const to = `+91${await phoneOf(account)}`;
    await payer(account, course, 1).ask(newNetwork());
    const second = payer(account, course, 2);
    await second.ask(newNetwork());
    expect((await second.typeBare((await codesTo(to)).at(-1)!, newNetwork())).status).toBe(200);
    expect((await fullLedger(course.id)).held).toBe(2);
  });

  test('a draft_id that is nobody’s, or another contact’s, opens nothing', async () => {
    const [course, home] = [await makeCourse(), newNetwork()];
    const [owner, other] = [visitor(makeSponsor(), course), visitor(makeSponsor(), course)];
    await owner.ask(home);
    const { body } = await other.ask(home);
    for (const draft_id of [crypto.randomUUID(), body.draft_id]) {
      const [row] = await sql()`select user_id, email, phone from otp_challenges order by id limit 1`;
      const typed = { otp: await owner.newest(), ...row, otpMethod: 'email', draft_id };
      expect((await post(verifyOtp, typed, home)).status).toBe(400);
    }
    expect((await fullLedger(course.id)).adopted).toBe(0);
  });
});

describe('security 64: a stranger closes nothing for somebody else', () => {
  test('five sends and ten wrong codes from one network close the e-mail there, and the owner elsewhere gets in', async () => {
    const [course, sponsor, away] = [await makeCourse({ totalSeats: 500 }), makeSponsor(), newNetwork()];
    const stranger = visitor(sponsor, course, 7);
    for (let sent = 0; sent < 5; sent++) {
      expect((await stranger.ask(away)).status).toBe(200);
      const code = wrongCode(await stranger.newest());
      for (let n = 0; n < 4; n++)
        expect((await stranger.type(code, away)).status).toBe(sent < 2 || (sent === 2 && n < 2) ? 400 : 429);
    }
    expect((await stranger.ask(away)).status).toBe(429);
    const [owner, home] = [visitor(sponsor, course, 1), newNetwork()];
    expect((await owner.ask(home)).status).toBe(200);
    expect((await owner.type(await owner.newest(), home)).status).toBe(200);
    expect((await fullLedger(course.id)).adopted).toBe(1);
  });

  test('the pause after a stranger’s request does not hold up the owner’s', async () => {
    const [course, sponsor] = [await makeCourse(), makeSponsor()];
    const body = (seats: number) => {
      const { totalPrice, ...line } = amounts(course, seats);
      return {
        ...sponsor,
        otpMethod: 'email',
        selectedCourses: { [course.id]: { id: course.id, ...line, totalPrice } },
        totalPrice,
      };
    };
    expect((await post(generateOtp, body(2), newNetwork())).status).toBe(200);
    expect((await post(generateOtp, body(1), newNetwork())).status).toBe(200);
  });

  test('the public form closes nothing for the phone of a signed-in sponsor, even from the same network', async () => {
    const [course, account, office] = [await makeCourse({ totalSeats: 500 }), await makeSponsorAccount(), newNetwork()];
    const phone = await phoneOf(account);
    const stranger = visitor(makeSponsor({ phone }), course, 7, 'phone');
    for (let sent = 0; sent < 5; sent++) {
      await stranger.ask(office);
      const code = wrongCode(await stranger.newest());
      for (let n = 0; n < 4; n++) await stranger.type(code, office);
    }
    const owner = payer(account, course);
    expect((await owner.ask(office)).status).toBe(200);
    expect((await owner.type((await codesTo(`+91${phone}`)).at(-1)!, office)).status).toBe(200);
  });

  test('a mailbox gets 10 codes an hour for strangers, and 5 more for whom it belongs to, who had a code right before', async () => {
    const [course, sponsor, home] = [await makeCourse({ totalSeats: 500 }), makeSponsor(), newNetwork()];
    const owner = visitor(sponsor, course, 1);
    await owner.ask(home);
    expect((await owner.type(await owner.newest(), home)).status).toBe(200);
    await sql()`delete from rate_limits`;
    const before = (await codesTo(sponsor.email)).length;
    const flood: Answer[] = [];
    for (let n = 0; n < 14; n++) flood.push(await visitor(sponsor, course, n + 2).ask(newNetwork()));
    expect(statuses(flood)).toEqual({ 200: 10, 429: 4 });
    const own: Answer[] = [];
    // Other seats than before: the same ones would be asked about first.
    const again = visitor(sponsor, course, 20);
    for (let n = 0; n < 6; n++) own.push(await again.ask(home));
    expect(statuses(own)).toEqual({ 200: 5, 429: 1 });
    expect((await again.type(await again.newest(), home)).status).toBe(200);
    expect((await codesTo(sponsor.email)).length - before).toBe(15);
  });

  test('from 40 networks at once at most 10 codes reach a mailbox, and at most 50 guesses are compared with them', async () => {
    const [course, sponsor] = [await makeCourse({ totalSeats: 500 }), makeSponsor()];
    const all = Array.from({ length: 40 }, (_, n) => ({
      guesser: visitor(sponsor, course, n + 1),
      from: newNetwork(),
    }));
    const sent = await Promise.all(all.map(({ guesser, from }) => guesser.ask(from)));
    expect(statuses(sent)).toEqual({ 200: 10, 429: 30 });
    const served = all.filter((_, n) => sent[n]!.status === 200);
    const right = new Set(await codesTo(sponsor.email));
    const wrong = Array.from({ length: 20 }, (_, n) => String(n).padStart(6, '0')).find((code) => !right.has(code))!;
    const guesses = await Promise.all(
      served.flatMap(({ guesser, from }) => Array.from({ length: 8 }, () => guesser.type(wrong, from))),
    );
    expect(statuses(guesses)).toEqual({ 400: 50, 429: 30 });
  });

  test('wrong codes that confirm an e-mail count for the network that typed them, and a code for the one that asked', async () => {
    const { email, userId } = await makeSponsorAccount();
    const [home, away] = [newNetwork(), newNetwork()];
    await post(generateOtp, { email }, home);
    const [code] = await codesTo(email);
    for (let n = 0; n < 12; n++) await post(verifyOtp, { email, otp: wrongCode(code!) }, away);
    for (let n = 0; n < 6; n++) {
      await endPauses();
      await post(generateOtp, { email }, away);
    }
    // A stranger's request does not end the owner's code either.
    expect((await post(verifyOtp, { email, otp: code! }, away)).status).not.toBe(200);
    expect((await post(verifyOtp, { email, otp: code! }, home)).status).toBe(200);
    expect(await sql()`select 1 from users where id = ${userId} and email_verified_at is not null`).toHaveLength(1);
  });
});
