import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings } from '@/db/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { makeRandom } from '@/testing/lib/random';
import { newReference, payBack, receive, setSeats } from '@/testing/funds/money';
import { lastDayOf, yearsAfter } from '@/lib/platform/financial-year';
import { acknowledgeRelease, changeRelease, recordRelease, stateUse } from './mutations';
import { readFunds, readOfficeFunds, readReleases } from './queries';
import { balanceOf, sumOf, type LineMoney } from './rules';
import { divide, readLineMoney } from './statements';

useTestDatabase();
const holder = usePool(1);

let office: OfficeAccount;
let first: AdminAccount;
let second: AdminAccount;
let course: CourseRow;
let year: string;
let today: string;
beforeEach(async () => {
  [office, first, second] = [await makeOffice(), await makeAdmin(), await makeAdmin()];
  course = await courseOfOffice();
  [{ today, year }] = await sql()<[{ today: string; year: string }]>`
    select now.day::text as today, (now.year || '-' || lpad(((now.year + 1) % 100)::text, 2, '0')) as year
      from (select (now() at time zone 'Asia/Kolkata')::date as day,
                   extract(year from now() at time zone 'Asia/Kolkata' - interval '3 months')::int as year) now`;
});

const courseOfOffice = (values: Partial<CourseRow> = {}) =>
  makeCourse({ instituteId: office.scope.institutes[0]!.id, ...values });

const adopt = async (lines: readonly { course: CourseRow; seats: number }[]) => {
  const { userId } = await makeSponsorAccount();
  return insertAdoption(sql(), { userId, state: 'completed', lines });
};
type Adoption = Awaited<ReturnType<typeof adopt>>;

type Given = { of?: CourseRow; kind?: 'passed_on' | 'given_back'; on?: string; by?: AdminAccount; reference?: string };
const record = (adoption: Adoption, paise: number, given: Given = {}) => {
  const { of = course, kind = 'passed_on', on = today, by = first, reference = newReference() } = given;
  return recordRelease(by.scope, {
    ...{ kind, institute_id: of.instituteId!, mode: 'NEFT', paid_on: on, bank_reference: reference, remark: '' },
    lines: [{ reference: adoption.reference, course_id: of.id, amount: paise }],
  });
};
const act = (id: string, action: 'confirm' | 'reject' | 'return' = 'confirm', by = second) =>
  changeRelease(by.scope, id, { action, reason: 'Checked with the bank' });

/** Passes money on: both steps. */
const passOn = async (adoption: Adoption, paise: number, given: Given = {}) => {
  const recorded = await record(adoption, paise, given);
  if (!recorded.ok) throw new Error(recorded.code);
  expect(await act(recorded.id)).toMatchObject({ ok: true });
  return recorded.id;
};
const state = (used: number, { of = course, revision = 0, in: financial_year = year, by = office } = {}) =>
  stateUse(by.scope, of.id, { financial_year, used, revision });

const moneyOf = async (adoption: Adoption, day = today) =>
  readLineMoney(part`${billings.id} = ${adoption.id}`, db(), part`${day}::text`);
const lineOf = async (adoption: Adoption, of: CourseRow = course, day = today) =>
  (await moneyOf(adoption, day)).find(({ courseId }) => courseId === of.id)!;

describe('an amount is divided in proportion', () => {
  test('parts are whole, add up, stay below their weight, and grow with the amount', async () => {
    for (const weights of [[1], [3, 3, 3], [1, 1_000_000_007, 13], [12_50_000_00, 7, 1, 99_99_999_99], [0, 5, 0]]) {
      const whole = sumOf(weights, (weight) => weight);
      let before = weights.map(() => 0);
      for (const share of [0, 0.1, 0.100001, 1 / 3, 0.5, 0.99, 1]) {
        const amount = Math.floor(whole * share);
        const parts = await divide(amount, weights, db());
        expect(sumOf(parts, (paise) => paise)).toBe(amount);
        for (const [index, paise] of parts.entries()) {
          expect(paise).toBeLessThanOrEqual(weights[index]!);
          expect(paise).toBeGreaterThanOrEqual(before[index]!);
        }
        before = parts;
      }
      expect(before).toEqual(weights);
    }
    expect(await divide(7, [0, 0], db())).toEqual([0, 7]);
    expect(await divide(0, [], db())).toEqual([]);
  });
});

