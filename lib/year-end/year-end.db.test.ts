import { beforeEach, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { sql } from '@/db/client';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { newReference, payBack, readToday, receive } from '@/testing/funds/money';
import { makeRandom } from '@/testing/lib/random';
import type { GuestScope } from '@/lib/adoption/core/access';
import { USE_HEADS } from '@/db/schema/enums';
import { leftOf, sumHeads, sumUse, withoutHead } from '@/lib/documents/paper-rules';
import { issueUse } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { changeRelease, recordRelease, stateUse } from '@/lib/funds/mutations';
import type { NewUse } from '@/lib/funds/schema';
import { lastDayOf, yearsAfter } from '@/lib/platform/financial-year';
import { listAuditorLinks, makeAuditorLink, openAuditorLink, revokeAuditorLink } from './auditor-links';
import { givenUse, newestUse, readYear, subjectOf, yearsOf, type YearEnd } from './queries';
import { supportPackResponse } from './support-pack';

useTestDatabase();

const RUNS = Number(process.env.USE_HEADS_RUNS ?? 3);
const SEED = Number(process.env.USE_HEADS_SEED ?? Date.now() % 1_000_000);

let sponsor: SponsorAccount;
let office: OfficeAccount;
let admins: AdminAccount[];
let course: CourseRow;
let year: string;
let last: string;
let today: string;
beforeEach(async () => {
  [sponsor, office] = await Promise.all([makeSponsorAccount(), makeOffice()]);
  admins = [await makeAdmin(), await makeAdmin()];
  course = await makeCourse({ instituteId: office.scope.institutes[0]!.id, pricePaise: 1_00_000_00 });
  ({ today, year } = await readToday());
  last = yearsAfter(year, -1);
});

const adopt = (seats: number, daysAgo = 0, state: 'completed' | 'pledged' = 'completed') =>
  insertAdoption(sql(), { userId: sponsor.userId, state, lines: [{ course, seats, institute: 'ITI' }], daysAgo });
type Adoption = Awaited<ReturnType<typeof adopt>>;

const passOn = async ({ reference }: Adoption, amount: number, paid_on = today) => {
  const lines = [{ reference, course_id: course.id, amount }];
  const release = {
    institute_id: course.instituteId!,
    mode: 'NEFT',
    bank_reference: newReference(),
    remark: '',
  } as const;
  const recorded = await recordRelease(admins[0]!.scope, { kind: 'passed_on', ...release, paid_on, lines });
  if (!recorded.ok) throw new Error(recorded.code);
  const action = { action: 'confirm', reason: 'Checked' } as const;
  expect(await changeRelease(admins[1]!.scope, recorded.id, action)).toMatchObject({ ok: true });
};
const state = (used: number, financial_year = year, revision = 0, heads?: NewUse['heads']) =>
  stateUse(office.scope, course.id, { financial_year, used, revision, heads });

const read = (of = year) => readYear(subjectOf(sponsor.scope), of);
const sumsOf = ({ lines }: YearEnd) => ({
  ...sumUse(lines),
  pledgedPaise: lines.reduce((sum, line) => sum + line.pledgedPaise, 0),
});
const issue = async () => issueUse(subjectOf(sponsor.scope), givenUse(await read())!);

describe('the year of a company', () => {
  test('says what was pledged, received, used and not, and what nobody stated', async () => {
    const adoption = await adopt(3);
    expect(await yearsOf(subjectOf(sponsor.scope))).toEqual([year]);
    expect(givenUse(await read())).toBeNull();
    await receive(adoption.id, 2_50_000_00, { on: today });
    await passOn(adoption, 2_00_000_00);
    expect(sumsOf(await read())).toMatchObject({
      ...{ pledgedPaise: 3_00_000_00, receivedPaise: 2_50_000_00, passedPaise: 2_00_000_00, usedPaise: 0 },
      ...{ notPassedPaise: 50_000_00, unusedPaise: 0, unstatedPaise: 2_00_000_00 },
    });
    await state(1_20_000_00);
    const told = await read();
    expect(sumsOf(told)).toMatchObject({ usedPaise: 1_20_000_00, unusedPaise: 80_000_00, unstatedPaise: 0 });
    expect(told.institutes).toMatchObject([
      { statedOn: today, remindedOn: null, passed: [{ amountPaise: 2_00_000_00 }] },
    ]);
  });

  test('begins with what was not used before, and its sums lead to what is not used at its end', async () => {
    const adoption = await adopt(3, 500);
    const [before, then] = [lastDayOf(yearsAfter(year, -2)), lastDayOf(last)];
    await receive(adoption.id, 1_00_000_00, { on: before });
    await receive(adoption.id, 1_50_000_00, { on: then });
    await passOn(adoption, 1_00_000_00, then);
    await state(40_000_00, last);
    await payBack(adoption.id, 50_000_00, today);
    await passOn(adoption, 1_00_000_00);
    await state(1_70_000_00);
    const [old, now] = [sumsOf(await read(last)), sumsOf(await read())];
    expect(old).toMatchObject({ openingPaise: 1_00_000_00, receivedPaise: 1_50_000_00, usedPaise: 40_000_00 });
    expect(now).toMatchObject({
      openingPaise: 2_10_000_00,
      receivedPaise: 0,
      returnedPaise: 50_000_00,
      usedPaise: 1_30_000_00,
    });
    for (const { openingPaise, receivedPaise, returnedPaise, usedPaise, ...sums } of [old, now])
      expect(openingPaise + receivedPaise - returnedPaise - usedPaise).toBe(
        leftOf({ ...sums } as typeof old) + sums.unstatedPaise,
      );
  });

  test('names what is not paid, and nothing of others', async () => {
    const { reference } = await adopt(1, 0, 'pledged');
    const stranger = await makeSponsorAccount();
    const other = await insertAdoption(sql(), {
      userId: stranger.userId,
      state: 'completed',
      lines: [{ course, seats: 1 }],
    });
    await receive(other.id, 1_00_000_00, { on: today });
    const told = await read();
    expect(told.unpaid).toMatchObject([{ reference, outstandingPaise: 1_00_000_00 }]);
    expect(told.lines.map((line) => line.reference)).toEqual([reference]);
  });
});

describe('the statement of use', () => {
  test('is numbered, is the same while nothing changed, and does not hold after a correction', async () => {
    const adoption = await adopt(2);
    await receive(adoption.id, 2_00_000_00, { on: today });
    await passOn(adoption, 2_00_000_00);
    await state(2_00_000_00);
    const [first, again] = [await issue(), await issue()];
    expect(first.serial).toMatch(/^SU\/20\d\d-\d\d\/\d{6}$/);
    expect(again.id).toBe(first.id);
    const newest = async () => newestUse(subjectOf(sponsor.scope), givenUse(await read())!);
    expect(await newest()).toMatchObject({ id: first.id, holds: true });
    await state(1_50_000_00, year, 1);
    expect(await newest()).toMatchObject({ id: first.id, holds: false });
    const second = await issue();
    expect(second.serial).not.toBe(first.serial);
    expect(await readPaper(first.id)).toMatchObject({ replacedBy: second.serial });
    await state(1_50_000_00, year, 2, { tuition: 1_50_000_00 });
    expect(await newest()).toMatchObject({ id: second.id, holds: false });
    const third = await issue();
    const { data } = await readPaper(third.id);
    expect(data).toMatchObject({
      kind: 'use',
      financialYear: year,
      lines: [{ usedPaise: 1_50_000_00, unusedPaise: 50_000_00, heads: { tuition: 1_50_000_00, hostel: 0 } }],
    });
  });
});

describe('what the money was spent on', () => {
  const heads = async (of = year) => (await read(of)).lines.map((line) => [line.heads, withoutHead(line)]);
  const all = { tuition: 0, examination: 0, material: 0, stipend: 0, hostel: 0, other: 0 };

  test('is divided by the lines, each year by itself; what was not stated is not stated', async () => {
    const adoptions = [await adopt(3, 500), await adopt(3, 500)];
    for (const adoption of adoptions) await receive(adoption.id, 3_00_000_00, { on: lastDayOf(yearsAfter(year, -2)) });
    await passOn(adoptions[0]!, 1_00_000_00, lastDayOf(last));
    expect(await heads(last)).toEqual([
      [undefined, 0],
      [undefined, 0],
    ]);
    expect(await state(1_00_000_00, last)).toMatchObject({ ok: true });
    expect((await heads(last))[0]).toEqual([undefined, 1_00_000_00]);
    expect(await state(1_00_000_00, last, 1, { tuition: 90_000_00, other: 10_000_00 })).toMatchObject({ ok: true });
    expect((await heads(last))[0]).toEqual([{ ...all, tuition: 90_000_00, other: 10_000_00 }, 0]);
    for (const adoption of adoptions) await passOn(adoption, 2_00_000_00);
    expect(await state(2_00_000_01, year, 0, { tuition: 2_00_000_01 })).toEqual({
      ...{ ok: false, code: 'use.below_earlier', params: { amount: '₹10,000.00' }, field: 'heads.other' },
    });
    expect(await state(2_00_000_01, year, 0, { tuition: 1_50_000_00, other: 50_000_01 })).toMatchObject({ ok: true });
    // 60,000 and 40,000.01 more, each divided by 50,000 and 50,000.01.
    expect(await heads()).toEqual([
      [{ ...all, tuition: 29_999_99, other: 20_000_01 }, 0],
      [{ ...all, tuition: 30_000_01, other: 20_000_00 }, 0],
    ]);
    expect(await state(1_00_000_00, last, 2, { tuition: 40_000_00, other: 60_000_00 })).toMatchObject({
      ...{ ok: false, code: 'use.above_later', field: 'heads.other' },
    });
    expect(await state(1_00_000_00, last, 2)).toMatchObject({ ok: true });
    expect(await heads()).toEqual([
      [undefined, 50_000_00],
      [undefined, 50_000_01],
    ]);
  });

  test('of what was paid back to the sponsor nothing was spent, the last first', async () => {
    const adoption = await adopt(3, 500);
    await receive(adoption.id, 3_00_000_00, { on: lastDayOf(last) });
    await passOn(adoption, 1_00_000_00, lastDayOf(last));
    await state(1_00_000_00, last, 0, { tuition: 1_00_000_00 });
    await passOn(adoption, 1_00_000_00);
    await state(2_00_000_00, year, 0, { tuition: 1_50_000_00, hostel: 50_000_00 });
    await payBack(adoption.id, 1_50_000_00, today);
    expect(await heads()).toEqual([[{ ...all, tuition: 25_000_00, hostel: 25_000_00 }, 0]]);
    await payBack(adoption.id, 1_00_000_00, today);
    expect(await heads()).toEqual([[{ ...all, tuition: -50_000_00 }, 0]]);
    expect((await read()).lines[0]!.usedPaise).toBe(-50_000_00);
  });

  test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'heads of lines add up to what the lines used, and lines to the head, to the paisa (seed %i)',
    async (seed) => {
      const random = makeRandom(seed);
      const own = await Promise.all(Array.from({ length: 2 + random(4) }, () => adopt(3, 500)));
      for (const { id } of own) await receive(id, 3_00_000_00, { on: lastDayOf(last) });
      let before = all;
      for (const of of [last, year]) {
        let passed = 0;
        for (const adoption of own) {
          const paise = 1 + random(1_50_000_00);
          await passOn(adoption, paise, of === last ? lastDayOf(last) : today);
          passed += paise;
        }
        const spent = { ...before };
        for (let rest = passed, part = 0; rest > 0; rest -= part) {
          part = Math.min(rest, 1 + random(passed));
          spent[USE_HEADS[random(USE_HEADS.length)]!] += random(4) === 0 ? 0 : part;
        }
        const used = Object.values(spent).reduce((sum, paise) => sum + paise, 0);
        expect(await state(used, of, 0, spent)).toMatchObject({ ok: true });
        const { lines } = await read(of);
        for (const line of lines) {
          expect(withoutHead(line)).toBe(0);
          for (const paise of Object.values(line.heads ?? {})) expect(paise).toBeGreaterThanOrEqual(0);
        }
        for (const head of USE_HEADS) expect(sumHeads(lines).heads![head]).toBe(spent[head] - before[head]);
        before = spent;
      }
    },
  );
});

