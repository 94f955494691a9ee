import { beforeEach, describe, expect, test } from 'vitest';
import { sql as template, type SQL } from 'drizzle-orm';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { prepareAdoption } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { ageEvents, clearMonthlyTotals, countTwice, monthlyTotals } from '@/testing/db/stats';
import { rollUpAdoptions } from './mutations';
import { ROLL_UP_BATCH, rollUp } from './statements';

/*
 * Removes each guard of the roll-up in turn. A racing statement waits for a row until the other one has come as far
 * as it can, so that what the guard prevents happens every time.
 */
useTestDatabase();
const racers = useClient(5);
const holder = usePool(1);

let course: CourseRow;
beforeEach(async () => {
  await sql()`truncate billings, courses cascade`;
  await clearMonthlyTotals();
  course = await makeCourse();
});

const rollUpOnce = (complete?: SQL) => rollUp(racers.db, ROLL_UP_BATCH, complete);
const prepare = (seats: number) => prepareAdoption([{ course, seats }]);
async function pledge(seats: number): Promise<void> {
  const { subject, code } = await prepare(seats);
  await pledgeSeats(subject, code);
}

describe('two concurrent roll-ups', () => {
  /** Both start while a third connection locks the row of the totals, so neither sees the other's changes. */
  const race = async () => {
    await pledge(2);
    await ageEvents('1 hour');
    await rollUpAdoptions();
    await pledge(3);
    await sql()`update billing_events set at = at - interval '2 minutes' where at > now() - interval '2 minutes'`;
    // Pending again, like events that are more than a minute old.
    await sql()`update monthly_totals_progress set upto = upto - interval '10 minutes'`;
    let running: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from adoption_monthly_totals for update`;
      running = Promise.all([rollUpOnce(), rollUpOnce()]);
      await waitForLocks(sql(), 2, 'monthly_totals_progress');
    });
    await running;
    return (await monthlyTotals()).map(({ seats }) => seats);
  };

  test('the second one continues where the first one ended', async () => {
    expect(await race()).toEqual([5]);
    expect(await countTwice()).toEqual({ figures: 5, courses: 5 });
  });

  test('control: without the lock on the progress row both count the same seats', async () => {
    expect(
      await withoutGuards(
        [['from "monthly_totals_progress" for no key update', 'from "monthly_totals_progress"']],
        race,
      ),
    ).toEqual([8]);
    expect(await countTwice()).toEqual({ figures: 8, courses: 5 });
  });
});

describe('a roll-up during a pledge', () => {
  /**
   * The pledge starts before the roll-up and ends after it: its event has an earlier timestamp, but is not visible yet.
   */
  const race = async (complete?: SQL) => {
    const { subject, code } = await prepare(3);
    let pledging: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${course.id} for update`;
      pledging = pledgeSeats(subject, code);
      await waitForLocks(sql(), 1);
      await rollUpOnce(complete);
    });
    expect(await pledging).toMatchObject({ ok: true });
    return countTwice();
  };

  test('leaves events of the last minute to reads until they are complete', async () => {
    expect(await race()).toEqual({ figures: 3, courses: 3 });
  });

  test('control: a roll-up up to now() loses the pledge', async () => {
    expect(await race(template`now()`)).toEqual({ figures: 0, courses: 3 });
  });
});
