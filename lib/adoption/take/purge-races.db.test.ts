import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { env } from '@/lib/platform/env';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { makeSponsor, prepareAdoption, seatLedger, takeValues, type Prepared } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { createDraft, pledgeSeats } from './mutations';
import { purgeDrafts, purgeUnverified } from './retention';
import { pledgeStatement } from './take-statements';

useTestDatabase();
const here = useClient(20).db;
const { sql: otherPool, db: there } = useClient(4);
const holder = useClient(1).db;
beforeAll(() => {
  // The number of pledged seats depends on the speed of the machine.
  Object.assign(env(), { MAX_UNPAID_SEATS_PER_EMAIL: 100_000, MAX_UNPAID_SEATS_PER_DOMAIN: 100_000 });
});

const PART_OF_PURGE = 'delete from billings';
const USABLE_CODE = '"otp_challenges"."expires_at" > now()';
const age = (billingId: string, days: number) =>
  sql()`update billings set created_at = now() - ${days} * interval '1 day' where id = ${billingId}`;
const stateOf = async (billingId: string) => {
  const [row] = await sql()<{ state: string }[]>`select state from billings where id = ${billingId}`;
  return row?.state ?? 'gone';
};
/** A draft of 31 days with a code that was just sent. Such drafts exist if they were created by earlier versions. */
async function oldDraft(course: Awaited<ReturnType<typeof makeCourse>>, seats = 1): Promise<Prepared> {
  const prepared = await prepareAdoption([{ course, seats }]);
  await age(prepared.billingId, 31);
  return prepared;
}
const pledge = ({ subject, code, billingId }: Prepared, connection = here) =>
  pledgeSeats({ ...subject, draftId: billingId }, code, connection);