test('the support pack names the statement, the body with its CSR number, and says of the local area only what is known', async () => {
  const adoption = await adopt(2);
  await receive(adoption.id, 2_00_000_00, { on: today });
  const body = { legalName: 'State Board', registrations: [{ name: 'CSR-1', number: 'CSR00012345', validUntil: '' }] };
  await sql()`insert into settings ("group", value) values ('body', ${JSON.stringify(body)}::text::jsonb)`;
  const read = async () => {
    const response = await supportPackResponse(subjectOf(sponsor.scope), year, 'en');
    const { SheetNames, Sheets } = XLSX.read(await response.arrayBuffer());
    return XLSX.utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
  };
  const [row] = await read();
  expect(row).toMatchObject({
    ...{ Project: `${adoption.reference}-1`, 'Item of Schedule VII': '(ii)', 'Received in the year': 200_000 },
    ...{ 'CSR number of the agency': 'CSR00012345', 'Implementing agency': 'State Board', Places: 2 },
    Students: 'For 2 seats the institute has not entered students yet.',
  });
  expect(row!['Statement of use']).toMatch(/^SU\//);
  expect(row!['Local area']).toBeUndefined();
  await sql()`insert into companies (owner_id, plants) values (${sponsor.userId}, '{Bhopal}')`;
  expect((await read())[0]!['Local area']).toBe('Yes');
  await sql()`update companies set plants = '{Rewa}' where owner_id = ${sponsor.userId}`;
  expect((await read())[0]!['Local area']).toBe('No');
});

describe('a link of an auditor', () => {
  test('shows one year to whoever has it, notes each view, and ends when it is taken back', async () => {
    await adopt(1);
    expect(await makeAuditorLink(sponsor.scope, yearsAfter(year, 1))).toEqual({
      ok: false,
      code: 'document.not_found',
    });
    const made = await makeAuditorLink(sponsor.scope, year);
    if (!made.ok) throw new Error(made.code);
    const token = made.url.split('/').at(-1)!;
    const refused = { ok: false, code: 'auditor.not_found' };
    expect(await openAuditorLink(`${token}x`, 'page')).toEqual(refused);
    expect(await openAuditorLink(token, 'page')).toMatchObject({ subject: { userId: sponsor.userId }, year });
    expect(await openAuditorLink(token, 'pdf')).toMatchObject({ ok: true });
    for (let time = 0; time < 5; time += 1) await openAuditorLink(token, 'xlsx');
    const [link] = await listAuditorLinks(sponsor.scope, year);
    expect([link!.views, link!.newest.map(({ what }) => what)]).toEqual([7, Array(5).fill('xlsx')]);
    expect(await listAuditorLinks((await makeSponsorAccount()).scope, year)).toEqual([]);
    expect(await revokeAuditorLink((await makeSponsorAccount()).scope, link!.id)).toEqual(refused);
    expect(await revokeAuditorLink(sponsor.scope, link!.id)).toEqual({ ok: true });
    expect(await openAuditorLink(token, 'page')).toEqual(refused);
    expect(JSON.stringify(await sql()`select * from auditor_links`)).not.toContain(token);
  });

  test('ends after thirty days, and three of a year may be valid', async () => {
    await adopt(1);
    for (const code of [null, null, null, 'auditor.too_many']) {
      const made = await makeAuditorLink(sponsor.scope, year);
      expect(made.ok ? null : made.code).toBe(code);
    }
    await sql()`update auditor_links set expires_at = now() where user_id = ${sponsor.userId}`;
    expect(await listAuditorLinks(sponsor.scope, year)).toEqual([]);
    expect(await makeAuditorLink(sponsor.scope, year)).toMatchObject({ ok: true });
  });

  test('ten tabs at once make three', async () => {
    const guest = { billingId: (await adopt(1)).id } as GuestScope;
    for (const scope of [sponsor.scope, guest]) {
      const made = await Promise.all(Array.from({ length: 10 }, () => makeAuditorLink(scope, year)));
      expect(made.filter(({ ok }) => ok)).toHaveLength(3);
      expect(await listAuditorLinks(scope, year)).toHaveLength(3);
    }
  });
});
