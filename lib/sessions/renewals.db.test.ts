import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { isOverReservation } from '@/db/hold-conditions';
import { reservations } from '@/db/schema';
import { handOver } from '@/lib/company/people/hand-over';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { changeReservation } from '@/lib/admin/reservations/mutations';
import { countReservations, listReservations } from '@/lib/admin/reservations/queries';
import { setChoice } from '@/lib/adoption/pledge/choices';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { createDraft, holdSeats, pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { giveBackRenewal } from '@/lib/adoption/renewals/renewal-mutations';
import { openRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { queueRenewalReminders } from '@/lib/adoption/renewals/renewal-statements';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import type { GuestScope } from '@/lib/adoption/core/access';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { nameOfSession } from '@/lib/catalogue/session';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { readReservedCart } from '@/lib/selection/shared-cart/queries';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeHold, makeSponsor, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { moveAccount } from '@/testing/db/email-changes';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { messagesTo } from '@/testing/db/outbox';
import { endReservation, reserve, reservedLedger } from '@/testing/db/reservations';
import { actOnSession, planSession } from './mutations';
import { dryRunOpening, planRenewals, renewalSums } from './queries';
import type { SessionAction } from './schema';

const { dataDir } = useTestDatabase();
const clients = useClient(40).db;
const holder = usePool(1);
let admin: AdminAccount;
let [current, next, year] = ['', '', 0];

beforeAll(async () => {
  admin = await makeAdmin();
  const [row] = await sql()<{ name: string }[]>`select name from academic_sessions`;
  current = row!.name;
  year = Number(current.slice(0, 4)) + 1;
  next = nameOfSession(year);
});
beforeEach(async () => {
  await sql()`truncate billings, courses, reservations, settings, outbound_messages cascade`;
  await sql()`delete from academic_sessions where name <> ${current}`;
  await sql()`update academic_sessions set state = 'open', version = 0`;
  const days = { first_day: `${year}-07-01`, last_day: `${year + 1}-06-30`, adopting_from: null, adopting_until: null };
  await planSession(admin.scope, { name: next, ...days });
});

// Nobody pays for most of the adoptions here.
const OPENING = { from: '', percent: 10, continuing: 'yes', unpaid: 'yes' } as const;
const OPENED = { percent: 0, continuing: 'no', unpaid: 'yes' } as const;
/** Opens the next session with what its dry run shows, and closes the present one. */
async function open() {
  const opening = { ...OPENING, from: current };
  const { total } = await dryRunOpening(admin.scope, next, opening);
  const { offers, seats } = total.now!;
  const action: SessionAction = { action: 'open', version: 0, ...opening, offers, seats };
  expect(await actOnSession(admin.scope, next, action)).toEqual({ ok: true });
}
const invite = (version: number) => actOnSession(admin.scope, next, { action: 'invite', version, unpaid: 'yes' });
const plan = () => planRenewals(admin.scope, next, { ...OPENING, from: current });

const pledge = async (course: CourseRow, seats: number, sponsor: Sponsor, channel: 'email' | 'phone' = 'email') => {
  const { subject, code, billingId } = await prepareAdoption([{ course, seats }], sponsor, channel);
  const pledged = await pledgeSeats({ ...subject, draftId: billingId }, code, clients);
  if (!pledged.ok) throw new Error(pledged.code);
  return pledged;
};
/** The e-mail whose subject contains these words. */
/** A run begins no message after some seconds, which papers take on a busy machine. */
async function sendAllMessages(): Promise<void> {
  while ((await sendDueMessages()) > 0);
}

async function mailTo(email: string, subject: string) {
  const mail = (await messagesTo(dataDir, email)).find((one) => one.subject?.includes(subject));
  if (!mail) throw new Error(`No e-mail to ${email}: ${subject}`);
  return mail;
}
const guest = (billingId: string) => ({ billingId }) as GuestScope;
/** The offer of the second year, as its holder sees it. */
async function offer({ branch }: CourseRow) {
  const [course] = await sql()<CourseRow[]>`
    select id, price_paise::int8 as "pricePaise", total_seats as "totalSeats" from courses
     where branch = ${branch} and session = ${next} and study_year = 2`;
  return course!;
}
const renewalOf = async (billingId: string) => {
  const [renewal] = await sql()<{ id: string; until: Date; holder: string; seats: number }[]>`
    select r.id, r.until, r.holder, sum(l.seats)::int as seats from reservations r join renewal_lines l on l.reservation_id = r.id
     where l.billing_id = ${billingId} group by r.id`;
  return renewal;
};
const twoYears = { durationYears: 2, totalSeats: 40 };

describe('when a session opens', () => {
  test('sponsors are invited: their seats are reserved at the price of the day, with the e-mail; the dry run says so', async () => {
    const [course, other] = [await makeCourse(twoYears), await makeCourse(twoYears)];
    const sponsor = makeSponsor();
    const [one, two] = [
      await pledge(course, 13, sponsor),
      await pledge(other, 7, { ...sponsor, company: 'Later Ltd' }),
    ];
    await pledge(await makeCourse({ durationYears: 1 }), 5, sponsor);
    expect(await plan()).toMatchObject({
      last: current,
      sponsors: 1,
      seats: 20,
      paise: 20 * 1_37_500_00,
      missingSeats: 0,
    });
    await open();
    const renewal = (await renewalOf(one.billingId))!;
    expect(renewal.id).toBe((await renewalOf(two.billingId))!.id);
    const days = (renewal.until.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(44);
    expect(days).toBeLessThan(46.1);
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 13, unused: 13, adopted: 0 });
    const [shown] = await openRenewals(guest(one.billingId));
    expect(shown).toMatchObject({
      supported: 13,
      reserved: 13,
      renewed: 0,
      left: 13,
      leftPaise: 17_87_500_00,
      studyYear: 2,
      years: 2,
    });
    await sendAllMessages();
    const mail = await mailTo(sponsor.email, `Renew 20 seats for ${next}`);
    expect(mail.text).toContain(`/shared-cart/reserved/${renewal.id}`);
    expect(mail.text).toContain('₹27,50,000.00');
    expect(mail.attachments ?? []).toEqual([]);
    expect(await renewalSums(admin.scope, next)).toEqual({
      invited: { sponsors: 1, seats: 20 },
      renewed: { sponsors: 0, seats: 0 },
      ended: { sponsors: 0, seats: 0 },
      open: { sponsors: 1, seats: 20 },
    });
    const page = { page: 1, size: 50 };
    expect(await listReservations(admin.scope, { kind: 'renewal' }, page)).toMatchObject([
      { kind: 'renewal', company: 'Later Ltd' },
    ]);
    expect(await countReservations(admin.scope, { kind: 'agreement' })).toBe(0);
    const { timeline } = (await readAdoption(guest(one.billingId), one.billingId))!;
    expect(timeline.at(-1)).toMatchObject({ event: 'renewal_opened', seats: 13 });
    expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
  });

  test('only adoptions that are paid for continue, in full or in part; unpaid ones have their own number and are a choice', async () => {
    const [course, unpaidOnly] = [await makeCourse(twoYears), await makeCourse(twoYears)];
    const [paid, part, unpaid] = [
      await pledge(course, 3, makeSponsor()),
      await pledge(course, 4, makeSponsor()),
      await pledge(course, 5, makeSponsor()),
    ];
    await pledge(unpaidOnly, 6, makeSponsor());
    await sql()`update billings set state = 'completed', received_paise = total_paise where id = ${paid.billingId}`;
    await sql()`update billings set received_paise = 100 where id = ${part.billingId}`;
    const choices = { ...OPENING, from: current, unpaid: 'no' } as const;
    const numbers = { unpaidSponsors: 2, unpaidSeats: 11 };
    expect(await planRenewals(admin.scope, next, choices)).toMatchObject({ sponsors: 2, seats: 7, ...numbers });
    expect(await plan()).toMatchObject({ sponsors: 4, seats: 18, ...numbers });
    const { total, continuing } = await dryRunOpening(admin.scope, next, choices);
    const { offers, seats } = total.now!;
    expect({ continuing, seats }).toEqual({ continuing: 1, seats: 87 });
    const action: SessionAction = { action: 'open', version: 0, ...choices, offers, seats };
    expect(await actOnSession(admin.scope, next, action)).toEqual({ ok: true });
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 7, unused: 7 });
    expect((await offer(course)).totalSeats).toBe(7);
    expect(await renewalOf(unpaid.billingId)).toBeUndefined();
    // Seats that an administrator adds can be reserved for them by choice.
    await sql()`update courses set total_seats = 20 where session = ${next} and branch = ${course.branch} and study_year = 2`;
    const again = { action: 'invite', version: 1, unpaid: 'no' } as const;
    expect(await actOnSession(admin.scope, next, again)).toEqual({ ok: false, code: 'session.nobody_invited' });
    expect(await invite(1)).toEqual({ ok: true });
    expect(await renewalOf(unpaid.billingId)).toMatchObject({ seats: 5 });
  });

  test('an account gets them for its confirmed address, a guest for the proven one, others not at all', async () => {
    const course = await makeCourse({ ...twoYears, totalSeats: 60 });
    const [confirmed, unconfirmed] = [await makeSponsorAccount(), await makeSponsorAccount()];
    await sql()`update users set email_verified_at = now() where id = ${confirmed.userId}`;
    const adopted = async (account: typeof confirmed, seats: number) => {
      const { billingId } = await makeHold([{ course, seats }], account);
      await sql()`update courses set held_seats = held_seats - ${seats}, adopted_seats = adopted_seats + ${seats} where id = ${course.id}`;
      await sql()`update billings set state = 'pledged' where id = ${billingId}`;
      return billingId;
    };
    const [first] = [await adopted(confirmed, 3), await adopted(unconfirmed, 4)];
    await pledge(course, 5, makeSponsor(), 'phone');
    const byEmail = await pledge(course, 6, makeSponsor());
    expect(await plan()).toMatchObject({
      sponsors: 2,
      seats: 9,
      unprovenSponsors: 2,
      unprovenSeats: 9,
      missingSeats: 0,
    });
    await open();
    expect(await renewalOf(first)).toMatchObject({ holder: `email:${confirmed.email}`, seats: 3 });
    expect(await renewalOf(byEmail.billingId)).toMatchObject({ seats: 6 });
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 9 });
    expect(await openRenewals(unconfirmed.scope)).toEqual([]);
    expect(await openRenewals(confirmed.scope)).toMatchObject([{ left: 3 }]);
  });

  test('with fewer seats than continue the earliest adoptions get them, and the dry run says what is missing', async () => {
    const course = await makeCourse(twoYears);
    const [early, middle, late] = [makeSponsor(), makeSponsor(), makeSponsor()];
    const adoptions = [
      await pledge(course, 10, early),
      await pledge(course, 10, middle),
      await pledge(course, 10, late),
    ];
    await makeCourse({ branch: course.branch, session: next, studyYear: 2, totalSeats: 16 });
    expect(await plan()).toMatchObject({
      sponsors: 2,
      seats: 16,
      missingSeats: 14,
      missingOffers: 1,
      shortages: [{ continuing: 30, reserved: 16 }],
    });
    await open();
    const seats = await Promise.all(adoptions.map(async ({ billingId }) => (await renewalOf(billingId))?.seats));
    expect(seats).toEqual([10, 6, undefined]);
    expect(await openRenewals(guest(adoptions[1]!.billingId))).toMatchObject([{ supported: 10, reserved: 6, left: 6 }]);
    // The institute adds seats: who got none is invited, who got some is not invited again.
    await sql()`update courses set total_seats = 40 where session = ${next} and branch = ${course.branch} and study_year = 2`;
    expect(await planRenewals(admin.scope, next, OPENED)).toMatchObject({ sponsors: 1, seats: 10 });
    expect(await invite(1)).toEqual({ ok: true });
    expect((await renewalOf(adoptions[2]!.billingId))?.seats).toBe(10);
    expect(await invite(2)).toEqual({ ok: false, code: 'session.nobody_invited' });
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 26 });
  });

  test('the period and the language are those of settings and adoption; an earlier last day of adopting ends it', async () => {
    await sql()`insert into settings ("group", value) values ('terms', '{"renewalDays":20}')`;
    const course = await makeCourse(twoYears);
    const sponsor = makeSponsor();
    const lines = [{ id: course.id, selectedSeats: 2 }];
    const draft = await createDraft({ lines, totalPaise: 2 * course.pricePaise, sponsor, locale: 'hi' });
    if (!draft.ok) throw new Error(draft.code);
    await sql()`update billings set state = 'pledged', verified_at = now(), verified_channel = 'email' where id = ${draft.billingId}`;
    await sql()`update courses set adopted_seats = 2 where id = ${course.id}`;
    await sql()`update academic_sessions set adopting_until = current_date + 10 where name = ${next}`;
    await open();
    const { until } = (await renewalOf(draft.billingId))!;
    expect((until.getTime() - Date.now()) / 86_400_000).toBeLessThan(11.1);
    // The invitation takes the place of the reminder 30 days before.
    expect(await queueRenewalReminders()).toBe(0);
    await sendAllMessages();
    await mailTo(sponsor.email, 'सीटें आगे भी अपनाएँ');
  });
});