describe('passing money on', () => {
  test('a transfer counts once another administrator confirmed it, and the office acknowledges it', async () => {
    const adoption = await adopt([{ course, seats: 2 }]);
    await receive(adoption.id, 2_50_000_00, { on: today });
    const recorded = await record(adoption, 2_00_000_00);
    expect(recorded).toMatchObject({ ok: true });
    const { id } = recorded as { id: string };
    expect(await lineOf(adoption)).toMatchObject({ passedPaise: 0, waitingPaise: 2_00_000_00 });
    expect(await act(id, 'confirm', first)).toEqual({ ok: false, code: 'adoption.second_admin' });
    const { rows } = await readReleases(first.scope, {}, { page: 1, size: 50 });
    expect(rows.find((row) => row.id === id)).toMatchObject({ needsOther: true, lines: 1, state: 'recorded' });
    expect((await readOfficeFunds(office.scope)).releases).toEqual([]);
    expect(await acknowledgeRelease(office.scope, id, today)).toEqual({ ok: false, code: 'funds.not_found' });
    expect(await act(id)).toEqual({ ok: true, alone: false });
    expect(await act(id)).toEqual({ ok: false, code: 'funds.changed' });
    expect(await lineOf(adoption)).toMatchObject({ passedPaise: 2_00_000_00, waitingPaise: 0 });
    const { releases, offers } = await readOfficeFunds(office.scope);
    expect(releases).toMatchObject([{ id, amountPaise: 2_00_000_00, receivedOn: null }]);
    expect(offers).toMatchObject([{ id: course.id, years: [{ year, passedPaise: 2_00_000_00, usedPaise: null }] }]);
    const other = await makeOffice();
    expect(await acknowledgeRelease(other.scope, id, today)).toEqual({ ok: false, code: 'funds.not_found' });
    expect(await acknowledgeRelease(office.scope, id, '2001-01-01')).toEqual({
      ok: false,
      code: 'funds.received_early',
    });
    expect(await acknowledgeRelease(office.scope, id, '2999-01-01')).toMatchObject({ code: 'adoption.date_in_future' });
    expect(await acknowledgeRelease(office.scope, id, today)).toEqual({ ok: true });
    expect((await readOfficeFunds(office.scope)).releases).toMatchObject([{ receivedOn: today }]);
  });

  test('an administrator who is alone confirms an own entry', async () => {
    await sql()`update admins set deactivated_at = now() where id <> ${first.adminId}`;
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_25_000_00, { on: today });
    const { id } = (await record(adoption, 1_25_000_00)) as { id: string };
    expect(await act(id, 'confirm', first)).toEqual({ ok: true, alone: true });
  });

  test('what is offered: money received for lines with students, less what was passed on', async () => {
    const adoption = await adopt([{ course, seats: 2 }]);
    const rest = async () =>
      (await readFunds(first.scope))
        .filter(({ id }) => id === course.instituteId)
        .map(({ id, passablePaise }) => [id, passablePaise]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    expect(await rest()).toEqual([]);
    await sql()`
      insert into enrolments (billing_id, course_id, place, session, from_day)
      values (${adoption.id}, ${course.id}, 1, ${course.session}, ${today})`;
    expect(await rest()).toEqual([[course.instituteId, 1_00_000_00]]);
    await record(adoption, 30_000_01);
    expect(await rest()).toEqual([[course.instituteId, 69_999_99]]);
    expect((await readFunds(first.scope, course.instituteId!))[0]!.lines).toMatchObject([
      { reference: adoption.reference, seats: 2, students: 1, receivedPaise: 1_00_000_00, passablePaise: 69_999_99 },
    ]);
  });

  test.each([
    ['more than was received', 'funds.above_received', (adoption: Adoption) => record(adoption, 1_00_000_01)],
    [
      'a day that is to come',
      'adoption.date_in_future',
      (adoption: Adoption) => record(adoption, 1, { on: '2999-01-01' }),
    ],
    [
      'seats at another institute',
      'funds.line_unknown',
      async (adoption: Adoption) => {
        const { instituteId } = await makeCourse({ instituteId: (await makeOffice()).scope.institutes[0]!.id });
        return record(adoption, 1, { of: { ...course, instituteId } });
      },
    ],
    [
      'an unknown adoption',
      'funds.line_unknown',
      (adoption: Adoption) => record({ ...adoption, reference: 'SA-1' }, 1),
    ],
    [
      'an unknown institute',
      'institute.not_found',
      (adoption: Adoption) => record(adoption, 1, { of: { ...course, instituteId: randomUUID() } }),
    ],
    [
      'more back than the institute has',
      'funds.above_passed',
      (adoption: Adoption) => record(adoption, 1, { kind: 'given_back' }),
    ],
  ])('%s is refused', async (_, code, work) => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    expect(await work(adoption)).toMatchObject({ ok: false, code });
    expect(await sql()`select from release_lines where billing_id = ${adoption.id}`).toHaveLength(0);
  });

  test('a bank reference is recorded once, unless its entry was rejected', async () => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    const reference = newReference();
    const { id } = (await record(adoption, 1, { reference })) as { id: string };
    expect(await record(adoption, 1, { reference })).toEqual({ ok: false, code: 'adoption.reference_used' });
    expect(await act(id, 'reject', first)).toMatchObject({ ok: true });
    expect(await record(adoption, 1, { reference })).toMatchObject({ ok: true });
  });

  test('security 174: two administrators who pass the same money on at once: one of them does', async () => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    const all = await Promise.all([first, second].map((by) => record(adoption, 1_00_000_00, { by })));
    expect(all.map((each) => (each.ok ? 'recorded' : each.code)).toSorted()).toEqual([
      'funds.above_received',
      'recorded',
    ]);
  });

  test('control: without the locks both do', async () => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    const all = await withoutGuards(
      [
        ['pg_advisory_xact_lock(735007, hashtext($1))', '$1::text'],
        [/ order by "billings"."id" for no key update$/, ''],
      ],
      async () => {
        let both: ReturnType<typeof record>[] = [];
        // Both have read the balance before either writes.
        await holder.begin(async (held) => {
          await held`lock table release_lines in share row exclusive mode`;
          both = [first, second].map((by) => record(adoption, 1_00_000_00, { by }));
          await held`select pg_sleep(0.5)`;
        });
        return Promise.all(both);
      },
    );
    expect(all.map(({ ok }) => ok)).toEqual([true, true]);
  });
});

