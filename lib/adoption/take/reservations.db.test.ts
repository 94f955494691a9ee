import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { isOverReservation } from '@/db/hold-conditions';
import { reservations } from '@/db/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { changeReservation } from '@/lib/admin/reservations/mutations';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeSponsor, prepareAdoption, prepareHold, takeValues, type Prepared } from '@/testing/db/adoption';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { queueUp, outcomesOf } from '@/testing/db/queue-up';
import { endReservation, reserve, reservedLedger } from '@/testing/db/reservations';
import { limitKeys } from '@/lib/adoption/core/limit-keys';
import { createDraft, holdSeats, pledgeSeats, releaseExpiredHolds } from './mutations';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import { pledgeStatement, type TakeRow } from './take-statements';
import { lapsePledges } from '@/lib/adoption/pledge/term-statements';

useTestDatabase();
const clients = useClient(40).db;
const blocker = usePool(1);
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

let made = 0;
const newDomain = () => `company${++made}.example`;
const employee = (domain: string) => makeSponsor({ email: `person${++made}@${domain}` });
const pledge = ({ subject, code, billingId }: Prepared) =>
  pledgeSeats({ ...subject, draftId: billingId }, code, clients);
const adopt = async (course: CourseRow, seats: number, domain: string) =>
  pledge(await prepareAdoption([{ course, seats }], employee(domain)));

async function expectSums(course: CourseRow) {
  const { adopted, held, pledged, holding, unused, used, drawn } = await reservedLedger(course.id);
  expect({ adopted, held, used }).toEqual({ adopted: pledged, held: holding + unused, used: drawn });
  expect(adopted + held).toBeLessThanOrEqual(course.totalSeats);
}

/** What everybody sees, and what the holder does. */
async function seen(course: CourseRow, domain: string) {
  const keys = limitKeys({ otpMethod: 'email', email: `a@${domain}`, phone: '' });
  const [all] = await listCourses({ ids: [course.id] });
  const [own] = await listCourses({ ids: [course.id], reservedFor: keys });
  return { all: all!.left_seats, own: own!.left_seats, reserved: own!.reserved_seats ?? 0, price: own!.price_paise };
}

