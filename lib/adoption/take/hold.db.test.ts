import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import {
  endWindow,
  fullLedger,
  makeHold,
  prepareAdoption,
  prepareHold,
  type PreparedHold,
} from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { holdSeats, pledgeSeats, releaseExpiredHolds } from './mutations';
import { liveHold } from './queries';

useTestDatabase();

const MINUTES_15 = 900;
/** Expects the remaining seconds of a hold whose end was moved five minutes earlier, however slow the test runs. */
const SHORTER = expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= MINUTES_15 - 300);
const billing = async (id: string) => {
  const [row] = await sql()`
    select state, sponsor, verified_at is not null as verified, hold_expires_at is not null as has_window,
           (select json_agg(concat_ws(' ', event, from_state, to_state, actor) order by id) from billing_events where billing_id = b.id) as events
      from billings b where id = ${id}`;
  return row!;
};
const hold = ({ scope, code }: PreparedHold) => holdSeats(scope, code);
const seatsOf = async (course: { id: string }) => {
  const { adopted, held } = await fullLedger(course.id);
  return { adopted, held };
};
const invalid = { ok: false, code: 'otp.invalid' };

describe('a draft of the dashboard', () => {
  test('stores the current sponsor details and takes no seats', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount({ company_name: 'Before Ltd' });
    const { billingId } = await prepareHold([{ course, seats: 2 }], account);
    await sql()`update users set company_name = 'After Ltd' where id = ${account.userId}`;
    expect(await billing(billingId)).toMatchObject({
      state: 'draft',
      sponsor: { company: 'Before Ltd', industry: '' },
      verified: false,
      has_window: false,
      events: ['created draft sponsor'],
    });
    expect(await seatsOf(course)).toEqual({ adopted: 0, held: 0 });
  });

  test('is reused for the same request and replaced for another one, also when the phone changed', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const ask = async (seats: number) => (await prepareHold([{ course, seats }], account)).billingId;
    const first = await ask(1);
    expect(await ask(1)).toBe(first);
    const second = await ask(2);
    expect(second).not.toBe(first);
    expect(await billing(first)).toMatchObject({
      state: 'replaced',
      events: ['created draft sponsor', 'replaced draft replaced sponsor'],
    });
    await sql()`update users set phone_number = '9123456780' where id = ${account.userId}`;
    const third = await ask(2);
    expect(third).not.toBe(second);
    expect((await billing(second)).state).toBe('replaced');
  });

  test('A-17 replaces a hold of another selection and releases its seats', async () => {
    const [kept, dropped] = [await makeCourse(), await makeCourse()];
    const account = await makeSponsorAccount();
    const first = await makeHold(
      [
        { course: kept, seats: 2 },
        { course: dropped, seats: 3 },
      ],
      account,
    );
    const second = await prepareHold([{ course: kept, seats: 4 }], account);
    expect(await billing(first.billingId)).toMatchObject({
      state: 'replaced',
      verified: true,
      has_window: true,
      events: expect.arrayContaining(['replaced held replaced sponsor']),
    });
    for (const course of [kept, dropped]) expect(await seatsOf(course)).toEqual({ adopted: 0, held: 0 });
    expect(await hold(second)).toMatchObject({ ok: true, billingId: second.billingId });
    expect(await seatsOf(kept)).toEqual({ adopted: 0, held: 4 });
  });

  test('A-17 replaces a hold also while its payment is in progress; the payment stays', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    await sql()`insert into payments (billing_id, user_id, provider, method, amount_paise)
                values (${billingId}, ${account.userId}, 'sandbox', 'card', 1)`;
    await prepareHold([{ course, seats: 1 }], account);
    expect((await billing(billingId)).state).toBe('replaced');
    expect(await sql()`select status from payments where billing_id = ${billingId}`).toMatchObject([
      { status: 'started' },
    ]);
  });

  test('ends an expired hold, also one of the same courses, and releases its seats', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    await endWindow(billingId);
    const again = await prepareHold([{ course, seats: 2 }], account);
    expect(again.billingId).not.toBe(billingId);
    expect(await billing(billingId)).toMatchObject({
      state: 'expired',
      events: expect.arrayContaining(['hold_ended held expired sponsor']),
    });
    expect(await seatsOf(course)).toEqual({ adopted: 0, held: 0 });
  });

  test('does not change public adoptions of the same sponsor', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const other = await makeHold([{ course, seats: 1 }], await makeSponsorAccount());
    const guest = await prepareAdoption([{ course, seats: 1 }]);
    await sql()`update billings set user_id = ${account.userId} where id = ${guest.billingId}`;
    await prepareHold([{ course, seats: 1 }], account);
    expect((await billing(guest.billingId)).state).toBe('draft');
    expect((await billing(other.billingId)).state).toBe('held');
  });
});