test('nobody is invited to a session whose days of adopting are over', async () => {
  const course = await makeCourse(twoYears);
  await pledge(course, 3, makeSponsor());
  await sql()`update academic_sessions set adopting_until = current_date - 2 where name = ${next}`;
  expect(await plan()).toMatchObject({ sponsors: 0, seats: 0 });
  await open();
  expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 0 });
});

describe('two administrators at once', () => {
  const inviteTwice = async () => {
    await open();
    const course = await makeCourse(twoYears);
    await pledge(course, 5, makeSponsor());
    await makeCourse({ branch: course.branch, session: next, studyYear: 2, totalSeats: 20 });
    const results: Promise<unknown>[] = [];
    await holder.begin(async (held) => {
      await held`lock table renewal_lines in exclusive mode`;
      for (let n = 0; n < 2; n++) results.push(invite(1));
      await waitForLocks(sql(), 2, '');
    });
    const outcomes = await Promise.allSettled(results);
    const { held, unused } = await reservedLedger((await offer(course)).id);
    const messages = await sql()`select from outbound_messages where kind = 'renewal'`;
    return {
      codes: outcomes.map((one) => one.status === 'fulfilled' && (one.value as { code?: string }).code),
      held,
      unused,
      messages: messages.length,
    };
  };
  beforeEach(async () => void (await makeCourse()));

  test('reserve once', async () => {
    const { codes, ...sums } = await inviteTwice();
    expect(codes.toSorted()).toEqual([undefined, 'session.changed_meanwhile'].toSorted());
    expect(sums).toEqual({ held: 5, unused: 5, messages: 1 });
  });

  test('control: without the lock and the key of the lines they reserve twice', async () => {
    await sql()`alter table renewal_lines drop constraint renewal_lines_billing_id_from_course_id_pk`;
    try {
      const both = await withoutGuards(
        [
          ['lock table "academic_sessions" in share row exclusive mode', 'select 1'],
          [/(?<="academic_sessions" where "academic_sessions"."name" = \$1) for no key update$/, ''],
          [/order by "courses"\."id" asc for no key update$/, ''],
        ],
        inviteTwice,
      );
      expect(both).toMatchObject({ unused: 10, messages: 2 });
    } finally {
      await sql()`truncate renewal_lines`;
      await sql()`alter table renewal_lines add constraint renewal_lines_billing_id_from_course_id_pk primary key (billing_id, from_course_id)`;
    }
  });
});