describe('stating what was used', () => {
  test('it is a revision of its year, shared by the lines in proportion to what was passed on', async () => {
    const adoptions = [await adopt([{ course, seats: 2 }]), await adopt([{ course, seats: 1 }])];
    for (const [index, paise] of [2_00_000_00, 1_00_000_00].entries()) {
      await receive(adoptions[index]!.id, paise, { on: today });
      await passOn(adoptions[index]!, paise);
    }
    expect(await state(1_00_000_01)).toEqual({ ok: true, revision: 1 });
    const lines = await Promise.all(adoptions.map((adoption) => lineOf(adoption)));
    expect(lines.map(({ usedPaise }) => usedPaise)).toEqual([66_666_67, 33_333_34]);
    expect(await state(1)).toEqual({ ok: false, code: 'use.changed' });
    expect(await state(90_000_00, { revision: 1 })).toEqual({ ok: true, revision: 2 });
    expect(balanceOf(await lineOf(adoptions[0]!), year)).toEqual({
      ...{ keptPaise: 2_00_000_00, notPassedPaise: 0, usedPaise: 60_000_00 },
      ...{ unusedPaise: 1_40_000_00, unstatedPaise: 0, excessPaise: 0 },
    });
    expect(await sql()`select from uses where course_id = ${course.id}`).toHaveLength(2);
    const actions = await sql()<{ action: string }[]>`
      select action from audit_log where subject = ${course.id} order by id`;
    expect(actions.map(({ action }) => action)).toEqual(['use.stated', 'use.corrected']);
  });

  test('nobody stated it: it is not stated, neither used nor unused', async () => {
    const adoption = await adopt([{ course, seats: 2 }]);
    await receive(adoption.id, 2_00_000_00, { on: today });
    expect(await state(0)).toEqual({ ok: false, code: 'use.nothing_passed' });
    expect(await state(0, { in: yearsAfter(year, 1) })).toEqual({ ok: false, code: 'use.future' });
    await passOn(adoption, 1_50_000_00);
    const balance = async () => balanceOf(await lineOf(adoption), year);
    expect(await balance()).toMatchObject({
      notPassedPaise: 50_000_00,
      usedPaise: 0,
      unusedPaise: 0,
      unstatedPaise: 1_50_000_00,
    });
    expect(await state(0)).toMatchObject({ ok: true });
    expect(await balance()).toMatchObject({ usedPaise: 0, unusedPaise: 1_50_000_00, unstatedPaise: 0 });
    await passOn(adoption, 50_000_00);
    expect(await balance()).toMatchObject({ unusedPaise: 1_50_000_00, unstatedPaise: 50_000_00, notPassedPaise: 0 });
  });

  test('years follow each other: a later one never says less, and a correction of an earlier one keeps its sum', async () => {
    const last = yearsAfter(year, -1);
    const adoptions = [await adopt([{ course, seats: 1 }]), await adopt([{ course, seats: 1 }])];
    for (const adoption of adoptions) await receive(adoption.id, 1_00_000_00, { on: lastDayOf(yearsAfter(year, -2)) });
    await passOn(adoptions[0]!, 1_00_000_00, { on: lastDayOf(last) });
    await passOn(adoptions[1]!, 1_00_000_00);
    const amount = (rupees: string) => ({ params: { amount: rupees } });
    expect(await state(1_00_000_01, { in: last })).toMatchObject({
      code: 'use.above_passed',
      ...amount('₹1,00,000.00'),
    });
    expect(await state(1_00_000_00, { in: last })).toMatchObject({ ok: true });
    expect(await state(99_999_99)).toMatchObject({ code: 'use.below_earlier', ...amount('₹1,00,000.00') });
    expect(await state(1_50_000_00)).toMatchObject({ ok: true });
    const used = async () => [
      ...(await Promise.all(adoptions.map(async (adoption) => (await lineOf(adoption)).usedPaise))),
      (await lineOf(adoptions[0]!, course, lastDayOf(last))).usedPaise,
    ];
    expect(await used()).toEqual([1_00_000_00, 50_000_00, 1_00_000_00]);
    expect(await state(20_000_00, { in: last, revision: 1 })).toMatchObject({ ok: true, revision: 2 });
    // 1,30,000 of the second year, in proportion to 80,000 and 1,00,000.
    expect(await used()).toEqual([77_777_77, 72_222_23, 20_000_00]);
    expect(await state(1_50_000_01, { in: last, revision: 2 })).toMatchObject({ code: 'use.above_passed' });
    const [newest] = await sql()`
      select revision, used_paise::int from uses where course_id = ${course.id} and financial_year = ${year} order by revision desc limit 1`;
    expect(newest).toEqual({ revision: 2, used_paise: 1_50_000_00 });
  });

  test('money that was used can neither be given back nor be a transfer that the bank returned', async () => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    const id = await passOn(adoption, 1_00_000_00);
    expect(await state(60_000_00)).toMatchObject({ ok: true });
    expect(await act(id, 'return')).toEqual({ ok: false, code: 'funds.used_already' });
    expect(await record(adoption, 40_000_01, { kind: 'given_back' })).toMatchObject({ code: 'funds.above_passed' });
    const back = await passOn(adoption, 40_000_00, { kind: 'given_back' });
    expect(balanceOf(await lineOf(adoption), year)).toMatchObject({
      usedPaise: 60_000_00,
      unusedPaise: 0,
      notPassedPaise: 40_000_00,
    });
    expect(await state(60_000_01, { revision: 1 })).toMatchObject({ code: 'use.above_passed' });
    await passOn(adoption, 40_000_00);
    expect(await act(back, 'return')).toMatchObject({ ok: false });
  });

  test('what is paid back to the sponsor lowers what counts as used, never what was received', async () => {
    const adoption = await adopt([{ course, seats: 2 }]);
    await receive(adoption.id, 2_50_000_00, { on: today });
    await passOn(adoption, 2_00_000_00);
    await state(1_80_000_00);
    await setSeats(adoption.id, course.id, 1);
    expect((await lineOf(adoption)).receivedPaise).toBe(2_50_000_00);
    await payBack(adoption.id, 1_25_000_00, today);
    expect(await lineOf(adoption)).toMatchObject({ receivedPaise: 2_50_000_00, returnedPaise: 1_25_000_00 });
    expect(balanceOf(await lineOf(adoption), year)).toEqual({
      ...{ keptPaise: 1_25_000_00, notPassedPaise: 0, usedPaise: 1_25_000_00 },
      ...{ unusedPaise: 0, unstatedPaise: 0, excessPaise: 75_000_00 },
    });
    expect(await record(adoption, 1)).toMatchObject({ code: 'funds.above_received' });
  });

  test('two people of an office at once: one statement, and the other is told', async () => {
    const adoption = await adopt([{ course, seats: 1 }]);
    await receive(adoption.id, 1_00_000_00, { on: today });
    await passOn(adoption, 1_00_000_00);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    const all = await Promise.all([state(10_000_00), state(20_000_00, { by: clerk })]);
    expect(all.map((each) => (each.ok ? each.revision : each.code)).toSorted()).toEqual([1, 'use.changed']);
    expect(
      await stateUse((await makeOffice()).scope, course.id, { financial_year: year, used: 1, revision: 1 }),
    ).toEqual({
      ok: false,
      code: 'admin.not_found',
    });
  });
});