describe('a right code', () => {
  test('A-17 holds every line for 15 minutes and logs the event', async () => {
    const institute = await makeInstitute({ name: 'LNCT' });
    const [a, b] = [await makeCourse(), await makeCourse({ instituteId: institute.id })];
    const lines = [
      { course: b, seats: 2 },
      { course: a, seats: 5 },
    ];
    const prepared = await prepareHold(lines, await makeSponsorAccount());
    const held = await hold(prepared);
    expect(held).toEqual({
      ok: true,
      billingId: prepared.billingId,
      reference: expect.stringMatching(/^SA-/),
      secondsLeft: MINUTES_15,
    });
    expect(await seatsOf(b)).toEqual({ adopted: 0, held: 2 });
    expect(await seatsOf(a)).toEqual({ adopted: 0, held: 5 });
    expect(await billing(prepared.billingId)).toMatchObject({
      state: 'held',
      verified: true,
      has_window: true,
      events: ['created draft sponsor', 'phone_verified draft held sponsor'],
    });
    expect(await liveHold(prepared.scope)).toEqual({
      billingId: prepared.billingId,
      reference: held.ok && held.reference,
      secondsLeft: expect.any(Number),
      isConfirming: false,
      totalPaise: 7 * a.pricePaise,
      lines: lines.map(({ course, seats }) => ({
        courseId: course.id,
        seats,
        pricePaise: course.pricePaise,
        courseName: 'B.Tech',
        branch: course.branch,
        branchHindi: null,
        institute: course === b ? 'LNCT' : '',
        instituteHindi: null,
        city: 'Bhopal',
      })),
    });
  });

  test('security 6: typed again answers the same hold and holds nothing more', async () => {
    const course = await makeCourse();
    const prepared = await prepareHold([{ course, seats: 2 }], await makeSponsorAccount());
    const first = await hold(prepared);
    await sql()`update billings set hold_expires_at = hold_expires_at - interval '5 minutes' where id = ${prepared.billingId}`;
    expect(await hold(prepared)).toEqual({ ...first, secondsLeft: SHORTER });
    expect(await seatsOf(course)).toEqual({ adopted: 0, held: 2 });
  });

  test('sent for a live hold takes no more seats and does not extend it', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const first = await makeHold([{ course, seats: 2 }], account);
    await sql()`update billings set hold_expires_at = hold_expires_at - interval '5 minutes' where id = ${first.billingId}`;
    const again = await prepareHold([{ course, seats: 2 }], account);
    expect(again.billingId).toBe(first.billingId);
    expect(await hold(again)).toEqual({ ok: true, ...first, secondsLeft: SHORTER });
    expect(await seatsOf(course)).toEqual({ adopted: 0, held: 2 });
  });

  test('of an expired hold is invalid', async () => {
    const prepared = await prepareHold([{ course: await makeCourse(), seats: 2 }], await makeSponsorAccount());
    await hold(prepared);
    await endWindow(prepared.billingId);
    expect(await hold(prepared)).toEqual(invalid);
    expect(await liveHold(prepared.scope)).toBeNull();
  });

  test('security 7 fault 12: dies after ten minutes and ends the hold after fifteen by the database clock alone', async () => {
    const course = await makeCourse();
    const [late, timely] = [
      await prepareHold([{ course, seats: 1 }], await makeSponsorAccount()),
      await prepareHold([{ course, seats: 1 }], await makeSponsorAccount()),
    ];
    const age = ({ challengeId }: PreparedHold, seconds: number) =>
      sql()`update otp_challenges set expires_at = expires_at - ${seconds} * interval '1 second' where id = ${challengeId}::bigint`;
    await age(late, 601);
    await age(timely, 590);
    const { now } = Date;
    try {
      // The application clock is wrong by an hour in either direction.
      Date.now = () => now() + 3_600_000;
      expect(await hold(timely)).toMatchObject({ ok: true, secondsLeft: MINUTES_15 });
      Date.now = () => now() - 3_600_000;
      expect(await hold(late)).toEqual(invalid);
      expect(await liveHold(timely.scope)).toMatchObject({ billingId: timely.billingId });
    } finally {
      Date.now = now;
    }
  });

  test('security 3, 8: of one sponsor, phone or purpose is wrong for every other', async () => {
    const course = await makeCourse();
    const [mine, other] = [await makeSponsorAccount(), await makeSponsorAccount()];
    const prepared = await prepareHold([{ course, seats: 1 }], mine);
    expect(await holdSeats(other.scope, prepared.code)).toEqual(invalid);
    expect(await pledgeSeats({ ...prepared.subject, purpose: 'public_adoption' }, prepared.code)).toEqual(invalid);
    await sql()`update users set phone_number = '9123456789' where id = ${mine.userId}`;
    expect(await hold(prepared)).toEqual(invalid);
    await sql()`update users set phone_number = ${prepared.subject.phone} where id = ${mine.userId}`;
    expect(await hold(prepared)).toMatchObject({ ok: true });
  });
});

