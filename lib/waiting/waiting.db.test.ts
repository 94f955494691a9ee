import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { changeReservation, endRequestOf } from '@/lib/admin/reservations/mutations';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { createDraft, pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { MAX_WAITING_OFFERS, MAX_WAITING_REQUESTS } from '@/lib/platform/limits';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption, type Prepared } from '@/testing/db/adoption';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import type { CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { codeTo } from '@/testing/db/outbox';
import { queueUp } from '@/testing/db/queue-up';
import { endReservation, reservedLedger } from '@/testing/db/reservations';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { allotSeats } from './allot';
import { askAsSponsor, askForSeats, purgeWaiting, sendWaitingCode, withdrawRequest } from './mutations';
import { colleaguesOffers, openRequests, readRequests } from './queries';

const { dataDir } = useTestDatabase();
const clients = useClient(40).db;
const blocker = usePool(1);
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});
beforeEach(async () => {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  // The tests share no waiting list.
  await sql()`update waiting_requests set ended_at = now(), ending = 'withdrawn', offer_id = null where ended_at is null`;
  return () => spies.forEach((spy) => spy.mockRestore());
});

let made = 0;
const newEmail = () => `waits@company${++made}-waiting.in`;
const by = () => ({ clientAddress: `198.51.${Math.floor(made / 250)}.${++made % 250}`, locale: 'en' }) as const;
const pledge = ({ subject, code, billingId }: Prepared) =>
  pledgeSeats({ ...subject, draftId: billingId }, code, clients);
const prepare = (course: CourseRow, seats: number, email: string) =>
  prepareAdoption([{ course, seats }], makeSponsor({ email }));

/** The same mailbox: the same seats for the same address again would need a confirmation. */
const spellingOf = (email: string) => email.replace('@', `+${++made}@`);

/** Frees seats, as a cancellation does. */
const free = (course: CourseRow, seats: number) =>
  sql()`update courses set adopted_seats = adopted_seats - ${seats} where id = ${course.id}`;

/** The seats that are offered to a request, and how it stands. */
async function stateOf(id: string) {
  const [row] = await sql()<{ seats: number; missed: number; ending: string | null; offer: string | null }[]>`
    select (select coalesce(sum(seats), 0)::int from reservation_items where reservation_id = offer_id) as seats,
           missed_offers as missed, ending, offer_id as offer from waiting_requests where id = ${id}`;
  return row!;
}
const offeredTo = async (ids: string[]) => Promise.all(ids.map(async (id) => (await stateOf(id)).seats));

async function expireOffer(id: string) {
  await endReservation((await stateOf(id)).offer!);
  await releaseExpiredHolds();
}

async function expectSums(course: CourseRow, hidden = 0) {
  const { adopted, held, pledged, holding, unused } = await reservedLedger(course.id);
  expect({ adopted: adopted - hidden, held }).toEqual({ adopted: pledged, held: holding + unused });
  expect(adopted + held).toBeLessThanOrEqual(course.totalSeats);
}