describe('security 57: the purge beside a verification', () => {
  /** Runs the purge while a verification holds its billing, between its statement and its commit. */
  const purgeDuring = async (purge: () => Promise<unknown>, { waits }: { waits: boolean }) => {
    const course = await makeCourse();
    const prepared = await oldDraft(course, 2);
    let purging: Promise<unknown> | undefined;
    await holder.transaction(async (held) => {
      await held.execute(pledgeStatement(takeValues(prepared, prepared.code)));
      purging = purge();
      await (waits ? waitForLocks(sql(), 1, PART_OF_PURGE) : purging);
    });
    await purging;
    return { state: await stateOf(prepared.billingId), ledger: await seatLedger(course.id) };
  };

  test('a draft whose code is being verified stays, and so do its seats', async () => {
    expect(await purgeDuring(() => purgeUnverified(there), { waits: false })).toEqual({
      state: 'pledged',
      ledger: { adopted: 2, pledged: 2 },
    });
  });

  test('control: a purge that waits for the draft without checking again deletes the pledge, and the counters do not match', async () => {
    const blind = `with stale as (select id from billings where verified_at is null and created_at < now() - interval '30 days')
                   delete from billings where id in (select id from stale)`;
    expect(await purgeDuring(() => otherPool.unsafe(blind).execute(), { waits: true })).toEqual({
      state: 'gone',
      ledger: { adopted: 2, pledged: 0 },
    });
  });

  test('a verification that waits while a purge locks its draft finds it pledged or deleted, never partly', async () => {
    const course = await makeCourse();
    const prepared = await oldDraft(course, 2);
    let verifying: ReturnType<typeof pledge> | undefined;
    const purge = () =>
      holder.transaction(async (held) => {
        const count = await purgeDrafts(held);
        verifying = pledge(prepared);
        await waitForLocks(sql(), 1);
        return count;
      });
    // Without the check for usable codes, so that the purge deletes this draft first.
    const purged = await withoutGuards([[USABLE_CODE, 'false']], purge);
    expect(purged).toBe(1);
    expect(await verifying).toEqual({ ok: false, code: 'otp.invalid' });
    expect(await stateOf(prepared.billingId)).toBe('gone');
    expect(await seatLedger(course.id)).toEqual({ adopted: 0, pledged: 0 });
  });

  test('a draft with a usable code stays, with its code', async () => {
    const prepared = await oldDraft(await makeCourse());
    expect((await purgeUnverified(there)).billings).toBe(0);
    expect(await pledge(prepared)).toMatchObject({ ok: true });
  });

  test('control: without the check for usable codes, a code that was just sent becomes invalid', async () => {
    const prepared = await oldDraft(await makeCourse());
    await withoutGuards([[USABLE_CODE, 'false']], () => purgeDrafts(there));
    expect(await pledge(prepared)).toEqual({ ok: false, code: 'otp.invalid' });
  });

  test('a draft that the next purge may delete is not reused', async () => {
    const [course, sponsor] = [await makeCourse(), makeSponsor()];
    const ask = () => prepareAdoption([{ course, seats: 1 }], sponsor);
    const first = await ask();
    await age(first.billingId, 28);
    expect((await ask()).billingId).toBe(first.billingId);
    await age(first.billingId, 29.5);
    expect((await ask()).billingId).not.toBe(first.billingId);
  });

  test('40 pledges of old drafts during purges: each confirmed pledge exists, and the counters match', async () => {
    const course = await makeCourse({ totalSeats: 500 });
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round++) {
      const prepared = await Promise.all(Array.from({ length: 40 }, () => oldDraft(course)));
      let running = true;
      const purges = (async () => {
        while (running) await purgeUnverified(there);
      })();
      const results = await Promise.all(prepared.map((each, n) => pledge(each, n % 2 ? here : db())));
      running = false;
      await purges;
      prepared.forEach(({ billingId }, n) => results[n]!.ok && acknowledged.push(billingId));
    }
    expect(acknowledged).toHaveLength(200);
    expect(await Promise.all(acknowledged.map(stateOf))).toEqual(Array(200).fill('pledged'));
    expect(await seatLedger(course.id)).toEqual({ adopted: 200, pledged: 200 });
  });

  test('drafts of every age are created, verified and pledged during purges: no errors, and the counters match', async () => {
    const course = await makeCourse({ totalSeats: 10_000 });
    const until = Date.now() + 6000;
    let pledged = 0;
    const sponsors = Array.from({ length: 12 }, () => makeSponsor());
    const journey = async (sponsor: (typeof sponsors)[number], n: number) => {
      for (let turn = 0; Date.now() < until; turn++) {
        const request = { sponsor, lines: [{ id: course.id, selectedSeats: 1 }], totalPaise: course.pricePaise };
        const draft = await createDraft(request);
        if (!draft.ok) throw new Error(draft.code);
        // Some return weeks later, as guests and drafts that may have been purged.
        const days = [0, 28.9, 29.1, 31, 60][(n + turn) % 5]!;
        await age(draft.billingId, days);
        await sql()`update users set created_at = now() - interval '60 days' where id = ${draft.userId}`;
        const again = await createDraft(request);
        if (!again.ok) throw new Error(again.code);
        const { email, phone } = sponsor;
        const subject = { purpose: 'public_adoption', otpMethod: 'email', userId: again.userId, email, phone } as const;
        const { code } = await issueCode(subject, again.billingId);
        const typedFor = { ...subject, draftId: again.billingId };
        const result = await pledgeSeats(typedFor, code, here, null, { repeats: true });
        expect(result).toMatchObject({ ok: true, billingId: again.billingId });
        pledged += 1;
      }
    };
    let [running, purged] = [true, 0];
    const purge = async () => {
      while (running) purged += (await purgeUnverified(there)).billings;
    };
    const purges = [purge(), purge()];
    await Promise.all(sponsors.map(journey)).finally(() => (running = false));
    await Promise.all(purges);
    expect(pledged).toBeGreaterThan(100);
    expect(purged).toBeGreaterThan(0);
    expect(await seatLedger(course.id)).toEqual({ adopted: pledged, pledged });
  });

  test('a guest who returns during the purge stays or is created again', async () => {
    const course = await makeCourse();
    const until = Date.now() + 3000;
    let running = true;
    const purges = (async () => {
      while (running) await purgeUnverified(there);
    })();
    const visits = Array.from({ length: 8 }, async () => {
      while (Date.now() < until) {
        const sponsor = makeSponsor();
        await sql()`insert into users (kind, full_name, designation, email, phone_number, company_name, created_at)
                    values ('guest', 'A', 'B', ${sponsor.email}, '1', 'C', now() - interval '60 days')`;
        const lines = [{ id: course.id, selectedSeats: 1 }];
        expect(await createDraft({ sponsor, lines, totalPaise: course.pricePaise })).toMatchObject({ ok: true });
      }
    });
    await Promise.all(visits).finally(() => (running = false));
    await purges;
  });
});