describe('seats taken by others in the meantime', () => {
  test('R-VAL-26 R-VAL-31 nothing is held, the shortages are returned, and the code is consumed (A-03)', async () => {
    const [scarce, gone, plenty] = [
      await makeCourse({ totalSeats: 3 }),
      await makeCourse({ totalSeats: 1 }),
      await makeCourse(),
    ];
    const prepared = await prepareHold(
      [
        { course: plenty, seats: 2 },
        { course: scarce, seats: 3 },
        { course: gone, seats: 1 },
      ],
      await makeSponsorAccount(),
    );
    await makeHold([{ course: scarce, seats: 1 }], await makeSponsorAccount());
    await sql()`update courses set adopted_seats = 1 where id = ${gone.id}`;
    const short = {
      ok: false,
      code: 'seats.max',
      params: { available: 2 },
      shortages: [
        { course_id: scarce.id, available: 2 },
        { course_id: gone.id, available: 0 },
      ],
    };
    expect(await hold(prepared)).toEqual(short);
    expect(await hold(prepared)).toEqual(short);
    expect(await seatsOf(plenty)).toEqual({ adopted: 0, held: 0 });
    expect((await billing(prepared.billingId)).state).toBe('draft');
    await sql()`update courses set total_seats = 9 where id in (${scarce.id}, ${gone.id})`;
    expect(await hold(prepared)).toEqual(invalid);
  });

  test.each(['holder', 'public buyer'])('seats of an expired hold go to a %s who requests them', async (who) => {
    const [course, other] = [await makeCourse({ totalSeats: 5 }), await makeCourse()];
    const over = await makeHold(
      [
        { course, seats: 4 },
        { course: other, seats: 1 },
      ],
      await makeSponsorAccount(),
    );
    await endWindow(over.billingId);
    if (who === 'holder') {
      await makeHold([{ course, seats: 3 }], await makeSponsorAccount());
      expect(await seatsOf(course)).toEqual({ adopted: 0, held: 3 });
    } else {
      const { subject, code } = await prepareAdoption([{ course, seats: 3 }]);
      expect(await pledgeSeats(subject, code)).toMatchObject({ ok: true });
      expect(await seatsOf(course)).toEqual({ adopted: 3, held: 0 });
    }
    expect(await billing(over.billingId)).toMatchObject({
      state: 'expired',
      events: expect.arrayContaining(['hold_ended held expired system']),
    });
    expect(await seatsOf(other)).toEqual({ adopted: 0, held: 0 });
  });

  test('an expired hold that blocks nobody stays until the next release', async () => {
    const course = await makeCourse();
    const over = await makeHold([{ course, seats: 4 }], await makeSponsorAccount());
    await endWindow(over.billingId);
    await makeHold([{ course, seats: 3 }], await makeSponsorAccount());
    expect((await billing(over.billingId)).state).toBe('held');
    expect(await seatsOf(course)).toEqual({ adopted: 0, held: 7 });
  });

  test('still missing after expired holds were released: the shortage includes their seats', async () => {
    const course = await makeCourse({ totalSeats: 5, adoptedSeats: 1 });
    const over = await makeHold([{ course, seats: 2 }], await makeSponsorAccount());
    const prepared = await prepareHold([{ course, seats: 5 }], await makeSponsorAccount());
    await endWindow(over.billingId);
    expect(await hold(prepared)).toMatchObject({ code: 'seats.max', params: { available: 4 } });
    await sql()`update courses set total_seats = 9 where id = ${course.id}`;
    expect(await hold(prepared)).toEqual(invalid);
  });
});

describe('expired holds', () => {
  test('are released once, those of the given courses or all; live holds stay', async () => {
    await releaseExpiredHolds();
    const [a, b] = [await makeCourse(), await makeCourse()];
    const holdOf = async (course: typeof a) =>
      (await makeHold([{ course, seats: 2 }], await makeSponsorAccount())).billingId;
    const [onA, onB, running] = [await holdOf(a), await holdOf(b), await holdOf(a)];
    for (const id of [onA, onB]) await endWindow(id);
    expect(await releaseExpiredHolds([a.id])).toBe(1);
    expect(await seatsOf(a)).toEqual({ adopted: 0, held: 2 });
    expect(await seatsOf(b)).toEqual({ adopted: 0, held: 2 });
    expect(await releaseExpiredHolds()).toBe(1);
    expect(await releaseExpiredHolds()).toBe(0);
    expect(await seatsOf(b)).toEqual({ adopted: 0, held: 0 });
    expect((await billing(running)).state).toBe('held');
    expect(await billing(onA)).toMatchObject({
      state: 'expired',
      has_window: true,
      events: ['created draft sponsor', 'phone_verified draft held sponsor', 'hold_ended held expired system'],
    });
  });
});
