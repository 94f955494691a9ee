import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { statementTotals, sumUse } from '@/lib/documents/paper-rules';
import { issueStatement, issueUse } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { lastDayOf, yearsAfter } from '@/lib/platform/financial-year';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { payBack, readToday, receive } from '@/testing/funds/money';
import { makeRandom } from '@/testing/lib/random';
import { readDonors, type Donors } from './donors';
import { givenUse, readYear } from './queries';

useTestDatabase();

/** Companies of the comparison. The seed is printed if it fails. */
const COMPANIES = Number(process.env.YEAR_END_COMPANIES ?? 150);
const SEED = Number(process.env.YEAR_END_SEED ?? Date.now() % 1_000_000);

test(
  `of ${COMPANIES} random companies the lines of the statement of use, those of the support pack, the annual statement and the file of donors have the same sums, to the paisa (seed ${SEED})`,
  { timeout: 60_000 + COMPANIES * 1_000 },
  async () => {
    const { today, year } = await readToday();
    const last = yearsAfter(year, -1);
    const random = makeRandom(SEED);
    const courses = await Promise.all(
      [1_00_000_00, 33_333_33, 1].map((pricePaise) => makeCourse({ pricePaise, totalSeats: 10_000 })),
    );
    /** What the annual statements say was received and not paid back, by PAN and without one. */
    const stated = new Map<string, number>();
    let withoutPan = 0;
    for (let company = 0; company < COMPANIES; company++) {
      const { userId } = await makeSponsorAccount();
      // Some have no PAN, and some share one, such as a company with two accounts.
      const pan = random(3) === 0 ? '' : `AAACN${String(1000 + random(COMPANIES)).slice(-4)}P`;
      await sql()`insert into companies (owner_id, legal_name, pan) values (${userId}, ${`Works ${company}`}, ${pan})`;
      for (let adoption = 0; adoption <= random(3); adoption++) {
        const lines = courses.slice(0, 1 + random(3)).map((of) => ({ course: of, seats: 1 + random(5) }));
        const { id } = await insertAdoption(sql(), { userId, state: 'completed', lines });
        let kept = 0;
        for (let receipt = 0; receipt < random(4); receipt++) {
          const [paise, tdsPaise] = [1 + random(2_00_000_00), random(2) * random(10_000_00)];
          await receive(id, paise, { on: [today, lastDayOf(last)][random(2)]!, tdsPaise });
          kept += paise;
        }
        if (kept > 0 && random(2) === 0) await payBack(id, 1 + random(kept), today);
      }
      const told = await readYear({ userId }, year);
      const sums = sumUse(told.lines);
      const given = givenUse(told);
      const moved = sums.receivedPaise > 0 || sums.returnedPaise > 0;
      expect(given === null ? 0 : sumUse(given.lines).receivedPaise).toBe(sums.receivedPaise);
      if (!moved) continue;
      const { data } = await readPaper((await issueStatement(userId, year)).id);
      if (data.kind !== 'statement') throw new Error(data.kind);
      const { received, refunded, tds } = statementTotals(data.entries);
      expect([sums.receivedPaise, sums.tdsPaise, sums.returnedPaise], `company ${company}`).toEqual([
        received - tds,
        tds,
        refunded,
      ]);
      if (pan === '') withoutPan += received - refunded;
      else stated.set(pan, (stated.get(pan) ?? 0) + received - refunded);
      const { data: use } = await readPaper((await issueUse({ userId }, given!)).id);
      if (use.kind !== 'use') throw new Error(use.kind);
      expect(use.entries).toEqual(data.entries);
    }
    const { withPan, toAsk, nothing } = await readDonors((await makeAdmin()).scope, year);
    const netOf = (donors: Donors['withPan']) =>
      donors.reduce((sum, { receivedPaise, refundedPaise }) => sum + receivedPaise - refundedPaise, 0);
    expect(withPan.map((donor) => [donor.pan, netOf([donor])]).toSorted()).toEqual(
      [...stated].filter(([, paise]) => paise > 0).toSorted(),
    );
    expect(netOf([...withPan, ...nothing.filter(({ pan }) => pan !== '')])).toBe(
      [...stated.values()].reduce((sum, paise) => sum + paise, 0),
    );
    expect(netOf([...toAsk, ...nothing.filter(({ pan }) => pan === '')])).toBe(withoutPan);
    expect(toAsk.every(({ pan }) => pan === '')).toBe(true);
  },
);