describe('renewing', () => {
  const invited = async (seats: number, changes: Partial<CourseRow> = {}) => {
    const course = await makeCourse({ ...twoYears, ...changes });
    const sponsor = makeSponsor({ email: `csr${course.id.slice(0, 8)}@works.example` });
    const first = await pledge(course, seats, sponsor);
    await open();
    const second = await offer(course);
    return { course, second, sponsor, first, renewal: (await renewalOf(first.billingId))! };
  };
  const act = async (reference: string, action: object) => {
    const [row] = await sql()`select version from billings where reference = ${reference}`;
    const body = { version: row!.version as number, reason: 'a test', ...action };
    return actOnAdoption(admin.scope, reference, body as Parameters<typeof actOnAdoption>[2]);
  };

  test('some, and ending the rest: pages, history and sums of the session tell it', async () => {
    const { second, sponsor, first, renewal } = await invited(10);
    const renewed = await pledge(second, 6, sponsor);
    expect(await openRenewals(guest(first.billingId))).toMatchObject([{ renewed: 6, left: 4 }]);
    expect(await readAdoption(guest(renewed.billingId), renewed.billingId)).toMatchObject({
      continues: [{ id: first.billingId, reference: first.reference, session: current }],
      lines: [{ studyYear: 2, years: 2, session: next }],
      renewals: [],
    });
    // Nobody else gives them back, not even the sponsor by another adoption.
    const foreign = await pledge(await makeCourse(), 1, makeSponsor());
    for (const id of [foreign.billingId, renewed.billingId])
      expect(await giveBackRenewal(guest(id), id, renewal.id)).toEqual({ ok: false, code: 'own_adoption.not_found' });
    expect(await giveBackRenewal(guest(first.billingId), first.billingId, renewal.id)).toEqual({ ok: true, seats: 4 });
    expect(await giveBackRenewal(guest(first.billingId), first.billingId, renewal.id)).toEqual({
      ok: false,
      code: 'renewal.ended',
    });
    expect(await reservedLedger(second.id)).toMatchObject({ adopted: 6, held: 0 });
    const adoption = (await readAdoption(guest(first.billingId), first.billingId))!;
    expect(adoption.timeline.at(-1)).toMatchObject({ event: 'renewal_ended', seats: 4 });
    expect(adoption.continuedBy).toMatchObject([{ reference: renewed.reference, session: next }]);
    expect(adoption.renewals).toMatchObject([{ renewed: 6, left: 0, isLive: false }]);
    expect(await renewalSums(admin.scope, next)).toMatchObject({
      invited: { seats: 10 },
      renewed: { sponsors: 1, seats: 6 },
      ended: { sponsors: 1, seats: 4 },
      open: { seats: 0 },
    });
    // The seats are free for everybody, the sponsor included, at the present price.
    const [shown] = await listCourses({ ids: [second.id] });
    expect(shown!.left_seats).toBe(4);
    await pledge(second, 4, sponsor);
  });

  test('more places than continue: the rest comes from the free seats, unless the price has risen', async () => {
    const { second, sponsor } = await invited(10, { totalSeats: 40 });
    await sql()`update courses set total_seats = 15 where id = ${second.id}`;
    const more = await prepareAdoption([{ course: second, seats: 12 }], sponsor);
    await sql()`update courses set price_paise = price_paise + 100 where id = ${second.id}`;
    const promised = await prepareAdoption([{ course: second, seats: 10 }], sponsor);
    expect(await pledgeSeats({ ...promised.subject, draftId: promised.billingId }, promised.code)).toMatchObject({
      ok: true,
    });
    // Drafted at the old price, of which nothing is left.
    expect(await pledgeSeats({ ...more.subject, draftId: more.billingId }, more.code)).toMatchObject({ ok: false });
    const [row] = await sql()`select total_paise::float8 as paise from billings where id = ${promised.billingId}`;
    expect(row!.paise).toBe(10 * second.pricePaise);
  });

  test('renewed lines that are reduced or cancelled go back to the renewal until its end, then they are free', async () => {
    const { second, sponsor, first, renewal } = await invited(10);
    const renewed = await pledge(second, 10, sponsor);
    expect(await act(renewed.reference, { action: 'reduce', lines: { [second.id]: 7 } })).toMatchObject({ ok: true });
    expect(await openRenewals(guest(first.billingId))).toMatchObject([{ renewed: 7, left: 3 }]);
    await endReservation(renewal.id);
    expect(await openRenewals(guest(first.billingId))).toEqual([]);
    expect(await act(renewed.reference, { action: 'cancel' })).toMatchObject({ ok: true });
    await clients.execute(endReservations(isOverReservation(reservations), null));
    expect(await reservedLedger(second.id)).toMatchObject({ adopted: 0, held: 0 });
  });

  test('cancelling an adoption ends its renewal, reducing it lowers the renewal to what continues; what is renewed stays', async () => {
    const { course, second, sponsor, first, renewal } = await invited(10);
    expect(await act(first.reference, { action: 'reduce', lines: { [course.id]: 8 } })).toMatchObject({ ok: true });
    expect(await openRenewals(guest(first.billingId))).toMatchObject([{ supported: 8, reserved: 8, left: 8 }]);
    expect(await reservedLedger(second.id)).toMatchObject({ held: 8, unused: 8 });
    await pledge(second, 3, sponsor);
    expect(await act(first.reference, { action: 'reduce', lines: { [course.id]: 2 } })).toMatchObject({ ok: true });
    // Three are renewed: the other five are free.
    expect(await reservedLedger(second.id)).toMatchObject({ adopted: 3, held: 0, unused: 0 });
    expect(await openRenewals(guest(first.billingId))).toEqual([]);
    expect((await readReservedCart(renewal.id))!.isLive).toBe(false);
    const { timeline } = (await readAdoption(guest(first.billingId), first.billingId))!;
    expect(timeline.filter(({ event }) => event === 'renewal_ended')).toMatchObject([{ seats: 2 }, { seats: 5 }]);
    expect([...(await findBookProblems())]).toEqual([]);
  });

  test('a renewal of several adoptions loses the seats of the one that is cancelled', async () => {
    const [course, other] = [await makeCourse(twoYears), await makeCourse(twoYears)];
    const sponsor = makeSponsor();
    const [one, two] = [await pledge(course, 6, sponsor), await pledge(other, 4, sponsor)];
    const three = await pledge(course, 2, { ...sponsor, company: 'Later Ltd' });
    await open();
    expect(await act(one.reference, { action: 'cancel' })).toMatchObject({ ok: true });
    expect(await openRenewals(guest(three.billingId))).toMatchObject([{ reserved: 2, left: 2 }]);
    expect(await openRenewals(guest(two.billingId))).toMatchObject([{ reserved: 4, left: 4 }]);
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 2, unused: 2 });
    expect(await act(two.reference, { action: 'cancel' })).toMatchObject({ ok: true });
    expect(await reservedLedger((await offer(other)).id)).toMatchObject({ held: 0, unused: 0 });
    expect(await act(three.reference, { action: 'cancel' })).toMatchObject({ ok: true });
    expect(await reservedLedger((await offer(course)).id)).toMatchObject({ held: 0, unused: 0 });
    expect([...(await findBookProblems()), ...(await findMessageProblems())]).toEqual([]);
    // Nobody is invited again for what was cancelled.
    expect(await planRenewals(admin.scope, next, OPENED)).toMatchObject({ sponsors: 0, seats: 0 });
  });

  test('some seats of a line are given back, of this adoption only: the rest stays, the holder gets an e-mail, nobody is invited again', async () => {
    const { second, sponsor, first, renewal } = await invited(10);
    const other = await pledge(await makeCourse(), 1, sponsor);
    const from = (
      await sql()`select from_course_id as id from renewal_lines where billing_id = ${first.billingId}`
    )[0]!;
    const lines = [{ courseId: from.id as string, seats: 3 }];
    expect(await giveBackRenewal(guest(other.billingId), other.billingId, renewal.id, lines)).toMatchObject({
      ok: false,
    });
    expect(await giveBackRenewal(guest(first.billingId), first.billingId, renewal.id, lines)).toEqual({
      ok: true,
      seats: 3,
    });
    expect(await reservedLedger(second.id)).toMatchObject({ adopted: 0, held: 7 });
    expect(await openRenewals(guest(first.billingId))).toMatchObject([
      { reserved: 7, left: 7, givenBack: 3, lines: [{ reference: first.reference, left: 7 }] },
    ]);
    await sendAllMessages();
    const mail = (await messagesTo(dataDir, sponsor.email)).find(({ subject }) => subject === 'You gave 3 seats back');
    expect(mail!.text).toContain(`adoption ${first.reference}`);
    // More than are left gives back those that are left.
    expect(
      await giveBackRenewal(guest(first.billingId), first.billingId, renewal.id, [{ ...lines[0]!, seats: 99 }]),
    ).toEqual({ ok: true, seats: 7 });
    expect(await giveBackRenewal(guest(first.billingId), first.billingId, renewal.id)).toMatchObject({
      code: 'renewal.ended',
    });
    expect(await reservedLedger(second.id)).toMatchObject({ adopted: 0, held: 0 });
    expect(await plan()).toMatchObject({ seats: 0, sponsors: 0 });
  });

  test('twenty who give back and twenty who renew at once never free a seat twice', async () => {
    const { second, sponsor, first, renewal } = await invited(20);
    const from = (
      await sql()`select from_course_id as id from renewal_lines where billing_id = ${first.billingId}`
    )[0]!;
    const lines = [{ courseId: from.id as string, seats: 1 }];
    const prepared = await Promise.all(
      Array.from({ length: 10 }, () => prepareAdoption([{ course: second, seats: 1 }], sponsor)),
    );
    await Promise.all([
      ...Array.from({ length: 20 }, () => giveBackRenewal(guest(first.billingId), first.billingId, renewal.id, lines)),
      ...prepared.map(({ subject, code, billingId }) => pledgeSeats({ ...subject, draftId: billingId }, code, clients)),
    ]);
    const ledger = await reservedLedger(second.id);
    const [item] = await sql()`select seats, used_seats from reservation_items where reservation_id = ${renewal.id}`;
    const [ended] = await sql()`select ended_at from reservations where id = ${renewal.id}`;
    expect(ledger.held).toBe(ended!.ended_at ? 0 : Number(item!.seats) - Number(item!.used_seats));
    expect([...(await findBookProblems())]).toEqual([]);
  });

  test('forty who renew while the adoption is reduced and cancelled never exceed the seats', async () => {
    const { course, second, sponsor, first } = await invited(12);
    await sql()`update courses set total_seats = 12 where id = ${second.id}`;
    const prepared = await Promise.all(
      Array.from({ length: 36 }, (_, at) =>
        prepareAdoption([{ course: second, seats: 1 }], at % 2 ? undefined : { ...sponsor, fullName: 'A' }),
      ),
    );
    const take = ({ subject, code, billingId }: (typeof prepared)[number]) =>
      pledgeSeats({ ...subject, draftId: billingId }, code, clients, null, { repeats: true });
    await Promise.all([
      ...prepared.slice(0, 18).map(take),
      act(first.reference, { action: 'reduce', lines: { [course.id]: 5 } }),
      act(first.reference, { action: 'cancel' }),
      releaseExpiredHolds([second.id], clients),
      ...prepared.slice(18).map(take),
    ]);
    await act(first.reference, { action: 'cancel' });
    const { adopted, held, pledged, unused } = await reservedLedger(second.id);
    expect(adopted).toBe(pledged);
    expect(held).toBe(unused);
    expect(adopted + held).toBeLessThanOrEqual(12);
    expect([...(await findBookProblems())]).toEqual([]);
  });

  test('an offer that closes cannot be renewed, is not reminded of, and can be renewed when it opens again', async () => {
    const { second, sponsor, first, renewal } = await invited(5);
    const prepared = await prepareAdoption([{ course: second, seats: 5 }], sponsor);
    await sql()`update courses set is_open = false where id = ${second.id}`;
    await sql()`update reservations set until = now() + interval '6 days' where id = ${renewal.id}`;
    const refused = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
    expect(refused).toMatchObject({ ok: false, code: 'seats.none_left' });
    expect((await readAdoption(guest(first.billingId), first.billingId))!.renewals).toMatchObject([
      { left: 0, isLive: true },
    ]);
    await queueRenewalReminders();
    expect(await sql()`select from outbound_messages where kind = 'renewal_reminder'`).toHaveLength(0);
    await sql()`update courses set is_open = true where id = ${second.id}`;
    await pledge(second, 5, sponsor);
  });

  test('the link shows a masked holder to others, takes nothing from them, and says when its time is over', async () => {
    const { second, sponsor, renewal } = await invited(5);
    await sql()`update courses set total_seats = 5 where id = ${second.id}`;
    expect(await readReservedCart(renewal.id)).toMatchObject({ isLive: true, holder: { kind: 'email' } });
    expect((await readReservedCart(renewal.id))!.holder.holder).not.toBe(sponsor.email);
    const stranger = await prepareAdoption([{ course: second, seats: 1 }]);
    const attempt = () => pledgeSeats({ ...stranger.subject, draftId: stranger.billingId }, stranger.code);
    expect(await attempt()).toMatchObject({ ok: false, code: 'seats.none_left' });
    await endReservation(renewal.id);
    expect(await readReservedCart(renewal.id)).toMatchObject({ isLive: false });
    await pledge(second, 1, makeSponsor());
  });

  test('reminders come 30 and 7 days before the end, once each, with what is left; another end begins again', async () => {
    const { second, sponsor, renewal } = await invited(5);
    const endsIn = (days: number) =>
      sql()`update reservations set until = now() + ${days} * interval '1 day' where id = ${renewal.id}`;
    const remind = async () => {
      const counts = await Promise.all([queueRenewalReminders(clients), queueRenewalReminders()]);
      return counts.reduce((sum, count) => sum + count);
    };
    await endsIn(31);
    expect(await remind()).toBe(0);
    await endsIn(29.5);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    await pledge(second, 2, sponsor);
    await endsIn(6.5);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    const sent =
      await sql()`select detail->>'seats' as seats from outbound_messages where kind = 'renewal_reminder' order by created_at`;
    expect(sent.map(({ seats }) => seats)).toEqual(['5', '3']);
    const until = new Date(Date.now() + 20 * 86_400_000);
    expect(
      await changeReservation(admin.scope, renewal.id, { action: 'extend', version: 0, reason: 'Asked', until }),
    ).toMatchObject({ ok: true });
    expect(await remind()).toBe(1);
  });

  test('a commitment is recorded, brings a proforma with the invitation, and can be withdrawn', async () => {
    const course = await makeCourse(twoYears);
    const sponsor = makeSponsor();
    const { billingId } = await pledge(course, 4, sponsor);
    const choose = (value: boolean) => setChoice(guest(billingId), billingId, 'commitment', value);
    for (const value of [true, true, false, true]) expect(await choose(value)).toEqual({ ok: true });
    const events =
      await sql()`select event from billing_events where billing_id = ${billingId} and event like 'commit%' order by id`;
    expect(events.map(({ event }) => event)).toEqual(['committed', 'commitment_withdrawn', 'committed']);
    await open();
    await sendAllMessages();
    const mail = await mailTo(sponsor.email, `Renew 4 seats for ${next}`);
    expect(mail.text).toContain('A proforma for your approval is attached');
    expect(mail.attachments).toHaveLength(1);
    expect(await sql()`select from billings where id <> ${billingId}`).toHaveLength(0);
  });

  test('forty at once: colleague and guest of one holder, strangers, the end and its reversal never exceed the seats', async () => {
    const { second, sponsor, first, renewal } = await invited(12);
    await sql()`update courses set total_seats = 20 where id = ${second.id}`;
    const own = await Promise.all(
      Array.from({ length: 18 }, () => prepareAdoption([{ course: second, seats: 1 }], { ...sponsor, fullName: 'A' })),
    );
    const others = await Promise.all(Array.from({ length: 20 }, () => prepareAdoption([{ course: second, seats: 1 }])));
    const take = ({ subject, code, billingId }: (typeof own)[number]) =>
      pledgeSeats({ ...subject, draftId: billingId }, code, clients, null, { repeats: true });
    await Promise.all([
      ...own.map(take),
      giveBackRenewal(guest(first.billingId), first.billingId, renewal.id),
      releaseExpiredHolds([second.id], clients),
      ...others.map(take),
    ]);
    const { adopted, held, pledged, unused } = await reservedLedger(second.id);
    expect(adopted).toBe(pledged);
    expect(held).toBe(unused);
    expect(adopted + held).toBeLessThanOrEqual(20);
    expect([...(await findBookProblems())]).toEqual([]);
  });
});

