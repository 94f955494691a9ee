import { randomUUID } from 'node:crypto';
import { sql as part } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { countAttention } from '@/lib/admin/attention/queries';
import { refreshReport } from '@/lib/admin/report/mutations';
import { readReport } from '@/lib/admin/report/queries';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { listEntries } from '@/lib/admin/audit-log/queries';
import { changeReservation } from '@/lib/admin/reservations/mutations';
import { createDraft, pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import type { GuestScope } from '@/lib/adoption/core/access';
import { changeRelease, recordRelease } from '@/lib/funds/mutations';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { eraseGuest } from '@/lib/operation/privacy/erase-guest';
import { correctRoll, enterStudents } from '@/lib/register/mutations';
import { readProgress } from '@/lib/register/progress-queries';
import { markStudents } from '@/lib/register/report-mutations';
import { findBookProblems, findMessageProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { inTwoWeeks, propose as proposeAs } from '@/testing/db/moves';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn } from '@/testing/db/reports';
import { ageEvents, clearMonthlyTotals, countTwice, monthlyTotals } from '@/testing/db/stats';
import { newReference, readToday, receive } from '@/testing/funds/money';
import { makeRandom } from '@/testing/lib/random';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';
import { answerMove } from './answer';
import { checkMoves, lapseMoves, startMoves, withdrawMoves } from './mutations';
import { listMoves, readOpenMoves } from './queries';
import type { MovePlan } from './schema';

useTestDatabase();
const holder = usePool(1);
const watcher = usePool(1);
let admin: AdminAccount;
let [today, until] = ['', ''];
beforeEach(async () => {
  await sql()`truncate billings, courses, reservations, outbound_messages, report_dates, bank_credits, paper_series cascade`;
  await clearMonthlyTotals();
  admin = await makeAdmin({ role: 'catalogue' });
  ({ today } = await readToday());
  until = await inTwoWeeks();
});

const guest = (billingId: string) => ({ billingId }) as GuestScope;
type Line = { course: CourseRow; seats: number };

/** A guest's pledge, by the same statements as on the site. */
async function pledge(...lines: Line[]) {
  const { subject, code, billingId } = await prepareAdoption(lines, makeSponsor());
  const pledged = await pledgeSeats({ ...subject, draftId: billingId }, code);
  if (!pledged.ok) throw new Error(pledged.code);
  return { id: billingId, reference: pledged.reference, scope: guest(billingId) };
}

async function paidBy(userId: string, lines: Line[]) {
  const { id, reference } = await insertAdoption(sql(), { userId, state: 'completed', lines });
  const total = lines.reduce((sum, { course, seats }) => sum + course.pricePaise * seats, 0);
  await receive(id, total, { on: today });
  await sql()`insert into outbound_messages (billing_id, kind) values (${id}, 'paid')`;
  await issuePaper({ kind: 'receipt', billingId: id, source: await receiptOf(id) });
  return { id, reference };
}
/** A paid adoption of an account. */
async function paid(...lines: Line[]) {
  const account = await makeSponsorAccount();
  return { ...(await paidBy(account.userId, lines)), scope: account.scope, account };
}
const receiptOf = async (billingId: string) =>
  (await sql()<{ id: string }[]>`select id from bank_receipts where billing_id = ${billingId}`)[0]!.id;

async function plan(from: CourseRow, to: CourseRow): Promise<MovePlan> {
  const checked = await checkMoves(admin.scope, { from: from.id, to: to.id });
  if (!checked.ok) throw new Error(checked.code);
  return checked.plan;
}

const propose = (from: CourseRow, to: CourseRow, only?: readonly string[]) => proposeAs(admin, from, to, only);

type Adoption = { id: string; scope: Parameters<typeof answerMove>[0] };
async function accept({ id, scope }: Adoption, other?: CourseRow) {
  const [open] = await readOpenMoves(id);
  if (!open) throw new Error('No proposal');
  const choice = other ? open.others.find((each) => each.id === other.id) : open.to;
  return answerMove(scope, id, {
    answer: 'accept',
    ...{
      move: open.id,
      course_id: (choice ?? other)!.id,
      seats: open.seats,
      price_per_seat: (choice ?? other)!.pricePaise,
    },
  });
}
async function decline({ id, scope }: Adoption) {
  const [open] = await readOpenMoves(id);
  return answerMove(scope, id, { answer: 'decline', move: open!.id });
}

const seatsOf = async ({ id }: CourseRow) =>
  (await sql()`select adopted_seats as adopted, held_seats as held from courses where id = ${id}`)[0];
const linesOf = (id: string) => sql()`
  select course_id as course, seats, price_paise::int8 as price from billing_items where billing_id = ${id} order by position, seats`;
const billingOf = async (id: string) =>
  (
    await sql()`
    select state, total_paise::int8 as total, received_paise::int8 as received, due_at is not null as "isDue", version from billings where id = ${id}`
  )[0]!;
const moveOf = async (id: string) =>
  (
    await sql()`select state, to_course_id as to, seats from seat_moves where billing_id = ${id} order by started_at desc`
  )[0];
const eventsOf = async (id: string) =>
  (await sql()<{ event: string }[]>`select event from billing_events where billing_id = ${id} order by id`).map(
    ({ event }) => event,
  );

/** Nothing adds up wrongly. */
async function expectBooks(): Promise<void> {
  expect(await findBookProblems()).toEqual([]);
  expect(await findMessageProblems()).toEqual([]);
  const { figures, courses } = await countTwice();
  expect(figures).toBe(courses);
}

describe('a proposal', () => {
  test('shows what it would do, keeps the seats, and tells each sponsor', async () => {
    const [from, to] = [
      await makeCourse({ pricePaise: 1000_00 }),
      await makeCourse({ pricePaise: 900_00, totalSeats: 20 }),
    ];
    const [one, other] = [await pledge({ course: from, seats: 5 }), await paid({ course: from, seats: 7 })];
    expect(await plan(from, to)).toMatchObject({
      price_per_seat: '900.00',
      free: 20,
      adoptions: expect.arrayContaining([
        expect.objectContaining({
          reference: one.reference,
          seats: 5,
          difference: '-500.00',
          payment_status: 'pending',
          code: null,
        }),
        expect.objectContaining({
          reference: other.reference,
          seats: 7,
          difference: '-700.00',
          paid: '7000.00',
          students: 0,
        }),
      ]),
    });
    expect(await propose(from, to)).toEqual({ ok: true, done: 2 });
    expect(await seatsOf(from)).toEqual({ adopted: 12, held: 0 });
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 12 });
    expect(await readOpenMoves(one.id)).toMatchObject([
      {
        seats: 5,
        reason: 'The course closes',
        from: { branch: from.branch },
        to: { id: to.id, differencePaise: -500_00 },
      },
    ]);
    expect(await eventsOf(one.id)).toContain('move_proposed');
    expect((await plan(from, to)).adoptions.map(({ code }) => code)).toEqual(['move.asked', 'move.asked']);
    const { rows, total } = await listMoves(admin.scope, { course: to.id }, { page: 1, size: 10 });
    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({ state: 'open', isBack: false, from: { id: from.id }, to: { id: to.id } });
    await expectBooks();
  });

  test('is refused to an offer without seats, to itself, of another session or closed, and for another plan than was shown', async () => {
    const from = await makeCourse();
    await pledge({ course: from, seats: 5 });
    const check = (to: CourseRow) => checkMoves(admin.scope, { from: from.id, to: to.id });
    expect(await check(from)).toMatchObject({ code: 'move.same' });
    expect(await check(await makeCourse({ totalSeats: 0 }))).toMatchObject({
      code: 'move.full',
      params: { free: '0' },
    });
    expect(await check(await makeCourse({ studyYear: 2 }))).toMatchObject({ code: 'move.other_session' });
    expect(await check(await makeCourse({ isOpen: false }))).toMatchObject({ code: 'move.not_offered' });
    const [small, empty] = [await makeCourse({ totalSeats: 4 }), await makeCourse()];
    expect(await checkMoves(admin.scope, { from: empty.id, to: small.id })).toMatchObject({ code: 'move.none' });
    expect(await propose(from, small)).toMatchObject({ code: 'move.full', params: { free: '4' } });
    const start = (changes: object) =>
      startMoves(admin.scope, {
        ...{ step: 'start', from: from.id, to: empty.id, until, reason: 'Because', price_per_seat: empty.pricePaise },
        ...{ adoptions: [{ reference: 'SA-0', seats: 5 }] },
        ...changes,
      });
    expect(await start({})).toMatchObject({ code: 'move.changed', plan: { free: 60 } });
    const { adoptions } = await plan(from, empty);
    const shown = { adoptions: adoptions.map(({ reference, seats }) => ({ reference, seats })) };
    expect(await start({ ...shown, price_per_seat: 1 })).toMatchObject({ code: 'move.changed' });
    for (const day of [today.replace(/^\d+/, '2001'), today.replace(/^\d+/, '2999')])
      expect(await start({ ...shown, until: day })).toMatchObject({ code: 'move.until' });
    expect(await seatsOf(empty)).toEqual({ adopted: 0, held: 0 });
    await sql()`update academic_sessions set state = 'closed'`;
    expect(await check(empty)).toMatchObject({ code: 'move.not_offered' });
    await sql()`update academic_sessions set state = 'open'`;
  });

  test('is not made while money was passed on or the seats of the next year are kept', async () => {
    const { id: instituteId } = await makeInstitute();
    const [from, to] = [await makeCourse({ instituteId }), await makeCourse()];
    const adoption = await paid({ course: from, seats: 2 });
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    const recorded = await recordRelease(first.scope, {
      ...{
        kind: 'passed_on',
        institute_id: instituteId,
        mode: 'NEFT',
        paid_on: today,
        bank_reference: newReference(),
        remark: '',
      },
      lines: [{ reference: adoption.reference, course_id: from.id, amount: 1_000_00 }],
    });
    if (!recorded.ok) throw new Error(recorded.code);
    expect((await plan(from, to)).adoptions).toMatchObject([{ code: 'move.money_passed' }]);
    await changeRelease(second.scope, recorded.id, { action: 'reject', reason: 'Wrong institute' });
    expect((await plan(from, to)).adoptions).toMatchObject([{ code: null }]);
  });

  test('can be taken back; who answered meanwhile is told so', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const adoption = await pledge({ course: from, seats: 5 });
    await propose(from, to);
    const [open] = await readOpenMoves(adoption.id);
    expect(await withdrawMoves(admin.scope, { moves: [open!.id], reason: 'The course goes on' })).toEqual({
      ok: true,
      done: 1,
    });
    expect(await withdrawMoves(admin.scope, { moves: [open!.id], reason: 'The course goes on' })).toMatchObject({
      code: 'move.ended',
    });
    expect(await answerMove(adoption.scope, adoption.id, { answer: 'decline', move: open!.id })).toEqual({
      ok: false,
      code: 'move.ended',
    });
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 0 });
    expect((await eventsOf(adoption.id)).at(-1)).toBe('move_withdrawn');
    expect(await propose(from, to)).toEqual({ ok: true, done: 1 });
    await expectBooks();
  });
});