const RUNS = Number(process.env.FUNDS_RUNS ?? 6);
const SEED = Number(process.env.FUNDS_SEED ?? Date.now() % 1_000_000);

describe('in any order', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'receipts, transfers, uses, returns, cancellations and reductions: balances equal a recomputation (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = makeRandom(seed);
      const courses = [course, await courseOfOffice({ pricePaise: 33_333_33 })];
      const adoptions = [
        await adopt(courses.map((of) => ({ course: of, seats: 1 + random(4) }))),
        await adopt([{ course, seats: 1 + random(4) }]),
      ];
      const model = new FundsModel(adoptions.map(({ id }) => id));
      const transfers: string[] = [];
      for (let step = 0; step < 40; step++) {
        const adoption = adoptions[random(adoptions.length)]!;
        const of = courses[random(courses.length)]!;
        const paise = 1 + random(1_00_000_00);
        switch (random(8)) {
          case 0:
          case 1:
            await receive(adoption.id, paise, { on: today });
            model.receive(adoption.id, paise);
            break;
          case 2: {
            const kept = model.kept(adoption.id);
            if (kept === 0) break;
            const back = 1 + random(kept);
            await payBack(adoption.id, back, today);
            model.payBack(adoption.id, back);
            break;
          }
          case 3:
          case 4: {
            const kind = random(4) === 0 ? 'given_back' : 'passed_on';
            const recorded = await record(adoption, paise, { of, kind });
            if (!recorded.ok) break;
            const confirmed = await act(recorded.id, random(5) === 0 ? 'reject' : 'confirm');
            expect(confirmed).toMatchObject({ ok: true });
            const [row] = await sql()<{ state: string }[]>`select state from releases where id = ${recorded.id}`;
            if (row!.state === 'rejected') break;
            model.transfer(recorded.id, {
              billingId: adoption.id,
              courseId: of.id,
              paise: kind === 'passed_on' ? paise : -paise,
            });
            transfers.push(recorded.id);
            break;
          }
          case 5: {
            const id = transfers[random(transfers.length)];
            if (id !== undefined && (await act(id, 'return')).ok) model.undo(id);
            break;
          }
          case 6: {
            const [newest] = await sql()<{ revision: number }[]>`
              select coalesce(max(revision), 0)::int as revision from uses where course_id = ${of.id}`;
            const stated = await state(paise, { of, revision: newest!.revision });
            if (stated.ok) model.use(of.id, paise);
            else expect(paise).toBeGreaterThan(model.passedOfCourse(of.id));
            break;
          }
          default: {
            const lines = await moneyOf(adoption);
            const line = lines[random(lines.length)]!;
            await setSeats(adoption.id, line.courseId, 1 + random(4));
          }
        }
        await expectEqual(adoptions, model);
      }
    },
  );
});

