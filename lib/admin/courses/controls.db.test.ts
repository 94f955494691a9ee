import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { prepareAdoption, seatLedger } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { queueUp } from '@/testing/db/queue-up';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { changeCourse } from './mutations';
import type * as Rules from './rules';
import type { EditedValues } from './schema';

/*
 * Administrators race buyers and each other on separate pools. The controls remove a guard, in a database without the corresponding constraint, and make all wait for the row of the
 * course, so that what the guard prevents happens every time.
 */
useTestDatabase();
let admin: AdminAccount;
const here = useClient(20).db;
const there = useClient(20).db;
const holder = usePool(1);
beforeAll(async () => {
  admin = await makeAdmin();
});

const checks = vi.hoisted(() => ({ seatsTaken: true }));
vi.mock('./rules', async (original) => {
  const rules = await original<typeof Rules>();
  const minTotalSeats: typeof rules.minTotalSeats = (course) => (checks.seatsTaken ? rules.minTotalSeats(course) : 0);
  return { ...rules, minTotalSeats };
});

const withoutLock = <T>(work: () => Promise<T>) =>
  withoutGuards(
    [['from "courses" where "courses"."id" = $1 for no key update', 'from "courses" where "courses"."id" = $1']],
    work,
  );

const read = async ({ id }: { id: string }) => {
  const [row] = await sql()<{ version: string; total: number; taken: number; price: string }[]>`
    select updated_at::text as version, total_seats as total, adopted_seats + held_seats as taken, price_paise as price
      from courses where id = ${id}`;
  return row!;
};

describe('forty buyers while an administrator takes seats away', () => {
  test('no course is oversold, and each edit is applied or refused with the current numbers', async () => {
    const course = await makeCourse({ totalSeats: 40 });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => prepareAdoption([{ course, seats: 1 }])));
    const bought = Promise.all(buyers.map(({ subject, code }, n) => pledgeSeats(subject, code, n % 2 ? here : there)));
    const edits: (string | number)[] = [];
    for (let total = 39; total >= 0; total -= 3) {
      const { version } = await read(course);
      const edit = await changeCourse(admin.scope, course.id, { total_seats: total, version });
      const after = await read(course);
      expect(after.taken).toBeLessThanOrEqual(after.total);
      if (edit.ok) {
        expect(after.total).toBe(total);
        edits.push(total);
      } else {
        expect(edit.code).toBe('course.below_taken');
        const { taken } = (edit as { params: { taken: number } }).params;
        expect(taken).toBeGreaterThan(total);
        // No seats are released here, so the reported seats are still taken.
        expect(after.taken).toBeGreaterThanOrEqual(taken);
        edits.push(`${total} is below ${taken}`);
      }
    }
    const pledged = (await bought).filter(({ ok }) => ok).length;
    const { total, taken } = await read(course);
    expect(await seatLedger(course.id)).toEqual({ adopted: pledged, pledged });
    expect({ taken, fits: taken <= total }, edits.join(', ')).toEqual({ taken: pledged, fits: true });
  });
});

describe('what each guard is for', () => {
  beforeAll(() => sql()`alter table courses drop constraint courses_seats_not_oversold`);

  /** A buyer takes 5 of 10 seats, then an administrator who saw none taken sets the total to 4. */
  async function sellThenShrink() {
    const course = await makeCourse({ totalSeats: 10 });
    const { version } = await read(course);
    const { subject, code } = await prepareAdoption([{ course, seats: 5 }]);
    const calls = [
      () => pledgeSeats(subject, code),
      () => changeCourse(admin.scope, course.id, { total_seats: 4, version }),
    ];
    await queueUp<unknown>(holder, ['courses', course.id], calls, '');
    const { total, taken } = await read(course);
    return { total, taken, sold: (await seatLedger(course.id)).pledged };
  }
  const OVERSOLD = { total: 4, taken: 5, sold: 5 };

  test('an edit refuses a total below seats that were sold while it waited', async () =>
    expect(await sellThenShrink()).toEqual({ total: 10, taken: 5, sold: 5 }));

  test('control: without the lock on the course it checks an outdated row, and the course is oversold', async () =>
    expect(await withoutLock(sellThenShrink)).toEqual(OVERSOLD));

  test('control: without the check of the seats taken the course is oversold', async () => {
    checks.seatsTaken = false;
    expect(await sellThenShrink().finally(() => (checks.seatsTaken = true))).toEqual(OVERSOLD);
  });

  type Wishes = [EditedValues, EditedValues];

  async function twoAtOnce(wishes: Wishes, run: (version: string, work: () => Promise<void>) => Promise<void>) {
    const course = await makeCourse();
    const { version } = await read(course);
    const calls = wishes.map((wish) => () => changeCourse(admin.scope, course.id, { ...wish, version }));
    let edits: PromiseSettledResult<Awaited<ReturnType<typeof changeCourse>>>[] = [];
    await run(version, async () => void (edits = await queueUp(holder, ['courses', course.id], calls, '')));
    const { total, price } = await read(course);
    const results = edits.map((edit) => {
      if (edit.status === 'rejected') throw edit.reason as Error;
      return edit.value.ok ? 'done' : edit.value.code;
    });
    return { results, total, price: Number(price) };
  }
  const asItIs = (_version: string, work: () => Promise<void>) => work();
  const BOTH: Wishes = [{ total_seats: 70 }, { price_paise: 1_00 }];
  const ONE: Wishes = [{ total_seats: 70 }, { total_seats: 65 }];

  test('the first of two edits of one version is applied', async () => {
    const results = ['done', 'course.changed_meanwhile'];
    expect(await twoAtOnce(BOTH, asItIs)).toEqual({ results, total: 70, price: 1_25_000_00 });
    expect(await twoAtOnce(ONE, asItIs)).toEqual({ results, total: 70, price: 1_25_000_00 });
  });

  test('control: without the lock the second edit overwrites the first', async () =>
    expect(await twoAtOnce(ONE, (_version, work) => withoutLock(work))).toEqual({
      results: ['done', 'done'],
      total: 65,
      price: 1_25_000_00,
    }));

  test('control: without the version check the second edit changes a state that its administrator never saw', async () => {
    const withAnyVersion = (version: string, work: () => Promise<void>) =>
      withoutGuards([['"courses"."updated_at"::text', `'${version}'`]], work);
    expect(await twoAtOnce(BOTH, withAnyVersion)).toEqual({ results: ['done', 'done'], total: 70, price: 1_00 });
  });

  /**
   * 5 of 5 seats are held and being released when an administrator sets the total to 2.
   * @param wait until when the release is not complete
   */
  async function shrinkDuringRelease(wait: (edit: Promise<unknown>) => Promise<unknown>) {
    const course = await makeCourse({ totalSeats: 5, heldSeats: 5 });
    const { version } = await read(course);
    let edit: ReturnType<typeof changeCourse> | undefined;
    await holder.begin(async (held) => {
      await held`update courses set held_seats = 0 where id = ${course.id}`;
      edit = changeCourse(admin.scope, course.id, { total_seats: 2, version });
      await wait(edit);
    });
    return edit;
  }

  test('seats that are released while an edit waits do not prevent it', async () =>
    expect(await shrinkDuringRelease(() => waitForLocks(sql(), 1, ''))).toMatchObject({ ok: true }));

  test('control: without the lock the edit is refused because of an outdated row', async () =>
    expect(await withoutLock(() => shrinkDuringRelease((edit) => edit))).toMatchObject({ code: 'course.below_taken' }));
});