describe('a reservation', () => {
  test('counts as held, its holder draws on it first, and the rest comes from the free seats', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 10 }), newDomain()];
    await reserve([{ course, seats: 4 }], { holder: domain });
    expect(await seen(course, domain)).toMatchObject({ all: 6, own: 10, reserved: 4 });
    expect(await adopt(course, 6, domain)).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 6, held: 0, used: 4, drawn: 4 });
    expect(await seen(course, domain)).toMatchObject({ all: 4, own: 4, reserved: 0 });
    await expectSums(course);
  });

  test('is for its holder only: others, and a phone number, have the free seats', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 10 }), newDomain()];
    await reserve([{ course, seats: 8 }], { holder: domain });
    expect(await adopt(course, 3, newDomain())).toMatchObject({ ok: false, code: 'seats.max' });
    const byPhone = await prepareAdoption([{ course, seats: 3 }], employee(domain), 'phone');
    expect(await pledge(byPhone)).toMatchObject({ ok: false, code: 'seats.max', params: { available: 2 } });
    expect(await adopt(course, 2, newDomain())).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 2, held: 8, used: 0 });
  });

  test('for one address is not for its colleagues, and is for its other spellings', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), newDomain()];
    await reserve([{ course, seats: 5 }], { holder: `head@${domain}` });
    expect(await adopt(course, 1, domain)).toMatchObject({ ok: false, code: 'seats.none_left' });
    const own = await prepareAdoption([{ course, seats: 5 }], makeSponsor({ email: `Head+csr@${domain}` }));
    expect(await pledge(own)).toMatchObject({ ok: true });
  });

  test('in the dashboard is for an account whose address is confirmed, and survives a hold that ends', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), newDomain()];
    const account = await makeSponsorAccount({ email: `csr@${domain}` });
    await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
    await reserve([{ course, seats: 5 }], { holder: domain });
    const { scope, code, billingId } = await prepareHold([{ course, seats: 3 }], account);
    expect(await holdSeats(scope, code, clients)).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ held: 5, holding: 3, unused: 2, used: 3 });
    await expectSums(course);
    await endWindow(billingId);
    // Before the release the seats are the holder's again, not everybody's.
    expect(await seen(course, domain)).toMatchObject({ all: 0, own: 5, reserved: 5 });
    await releaseExpiredHolds([course.id]);
    expect(await reservedLedger(course.id)).toMatchObject({ held: 5, holding: 0, unused: 5, used: 0 });
    await expectSums(course);
  });

  test('whose time is over is free at once, for the first who asks', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), newDomain()];
    const id = await reserve([{ course, seats: 5 }], { holder: domain });
    const stranger = await prepareAdoption([{ course, seats: 4 }]);
    const holder = await prepareAdoption([{ course, seats: 2 }], employee(domain));
    await endReservation(id);
    expect(await seen(course, domain)).toMatchObject({ all: 5, own: 5, reserved: 0 });
    expect(await pledge(stranger)).toMatchObject({ ok: true });
    expect(await pledge(holder)).toMatchObject({ ok: false, code: 'seats.max' });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 4, held: 0, unused: 0 });
  });

  test('promises its price: seats at that price come from it alone, or not at all', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 20, pricePaise: 1_000_00 }), newDomain()];
    const id = await reserve([{ course, seats: 5 }], { holder: domain });
    await sql()`update courses set price_paise = 200000 where id = ${course.id}`;
    expect(await seen(course, domain)).toEqual({ all: 15, own: 5, reserved: 5, price: 1_000_00 });
    const two = await prepareAdoption([{ course, seats: 2 }], employee(domain));
    const four = await prepareAdoption([{ course, seats: 4 }], employee(domain));
    // Nobody else gets the price.
    const lines = [{ id: course.id, selectedSeats: 1 }];
    expect(await createDraft({ lines, totalPaise: 1_000_00, sponsor: makeSponsor() })).toMatchObject({ ok: false });
    expect(await pledge(four)).toMatchObject({ ok: true });
    expect(await pledge(two)).toMatchObject({ ok: false, code: 'seats.max', params: { available: 1 } });
    await expectSums(course);
    // A price that falls is lower for the holder, too.
    await sql()`update courses set price_paise = 50000 where id = ${course.id}`;
    expect(await seen(course, domain)).toEqual({ all: 15, own: 16, reserved: 1, price: 500_00 });
    // It is promised until the end of the reservation.
    await sql()`update courses set price_paise = 300000 where id = ${course.id}`;
    expect(await seen(course, domain)).toMatchObject({ reserved: 1, price: 1_000_00 });
    await endReservation(id);
    expect(await seen(course, domain)).toEqual({ all: 16, own: 16, reserved: 0, price: 3_000_00 });
  });

  test('gets its seats back from a pledge that lapses, is reduced or is cancelled, until it ends', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 20 }), newDomain()];
    const id = await reserve([{ course, seats: 6 }], { holder: domain });
    const [first, second, third] = [
      await adopt(course, 2, domain),
      await adopt(course, 3, domain),
      await adopt(course, 5, domain),
    ];
    if (!first.ok || !second.ok || !third.ok) throw new Error('not adopted');
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 10, held: 0, used: 6 });
    await sql()`update billings set due_at = now() - interval '1 day' where id = ${first.billingId}`;
    expect(await lapsePledges()).toBe(1);
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 8, held: 2, used: 4 });
    const act = async (reference: string, action: object) => {
      const [row] = await sql()`select version from billings where reference = ${reference}`;
      const body = { version: row!.version as number, reason: 'a test', ...action };
      return actOnAdoption(admin.scope, reference, body as Parameters<typeof actOnAdoption>[2]);
    };
    // One of its five seats was reserved: it goes back first.
    expect(await act(third.reference, { action: 'reduce', lines: { [course.id]: 3 } })).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 6, held: 3, used: 3 });
    await expectSums(course);
    expect(await changeReservation(admin.scope, id, { action: 'end', version: 1, reason: 'a test' })).toMatchObject({
      ok: true,
    });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 6, held: 0, unused: 0 });
    expect(await act(second.reference, { action: 'cancel' })).toMatchObject({ ok: true });
    expect(await reservedLedger(course.id)).toMatchObject({ adopted: 3, held: 0 });
    await expectSums(course);
  });

  test('does not count for the limits of unpaid seats', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 2000 }), newDomain()];
    await reserve([{ course, seats: 1500 }], { holder: domain });
    expect(await adopt(course, 1500, domain)).toMatchObject({ ok: true });
    const [row] = await sql()`select sum(seats)::int as seats from unpaid_seats where key = ${`domain:${domain}`}`;
    expect(row).toEqual({ seats: 0 });
  });
});