/** Compares every line and every sum with the model, and checks what always holds. */
async function expectEqual(adoptions: readonly Adoption[], model: FundsModel): Promise<void> {
  const rows = (await Promise.all(adoptions.map((adoption) => moneyOf(adoption)))).flat();
  for (const { id } of adoptions) {
    const own = rows.filter(({ billingId }) => billingId === id);
    expect(sumOf(own, (row) => row.receivedPaise)).toBe(model.received(id));
    expect(sumOf(own, (row) => row.receivedPaise - row.returnedPaise)).toBe(model.kept(id));
  }
  for (const row of rows) {
    expect(row.returnedPaise).toBeGreaterThanOrEqual(0);
    expect(row.passedPaise).toBe(model.passed(row.billingId, row.courseId));
    expect(row.usedPaise ?? 0).toBeLessThanOrEqual(row.passedPaise);
    const balance = balanceOf(row as LineMoney, year);
    expect(balance.notPassedPaise + balance.usedPaise + balance.unusedPaise + balance.unstatedPaise).toBe(
      balance.keptPaise,
    );
    for (const paise of Object.values(balance)) expect(paise).toBeGreaterThanOrEqual(0);
  }
  for (const courseId of new Set(rows.map((row) => row.courseId))) {
    const own = rows.filter((row) => row.courseId === courseId);
    expect(sumOf(own, (row) => row.usedPaise ?? 0)).toBe(model.used(courseId));
  }
}