describe('seats that become free', () => {
  test('are offered to the oldest request whose minimum fits, with an e-mail; others keep their place', async () => {
    const course = await makeFullCourse();
    const [large, second, third] = [
      await makeWaitingRequest({ course, seats: 20, minSeats: 10 }),
      await makeWaitingRequest({ course, seats: 3, minSeats: 2, email: 'second@order.example.in' }),
      await makeWaitingRequest({ course, seats: 9 }),
    ];
    expect(await allotSeats()).toBe(0);
    await free(course, 4);
    expect(await allotSeats()).toBe(2);
    expect(await offeredTo([large, second, third])).toEqual([0, 3, 1]);
    expect(await allotSeats()).toBe(0);
    await expectSums(course, 16);
    const [mail] = await sql()`select detail from outbound_messages where recipient = 'second@order.example.in'`;
    expect(mail!.detail).toMatchObject({ seats: 3, branch: course.branch, withdraw: `/waiting/${second}` });
    await free(course, 12);
    expect(await allotSeats()).toBe(1);
    expect(await offeredTo([large])).toEqual([12]);
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 4, held: 16 });
  });

  test('of several institutes of a city are offered together to a request of the branch', async () => {
    const branch = `Branch ${++made} for a city`;
    const [one, two, other] = [
      await makeFullCourse({ branch, city: 'Dewas' }),
      await makeFullCourse({ branch: branch.toUpperCase(), city: 'dewas', instituteId: await newInstitute() }),
      await makeFullCourse({ branch, city: 'Ratlam' }),
    ];
    const id = await makeWaitingRequest({ course: one, seats: 9, minSeats: 8, anywhere: true });
    await Promise.all([free(one, 3), free(two, 4), free(other, 9)]);
    expect(await allotSeats()).toBe(0);
    await free(two, 2);
    expect(await allotSeats()).toBe(1);
    expect((await stateOf(id)).seats).toBe(9);
    expect((await readRequests(id))!.requests[0]).toMatchObject({ institute: null, offer: { seats: 9 } });
    await Promise.all([expectSums(one, 17), expectSums(two, 14)]);
  });

  test('near a place are offered together to a request for it, in the order of the list of all cities', async () => {
    const branch = `Branch ${++made} near a place`;
    const [indore, dewas, jabalpur] = [
      await makeFullCourse({ branch, city: 'Indore' }),
      await makeFullCourse({ branch, city: 'Dewas' }),
      await makeFullCourse({ branch, city: 'Jabalpur' }),
    ];
    const near = { place: 'Indore', km: 50 };
    const first = await makeWaitingRequest({ course: indore, seats: 6, minSeats: 5, near });
    const second = await makeWaitingRequest({ course: dewas, seats: 2 });
    const third = await makeWaitingRequest({ course: jabalpur, seats: 4, near: { place: 'Indore', km: 25 } });
    await Promise.all([free(dewas, 3), free(indore, 1), free(jabalpur, 9)]);
    // Of four seats nearby the first needs five: it is passed over. Jabalpur is far from all but its own course.
    expect(await allotSeats()).toBe(2);
    expect(await offeredTo([first, second, third])).toEqual([0, 2, 1]);
    await free(dewas, 4);
    expect(await allotSeats()).toBe(1);
    expect(await offeredTo([first, second, third])).toEqual([5, 2, 1]);
    const own = await readRequests(first);
    expect(own!.requests[0]).toMatchObject({ institute: null, city: 'Indore', radiusKm: 50, offer: { seats: 5 } });
    const [mail] = await sql()`select detail from outbound_messages where detail->>'withdraw' = ${`/waiting/${first}`}`;
    expect(mail!.detail).toMatchObject({ city: 'Indore', km: 50 });
    await Promise.all([expectSums(indore, 19), expectSums(dewas, 13), expectSums(jabalpur, 11)]);
  });

  test('security 158: are adopted by whoever waited, and count for the limits of unpaid seats', async () => {
    const [course, email] = [await makeFullCourse(), newEmail()];
    const id = await makeWaitingRequest({ course, seats: 5, email });
    await free(course, 5);
    await allotSeats();
    expect(await pledge(await prepare(course, 1, newEmail()))).toMatchObject({ ok: false, code: 'seats.none_left' });
    expect(await pledge(await prepare(course, 4, email))).toMatchObject({ ok: true });
    const [unpaid] = await sql()`select seats from unpaid_seats where key = ${`email:${email}`}`;
    expect(unpaid).toEqual({ seats: 4 });
    await expireOffer(id);
    await allotSeats();
    expect(await stateOf(id)).toMatchObject({ ending: 'adopted' });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 19, held: 0 });
  });

  test('count for the limits also after a reduction', async () => {
    const [course, email] = [await makeFullCourse(), newEmail()];
    await makeWaitingRequest({ course, seats: 5, email });
    await free(course, 5);
    await allotSeats();
    const adopted = await pledge(await prepare(course, 4, email));
    if (!adopted.ok) throw new Error(adopted.code);
    const [row] = await sql()`select version from billings where reference = ${adopted.reference}`;
    const action = { action: 'reduce', lines: { [course.id]: 3 }, version: row!.version as number, reason: 'a test' };
    const done = await actOnAdoption(admin.scope, adopted.reference, action as Parameters<typeof actOnAdoption>[2]);
    expect(done).toMatchObject({ ok: true });
    const [unpaid] = await sql()`select seats from unpaid_seats where key = ${`email:${email}`}`;
    expect(unpaid).toEqual({ seats: 3 });
  });

  test('security 158: that nobody adopts go to the next; the request stays open once, at the end, and then ends', async () => {
    const course = await makeFullCourse();
    const first = await makeWaitingRequest({ course, seats: 2 });
    const second = await makeWaitingRequest({ course, seats: 2 });
    await free(course, 2);
    await allotSeats();
    expect(await offeredTo([first, second])).toEqual([2, 0]);
    await expireOffer(first);
    expect(await allotSeats()).toBe(1);
    expect(await offeredTo([first, second])).toEqual([0, 2]);
    await expireOffer(second);
    await allotSeats();
    expect(await offeredTo([first, second])).toEqual([2, 0]);
    await expireOffer(first);
    await allotSeats();
    expect(await stateOf(first)).toMatchObject({ ending: 'missed', missed: 1 });
    expect(await offeredTo([second])).toEqual([2]);
    const [row] = await sql()`select count(*)::int as count from outbound_messages where kind = 'waiting_ended'`;
    expect(row!.count).toBe(1);
  });

  test('an administrator who ends an offer frees its seats for the next', async () => {
    const course = await makeFullCourse();
    const [first, second] = [await makeWaitingRequest({ course }), await makeWaitingRequest({ course })];
    await free(course, 2);
    await allotSeats();
    const { offer } = await stateOf(first);
    const action = { action: 'end', version: 0, reason: 'a test' } as const;
    expect(await changeReservation(admin.scope, offer!, action)).toMatchObject({ ok: true });
    await allotSeats();
    expect(await offeredTo([first, second])).toEqual([0, 2]);
  });

  test('of a closed course are offered to nobody, and requests of a closed session or of long ago end', async () => {
    const course = await makeFullCourse({ isOpen: false });
    const id = await makeWaitingRequest({ course });
    await free(course, 5);
    expect(await allotSeats()).toBe(0);
    await sql()`update waiting_requests set created_at = now() - interval '181 days' where id = ${id}`;
    await allotSeats();
    expect(await stateOf(id)).toMatchObject({ ending: 'time' });
    await sql()`insert into academic_sessions (name, first_day, last_day, state) values ('2061-62', '2061-07-01', '2062-06-30', 'closed')`;
    const old = await makeWaitingRequest({ course: await makeFullCourse({ session: '2061-62' }) });
    await allotSeats();
    expect(await stateOf(old)).toMatchObject({ ending: 'session' });
  });

  test('and offered before its session closes: whoever used it has adopted, the other is told why it ended', async () => {
    await sql()`insert into academic_sessions (name, first_day, last_day, state) values ('2062-63', '2062-07-01', '2063-06-30', 'open')`;
    const course = await makeFullCourse({ session: '2062-63' });
    const [one, two] = [newEmail(), newEmail()];
    const [used, unused] = [
      await makeWaitingRequest({ course, email: one }),
      await makeWaitingRequest({ course, email: two }),
    ];
    await free(course, 4);
    expect(await allotSeats()).toBe(2);
    expect(await pledge(await prepare(course, 1, one))).toMatchObject({ ok: true });
    const late = await prepare(course, 1, two);
    await sql()`update academic_sessions set state = 'closed' where name = '2062-63'`;
    expect(await pledge(late)).toMatchObject({ ok: false, code: 'session.ended' });
    await allotSeats();
    expect([(await stateOf(used)).ending, (await stateOf(unused)).ending]).toEqual(['adopted', 'session']);
    const told =
      await sql()`select recipient from outbound_messages where kind = 'waiting_ended' and recipient in (${one}, ${two})`;
    expect(told.map(({ recipient }) => recipient as string)).toEqual([two]);
  });
});

