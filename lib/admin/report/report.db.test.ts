import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings } from '@/db/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { newReference, payBack, readToday, receive, setSeats } from '@/testing/funds/money';
import { makeRandom } from '@/testing/lib/random';
import { changeRelease, recordRelease, stateUse } from '@/lib/funds/mutations';
import { balanceOf } from '@/lib/funds/rules';
import { readLineMoney } from '@/lib/funds/statements';
import { daysOfYear, lastDayOf, yearsAfter } from '@/lib/platform/financial-year';
import { assignCompanies } from '@/lib/admin/companies/assign';
import { refreshReport } from './mutations';
import { readCell, readReport } from './queries';
import {
  FIGURES,
  REPORT_COLUMNS,
  REPORT_LIST,
  REPORT_ROWS,
  UNASSIGNED,
  type Figures,
  type ReportFilter,
} from './schema';

useTestDatabase();

let admins: AdminAccount[];
let sponsor: SponsorAccount;
let office: OfficeAccount;
let courses: CourseRow[];
let today: string;
let year: string;

beforeEach(async () => {
  admins = [await makeAdmin(), await makeAdmin()];
  [sponsor, office] = await Promise.all([makeSponsorAccount(), makeOffice()]);
  ({ today, year } = await readToday());
  await sql()`
    insert into academic_sessions (name, first_day, last_day, state) values ('2097-98', '2097-07-01', '2098-06-30', 'planned') on conflict do nothing`;
  const instituteId = office.scope.institutes[0]!.id;
  courses = [
    await makeCourse({ instituteId, pricePaise: 1_00_000_00 }),
    await makeCourse({ instituteId, pricePaise: 33_333_33, session: '2097-98', courseType: 'ITI' }),
  ];
});

const adopt = (seats: readonly number[], daysAgo = 0) =>
  insertAdoption(sql(), {
    userId: sponsor.userId,
    state: 'completed',
    lines: seats.map((of, index) => ({ course: courses[index]!, seats: of })),
    daysAgo,
  });