/** What happened, added up without the database. */
class FundsModel {
  private readonly ins = new Map<string, number>();
  private readonly outs = new Map<string, number>();
  private readonly uses = new Map<string, number>();
  private readonly moved = new Map<string, { billingId: string; courseId: string; paise: number }>();

  constructor(billingIds: readonly string[]) {
    for (const id of billingIds) {
      this.ins.set(id, 0);
      this.outs.set(id, 0);
    }
  }
  receive(id: string, paise: number) {
    this.ins.set(id, this.received(id) + paise);
  }
  payBack(id: string, paise: number) {
    this.outs.set(id, this.outs.get(id)! + paise);
  }
  transfer(id: string, move: { billingId: string; courseId: string; paise: number }) {
    this.moved.set(id, move);
  }
  undo(id: string) {
    this.moved.delete(id);
  }
  use(courseId: string, paise: number) {
    this.uses.set(courseId, paise);
  }
  received = (id: string) => this.ins.get(id)!;
  kept = (id: string) => this.ins.get(id)! - this.outs.get(id)!;
  used = (courseId: string) => this.uses.get(courseId) ?? 0;
  passed = (billingId: string, courseId: string) =>
    sumOf(
      [...this.moved.values()].filter((move) => move.billingId === billingId && move.courseId === courseId),
      ({ paise }) => paise,
    );
  passedOfCourse = (courseId: string) =>
    sumOf(
      [...this.moved.values()].filter((move) => move.courseId === courseId),
      ({ paise }) => paise,
    );
}
