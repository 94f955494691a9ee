import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { makeSponsor, prepareAdoption, seatLedger, takeValues, type Prepared } from '@/testing/db/adoption';
import { insertBulk } from '@/testing/db/bulk';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { waitForLocks } from '@/testing/db/locks';
import { withoutGuards } from '@/testing/db/guards';
import { pledgeSeats } from './mutations';
import { pledgeStatement, type TakeRow } from './take-statements';

/* The same seats adopted twice with one contact: a person who left the thank-you page with a full cart. */
useTestDatabase();
const tabs = useClient(2).db;
const holder = usePool(1);

const enter = ({ subject, code, billingId }: Prepared, options?: { repeats: boolean }) =>
  pledgeSeats({ ...subject, draftId: billingId }, code, undefined, null, options);

/** Adopts these seats, and returns the sponsor and the reference. */
async function adopt(lines: { course: CourseRow; seats: number }[], channel: 'email' | 'phone' = 'email') {
  const sponsor = makeSponsor();
  const adopted = await enter(await prepareAdoption(lines, sponsor, channel));
  if (!adopted.ok) throw new Error(adopted.code);
  return { sponsor, ...adopted };
}

describe('the same seats with the same contact within a day', () => {
  test.each(['email', 'phone'] as const)('are asked for first, and the code stays usable (%s)', async (channel) => {
    const course = await makeCourse();
    const lines = [{ course, seats: 2 }];
    const { sponsor, reference, verifiedAt } = await adopt(lines, channel);
    const again = await prepareAdoption(lines, { ...sponsor, company: 'Another Branch' }, channel);
    const refusal = { ok: false, code: 'adoption.repeated', reference, adoptedAt: verifiedAt };
    expect(await enter(again)).toEqual(refusal);
    expect(await enter(again)).toEqual(refusal);
    expect(await seatLedger(course.id)).toEqual({ adopted: 2, pledged: 2 });
    const confirmed = await enter(again, { repeats: true });
    expect(confirmed).toMatchObject({ ok: true, billingId: again.billingId });
    expect(await enter(again, { repeats: true })).toEqual(confirmed);
    expect(await seatLedger(course.id)).toEqual({ adopted: 4, pledged: 4 });
  });

  test('are not asked for with other seats, another contact, after a day, or once the first adoption is over', async () => {
    const [course, other] = [await makeCourse(), await makeCourse()];
    const lines = [{ course, seats: 2 }];
    const { sponsor, billingId } = await adopt(lines);
    const expectAdopted = async (prepared: Promise<Prepared>) =>
      expect(await enter(await prepared)).toMatchObject({ ok: true });
    await expectAdopted(prepareAdoption([{ course, seats: 3 }], sponsor));
    await expectAdopted(prepareAdoption([...lines, { course: other, seats: 1 }], sponsor));
    await expectAdopted(prepareAdoption(lines));
    await sql()`update billings set verified_at = now() - interval '24 hours' where id = ${billingId}`;
    await expectAdopted(prepareAdoption(lines, sponsor));
    await sql()`update billings set state = 'cancelled' where sponsor->>'email' = ${sponsor.email}`;
    await expectAdopted(prepareAdoption(lines, sponsor));
  });

  test('reveal nothing to somebody who proves another contact', async () => {
    const lines = [{ course: await makeCourse(), seats: 2 }];
    const { sponsor } = await adopt(lines);
    // The stranger types the e-mail address, and proves a phone.
    const stranger = await prepareAdoption(lines, { ...sponsor, phone: '9812345670' }, 'phone');
    expect(await enter(stranger)).toMatchObject({ ok: true });
    // A wrong code is only a wrong code.
    const again = await prepareAdoption(lines, sponsor);
    const wrong = { ...again, code: again.code === '000000' ? '111111' : '000000' };
    expect(await enter(wrong)).toEqual({ ok: false, code: 'otp.invalid' });
  });
});

describe('two tabs that verify the same seats at once, each with a draft of its own', () => {
  const race = async () => {
    const course = await makeCourse();
    const sponsor = makeSponsor();
    const lines = [{ course, seats: 3 }];
    const drafts = [
      await prepareAdoption(lines, sponsor),
      await prepareAdoption(lines, { ...sponsor, designation: 'CFO' }),
    ];
    // Both statements start before either has taken the seats.
    const running: Promise<TakeRow[]>[] = [];
    await holder.begin(async (held) => {
      await held`select 1 from otp_challenges where id::text = ${drafts[0]!.challengeId} for update`;
      for (const draft of drafts)
        running.push(Promise.resolve(tabs.execute<TakeRow>(pledgeStatement(takeValues(draft, draft.code)))));
      await waitForLocks(sql(), 2);
    });
    const verdicts = (await Promise.all(running)).map(([row]) => row!.verdict);
    return { verdicts: verdicts.toSorted(), ledger: await seatLedger(course.id) };
  };

  test('one adopts, the other one is asked', async () => {
    const taken = { adopted: 3, pledged: 3 };
    expect(await race()).toEqual({ verdicts: ['adopted_before', 'right'], ledger: taken });
  });

  test('control: without the lock on the other drafts both adopt', async () => {
    const raced = await withoutGuards([['order by "billings"."id" for no key update of "billings"']], race);
    expect(raced).toEqual({ verdicts: ['right', 'right'], ledger: { adopted: 6, pledged: 6 } });
  });
});

test('the adoptions of a contact are materialized, so their state selects no index', async () => {
  const draft = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
  const plan = async () => {
    const { sql: text, params } = new PgDialect().sqlToQuery(pledgeStatement(takeValues(draft, draft.code)));
    const lines = await sql().unsafe(`explain ${text}`, params as string[]);
    return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
  };
  expect(await plan()).toContain('CTE adopted');
  expect(await withoutGuards([['adopted as materialized', 'adopted as']], plan)).not.toContain('CTE adopted');
});

test('few adoptions are expected for an address, so that the statement keeps its plan as the table grows', async () => {
  await insertBulk(holder, { users: 1500, billings: 3000 });
  const expected = async () => {
    const [plan] = await sql()`explain select from billings where lower(sponsor->>'email') = 'asha@narmada.example'`;
    return Number(/ rows=(\d+)/.exec(String(plan!['QUERY PLAN']))![1]);
  };
  expect(await expected()).toBeLessThan(5);
  await sql()`drop statistics billings_email`;
  expect(await expected()).toBeGreaterThan(10);
});