/** Makes all rows anew, up to this moment. */
async function refreshAll() {
  await sql()`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  return refresh();
}
const refresh = async () => {
  await assignCompanies();
  return refreshReport(undefined, undefined, part`now()`);
};

const USUAL = REPORT_LIST.schema.parse({});

const read = (filter: Partial<ReportFilter> = {}) =>
  readReport(admins[0]!.scope, { ...USUAL, ...filter }, { page: 1, size: 10_000 });
/** The figures of the institute of this test. */
async function sumOf(filter: Partial<ReportFilter> = {}): Promise<Figures | undefined> {
  const { name, city } = office.scope.institutes[0]!;
  const { rows } = await readReport(
    admins[0]!.scope,
    { ...USUAL, ...filter, rows: 'institute' },
    { page: 1, size: 1000 },
  );
  return rows.find(({ key }) => key === `${name}\n${city}`)?.cells.get('');
}

async function passOn(reference: string, amount: number, paid_on: string, of = courses[0]!) {
  const lines = [{ reference, course_id: of.id, amount }];
  const bank = { mode: 'NEFT', bank_reference: newReference(), remark: '' } as const;
  const recorded = await recordRelease(admins[0]!.scope, {
    ...{ kind: 'passed_on', institute_id: of.instituteId!, ...bank, paid_on, lines },
  });
  if (!recorded.ok) return null;
  const confirmed = await changeRelease(admins[1]!.scope, recorded.id, { action: 'confirm', reason: 'Checked' });
  expect(confirmed).toMatchObject({ ok: true });
  return recorded.id;
}

const RUNS = Number(process.env.REPORT_RUNS ?? 4);
const SEED = Number(process.env.REPORT_SEED ?? Date.now() % 1_000_000);

describe('the figures', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'equal the money of the lines on every last day of a year, and plain sums of the tables (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = makeRandom(seed);
      const last = yearsAfter(year, -1);
      // Days of the last year and of this one until today.
      const dayOf = () => {
        const [from, to] = [Date.parse(daysOfYear(last)[0]), Date.parse(today)];
        return new Date(from + random(Math.floor((to - from) / 86_400_000) + 1) * 86_400_000)
          .toISOString()
          .slice(0, 10);
      };
      const adoptions = [
        await adopt([1 + random(4), 1 + random(4)], 700),
        await adopt([1 + random(4)], 20),
        await adopt([1, 2], 100),
      ];
      for (let step = 0; step < 30; step++) {
        const { id, reference } = adoptions[random(3)]!;
        const paise = 1 + random(1_00_000_00);
        switch (random(6)) {
          case 0:
          case 1:
            await receive(id, paise, { on: dayOf(), tdsPaise: random(3) === 0 ? random(5_000_00) : 0 });
            break;
          case 2: {
            const [row] = await sql()<{ kept: string }[]>`
              select received_paise - refunded_paise as kept from billings where id = ${id}`;
            if (Number(row!.kept) > 1) await payBack(id, 1 + random(Number(row!.kept) - 1), today);
            break;
          }
          case 3: {
            const release = await passOn(reference, paise, dayOf());
            if (release && random(4) === 0)
              await changeRelease(admins[1]!.scope, release, { action: 'return', reason: 'Account closed' });
            break;
          }
          case 4: {
            const of = random(2) === 0 ? last : year;
            const [newest] = await sql()<{ revision: number }[]>`
              select coalesce(max(revision), 0)::int as revision from uses where course_id = ${courses[0]!.id} and financial_year = ${of}`;
            const use = { financial_year: of, used: paise, revision: newest!.revision };
            await stateUse(office.scope, courses[0]!.id, use);
            break;
          }
          default:
            await setSeats(id, courses[0]!.id, 1 + random(4));
        }
      }
      await sql()`update billings set state = 'cancelled' where id = ${adoptions[2]!.id}`;
      await refreshAll();

      for (const [of, day] of [
        [last, lastDayOf(last)],
        [year, today],
      ] as const) {
        const money = await readLineMoney(part`${billings.verifiedAt} is not null`, db(), part`${day}::text`);
        for (const line of money) {
          const [sum] = await sql()<Record<string, string>[]>`
            select coalesce(sum(received_paise), 0) as received, coalesce(sum(tds_paise), 0) as tds, coalesce(sum(repaid_paise), 0) as repaid,
                   coalesce(sum(passed_paise), 0) as passed, coalesce(sum(used_paise), 0) as used
              from line_months where billing_id = ${line.billingId} and course_id = ${line.courseId} and month <= ${day}`;
          expect(Object.values(sum!).map(Number), `${day} ${line.courseId}`).toEqual([
            ...[line.receivedPaise + line.tdsPaise, line.tdsPaise, line.returnedPaise, line.passedPaise],
            balanceOf(line, of).usedPaise,
          ]);
        }
      }
      const [plain] = await sql()<Record<string, string>[]>`
        select (select sum(seats) from billing_items i join billings b on b.id = i.billing_id where b.state = 'completed') as seats,
               (select sum(seats * price_paise) from billing_items i join billings b on b.id = i.billing_id where b.state = 'completed') as pledged,
               (select coalesce(sum(amount_paise + tds_paise), 0) from bank_receipts where state = 'confirmed') as received,
               (select coalesce(sum(tds_paise), 0) from bank_receipts) as tds,
               (select coalesce(sum(amount_paise), 0) from refunds where state = 'done') as repaid,
               (select sum(greatest(total_paise - received_paise + refunded_paise, 0)) from billings where state = 'completed') as outstanding,
               (select coalesce(sum(amount_paise), 0) from releases where state = 'confirmed') as passed`;
      const expected = Object.fromEntries(Object.entries(plain!).map(([name, value]) => [name, Number(value)]));
      for (const rows of REPORT_ROWS)
        for (const columns of REPORT_COLUMNS) await expectSums({ rows, columns }, expected);
      const ofYear = (await read({ year })).sums.get('')!;
      const [receipts] = await sql()<{ paise: string }[]>`
        select coalesce(sum(amount_paise + tds_paise), 0) as paise from bank_receipts where credited_on >= ${daysOfYear(year)[0]}`;
      expect(ofYear.received).toBe(Number(receipts!.paise));
    },
  );

  /** Expects that rows, and the adoptions behind each number, add up to the sums, and these to what is expected. */
  async function expectSums(filter: Pick<ReportFilter, 'rows' | 'columns'>, expected: Record<string, number>) {
    const { rows, sums, columns } = await read(filter);
    const whole = add([...sums.values()]);
    expect(whole, JSON.stringify(filter)).toMatchObject(expected);
    expect(add(rows.flatMap(({ cells }) => [...cells.values()]))).toEqual(whole);
    for (const { key, cells } of rows)
      for (const [column, figures] of cells) {
        expect(columns).toContain(column);
        for (const figure of ['seats', 'received', 'used'] as const) {
          const cell = { ...USUAL, ...filter, figure, row: key, ...(column !== '' && { column }) };
          const found = await readCell(admins[0]!.scope, cell, { page: 1, size: 10_000 });
          expect(found.sum.value, JSON.stringify(cell)).toBe(figures[figure]);
          expect(found.rows.reduce((sum, { value }) => sum + value, 0)).toBe(figures[figure]);
        }
      }
  }

  const add = (all: readonly Figures[]) =>
    Object.fromEntries(FIGURES.map((figure) => [figure, all.reduce((sum, each) => sum + each[figure], 0)]));
});

describe('the refresh', () => {
  test('follows what changes: a transfer, its return, a statement of use, a student; only the adoptions that changed', async () => {
    const [one] = [await adopt([2]), await adopt([1])];
    await receive(one.id, 2_00_000_00, { on: today });
    expect(await refreshAll()).toBeGreaterThanOrEqual(2);
    expect(await refresh()).toBe(0);
    const release = (await passOn(one.reference, 1_50_000_00, today))!;
    expect([await refresh(), (await sumOf())!.passed]).toEqual([1, 1_50_000_00]);
    await stateUse(office.scope, courses[0]!.id, { financial_year: year, used: 1_00_000_00, revision: 0 });
    expect([await refresh(), (await sumOf())!.used]).toEqual([1, 1_00_000_00]);
    await stateUse(office.scope, courses[0]!.id, { financial_year: year, used: 0, revision: 1 });
    await changeRelease(admins[1]!.scope, release, { action: 'return', reason: 'Account closed' });
    expect([await refresh(), (await sumOf())!.passed, (await sumOf())!.used]).toEqual([1, 0, 0]);
    await sql()`
      insert into enrolments (billing_id, course_id, place, session, roll_hash, roll_end, from_day, created_at)
      select ${one.id}, ${courses[0]!.id}, place, ${courses[0]!.session}, 'hash' || ${randomUUID()}::text || place, '1', ${today}, clock_timestamp() from generate_series(1, 2) place`;
    expect([await refresh(), (await sumOf())!.enrolled]).toEqual([1, 2]);
  });

  test('a number that is not told is in no figure, but how many seats it is of', async () => {
    const { id } = await adopt([9]);
    await sql()`
      insert into enrolments (billing_id, course_id, place, session, roll_hash, roll_end, from_day)
      select ${id}, ${courses[0]!.id}, place, ${courses[0]!.session}, 'hash' || ${randomUUID()}::text || place, '1', ${today} from generate_series(1, 7) place`;
    await refreshAll();
    expect(await sumOf()).toMatchObject({ enrolled: 0, of: { enrolled: 9, attending: 0, completed: 0 } });
  });

  test('several at once leave every line once; a batch that fails leaves what was there', async () => {
    for (let made = 0; made < 20; made++) await adopt([1, 1]);
    await sql()`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
    await Promise.all(Array.from({ length: 5 }, refresh));
    expect((await sumOf())!.seats).toBe(40);
    await sql()`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
    await expect(
      db().transaction(async (tx) => {
        await refreshReport(tx, undefined, part`now()`);
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    expect((await sumOf())!.seats).toBe(40);
    expect(await refresh()).toBeGreaterThanOrEqual(20);
  });
});

test('filters: type, session, district, institute, company, year', async () => {
  await adopt([2, 3]);
  await refreshAll();
  const seats = async (filter: Partial<ReportFilter>) => (await sumOf(filter))?.seats ?? 0;
  expect(await seats({ type: 'ITI' })).toBe(3);
  expect(await seats({ session: '2097-98' })).toBe(3);
  expect(await seats({ institute: office.scope.institutes[0]!.name.slice(2) })).toBe(5);
  expect(await seats({ institute: 'nowhere' })).toBe(0);
  expect(await seats({ company: 'WORKS' })).toBe(5);
  expect(await seats({ district: courses[0]!.city })).toBeGreaterThan(0);
  expect(await seats({ district: 'Nowhere' })).toBe(0);
  expect(await seats({ year })).toBe(5);
  expect(await seats({ year: yearsAfter(year, -1) })).toBe(0);
});

test('by company, adoptions that are not assigned to one yet are the last row, and all rows add up to the sum', async () => {
  await adopt([2]);
  const waiting = await adopt([3, 4]);
  await refreshAll();
  const filter = { ...USUAL, rows: 'company' as const, institute: office.scope.institutes[0]!.name };
  const pageOf = (page: number, size: number) => readReport(admins[0]!.scope, filter, { page, size });
  const before = await pageOf(1, 50);
  expect(before.rows.map(({ key }) => key)).not.toContain(UNASSIGNED);

  await sql()`update billing_search_index set group_id = null where billing_id = ${waiting.id}`;
  const { rows, total, sums } = await pageOf(1, 50);
  expect(total).toBe(rows.length);
  expect(rows.at(-1)).toMatchObject({ key: UNASSIGNED, name: 'Not assigned to a company yet' });
  expect(rows.at(-1)!.cells.get('')!.seats).toBe(7);
  expect(rows.reduce((sum, { cells }) => sum + cells.get('')!.seats, 0)).toBe(sums.get('')!.seats);
  // On pages of one row it is alone on the last one.
  expect((await pageOf(total, 1)).rows.map(({ key }) => key)).toEqual([UNASSIGNED]);
  expect((await pageOf(total - 1, 1)).rows.map(({ key }) => key)).not.toContain(UNASSIGNED);

  const cell = { ...filter, row: UNASSIGNED, figure: 'seats' as const };
  expect(await readCell(admins[0]!.scope, cell, { page: 1, size: 50 })).toMatchObject({
    rows: [{ reference: waiting.reference }],
    sum: { value: 7 },
  });
});
