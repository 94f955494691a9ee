import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { changeCourse } from '@/lib/admin/courses/mutations';
import type { ImportRow } from '@/lib/catalogue-import/schema';
import { importStatement } from '@/lib/catalogue-import/statements';
import { payForAdoption } from '@/lib/money/mutations';
import { settlePayment } from '@/lib/money/statements';
import { makeAdmin } from '@/testing/db/admin';
import { endWindow, makeHold, makeSponsor, prepareAdoption, prepareHold, takeValues } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { captureOf } from '@/testing/payment/capture';
import { historyOf, makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { withoutGuards, WRITTEN_COURSES } from '@/testing/db/guards';
import { pledgeSeats } from './mutations';
import { draftStatement } from './draft-statements';
import { holdStatement, pledgeStatement } from './take-statements';
import { releaseStatement } from './release-statements';

/*
 * The foreign key check of a draft keeps the old version of a course row in use while another transaction changes the
 * course and two more statements wait for that old version. The one that gets the newest version must not return to the
 * old one, where the other waits in the queue: they would deadlock.
 */
useTestDatabase();
const { db: writersDb } = useClient(2);
const others = usePool(3);

/** @returns the result of the statement and of the one that waits behind it: 'done' or an SQLSTATE */
async function inTheQueue({ id }: CourseRow, work: () => Promise<unknown>): Promise<string[]> {
  const outcome = (running: Promise<unknown>) =>
    running.then(
      () => 'done',
      (error: unknown) => databaseErrorOf(error).code!,
    );
  return others.begin(async (checking) => {
    await checking`select 1 from courses where id = ${id} for key share`;
    const waiting: Promise<string>[] = [];
    await others.begin(async (earlier) => {
      await earlier`update courses set is_open = is_open where id = ${id}`;
      waiting.push(outcome(work()));
      await waitForLocks(sql(), 1, '');
      waiting.push(outcome(others`select 1 from courses where id = ${id} for no key update`.execute()));
      await waitForLocks(sql(), 2, '');
    });
    return Promise.all(waiting);
  });
}

/** Prepares the data of each statement, up to the point at which it writes to the course. */
const WRITERS: Record<string, (course: CourseRow) => Promise<() => Promise<unknown>>> = {
  'a pledge': async (course) => {
    const prepared = await prepareAdoption([{ course, seats: 1 }]);
    return async () => writersDb.execute(pledgeStatement(takeValues(prepared, prepared.code)));
  },
  'a pledge that is released': async (course) => {
    const { subject, code } = await prepareAdoption([{ course, seats: 1 }]);
    const pledge = await pledgeSeats(subject, code);
    if (!pledge.ok) throw new Error(pledge.code);
    return () => cancelPledge(pledge.reference, 'a test', writersDb);
  },
  'a hold': async (course) => {
    const prepared = await prepareHold([{ course, seats: 1 }], await makeSponsorAccount());
    return async () => writersDb.execute(holdStatement(takeValues(prepared, prepared.code)));
  },
  'a draft that replaces a hold': async (course) => {
    const account = await makeSponsorAccount();
    await makeHold([{ course, seats: 1 }], account);
    const owner = { kind: 'dashboard', scope: account.scope } as const;
    const values = { ids: [course.id], seats: [2], totalPaise: 2 * course.pricePaise, reference: 'SA-0000-0000-0000' };
    return async () =>
      writersDb.execute(
        draftStatement(owner, { sponsor: makeSponsor(), locale: 'en', orderNumber: null, holder: [], ...values }),
      );
  },
  'a sweep': async (course) => {
    const { billingId } = await makeHold([{ course, seats: 1 }], await makeSponsorAccount());
    await endWindow(billingId);
    return async () => writersDb.execute(releaseStatement([course.id]));
  },
  'a settlement': async (course) => {
    const { scope, request, billingId } = await prepareProcessPayment(
      [{ course, seats: 1 }],
      await makeSponsorAccount(),
    );
    await payForAdoption(scope, request, { provider: makeProvider(() => ({ status: 'pending' })) });
    const paymentId = (await historyOf(billingId)).payments[0]!.id;
    return () =>
      settlePayment(writersDb, {
        paymentId,
        provider: 'test',
        status: 'captured',
        capture: captureOf('TEST-1', request.totalPaise),
      });
  },
  'an edit': async (course) => {
    const { scope } = await makeAdmin();
    const [row] = await sql()<
      { version: string }[]
    >`select updated_at::text as version from courses where id = ${course.id}`;
    return () => changeCourse(scope, course.id, { total_seats: 70, version: row!.version });
  },
  'an import': async (course) => {
    const { city, branch, courseType, pricePaise } = course;
    const row = { line: 2, city, institute: null, courseType, branch, totalSeats: 70, pricePaise } as ImportRow;
    const content = { rows: [row], institutes: [], optional: [], places: [] };
    return async () => writersDb.execute(importStatement({ ...content, adminId: null, actor: 'admin', file: {} }));
  },
};

/** The counters of a course of 60 seats after each statement, to prove that it wrote. */
const AFTER: Record<string, object> = {
  'a pledge': { adopted: 1, held: 0, total: 60 },
  'a pledge that is released': { adopted: 0, held: 0, total: 60 },
  'a hold': { adopted: 0, held: 1, total: 60 },
  'a draft that replaces a hold': { adopted: 0, held: 0, total: 60 },
  'a sweep': { adopted: 0, held: 0, total: 60 },
  'a settlement': { adopted: 1, held: 0, total: 60 },
  'an edit': { adopted: 0, held: 0, total: 70 },
  'an import': { adopted: 0, held: 0, total: 70 },
};

describe('two statements that wait for a course during a foreign key check of a draft do not deadlock', () => {
  test.each(Object.keys(WRITERS))('fault 11: %s', async (name) => {
    const course = await makeCourse();
    const work = await WRITERS[name]!(course);
    expect(await inTheQueue(course, work)).toEqual(['done', 'done']);
    const [row] = await sql()<{ adopted: number; held: number; total: number }[]>`
      select adopted_seats as adopted, held_seats as held, total_seats as total from courses where id = ${course.id}`;
    expect(row).toEqual(AFTER[name]);
  });

  test('control: with UPDATE the statement returns to the old version, and they deadlock', async () => {
    const course = await makeCourse();
    const prepared = await prepareHold([{ course, seats: 1 }], await makeSponsorAccount());
    const update = `update courses c set total_seats = l.total_seats, adopted_seats = l.adopted_seats, held_seats = l.held_seats + l.seats
                      from locked_courses l, decision d where d.takes and c.id = l.id`;
    const work = async () => writersDb.execute(holdStatement(takeValues(prepared, prepared.code)));
    const race = () => inTheQueue(course, work);
    expect((await withoutGuards([[WRITTEN_COURSES, update]], race)).toSorted()).toEqual(['40P01', 'done']);
  });
});