describe('forty clients at once', () => {
  test('two holders, a stranger and an expiry never take more than there are, nor what is reserved for others', async () => {
    const [one, two] = [newDomain(), newDomain()];
    const course = await makeCourse({ totalSeats: 20 });
    const ends = await reserve([{ course, seats: 8 }], { holder: one });
    await reserve([{ course, seats: 6 }], { holder: two });
    const of = (domain: string) =>
      Promise.all(Array.from({ length: 13 }, () => prepareAdoption([{ course, seats: 1 }], employee(domain))));
    const [first, second, strangers] = [await of(one), await of(two), await of(newDomain())];
    await endReservation(ends);
    const results = await Promise.all([
      releaseExpiredHolds([course.id], clients),
      ...[first, second, strangers].flat().map(pledge),
    ]);
    const won = (part: readonly unknown[]) => part.filter((result) => (result as { ok: boolean }).ok).length;
    expect(won(results.slice(1))).toBe(20);
    expect(won(results.slice(14, 27))).toBeGreaterThanOrEqual(6);
    await expectSums(course);
  });

  const rush = async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 40 }), newDomain()];
    await reserve([{ course, seats: 5 }], { holder: domain });
    await sql()`update courses set price_paise = price_paise + 100 where id = ${course.id}`;
    const prepared = await Promise.all(
      Array.from({ length: 20 }, () => prepareAdoption([{ course: { ...course }, seats: 1 }], employee(domain))),
    );
    outcomesOf(
      await queueUp(
        blocker,
        ['courses', course.id],
        prepared.map((one) => async () => clients.execute<TakeRow>(pledgeStatement(takeValues(one, one.code)))),
      ),
    );
    const { adopted, used } = await reservedLedger(course.id);
    return { adopted, used };
  };

  test('a holder never draws more than is reserved', async () => expect(await rush()).toEqual({ adopted: 5, used: 5 }));

  test('control: without the lock on the reservation all draw the same seats', async () => {
    await sql()`alter table courses drop constraint courses_held_seats_range`;
    const lock =
      /(?<="reservation_items"\."course_id") for no key update of "reservations", "reservation_items"(?=\),\s+reserved as)/;
    expect((await withoutGuards([[lock]], rush)).adopted).toBeGreaterThan(5);
    await sql()`update courses set held_seats = 0 where held_seats < 0`;
    await sql()`alter table courses add constraint courses_held_seats_range check (held_seats >= 0)`;
  });

  test('control: without the condition on the holder a stranger draws on it', async () => {
    const [course, domain] = [await makeCourse({ totalSeats: 5 }), newDomain()];
    await reserve([{ course, seats: 5 }], { holder: domain });
    const prepared = await prepareAdoption([{ course, seats: 2 }]);
    const take = async () => {
      const [row] = await clients.execute<TakeRow>(pledgeStatement(takeValues(prepared, prepared.code)));
      return row!.state;
    };
    const holder = /"reservations"\."holder" = any\((?=\$\d+::text\[\]\) and [^)]+\)\) and not [^)]+\)\s+and coalesce)/;
    expect(await withoutGuards([[holder, '"reservations"."holder" <> all(']], take)).toBe('pledged');
  });

  test('two sweepers end a reservation once', async () => {
    const course = await makeCourse({ totalSeats: 9 });
    const sweepTwice = async () => {
      const id = await reserve([{ course, seats: 4 }], { holder: newDomain() });
      await endReservation(id);
      const sweep = async () =>
        clients.execute<{ ended: number }>(endReservations(isOverReservation(reservations), null));
      await queueUp(blocker, ['courses', course.id], [sweep, sweep]);
      return (await reservedLedger(course.id)).held;
    };
    expect(await sweepTwice()).toBe(0);
    await sql()`alter table courses drop constraint courses_held_seats_range`;
    const lock = /order by "reservations"\."id" for no key update of "reservations"(?=\),\s+unused)/;
    expect(await withoutGuards([[lock]], sweepTwice)).toBe(-4);
    await sql()`update courses set held_seats = 0 where held_seats < 0`;
    await sql()`alter table courses add constraint courses_held_seats_range check (held_seats >= 0)`;
  });
});