describe('a guest who left', () => {
  const correct = async (reference: string, email: string) => {
    const act = async (by: AdminAccount, what: object) => {
      const [row] = await sql()`select version from billings where reference = ${reference}`;
      const action = { action: 'correct', version: row!.version as number, reason: 'a test', sponsor: {}, ...what };
      const done = await actOnAdoption(by.scope, reference, action as Parameters<typeof actOnAdoption>[2]);
      expect(done).toMatchObject({ ok: true });
    };
    await act(admin, { sponsor: { email } });
    const [request] = await sql()`select id from change_requests where state = 'open' and email = ${email}`;
    await act(await makeAdmin(), { request: request!.id });
  };

  test('is followed by the renewals of the adoptions once all have the address of the successor, who renews', async () => {
    const [course, other] = [await makeCourse(twoYears), await makeCourse(twoYears)];
    const [left, successor] = [makeSponsor(), makeSponsor()];
    const [one, two] = [await pledge(course, 3, left), await pledge(other, 2, { ...left, company: 'Later Ltd' })];
    await open();
    const second = await offer(course);
    await sql()`update courses set total_seats = 3 where id = ${second.id}`;
    await correct(one.reference, successor.email);
    expect(await renewalOf(one.billingId)).toMatchObject({ holder: `email:${left.email}` });
    await correct(two.reference, successor.email);
    expect(await renewalOf(one.billingId)).toMatchObject({ holder: `email:${successor.email}` });
    const [mail] = await sql()`select email from reservations where holder = ${`email:${successor.email}`}`;
    expect(mail).toEqual({ email: successor.email });
    await expect(pledge(second, 3, left)).rejects.toThrow('seats.none_left');
    await pledge(second, 3, successor);
    // Each page tells the lines of its own adoption.
    expect(await openRenewals(guest(one.billingId))).toEqual([]);
    expect(await openRenewals(guest(two.billingId))).toMatchObject([{ renewed: 0, left: 2 }]);
  });
});

