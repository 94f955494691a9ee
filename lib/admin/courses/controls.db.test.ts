import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { PLEDGE_SEATS } from '@/lib/adoption/statements';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { pledgeValues, prepareAdoption, seatLedger } from '@/testing/db/adoption';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { swap, without, withUpdate } from '@/testing/db/statements';
import { changeCourse } from './mutations';
import { CHANGE_COURSE, changeParameters, type ChangeVerdict } from './statements';

/*
 * Administrators race buyers and each other on separate pools. The controls remove a guard from the
 * statement, in a database without the corresponding constraint, and make all wait for the row of the
 * course, so that what the guard prevents happens every time.
 */
useTestDatabase();
let admin: AdminAccount;
const here = usePool(20);
const there = usePool(20);
const holder = usePool(1);
beforeAll(async () => {
  admin = await makeAdmin();
});

const COURSE_LOCK = 'for no key update of c';
const UPDATE = `update courses c set total_seats = l.new_total from judged l where c.id = l.id and l.verdict = 'fine'`;

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
      const edit = await changeCourse(admin.scope, course.id, { total_seats: total, version }, there);
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

  type Wish = { totalSeats?: number; pricePaise?: number };
  const values = (
    courseId: string,
    version: string,
    { totalSeats = null, pricePaise = null }: Record<string, number | null>,
  ) => changeParameters({ courseId, version, totalSeats, pricePaise, isOpen: null, adminId: null, actor: 'command' });

  /** A buyer takes 5 of 10 seats, then an administrator who saw none taken sets the total to 4. */
  async function sellThenShrink(statement: string) {
    const course = await makeCourse({ totalSeats: 10 });
    const { version } = await read(course);
    const buyer = await prepareAdoption([{ course, seats: 5 }]);
    await queueUp<unknown>(
      holder,
      ['courses', course.id],
      [
        () => here.unsafe(PLEDGE_SEATS, pledgeValues(buyer, buyer.code)).execute(),
        () => there.unsafe(statement, values(course.id, version, { totalSeats: 4 })).execute(),
      ],
    );
    const { total, taken } = await read(course);
    return { total, taken, sold: (await seatLedger(course.id)).pledged };
  }

  async function twoAtOnce(statement: string, wishes: [Wish, Wish]) {
    const course = await makeCourse();
    const { version } = await read(course);
    const calls = wishes.map(
      (wish) => () => here.unsafe<{ verdict: ChangeVerdict }[]>(statement, values(course.id, version, wish)).execute(),
    );
    const rows = outcomesOf(await queueUp(holder, ['courses', course.id], calls)).map((row) =>
      typeof row === 'string' ? row : row.verdict,
    );
    const { total, price } = await read(course);
    return { rows, total, price: Number(price) };
  }
  const BOTH: [Wish, Wish] = [{ totalSeats: 70 }, { pricePaise: 1_00 }];

  test('the statement refuses a total below seats that were sold while it waited', async () =>
    expect(await sellThenShrink(CHANGE_COURSE)).toEqual({ total: 10, taken: 5, sold: 5 }));

  test('control: without the lock on the course it checks an outdated row, and the course is oversold', async () =>
    expect(await sellThenShrink(without(CHANGE_COURSE, COURSE_LOCK))).toEqual({ total: 4, taken: 5, sold: 5 }));

  test('control: without the check of the seats taken the course is oversold', async () =>
    expect(await sellThenShrink(swap(CHANGE_COURSE, '< l.taken', '< 0'))).toEqual({ total: 4, taken: 5, sold: 5 }));

  test('the statement applies the first of two edits of one version', async () =>
    expect(await twoAtOnce(CHANGE_COURSE, BOTH)).toEqual({
      rows: ['fine', 'changed_meanwhile'],
      total: 70,
      price: 1_25_000_00,
    }));

  test('control: without the lock the second edit overwrites the first', async () =>
    expect(await twoAtOnce(without(CHANGE_COURSE, COURSE_LOCK), BOTH)).toEqual({
      rows: ['fine', 'fine'],
      total: 60,
      price: 1_00,
    }));

  test('control: without the version check the second edit changes a state that its administrator never saw', async () =>
    expect(await twoAtOnce(swap(CHANGE_COURSE, 'l.updated_at::text <> $2::text', '$2::text is null'), BOTH)).toEqual({
      rows: ['fine', 'fine'],
      total: 70,
      price: 1_00,
    }));

  test('control: a plain update fails the CHECK because of outdated numbers', async () => {
    await sql()`alter table courses add constraint courses_seats_not_oversold check (adopted_seats + held_seats <= total_seats) not valid`;
    // 5 of 5 seats are held; they are released while an administrator waits to set the total to 2.
    const shrink = async (statement: string) => {
      const course = await makeCourse({ totalSeats: 5, heldSeats: 5 });
      const { version } = await read(course);
      const [, changed] = await queueUp<unknown>(
        holder,
        ['courses', course.id],
        [
          () =>
            here`with given as (select ${course.id}::uuid as id) update courses c set held_seats = 0 from given g where c.id = g.id`.execute(),
          () => there.unsafe(statement, values(course.id, version, { totalSeats: 2 })).execute(),
        ],
      );
      return changed!.status === 'fulfilled' ? 'done' : (changed!.reason as { code: string }).code;
    };
    expect(await shrink(CHANGE_COURSE)).toBe('done');
    expect(await shrink(withUpdate(CHANGE_COURSE, UPDATE))).toBe('23514');
  });
});