describe('random sequences of reserving, drawing, cancelling, ending and releasing', () => {
  const step = fc.record({
    does: fc.constantFrom('reserve', 'draw', 'hold', 'stranger', 'lapse', 'endHold', 'expire', 'end', 'release'),
    who: fc.nat(1),
    seats: fc.integer({ min: 1, max: 5 }),
  });
  type Step = { does: string; who?: number; seats?: number };

  const play = (steps: readonly Step[]) => async () => {
    const course = await makeCourse({ totalSeats: 12 });
    const domains = [newDomain(), newDomain()];
    const accounts = await Promise.all(domains.map((domain) => makeSponsorAccount({ email: `csr@${domain}` })));
    await sql()`update users set email_verified_at = now() where id = any(${accounts.map(({ userId }) => userId)})`;
    const ids: string[] = [];
    const newest = async (state: string) =>
      (
        await sql()<{ id: string }[]>`
          select b.id from billings b join billing_items i on i.billing_id = b.id
           where i.course_id = ${course.id} and b.state = ${state} order by b.created_at desc limit 1`
      )[0]?.id;
    for (const { does, who = 0, seats = 3 } of steps) {
      const domain = domains[who]!;
      if (does === 'reserve')
        await reserve([{ course, seats }], { holder: domain }).then(
          (id) => ids.push(id),
          () => undefined,
        );
      if (does === 'draw') await adopt(course, seats, domain);
      if (does === 'stranger') await adopt(course, seats, newDomain());
      if (does === 'hold') {
        const prepared = await prepareHold([{ course, seats }], accounts[who]!);
        await holdSeats(prepared.scope, prepared.code, clients);
      }
      if (does === 'lapse') {
        await sql()`update billings set due_at = now() where id = ${(await newest('pledged')) ?? null}`;
        await lapsePledges();
      }
      const held = does === 'endHold' ? await newest('held') : undefined;
      if (held) await endWindow(held);
      const last = ids.at(-1);
      if (does === 'expire' && last) await endReservation(last);
      if (does === 'end' && last) {
        const [row] = await sql()`select version from reservations where id = ${last}`;
        await changeReservation(admin.scope, last, {
          action: 'end',
          version: row!.version as number,
          reason: 'a test',
        });
      }
      if (does === 'release') await releaseExpiredHolds([course.id]);
      await expectSums(course);
    }
    const [shown] = await listCourses({ ids: [course.id] });
    await releaseExpiredHolds([course.id]);
    await expectSums(course);
    // What everybody saw before the release is what is free after it.
    const { adopted, held } = await reservedLedger(course.id);
    expect(shown!.left_seats).toBe(course.totalSeats - adopted - held);
  };

  test('held seats are always those of holds and the unused ones of reservations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), (steps) => play(steps)()),
      { numRuns: 20 },
    );
  });

  const afterEnd = play([{ does: 'reserve' }, { does: 'draw' }, { does: 'end' }, { does: 'lapse' }]);

  test('control: without the look at its end, a reservation that has ended gets seats back', async () => {
    await afterEnd();
    const end =
      /where "reservations"\."ended_at" is null(?=\s+order by "reservations"\."id", "reservation_items"\."course_id" for)/;
    await expect(withoutGuards([[end, 'where true']], afterEnd)).rejects.toThrow();
  });

  const overdue = play([{ does: 'reserve' }, { does: 'expire' }]);

  test('control: without those of overdue reservations, nobody sees seats that are free', async () => {
    await overdue();
    const seats = /coalesce\("overdue"\."overdue_seats", 0\)/;
    await expect(withoutGuards([[seats, '0']], overdue)).rejects.toThrow();
  });
});