describe('a company', () => {
  const companyInvited = async (seats = 4) => {
    const owner = await makeSponsorAccount();
    await sql()`update users set email_verified_at = now() where id = ${owner.userId}`;
    const course = await makeCourse(twoYears);
    const { billingId } = await makeHold([{ course, seats }], owner);
    await sql()`update courses set held_seats = 0, adopted_seats = ${seats} where id = ${course.id}`;
    await sql()`update billings set state = 'completed' where id = ${billingId}`;
    await open();
    return { owner, billingId, second: await offer(course), renewal: (await renewalOf(billingId))! };
  };
  const held = async (second: CourseRow, account: Parameters<typeof prepareHold>[1]) => {
    const { scope, code, billingId } = await prepareHold([{ course: second, seats: 4 }], account);
    const result = await holdSeats(scope, code);
    return { ...result, billingId };
  };

  test('a colleague who may adopt renews; one who leaves the payment gives the seats back to the renewal', async () => {
    const { owner, second, renewal } = await companyInvited();
    await sql()`update courses set total_seats = 4 where id = ${second.id}`;
    const colleague = await makeSponsorAccount({}, { of: owner, role: 'adopt' });
    expect(await openRenewals(colleague.scope)).toMatchObject([{ id: renewal.id, left: 4 }]);
    const result = await held(second, colleague);
    expect(result).toMatchObject({ ok: true });
    await endWindow(result.billingId);
    await releaseExpiredHolds([second.id]);
    expect(await openRenewals(owner.scope)).toMatchObject([{ left: 4, renewed: 0 }]);
  });

  test('handed over, or with another address, keeps its renewal; an agreement stays with the former address', async () => {
    const { owner, renewal } = await companyInvited();
    const agreed = await reserve([{ course: await makeCourse(), seats: 2 }], { holder: owner.email });
    const colleague = await makeSponsorAccount({}, { of: owner, role: 'adopt' });
    await sql()`update users set email_verified_at = now() where id = ${colleague.userId}`;
    expect(await handOver(owner.scope, colleague.userId, owner.password, 'a test', 'en')).toMatchObject({ ok: true });
    const holders = async () =>
      Object.fromEntries(
        (await sql()`select id, holder from reservations`).map((row) => [row.id as string, row.holder as string]),
      );
    expect(await holders()).toEqual({ [renewal.id]: `email:${colleague.email}`, [agreed]: `email:${owner.email}` });
    await moveAccount(owner.userId, 'new@works.example');
    expect(await holders()).toMatchObject({ [renewal.id]: 'email:new@works.example' });
  });

  test('what its person adopted as a guest, with the same address, continues in one invitation, of which each page shows its part', async () => {
    const owner = await makeSponsorAccount();
    await sql()`update users set email_verified_at = now() where id = ${owner.userId}`;
    const course = await makeCourse(twoYears);
    const { billingId } = await makeHold([{ course, seats: 4 }], owner);
    await sql()`update courses set held_seats = 0, adopted_seats = 4 where id = ${course.id}`;
    await sql()`update billings set state = 'completed' where id = ${billingId}`;
    const asGuest = await pledge(course, 3, makeSponsor({ email: owner.email.toUpperCase() }));
    expect(await plan()).toMatchObject({ sponsors: 1, seats: 7 });
    await open();
    expect((await renewalOf(asGuest.billingId))!.id).toBe((await renewalOf(billingId))!.id);
    expect(await openRenewals(owner.scope)).toMatchObject([{ supported: 7, left: 7 }]);
    expect(await openRenewals(guest(asGuest.billingId))).toMatchObject([{ supported: 3, left: 3 }]);
  });

  test('a closed account gives its seats back and is not named; nobody is invited for it later', async () => {
    const { owner, second, renewal } = await companyInvited();
    expect(await deleteAccount(owner.scope, owner.password, 'a test', 'en')).toEqual({ ok: true });
    expect(await reservedLedger(second.id)).toMatchObject({ held: 0 });
    const [row] =
      await sql()`select holder, email, ended_at is not null as ended from reservations where id = ${renewal.id}`;
    expect(row).toMatchObject({ ended: true });
    expect(JSON.stringify(row)).not.toContain(owner.email);
    await sql()`truncate renewal_lines`;
    expect(await planRenewals(admin.scope, next, OPENED)).toMatchObject({ sponsors: 0, unprovenSponsors: 1 });
  });
});