describe('an answer', () => {
  test('cheaper: the seats move, and what was paid beyond the new total is paid back; the receipt is issued again', async () => {
    const [from, to] = [await makeCourse({ pricePaise: 1000_00 }), await makeCourse({ pricePaise: 900_00 })];
    const adoption = await paid({ course: from, seats: 4 }, { course: await makeCourse(), seats: 1 });
    await propose(from, to);
    expect(await accept(adoption)).toEqual({ ok: true, seats: 4 });
    expect(await seatsOf(from)).toEqual({ adopted: 0, held: 0 });
    expect(await seatsOf(to)).toEqual({ adopted: 4, held: 0 });
    expect((await linesOf(adoption.id)).slice(0, 2)).toEqual([
      { course: from.id, seats: 0, price: 1000_00 },
      { course: to.id, seats: 4, price: 900_00 },
    ]);
    expect(await billingOf(adoption.id)).toMatchObject({ state: 'completed', total: 3600_00 + 1_25_000_00 });
    const detail = await readAdoption(adoption.scope, adoption.id);
    expect(detail).toMatchObject({ refundDuePaise: 400_00, outstandingPaise: 0, seats: 5 });
    expect(detail!.papers.map(({ kind, isReplaced }) => [kind, isReplaced])).toEqual([
      ['receipt', false],
      ['receipt', true],
    ]);
    expect(detail!.timeline.at(-1)).toMatchObject({
      event: 'moved',
      seats: 4,
      moved: { from: { branch: from.branch }, to: { branch: to.branch } },
    });
    expect(await readOpenMoves(adoption.id)).toEqual([]);
    const { entries } = await listEntries(admin.scope, { action: 'adoption.moved' });
    expect(entries).toMatchObject([{ actor: 'sponsor', after: { reference: adoption.reference, seats: 4 } }]);
    await expectBooks();
  });

  test('dearer: a paid adoption owes the difference within the term of a transfer, as a pledge; paid, it is complete again', async () => {
    const [from, to] = [await makeCourse({ pricePaise: 1000_00 }), await makeCourse({ pricePaise: 1250_00 })];
    const adoption = await paid({ course: from, seats: 4 });
    await propose(from, to);
    expect(await accept(adoption)).toEqual({ ok: true, seats: 4 });
    expect(await billingOf(adoption.id)).toMatchObject({
      state: 'pledged',
      total: 5000_00,
      received: 4000_00,
      isDue: true,
    });
    expect((await eventsOf(adoption.id)).slice(-2)).toEqual(['moved', 'more_due']);
    expect(await issuePaper({ kind: 'proforma', billingId: adoption.id, source: adoption.id })).toMatchObject({
      kind: 'proforma',
    });
    expect(await readAdoption(adoption.scope, adoption.id)).toMatchObject({ outstandingPaise: 1000_00, lapses: false });
    await expectBooks();
  });

  test('an unpaid pledge whose money suffices for the rest is paid', async () => {
    const [from, to] = [await makeCourse({ pricePaise: 1000_00 }), await makeCourse({ pricePaise: 500_00 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await receive(adoption.id, 2000_00, { on: today, tdsPaise: 0 });
    await propose(from, to);
    expect(await accept(adoption)).toMatchObject({ ok: true });
    expect(await billingOf(adoption.id)).toMatchObject({ state: 'completed', total: 2000_00 });
    await expectBooks();
  });

  test('declined: everything stays; the administrators decide, propose again or leave it', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    expect(await decline(adoption)).toEqual({ ok: true, seats: 0 });
    expect(await seatsOf(from)).toEqual({ adopted: 4, held: 0 });
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 0 });
    const back = () => listMoves(admin.scope, { state: 'back' }, { page: 1, size: 10 });
    const { rows } = await back();
    expect(rows).toMatchObject([{ reference: adoption.reference, state: 'declined', isBack: true }]);
    expect((await countAttention(admin.scope)).move_back).toBe(1);
    await propose(from, to);
    expect((await back()).total).toBe(0);
    await decline(adoption);
    const [newest] = (await back()).rows;
    expect(await withdrawMoves(admin.scope, { moves: [newest!.id], reason: 'It stays there' })).toEqual({
      ok: true,
      done: 1,
    });
    expect((await back()).total).toBe(0);
    await expectBooks();
  });

  test('another offer of the kind with enough seats can be chosen, those of the institute and the city first', async () => {
    const { id: instituteId } = await makeInstitute({ city: 'Indore' });
    const [from, to] = [await makeCourse({ instituteId, city: 'Indore' }), await makeCourse()];
    const [far, city, same] = [
      await makeCourse({ city: 'Rewa' }),
      await makeCourse({ city: 'Indore', pricePaise: 1_00_000_00 }),
      await makeCourse({ instituteId, city: 'Indore' }),
    ];
    const [small, type] = [await makeCourse({ totalSeats: 3 }), await makeCourse({ courseType: 'ITI' })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const [open] = await readOpenMoves(adoption.id);
    expect(open!.others.map(({ id }) => id)).toEqual([same.id, city.id, far.id]);
    for (const other of [small, type])
      expect(
        await answerMove(adoption.scope, adoption.id, {
          ...{ answer: 'accept', move: open!.id, course_id: other.id, seats: 4, price_per_seat: other.pricePaise },
        }),
      ).toMatchObject({ ok: false, code: other === small ? 'move.full' : 'move.not_offered' });
    expect(await accept(adoption, city)).toEqual({ ok: true, seats: 4 });
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 0 });
    expect(await seatsOf(city)).toEqual({ adopted: 4, held: 0 });
    expect(await moveOf(adoption.id)).toMatchObject({ state: 'accepted', to: city.id });
    await expectBooks();
  });

  test('what changed meanwhile is said, and nothing is lost', async () => {
    const [from, to] = [await makeCourse(), await makeCourse({ totalSeats: 4 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const [open] = await readOpenMoves(adoption.id);
    const answer = {
      answer: 'accept',
      move: open!.id,
      course_id: to.id,
      seats: 4,
      price_per_seat: to.pricePaise,
    } as const;
    const { scope } = await makeSponsorAccount();
    expect(await answerMove(scope, adoption.id, answer)).toEqual({ ok: false, code: 'own_adoption.not_found' });
    expect(await answerMove(adoption.scope, adoption.id, { ...answer, price_per_seat: 1 })).toMatchObject({
      code: 'move.changed',
    });
    await sql()`update courses set is_open = false where id = ${to.id}`;
    expect((await readOpenMoves(adoption.id))[0]!.to).toBeNull();
    expect(await answerMove(adoption.scope, adoption.id, answer)).toMatchObject({ code: 'move.not_offered' });
    // A higher price does not change what was promised.
    await sql()`update courses set is_open = true, price_paise = price_paise * 2 where id = ${to.id}`;
    // Reduced meanwhile: the page shows fewer seats, and the rest of what was kept is free.
    const finance = await makeAdmin();
    const { version } = await billingOf(adoption.id);
    expect(
      await actOnAdoption(finance.scope, adoption.reference, {
        ...{ action: 'reduce', version: version as number, reason: 'Fewer', lines: { [from.id]: 3 } },
      }),
    ).toMatchObject({ ok: true });
    expect(await answerMove(adoption.scope, adoption.id, answer)).toMatchObject({ code: 'move.changed' });
    expect(await accept(adoption)).toEqual({ ok: true, seats: 3 });
    expect(await answerMove(adoption.scope, adoption.id, answer)).toEqual({ ok: false, code: 'move.ended' });
    expect(await seatsOf(to)).toEqual({ adopted: 3, held: 0 });
    await expectBooks();
  });

  test('seats move on, and back to an offer that the adoption had, at the price that they had there', async () => {
    const [a, b, c] = [
      await makeCourse({ pricePaise: 100_00 }),
      await makeCourse({ pricePaise: 200_00 }),
      await makeCourse({ pricePaise: 300_00 }),
    ];
    const adoption = await pledge({ course: a, seats: 4 }, { course: b, seats: 2 });
    for (const [from, to, total] of [
      [a, b, 1200_00],
      [b, c, 1800_00],
      [c, a, 600_00],
    ] as const) {
      expect(await propose(from, to)).toEqual({ ok: true, done: 1 });
      expect(await accept(adoption)).toMatchObject({ ok: true });
      expect(await billingOf(adoption.id)).toMatchObject({ total });
      if (to === b) await sql()`update courses set price_paise = 900_00 where id = ${a.id}`;
    }
    expect(await seatsOf(a)).toEqual({ adopted: 6, held: 0 });
    await expectBooks();
    await ageEvents('2 minutes');
    await rollUpAdoptions();
    expect(await monthlyTotals()).toMatchObject([{ seats: 6, paise: 600_00 }]);
  });

  test('the job ends what nobody answered by its day, and what has nothing left to move, and frees the seats', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const [late, cancelled, open] = [
      await pledge({ course: from, seats: 1 }),
      await pledge({ course: from, seats: 2 }),
      await pledge({ course: from, seats: 4 }),
    ];
    await propose(from, to);
    const [move] = await readOpenMoves(late.id);
    await sql()`update seat_moves set until = now() - interval '1 second' where id = ${move!.id}`;
    await sql()`update reservations set until = now() - interval '1 second' where id = (select reservation_id from seat_moves where id = ${move!.id})`;
    expect(await readOpenMoves(late.id)).toEqual([]);
    expect(await answerMove(late.scope, late.id, { answer: 'decline', move: move!.id })).toMatchObject({
      code: 'move.ended',
    });
    const finance = await makeAdmin();
    const { version } = await billingOf(cancelled.id);
    await actOnAdoption(finance.scope, cancelled.reference, {
      action: 'cancel',
      version: version as number,
      reason: 'Asked for it',
    });
    await releaseExpiredHolds();
    expect(await lapseMoves()).toBe(2);
    expect(await lapseMoves()).toBe(0);
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 4 });
    expect([await moveOf(late.id), await moveOf(cancelled.id), await moveOf(open.id)]).toMatchObject([
      { state: 'lapsed' },
      { state: 'lapsed' },
      { state: 'open' },
    ]);
    expect((await listMoves(admin.scope, { state: 'back' }, { page: 1, size: 10 })).rows).toMatchObject([
      { reference: late.reference },
    ]);
    await expectBooks();
  });

  test('whoever is erased is asked no more: an account that is deleted, a guest', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const adoption = await paid({ course: from, seats: 2 });
    await propose(from, to);
    const { scope, password } = adoption.account;
    expect(await deleteAccount(scope, password, '10.0.0.1', 'en')).toMatchObject({ ok: true });
    expect(await lapseMoves()).toBe(1);
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 0 });
    expect((await plan(from, to)).adoptions).toMatchObject([{ code: 'move.nobody' }]);
  });

  test('nobody draws on the kept seats, or ends their reservation', async () => {
    const [from, to] = [await makeCourse(), await makeCourse({ totalSeats: 4 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const draft = await createDraft({
      ...{ lines: [{ id: to.id, selectedSeats: 1 }], totalPaise: to.pricePaise, sponsor: makeSponsor(), holder: [] },
    });
    expect(draft.ok).toBe(true);
    await expect(pledge({ course: to, seats: 1 })).rejects.toThrow('seats.none_left');
    const [kept] = await sql()<
      { id: string; version: number }[]
    >`select id, version from reservations where kind = 'move'`;
    const finance = await makeAdmin();
    for (const action of ['end', 'confirm'] as const)
      expect(
        await changeReservation(finance.scope, kept!.id, { action, version: 0, reason: 'Not needed' }),
      ).toMatchObject({ code: 'reservation.of_entry' });
    expect(await accept(adoption)).toMatchObject({ ok: true });
  });
});

describe('students', () => {
  let [one, other]: OfficeAccount[] = [];
  beforeEach(async () => {
    [one, other] = [await makeOffice(), await makeOffice()];
    await sql()`update office_institutes set created_at = now() - interval '200 days'`;
  });
  const rows = (...rolls: string[]) => rolls.map((roll, index) => ({ line: index + 1, roll }));
  const enter = async (
    office: OfficeAccount,
    course: CourseRow,
    rolls: string[],
    count: number | null = rolls.length,
  ) => {
    const [session] = await sql()<
      { day: string }[]
    >`select first_day::text as day from academic_sessions where name = ${course.session}`;
    return enterStudents(office.scope, course.id, { rows: rows(...rolls), from_day: session!.day, enter: count });
  };

  test('move with their places, register and reports; roll numbers are recognised; the sponsor sees one history', async () => {
    const from = await makeCourse({ instituteId: one!.scope.institutes[0]!.id, durationYears: 1 });
    const to = await makeCourse({ instituteId: other!.scope.institutes[0]!.id, durationYears: 1 });
    const [adoption, beside] = [
      await paid({ course: from, seats: 8 }, { course: to, seats: 2 }),
      await paid({ course: to, seats: 6 }),
    ];
    expect(await enter(one!, from, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'])).toMatchObject({ ok: true });
    expect(await enter(other!, to, ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8'])).toMatchObject({ ok: true });
    await dueIn(from.session, 'term_1', 3);
    const marks = await sql()<{ student: string; mark: 'attends' }[]>`
      select id as student, 'attends' as mark from enrolments where course_id = ${from.id}`;
    expect(
      await markStudents(one!.scope, from.id, 'term_1', { version: 0, marks: [...marks], state: true }),
    ).toMatchObject({ stated: true });
    const before = (await readProgress(adoption.scope, adoption.id))!.lines.find(
      ({ courseId }) => courseId === from.id,
    )!;
    expect(before).toMatchObject({ enrolled: { says: 'exactly', of: 8 }, attending: { says: 'exactly', count: 8 } });

    await propose(from, to);
    expect(await accept(adoption)).toMatchObject({ ok: true, seats: 8 });
    const places = await sql()`
      select billing_id as billing, array_agg(place order by place) as places from enrolments
       where course_id = ${to.id} and until_day is null group by 1 order by 2 desc`;
    const own = places.find(({ billing }) => billing === adoption.id)!;
    expect(own.places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(places.find(({ billing }) => billing === beside.id)!.places).toHaveLength(6);
    expect(await sql()`select 1 from enrolments where course_id = ${from.id}`).toEqual([]);
    const { lines } = (await readProgress(adoption.scope, adoption.id))!;
    expect(lines).toMatchObject([
      {
        courseId: to.id,
        seats: 10,
        enrolled: { of: 10 },
        attending: { says: 'nearlyAll', of: 10 },
        stated: [{ kind: 'term_1' }],
      },
    ]);
    const [unmoved] = (await readProgress(beside.scope, beside.id))!.lines;
    expect(unmoved).toMatchObject({ attending: null, stated: [] });

    // The former number is known at both institutes, so that nobody is entered twice.
    expect(await enter(one!, from, ['A1'], null)).toMatchObject({ plan: { problems: [{ problem: 'elsewhere' }] } });
    expect(await enter(other!, to, ['A1'], null)).toMatchObject({ plan: { known: 1, entered: 0 } });
    const [moved] = await sql()<
      { id: string }[]
    >`select id from enrolments where billing_id = ${adoption.id} and place = 3`;
    expect(await correctRoll(other!.scope, moved!.id, { roll: 'A1', replace: false })).toMatchObject({
      ok: true,
      matches: true,
    });
    expect(await correctRoll(one!.scope, moved!.id, { roll: 'A1', replace: false })).toMatchObject({
      code: 'admin.not_found',
    });
  });

  test('whose seats were given back stay in their order behind the places', async () => {
    const [from, to] = await Promise.all(
      [one!, one!].map((office) => makeCourse({ instituteId: office.scope.institutes[0]!.id })),
    );
    const adoption = await pledge({ course: from!, seats: 3 }, { course: to!, seats: 3 });
    await enter(one!, from!, ['A1', 'A2', 'A3']);
    await enter(one!, to!, ['B1', 'B2', 'B3']);
    const finance = await makeAdmin();
    const { version } = await billingOf(adoption.id);
    await actOnAdoption(finance.scope, adoption.reference, {
      ...{ action: 'reduce', version: version as number, reason: 'Fewer', lines: { [from!.id]: 2, [to!.id]: 1 } },
    });
    await propose(from!, to!);
    expect(await accept(adoption)).toMatchObject({ ok: true, seats: 2 });
    const there =
      await sql()`select place, roll_end as roll, course_id = ${to!.id} as moved from enrolments order by course_id = ${to!.id} desc, place`;
    expect(there).toEqual([
      { place: 1, roll: 'B1', moved: true },
      { place: 2, roll: 'A1', moved: true },
      { place: 3, roll: 'A2', moved: true },
      { place: 4, roll: 'B2', moved: true },
      { place: 5, roll: 'B3', moved: true },
      { place: 3, roll: 'A3', moved: false },
    ]);
  });
});

describe('security 185: at the same time', () => {
  const answerOf = async ({ id }: Adoption, to?: CourseRow) => {
    const [open] = await readOpenMoves(id);
    const { id: course, pricePaise } = to ?? open!.to!;
    return {
      answer: 'accept',
      move: open!.id,
      course_id: course,
      seats: open!.seats,
      price_per_seat: pricePaise,
    } as const;
  };
  const codes = (results: readonly { ok: boolean; code?: string }[]) =>
    results.map(({ ok, code }) => (ok ? 'ok' : code)).toSorted();
  /** Runs calls while a lock on the adoption holds all of them up. */
  async function together<T>(id: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
    const running: Promise<T>[] = [];
    await holder.begin(async (held) => {
      await held`select 1 from billings where id = ${id} for update`;
      for (const call of calls) {
        running.push(call());
        await waitForLocks(watcher, running.length, 'billings');
      }
    });
    return Promise.all(running);
  }

  test('accepted in two tabs: the seats move once', async () => {
    const [from, to] = [await makeCourse(), await makeCourse({ totalSeats: 5 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const answer = await answerOf(adoption);
    const accepting = () => answerMove(adoption.scope, adoption.id, answer);
    expect(codes(await together(adoption.id, [accepting, accepting]))).toEqual(['move.ended', 'ok']);
    expect(await seatsOf(to)).toEqual({ adopted: 4, held: 0 });
    await expectBooks();
  });

  test('without the lock of the adoption, two tabs both find the proposal open', async () => {
    const [from, to] = [await makeCourse(), await makeCourse({ totalSeats: 9 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const answer = await answerOf(adoption);
    const both = await withoutGuards(
      [[/(?<=from "billings" where \("billings"."id" = \$1 and [^]*) for no key update$/, '']],
      async () => {
        const running: Promise<{ ok: boolean }>[] = [];
        await holder.begin(async (held) => {
          await held`select 1 from courses where id = ${to.id} for update`;
          for (let call = 0; call < 2; call++) running.push(answerMove(adoption.scope, adoption.id, answer));
          await waitForLocks(watcher, 2, ' ');
        });
        return Promise.allSettled(running);
      },
    );
    // Both went on to move seats of which there are none any more.
    expect(
      codes(both.map((each) => (each.status === 'fulfilled' ? each.value : { ok: false, code: 'failed' }))),
    ).not.toEqual(['move.ended', 'ok']);
  });

  test('beside a cancellation: one of the two, and the other says why not', async () => {
    const [from, to] = [await makeCourse(), await makeCourse()];
    const finance = await makeAdmin();
    for (const isFirst of [true, false]) {
      const adoption = await pledge({ course: from, seats: 4 });
      await propose(from, to);
      const answer = await answerOf(adoption);
      const { version } = await billingOf(adoption.id);
      const calls = [
        () => answerMove(adoption.scope, adoption.id, answer),
        () =>
          actOnAdoption(finance.scope, adoption.reference, {
            action: 'cancel',
            version: version as number,
            reason: 'Asked for it',
          }),
      ];
      const done = await together<{ ok: boolean; code?: string }>(adoption.id, isFirst ? calls : calls.toReversed());
      expect(codes(done)).toEqual(['ok', isFirst ? 'adoption.changed' : 'move.ended'].toSorted());
      await lapseMoves();
      await expectBooks();
    }
    expect(await seatsOf(from)).toEqual({ adopted: 0, held: 0 });
    expect(await seatsOf(to)).toEqual({ adopted: 4, held: 0 });
  });

  test('beside the pledge of the last seats of a chosen offer: one of the two has them', async () => {
    const [from, to, other] = [await makeCourse(), await makeCourse(), await makeCourse({ totalSeats: 4 })];
    for (const isFirst of [true, false]) {
      await sql()`update courses set total_seats = adopted_seats + 4 where id = ${other.id}`;
      const adoption = await pledge({ course: from, seats: 4 });
      await propose(from, to);
      const answer = await answerOf(adoption, other);
      const { subject, code, billingId } = await prepareAdoption([{ course: other, seats: 4 }], makeSponsor());
      const calls = [
        () => answerMove(adoption.scope, adoption.id, answer),
        () => pledgeSeats({ ...subject, draftId: billingId }, code),
      ];
      const running: Promise<{ ok: boolean; code?: string }>[] = [];
      await holder.begin(async (held) => {
        await held`select 1 from courses where id = ${other.id} for update`;
        for (const call of isFirst ? calls : calls.toReversed()) {
          running.push(call());
          await waitForLocks(watcher, running.length, ' ');
        }
      });
      expect(codes(await Promise.all(running))).toEqual(['ok', isFirst ? 'seats.none_left' : 'move.full'].toSorted());
      if (!isFirst) expect(await moveOf(adoption.id)).toMatchObject({ state: 'open' });
      await expectBooks();
    }
  });

  test('without the lock of the courses, an acceptance counts seats that a pledge takes meanwhile', async () => {
    const [from, to, other] = [await makeCourse(), await makeCourse(), await makeCourse({ totalSeats: 4 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const answer = await answerOf(adoption, other);
    const failed = await withoutGuards(
      [
        [/(?<=from "courses" where "courses"."id" in \([^)]*\) order by "courses"."id" asc) for no key update$/],
        [/(?<=order by "courses"."id") for no key update of "courses"$/],
      ],
      async () => {
        let running: Promise<object> | undefined;
        await holder.begin(async (held) => {
          await held`select 1 from courses where id = ${other.id} for update`;
          running = answerMove(adoption.scope, adoption.id, answer);
          // It has found four free seats, and waits to write.
          await waitForLocks(watcher, 1, 'update "courses"');
          await held`update courses set adopted_seats = 4 where id = ${other.id}`;
        });
        return running!.then(
          () => 'moved',
          (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
        );
      },
    );
    // Only the check of the table stops it: no clear answer.
    expect(failed).toContain('courses_seats_not_oversold');
  });

  test('an office that enters a student meanwhile waits for the register, and finds no place', async () => {
    const office = await makeOffice();
    const from = await makeCourse({ instituteId: office.scope.institutes[0]!.id });
    const to = await makeCourse({ instituteId: office.scope.institutes[0]!.id });
    const [session] = await sql()<{ day: string }[]>`
      select first_day::text as day from academic_sessions where name = ${from.session}`;
    const adoption = await pledge({ course: from, seats: 2 });
    await propose(from, to);
    const answer = await answerOf(adoption);
    const rows = [{ line: 1, roll: 'A1' }];
    const running: Promise<{ ok: boolean; code?: string }>[] = [];
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${to.id} for update`;
      running.push(answerMove(adoption.scope, adoption.id, answer));
      await waitForLocks(watcher, 1, ' ');
      running.push(enterStudents(office.scope, from.id, { rows, from_day: session!.day, enter: 1 }));
      await waitForLocks(watcher, 1, 'pg_advisory_xact_lock');
    });
    expect(await Promise.all(running)).toMatchObject([{ ok: true }, { ok: false, code: 'enrolment.changed' }]);
    expect(await sql()`select 1 from enrolments`).toEqual([]);
  });

  test('beside the job that ends the day: the seats move, or are free, not both', async () => {
    const [from, to] = [await makeCourse(), await makeCourse({ totalSeats: 4 })];
    const adoption = await pledge({ course: from, seats: 4 });
    await propose(from, to);
    const answer = await answerOf(adoption);
    // The day ends while both wait.
    const done = await (async () => {
      const running: Promise<unknown>[] = [];
      await holder.begin(async (held) => {
        await held`select 1 from billings where id = ${adoption.id} for update`;
        running.push(answerMove(adoption.scope, adoption.id, answer));
        await waitForLocks(watcher, 1, 'billings');
        await held`update seat_moves set until = clock_timestamp() - interval '1 second'`;
        await held`update reservations set until = clock_timestamp() - interval '1 second' where kind = 'move'`;
      });
      running.push(lapseMoves(), releaseExpiredHolds());
      return Promise.all(running);
    })();
    expect(done[0]).toEqual({ ok: false, code: 'move.ended' });
    await lapseMoves();
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 0 });
    expect(await moveOf(adoption.id)).toMatchObject({ state: 'lapsed' });
    await expectBooks();
  });

  test('beside the erasure of its guest: the seats move and the guest is erased, or nobody can answer any more', async () => {
    const finance = await makeAdmin();
    for (const isFirst of [true, false]) {
      const [from, to] = [await makeCourse(), await makeCourse()];
      const [person] = await sql()<{ id: string }[]>`
        insert into users (kind, full_name, designation, email, phone_number, company_name)
        values ('guest', 'Asha Verma', 'Head', ${`${randomUUID()}@works.example`}, '9826012345', 'Works') returning id`;
      const { id, reference } = await paidBy(person!.id, [{ course: from, seats: 4 }]);
      await sql()`update billings set channel = 'public', verified_channel = 'email', hold_expires_at = null where id = ${id}`;
      const adoption = { id, scope: guest(id) };
      await propose(from, to);
      const answer = await answerOf(adoption);
      const calls = [
        () => answerMove(adoption.scope, id, answer),
        () => eraseGuest(finance.scope, reference, { adoptions: [reference], reason: 'Asked for it' }),
      ];
      const done = await together<{ ok: boolean; code?: string }>(id, isFirst ? calls : calls.toReversed());
      expect(codes(done)).toEqual(isFirst ? ['ok', 'ok'] : ['move.nobody', 'ok']);
      await lapseMoves();
      expect(await seatsOf(from)).toEqual({ adopted: isFirst ? 0 : 4, held: 0 });
      expect(await seatsOf(to)).toEqual({ adopted: isFirst ? 4 : 0, held: 0 });
      await expectBooks();
    }
  });

  test('two administrators propose the same, or more than is free: each sponsor is asked once, and no seat is promised twice', async () => {
    const [from, second, to] = [await makeCourse(), await makeCourse(), await makeCourse({ totalSeats: 6 })];
    await pledge({ course: from, seats: 4 });
    await pledge({ course: second, seats: 4 });
    expect(codes(await Promise.all([propose(from, to), propose(from, to)]))).toEqual(['move.changed', 'ok']);
    await sql()`delete from seat_moves`;
    await sql()`update reservations set ended_at = now()`;
    await sql()`update courses set held_seats = 0`;
    expect(codes(await Promise.all([propose(from, to), propose(second, to)]))).toEqual(['move.full', 'ok']);
    expect(await seatsOf(to)).toEqual({ adopted: 0, held: 4 });
  });

  test('a connection that dies in the middle of an acceptance changes nothing; the next answer moves everything', async () => {
    const from = await makeCourse({ pricePaise: 1000_00 });
    const to = await makeCourse({ pricePaise: 900_00 });
    const adoption = await paid({ course: from, seats: 4 });
    await propose(from, to);
    const answer = await answerOf(adoption);
    const before = [
      await billingOf(adoption.id),
      await linesOf(adoption.id),
      await seatsOf(to),
      await eventsOf(adoption.id),
    ];
    // Where it waits: before its first write, at the line, and at the number of the paper that it issues last.
    for (const row of ['courses', 'billing_items', 'paper_series']) {
      const failed = await holder.begin(async (held) => {
        await held`select 1 from ${held(row)} for update`;
        const running = answerMove(adoption.scope, adoption.id, answer).catch(() => 'lost');
        await waitForLocks(watcher, 1, ' ');
        await watcher`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`;
        return running;
      });
      expect(failed).toBe('lost');
      expect([
        await billingOf(adoption.id),
        await linesOf(adoption.id),
        await seatsOf(to),
        await eventsOf(adoption.id),
      ]).toEqual(before);
    }
    expect(await answerMove(adoption.scope, adoption.id, answer)).toEqual({ ok: true, seats: 4 });
    await expectBooks();
  });
});

describe('properties', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'random adoptions and moves: money, seats, places, students and papers add up (seed %i)',
    async (seed) => {
      const random = makeRandom(seed);
      const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
      const offices = [await makeOffice(), await makeOffice()];
      const courses = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          makeCourse({
            instituteId: offices[index % 2]!.scope.institutes[0]!.id,
            totalSeats: 40,
            pricePaise: 1_000_00 + random(9) * 7_01,
            durationYears: 1,
          }),
        ),
      );
      const [session] = await sql()<
        { day: string }[]
      >`select first_day::text as day from academic_sessions where name = ${courses[0]!.session}`;
      const adoptions: (Adoption & { reference: string; seats: number })[] = [];
      for (let index = 0; index < 6; index++) {
        const count = 1 + random(3);
        const lines = [...new Set(Array.from({ length: count }, () => pick(courses)))].map((course) => ({
          course,
          seats: 1 + random(4),
        }));
        const seats = lines.reduce((sum, line) => sum + line.seats, 0);
        const isPaid = random(2) === 0;
        const adoption = isPaid ? await paid(...lines) : await pledge(...lines);
        // A part, with tax withheld.
        if (!isPaid && random(2) === 0) {
          await receive(adoption.id, 700_00, { on: today, tdsPaise: 77_00 });
          await issuePaper({ kind: 'receipt', billingId: adoption.id, source: await receiptOf(adoption.id) });
        }
        adoptions.push({ ...adoption, seats });
      }
      const students = new Set<string>();
      for (const [index, course] of courses.entries()) {
        const rolls = Array.from({ length: random(4) }, (_, number) => ({
          line: number + 1,
          roll: `R${index}${number}`,
        }));
        const entered = await enterStudents(offices[index % 2]!.scope, course.id, {
          rows: rolls,
          from_day: session!.day,
          enter: null,
        });
        if (!entered.ok) throw new Error(entered.code);
        const count = entered.plan.entered;
        if (count > 0)
          await enterStudents(offices[index % 2]!.scope, course.id, {
            rows: rolls,
            from_day: session!.day,
            enter: count,
          });
      }
      for (const { id, billing_id: billing } of await sql()<
        { id: string; billing_id: string }[]
      >`select id, billing_id from enrolments`)
        students.add(`${id} ${billing}`);

      for (let step = 0; step < 14; step++) {
        const [from, to] = [pick(courses), pick(courses)];
        if ((await checkMoves(admin.scope, { from: from.id, to: to.id })).ok) await propose(from, to);
        const adoption = pick(adoptions);
        const open = await readOpenMoves(adoption.id);
        for (const move of open) {
          const choice = pick([move.to, ...move.others.slice(0, 3)].filter((each) => each !== null));
          const answer =
            random(3) === 0
              ? ({ answer: 'decline', move: move.id } as const)
              : ({
                  answer: 'accept',
                  move: move.id,
                  course_id: choice.id,
                  seats: move.seats,
                  price_per_seat: choice.pricePaise,
                } as const);
          const before = await billingOf(adoption.id);
          const done = await answerMove(adoption.scope, adoption.id, answer);
          const after = await billingOf(adoption.id);
          if (done.ok && answer.answer === 'accept')
            expect(after.total).toBe(Number(before.total) + choice.differencePaise);
          else expect(after.total).toBe(before.total);
          expect(after.received).toBe(before.received);
        }
        if (random(4) === 0)
          await withdrawMoves(admin.scope, { moves: await openIds(), reason: 'Taken back' }).catch(() => null);
        await lapseMoves();
        await expectBooks();
      }
      for (const { id, seats, scope } of adoptions) {
        const [row] = await sql()<
          { seats: number }[]
        >`select sum(seats)::int as seats from billing_items where billing_id = ${id}`;
        expect(row!.seats).toBe(seats);
        // Every student on a place of a line that has it, and every paper says what is adopted now.
        const outside = await sql()`
        select 1 from enrolments e left join billing_items i on i.billing_id = e.billing_id and i.course_id = e.course_id
         where e.billing_id = ${id} and (i.seats is null or e.place > i.seats)`;
        expect(outside).toEqual([]);
        const detail = (await readAdoption(scope, id))!;
        const billing = await billingOf(id);
        expect(detail.outstandingPaise - detail.refundDuePaise).toBe(Number(billing.total) - Number(billing.received));
        const papers = await sql()<{ total: number; seats: number }[]>`
        select (data->>'totalPaise')::int8 as total, (select sum((line->>'seats')::int)::int from jsonb_array_elements(data->'lines') line) as seats
          from papers p where billing_id = ${id} and not exists (select from papers later where later.replaces_id = p.id)`;
        for (const paper of papers) expect(paper).toEqual({ total: billing.total, seats });
      }
      await refreshReport(undefined, undefined, part`now()`);
      const { sums } = await readReport(admin.scope, REPORT_LIST.schema.parse({}), { page: 1, size: 1 });
      const [plain] = await sql()<{ seats: number; outstanding: number; received: number }[]>`
        select (select sum(seats)::int from billing_items) as seats, sum(received_paise)::int8 as received,
               sum(greatest(total_paise - received_paise + refunded_paise, 0))::int8 as outstanding from billings`;
      expect(sums.get('')).toMatchObject(plain!);

      const left = await sql()<{ id: string; billing_id: string }[]>`select id, billing_id from enrolments`;
      expect(new Set(left.map((each) => `${each.id} ${each.billing_id}`))).toEqual(students);
    },
  );
  const openIds = async () =>
    (await sql()<{ id: string }[]>`select id from seat_moves where state = 'open' limit 1`).map(({ id }) => id);
});