async function newInstitute(): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into institutes (name, city) values (${`Institute ${++made}`}, 'Dewas') returning id`;
  return row!.id;
}

describe('a request', () => {
  const wishFor = (course: CourseRow, seats = 4, minSeats = 2) =>
    ({ courseId: course.id, scope: 'course', seats, minSeats }) as const;
  const codeFor = (email: string) =>
    issueCode({ purpose: 'waiting', otpMethod: 'email', userId: null, email, phone: '' }, null);

  test('needs the code that its address gets; the same again is the same request', async () => {
    const [course, email, from] = [await makeFullCourse(), newEmail(), by()];
    const wish = wishFor(course);
    expect(await askForSeats(wish, email, '000000', from)).toMatchObject({ ok: false, code: 'otp.invalid' });
    expect(await sendWaitingCode(wish, email, from)).toMatchObject({ ok: true });
    const code = (await codeTo(dataDir, email))!;
    expect(await askForSeats(wish, newEmail(), code, from)).toMatchObject({ ok: false, code: 'otp.invalid' });
    expect(await askForSeats(wish, email, code, by())).toMatchObject({ ok: false, code: 'otp.invalid' });
    const asked = await askForSeats(wish, email, code, from);
    expect(asked).toMatchObject({ ok: true });
    expect(await askForSeats(wish, email, code, from)).toMatchObject({ ok: false, code: 'otp.invalid' });
    const again = await askForSeats(wishFor(course, 3, 1), email, (await codeFor(email)).code, by());
    expect(again).toEqual(asked);
    if (!asked.ok) throw new Error(asked.code);
    const shown = await readRequests(asked.id);
    expect(shown!.requests).toMatchObject([{ seats: 3, minSeats: 1, offer: null, ending: null }]);
    expect(shown!.email).not.toContain(email);
  });

  test('made twice at once is one request', async () => {
    const account = await makeSponsorAccount();
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    const wish = wishFor(await makeFullCourse());
    const asked = await Promise.all(Array.from({ length: 5 }, () => askAsSponsor(account.scope, wish, by())));
    expect(asked.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(await openRequests(account.scope)).toMatchObject({ open: 1 });
  });

  test('for more seats goes to the end of the list, for fewer it keeps its place', async () => {
    const [course, email] = [await makeFullCourse(), newEmail()];
    const first = await makeWaitingRequest({ course, email, seats: 2 });
    const second = await makeWaitingRequest({ course, seats: 2 });
    expect(await askForSeats(wishFor(course, 1, 1), email, (await codeFor(email)).code, by())).toMatchObject({
      ok: true,
    });
    await free(course, 1);
    await allotSeats();
    expect(await offeredTo([first, second])).toEqual([1, 0]);
    const third = await makeWaitingRequest({ course, email: newEmail(), seats: 2 });
    const [{ email: of } = { email: '' }] = await sql()<
      { email: string }[]
    >`select email from waiting_requests where id = ${second}`;
    expect(await askForSeats(wishFor(course, 3, 1), of, (await codeFor(of)).code, by())).toMatchObject({
      ok: true,
      id: second,
    });
    await free(course, 1);
    await allotSeats();
    expect(await offeredTo([second, third])).toEqual([0, 1]);
  });

  test('security 158: that cannot be met, or need not wait, is refused', async () => {
    const [course, email] = [await makeFullCourse({ totalSeats: 24 }), newEmail()];
    const send = (wish: Partial<ReturnType<typeof wishFor>>) =>
      sendWaitingCode({ ...wishFor(course), ...wish }, email, by());
    expect(await send({ seats: 25 })).toMatchObject({ code: 'waiting.above_total', params: { total: '24' } });
    expect(await send({ courseId: '0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10' })).toMatchObject({ code: 'course.unknown' });
    await free(course, 2);
    expect(await send({})).toMatchObject({ code: 'waiting.free_now', params: { available: '2' } });
    await sql()`update courses set is_open = false where id = ${course.id}`;
    expect(await send({})).toMatchObject({ code: 'waiting.closed' });
    const huge = await makeFullCourse({ totalSeats: 9000 });
    const wish = { ...wishFor(huge), seats: 9000 };
    expect(await sendWaitingCode(wish, email, by())).toMatchObject({ code: 'seats.limit_email' });
  });

  test('near a place needs a place that is known, and seats that are there', async () => {
    const branch = `Branch ${++made} for a wish`;
    const course = await makeFullCourse({ branch, city: 'Indore' });
    const dewas = await makeFullCourse({ branch, city: 'Dewas' });
    const send = (place: string | null, km: number, seats = 30) =>
      sendWaitingCode({ ...wishFor(course, seats), scope: 'near', around: { place, km } }, newEmail(), by());
    expect(await send('Atlantis', 50)).toMatchObject({ code: 'waiting.place_unknown' });
    expect(await send('Ujjain', 25)).toMatchObject({ code: 'waiting.above_total', params: { total: '0' } });
    expect(await send('इंदौर', 50)).toMatchObject({ ok: true });
    expect(await send(null, 50)).toMatchObject({ ok: true });
    await free(dewas, 3);
    expect(await send('Ujjain', 50, 20)).toMatchObject({ code: 'waiting.free_now', params: { available: '3' } });
    const email = newEmail();
    const ask = async (km: number) =>
      askForSeats(
        { ...wishFor(course, 9, 9), scope: 'near', around: { place: 'इंदौर', km } },
        email,
        (await codeFor(email)).code,
        by(),
      );
    const [asked, again, other] = [await ask(50), await ask(50), await ask(100)];
    expect(again).toEqual(asked);
    expect(other).toMatchObject({ ok: true });
    expect(other).not.toEqual(asked);
    if (!asked.ok) throw new Error(asked.code);
    expect((await readRequests(asked.id))!.requests).toMatchObject([
      { radiusKm: 100 },
      { city: 'Indore', radiusKm: 50 },
    ]);
  });

  test('security 158: of one address is one of at most twenty', async () => {
    const email = newEmail();
    for (let at = 0; at < MAX_WAITING_REQUESTS; at++)
      await makeWaitingRequest({ course: await makeFullCourse(), email });
    const more = await askForSeats(wishFor(await makeFullCourse()), email, (await codeFor(email)).code, by());
    expect(more).toEqual({ ok: false, code: 'waiting.too_many' });
  });

  test('of a sponsor with a confirmed address needs no code, and the dashboard counts it', async () => {
    const account = await makeSponsorAccount();
    const wish = wishFor(await makeFullCourse());
    const refused = await askAsSponsor(account.scope, wish, by());
    expect(refused).toMatchObject({ ok: false, code: 'waiting.email_unconfirmed' });
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    expect(await openRequests(account.scope)).toBeNull();
    const asked = await askAsSponsor(account.scope, wish, by());
    expect(await openRequests(account.scope)).toEqual({ id: asked.ok && asked.id, open: 1, offers: 0 });
  });

  test('of a colleague shows the seats that are offered, to the people of the same company only', async () => {
    const [owner, stranger] = [await makeSponsorAccount(), await makeSponsorAccount()];
    const colleague = await makeSponsorAccount({}, { of: owner, role: 'adopt' });
    await sql()`update users set email_verified_at = now() where id in (${owner.userId}, ${stranger.userId})`;
    const course = await makeFullCourse();
    const id = await makeWaitingRequest({ course, seats: 2, email: owner.email });
    expect(await colleaguesOffers(colleague.scope)).toEqual([]);
    await free(course, 2);
    await allotSeats();
    expect(await colleaguesOffers(colleague.scope)).toMatchObject([{ id, seats: 2, branch: course.branch }]);
    expect(await colleaguesOffers(owner.scope)).toEqual([]);
    expect(await colleaguesOffers(stranger.scope)).toEqual([]);
    await withdrawRequest(id);
    expect(await colleaguesOffers(colleague.scope)).toEqual([]);
  });

  test('can be withdrawn once; what was offered is free for the next', async () => {
    const course = await makeFullCourse();
    const [first, second] = [await makeWaitingRequest({ course }), await makeWaitingRequest({ course })];
    await free(course, 2);
    await allotSeats();
    expect(await withdrawRequest(first)).toMatchObject({ ok: true });
    expect(await withdrawRequest(first)).toEqual({ ok: false, code: 'waiting.ended' });
    expect(await withdrawRequest('0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10')).toEqual({
      ok: false,
      code: 'waiting.not_found',
    });
    await allotSeats();
    expect(await offeredTo([second])).toEqual([2]);
    await expectSums(course, 18);
  });

  test('can be withdrawn by an administrator, once: its person is told, the next gets the offer, the log has the reason', async () => {
    const course = await makeFullCourse();
    const [first, second] = [
      await makeWaitingRequest({ course, email: newEmail() }),
      await makeWaitingRequest({ course }),
    ];
    await sql()`update waiting_requests set locale = 'hi' where id = ${first}`;
    await free(course, 2);
    await allotSeats();
    expect(await endRequestOf(admin.scope, first, 'Asked for by telephone')).toEqual({ ok: true });
    expect(await endRequestOf(admin.scope, first, 'Again')).toEqual({ ok: false, code: 'waiting.ended' });
    expect(await stateOf(first)).toMatchObject({ ending: 'admin', offer: null });
    await allotSeats();
    expect(await offeredTo([second])).toEqual([2]);
    const [mail] = await sql()`
      select locale, detail from outbound_messages where kind = 'waiting_ended' and detail->>'path' = ${`/waiting/${first}`}`;
    expect(mail).toMatchObject({ locale: 'hi', detail: { ending: 'admin', branch: course.branch } });
    const [entry] =
      await sql()`select before, after from audit_log where action = 'waiting.withdrawn' and subject = ${first}`;
    expect(entry).toMatchObject({ after: { reason: 'Asked for by telephone' }, before: { branch: course.branch } });
    expect(JSON.stringify(entry)).not.toContain('waits@');
  });

  test('is deleted a month after its end, with offers that were not used and codes', async () => {
    const [course, email] = [await makeFullCourse(), newEmail()];
    const id = await makeWaitingRequest({ course, email });
    await free(course, 2);
    await allotSeats();
    await codeFor(email);
    const { offer } = await stateOf(id);
    await withdrawRequest(id);
    await purgeWaiting();
    expect(await readRequests(id)).not.toBeNull();
    await sql()`update waiting_requests set ended_at = now() - interval '31 days' where id = ${id}`;
    await sql()`update reservations set ended_at = now() - interval '31 days' where id = ${offer}`;
    await sql()`update otp_challenges set created_at = now() - interval '31 days' where email = ${email}`;
    expect(await purgeWaiting()).toBeGreaterThanOrEqual(3);
    expect(await readRequests(id)).toBeNull();
    const left =
      await sql()`select from reservations where id = ${offer} union all select from otp_challenges where email = ${email}`;
    expect(left).toHaveLength(0);
  });
});

describe('forty clients at once', () => {
  test('two who wait, an expiry and a stranger never take more than there are, nor what is offered to others', async () => {
    const course = await makeFullCourse();
    const [one, two, three] = [newEmail(), newEmail(), newEmail()];
    const first = await makeWaitingRequest({ course, seats: 6, minSeats: 6, email: one });
    const second = await makeWaitingRequest({ course, seats: 6, minSeats: 3, email: two });
    const third = await makeWaitingRequest({ course, seats: 4, email: three });
    await free(course, 12);
    await allotSeats();
    await endReservation((await stateOf(first)).offer!);
    const of = (email: string) => Promise.all(Array.from({ length: 9 }, () => prepare(course, 1, spellingOf(email))));
    const [late, holder, strangers] = [await of(one), await of(two), await of(newEmail())];
    const results = await Promise.all([
      ...[late, holder, strangers].flat().map(pledge),
      ...Array.from({ length: 5 }, () => releaseExpiredHolds([course.id], clients)),
      ...Array.from({ length: 8 }, () => allotSeats(clients)),
    ]);
    const won = (from: number) =>
      results.slice(from, from + 9).filter((result) => (result as { ok: boolean }).ok).length;
    const adopted = won(0) + won(9) + won(18);
    expect(won(9)).toBeGreaterThanOrEqual(6);
    expect(adopted).toBeLessThanOrEqual(12);
    await releaseExpiredHolds([course.id]);
    await allotSeats();
    await expectSums(course, 8);
    const [, ofSecond, ofThird] = await offeredTo([first, second, third]);
    expect(ofSecond).toBe(6);
    expect(ofThird).toBeLessThanOrEqual(4);
  });

  const runs = async () => {
    const course = await makeFullCourse({ totalSeats: 40 });
    const ids = [];
    for (let at = 0; at < 10; at++) ids.push(await makeWaitingRequest({ course, seats: 3, minSeats: 3 }));
    await free(course, 13);
    await queueUp(
      blocker,
      ['courses', course.id],
      Array.from({ length: 6 }, () => () => allotSeats(clients)),
      ' ',
    );
    const { held } = await reservedLedger(course.id);
    return { held, offered: (await offeredTo(ids)).filter((seats) => seats > 0).length };
  };

  test('several runs at once offer each seat once', async () => expect(await runs()).toEqual({ held: 12, offered: 4 }));

  test('control: without the lock on the courses two requests get the same seats', async () => {
    await sql()`alter table courses drop constraint courses_seats_not_oversold`;
    const lock = /(?<=order by "courses"\."id") for no key update$/;
    // What is free is also compared after the locks.
    const { held } = await withoutGuards([[lock], ['having sum(free) >= min_seats']], runs);
    expect(held).toBeGreaterThan(12);
    await sql()`update courses set total_seats = adopted_seats + held_seats where adopted_seats + held_seats > total_seats`;
    await sql()`alter table courses add constraint courses_seats_not_oversold check (adopted_seats + held_seats <= total_seats)`;
  });
});

describe('security 158: offers of one company', () => {
  /** As many courses of different lists, each with free seats for a request of another address of a domain. */
  const waitFor = async (domain: string, courses: number) => {
    for (let at = 0; at < courses; at++) {
      const course = await makeFullCourse();
      await makeWaitingRequest({ course, email: `person${++made}@${at % 2 ? 'mail.' : ''}${domain}` });
      await free(course, 2);
    }
  };
  const openOffers = async (domain: string) => {
    const [row] = await sql()<{ count: number }[]>`
      select count(*)::int as count from waiting_requests where offer_id is not null and email like ${`%${domain}`}`;
    return row!.count;
  };

  test('are limited; others are served meanwhile, and addresses of a public provider are no company', async () => {
    const domain = `hog${++made}.in`;
    await waitFor(domain, MAX_WAITING_OFFERS + 2);
    expect(await allotSeats()).toBe(MAX_WAITING_OFFERS);
    const course = await makeFullCourse();
    const ids = [
      await makeWaitingRequest({ course, email: `more@${domain}` }),
      await makeWaitingRequest({ course, email: newEmail() }),
    ];
    await free(course, 4);
    expect(await allotSeats()).toBe(1);
    expect(await offeredTo(ids)).toEqual([0, 2]);
    await waitFor('gmail.com', MAX_WAITING_OFFERS + 2);
    expect(await allotSeats()).toBe(MAX_WAITING_OFFERS + 2);
  });

  test('that ended, or are adopted, leave room for the next', async () => {
    const domain = `room${++made}.in`;
    await waitFor(domain, MAX_WAITING_OFFERS + 2);
    await allotSeats();
    const [ended, adopted] = await sql()<{ id: string; offer: string }[]>`
      select id, offer_id as offer from waiting_requests where offer_id is not null and email like ${`%${domain}`} limit 2`;
    await withdrawRequest(ended!.id);
    expect(await allotSeats()).toBe(1);
    await sql()`update reservation_items set used_seats = seats where reservation_id = ${adopted!.offer}`;
    expect(await allotSeats()).toBe(1);
    expect(await allotSeats()).toBe(0);
  });

  /** Two runs make an offer of the last one that is left at once, each for another list. @returns the open offers */
  const atOnce = async () => {
    const domain = `race${++made}.in`;
    await waitFor(domain, MAX_WAITING_OFFERS - 1);
    await allotSeats();
    const pairs = [];
    for (const course of [await makeFullCourse(), await makeFullCourse()])
      pairs.push({ course, id: await makeWaitingRequest({ course, email: `person${++made}@${domain}` }) });
    // A run takes the lists in the order of the ids of requests.
    const [first, second] = pairs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await free(second!.course, 2);
    await queueUp(
      blocker,
      ['waiting_requests', second!.id],
      [() => allotSeats(clients), () => free(first!.course, 2).then(() => allotSeats(clients))],
      ' ',
    );
    return openOffers(domain);
  };

  test('are limited if two runs make them at once', async () => expect(await atOnce()).toBe(MAX_WAITING_OFFERS));

  test('control: without the lock on the requests of the company there are more', async () => {
    const lock = /(?<=order by "waiting_requests"\."id") for no key update$/;
    expect(await withoutGuards([[lock]], atOnce)).toBe(MAX_WAITING_OFFERS + 1);
  });
});

describe('random sequences of waiting, freeing, adopting, withdrawing and expiring', () => {
  const step = fc.record({
    does: fc.constantFrom('wait', 'free', 'adopt', 'stranger', 'withdraw', 'expire', 'allot', 'allot'),
    seats: fc.integer({ min: 1, max: 5 }),
    less: fc.nat(4),
    /** The course that is meant; a request may also be for both, which are near one place. */
    at: fc.constantFrom(0, 1),
    near: fc.boolean(),
  });
  type Step = { does: string; seats: number; less: number; at?: number; near?: boolean };

  /** The model: requests in the order of the list, as it has to be, and the courses that each fits. */
  type Row = { id: string; email: string; seats: number; min: number; missed: number; at: number[] };

  const play = (steps: readonly Step[]) => async () => {
    const branch = `Branch ${++made} for a sequence`;
    const pair = [
      await makeFullCourse({ totalSeats: 15, branch, city: 'Indore' }),
      await makeFullCourse({ totalSeats: 15, branch, city: 'Dewas' }),
    ];
    const hidden = [15, 15];
    let waiting: Row[] = [];
    const offers: (Row & { offered: number[]; used: number })[] = [];
    for (const { does, seats, less, at = 0, near = false } of steps) {
      const course = pair[at]!;
      if (does === 'wait') {
        const [email, min] = [newEmail(), Math.max(1, seats - less)];
        const place = { place: 'Indore', km: 50 };
        const id = await makeWaitingRequest({ course, email, seats, minSeats: min, ...(near && { near: place }) });
        waiting.push({ id, email, seats, min, missed: 0, at: near ? [0, 1] : [at] });
      }
      if (does === 'free' && hidden[at]! >= seats) {
        await free(course, seats);
        hidden[at]! -= seats;
      }
      if (does === 'stranger') await pledge(await prepare(course, seats, newEmail()));
      const offer = offers.at(-1);
      if (does === 'adopt' && offer) {
        const own = offer.offered.findIndex((count) => count > 0);
        const adopted = await pledge(await prepare(pair[own]!, 1, spellingOf(offer.email)));
        if (adopted.ok && offer.used < offer.offered[own]!) offer.used += 1;
      }
      if (does === 'withdraw' && waiting.length > 0) await withdrawRequest(waiting.shift()!.id);
      if (does === 'expire' && offer) {
        await expireOffer(offer.id);
        offers.pop();
        const { used, offered: _, ...row } = offer;
        if (used === 0 && offer.missed === 0) waiting.push({ ...row, missed: 1 });
      }
      if (does === 'allot' || does === 'expire') {
        const ledgers = await Promise.all(pair.map(({ id }) => reservedLedger(id)));
        const left = ledgers.map(({ adopted, held }) => 15 - adopted - held);
        const leftFor = (row: Row) => row.at.reduce((sum, one) => sum + left[one]!, 0);
        const expected = waiting.flatMap((row) => {
          if (leftFor(row) < row.min) return [];
          let wanted = Math.min(leftFor(row), row.seats);
          const offered = [0, 0];
          // The course with the most free seats first, of equal ones that with the smaller id.
          for (const one of row.at.toSorted((a, b) => left[b]! - left[a]! || (pair[a]!.id < pair[b]!.id ? -1 : 1))) {
            offered[one] = Math.min(wanted, left[one]!);
            wanted -= offered[one]!;
            left[one]! -= offered[one]!;
          }
          return [{ ...row, offered, used: 0 }];
        });
        expect(await allotSeats()).toBe(expected.length);
        for (const row of expected) expect((await stateOf(row.id)).seats).toBe(row.offered[0]! + row.offered[1]!);
        waiting = waiting.filter(({ id }) => !expected.some((row) => row.id === id));
        offers.push(...expected);
        // Whoever still waits wants more than is free: nobody is blocked by a larger request.
        for (const row of waiting) expect(row.min).toBeGreaterThan(leftFor(row));
      }
      for (const one of [0, 1]) await expectSums(pair[one]!, hidden[one]);
    }
    await sql()`update waiting_requests set ended_at = now(), ending = 'withdrawn', offer_id = null where ended_at is null`;
  };

  test('the order is that of the list, small requests are never blocked, and seats never exceed the total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), (steps) => play(steps)()),
      { numRuns: 25 },
    );
  });

  const three = [
    { does: 'wait', seats: 2, less: 0 },
    { does: 'wait', seats: 2, less: 0 },
    { does: 'free', seats: 2, less: 0 },
    { does: 'allot', seats: 1, less: 0 },
    { does: 'wait', seats: 2, less: 0 },
    { does: 'expire', seats: 1, less: 0 },
  ];

  test('control: without the order somebody else is first', async () => {
    await play(three)();
    const order = [
      /order by "waiting_requests"\."ranked_at", "waiting_requests"\."id"/,
      'order by "waiting_requests"."ranked_at" desc',
    ] as const;
    await expect(withoutGuards([order], play(three))).rejects.toThrow();
  });

  const nearby = [
    { does: 'wait', seats: 2, less: 0, near: true },
    { does: 'wait', seats: 2, less: 0, at: 1 },
    { does: 'free', seats: 2, less: 0, at: 1 },
    { does: 'allot', seats: 1, less: 0 },
  ];

  test('control: without requests near a place, somebody of the city is before them', async () => {
    await play(nearby)();
    const near = ['"free_courses"."city" = nearby.city', 'false'] as const;
    await expect(withoutGuards([near], play(nearby))).rejects.toThrow();
  });
});

test('a draft that asks for the price of an offer is a draft like any other', async () => {
  const [course, email] = [await makeFullCourse(), newEmail()];
  await makeWaitingRequest({ course, seats: 2, email });
  await free(course, 2);
  await allotSeats();
  await sql()`update courses set price_paise = price_paise + 100 where id = ${course.id}`;
  const lines = [{ id: course.id, selectedSeats: 2 }];
  const holder = [`email:${email}`];
  const sponsor = makeSponsor({ email });
  expect(await createDraft({ lines, totalPaise: course.pricePaise * 2, sponsor, holder })).toMatchObject({ ok: true });
  expect(await createDraft({ lines, totalPaise: course.pricePaise * 2, sponsor: makeSponsor() })).toMatchObject({
    ok: false,
  });
});
