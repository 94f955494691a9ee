import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql, type Database } from '@/db/client';
import type { GuestScope } from '@/lib/adoption/core/access';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { pledgeHold, lapsePledges, queueReminders } from '@/lib/adoption/pledge/term-statements';
import { confirmReference } from '@/lib/documents/queries';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { sendDueMessages } from '@/lib/notifications/mutations';
import { findBookProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeHold, makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { makeSession, setSession } from '@/testing/db/sessions';
import { countTwice } from '@/testing/db/stats';
import { actOnAdoption } from './mutations';
import { adoptionActionSchema } from './schema';

const { dataDir } = useTestDatabase();
let first: AdminAccount;
let second: AdminAccount;
const { db: database } = useClient(20);
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
});

type Adoption = { reference: string; billingId: string };

/** A verified public adoption of these seats. */
async function pledge(lines: { course: CourseRow; seats: number }[]): Promise<Adoption> {
  const prepared = await prepareAdoption(lines, makeSponsor());
  const pledged = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
  if (!pledged.ok) throw new Error(pledged.code);
  return pledged;
}

const billingOf = async ({ reference }: { reference: string }) => {
  const [row] = await sql()<
    { state: string; version: number; received: number; refunded: number; total: number; dueMs: number | null }[]
  >`
    select state, version, received_paise::float8 as received, refunded_paise::float8 as refunded, total_paise::float8 as total,
           extract(epoch from due_at)::float8 * 1000 as "dueMs" from billings where reference = ${reference}`;
  return row!;
};

/** Carries out an action as a request body names it, on the newest version unless given. */
async function act(admin: AdminAccount, adoption: { reference: string }, body: Record<string, unknown>, on?: Database) {
  const { version } = await billingOf(adoption);
  const action = adoptionActionSchema.parse({ version, reason: 'Asked by phone', ...body });
  return actOnAdoption(admin.scope, adoption.reference, action, on);
}

let made = 0;
const receipt = (amount: number, changes: Record<string, unknown> = {}) => ({
  action: 'record_receipt',
  mode: 'NEFT',
  credited_on: '2026-04-01',
  amount,
  bank_reference: `UTR${String(++made).padStart(10, '0')}`,
  payer: 'Tata Motors Limited',
  ...changes,
});

const openId = async (table: 'bank_receipts' | 'refunds', { billingId }: Adoption) => {
  const [row] = await sql()<{ id: string }[]>`
    select id from ${sql()(table)} where billing_id = ${billingId} order by recorded_at desc limit 1`;
  return row!.id;
};

/** Records a receipt by one administrator and confirms it by the other. */
async function receive(adoption: Adoption, amount: number) {
  expect(await act(first, adoption, receipt(amount))).toMatchObject({ ok: true });
  return act(second, adoption, { action: 'confirm_receipt', id: await openId('bank_receipts', adoption) });
}

const openRequest = async ({ billingId }: Adoption) => {
  const [row] = await sql()<{ id: string }[]>`
    select id from change_requests where billing_id = ${billingId} and state = 'open'`;
  return row!.id;
};

const seatsOf = async ({ id }: { id: string }) => {
  const [row] = await sql()<{ adopted: number }[]>`select adopted_seats as adopted from courses where id = ${id}`;
  return row!.adopted;
};
const eventsOf = async ({ billingId }: Adoption) => {
  const rows = await sql()<{ event: string; toState: string }[]>`
    select event, to_state as "toState" from billing_events where billing_id = ${billingId} order by id`;
  return rows.map(({ event, toState }) => `${event} ${toState}`);
};
const messagesOf = async ({ billingId }: Adoption) => {
  const rows = await sql()<{ kind: string }[]>`
    select kind from outbound_messages where billing_id = ${billingId} order by created_at, id`;
  return rows.map(({ kind }) => kind);
};
/** Violated invariants of seats and money; the statistics of the dashboard count the same seats as the courses. */
async function problems(): Promise<string[]> {
  const { figures, courses } = await countTwice();
  return [...(await findBookProblems()), ...(figures === courses ? [] : [`statistics ${figures}, courses ${courses}`])];
}

describe('money by bank', () => {
  test('two receipts that add up to the total settle a pledge; the confirming administrator is another one', async () => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 2 }]);
    expect(await act(first, adoption, receipt(100_000))).toEqual({ ok: true, done: true, version: 1 });
    const id = await openId('bank_receipts', adoption);
    expect(await billingOf(adoption)).toMatchObject({ state: 'pledged', received: 0 });
    expect(await act(first, adoption, { action: 'confirm_receipt', id })).toEqual({
      ok: false,
      code: 'adoption.second_admin',
    });
    expect(await act(second, adoption, { action: 'confirm_receipt', id })).toMatchObject({ ok: true });
    expect(await billingOf(adoption)).toMatchObject({ state: 'pledged', received: 100_000_00 });
    expect(await receive(adoption, 150_000)).toMatchObject({ ok: true });
    expect(await billingOf(adoption)).toMatchObject({ state: 'completed', received: 250_000_00 });
    expect(await seatsOf(course)).toBe(2);
    expect((await eventsOf(adoption)).slice(1)).toEqual([
      'verified pledged',
      'receipt_recorded pledged',
      'receipt_confirmed pledged',
      'receipt_recorded pledged',
      'receipt_confirmed pledged',
      'paid completed',
    ]);
    expect(await messagesOf(adoption)).toEqual(['adopted', 'received', 'paid']);
    expect(await problems()).toEqual([]);
  });

  test('tax withheld by the payer settles like money', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await act(first, adoption, receipt(112_500, { tds_withheld: 12_500 }));
    await act(second, adoption, { action: 'confirm_receipt', id: await openId('bank_receipts', adoption) });
    expect(await billingOf(adoption)).toMatchObject({ state: 'completed', received: 125_000_00 });
    const [message] = await sql()`
      select detail - 'receipt' as detail from outbound_messages where billing_id = ${adoption.billingId} and kind = 'paid'`;
    expect(message!.detail).toEqual({ amount_paise: 112_500_00, tds_paise: 12_500_00 });
    const guest = { billingId: adoption.billingId } as GuestScope;
    const { timeline, ...page } = (await readAdoption(guest, adoption.billingId))!;
    expect(page).toMatchObject({ receivedPaise: 112_500_00, withheldPaise: 12_500_00, outstandingPaise: 0 });
    expect(timeline.find(({ event }) => event === 'receipt_confirmed')).toMatchObject({
      amountPaise: 112_500_00,
      tdsPaise: 12_500_00,
    });
  });

  test('refuses a reference used twice, a date in the future, and money for a draft; a rejected entry frees its reference', async () => {
    const course = await makeCourse();
    const [adoption, other] = [await pledge([{ course, seats: 1 }]), await pledge([{ course, seats: 1 }])];
    const entry = receipt(10);
    await act(first, adoption, entry);
    const refused = await act(first, other, { ...entry, bank_reference: ` ${entry.bank_reference.toLowerCase()} ` });
    expect(refused).toEqual({ ok: false, code: 'adoption.reference_used' });
    expect(await act(first, other, { ...entry, mode: 'RTGS' })).toEqual(refused);
    await act(first, adoption, { action: 'reject_receipt', id: await openId('bank_receipts', adoption) });
    expect(await act(first, other, entry)).toMatchObject({ ok: true });
    expect(await act(first, other, receipt(10, { credited_on: '2999-01-01' }))).toEqual({
      ok: false,
      code: 'adoption.date_in_future',
    });
    const { billingId } = await prepareAdoption([{ course, seats: 1 }]);
    const [draft] = await sql()<{ reference: string }[]>`select reference from billings where id = ${billingId}`;
    expect(await act(first, draft!, receipt(10))).toEqual({ ok: false, code: 'adoption.not_verified' });
    expect(
      await actOnAdoption(
        first.scope,
        'SA-NONE',
        adoptionActionSchema.parse({ action: 'add_note', version: 0, reason: 'note' }),
      ),
    ).toEqual({ ok: false, code: 'adoption.not_found' });
  });

  test('a cheque that bounces reopens a paid adoption and leaves days to pay', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await receive(adoption, 125_000);
    const id = await openId('bank_receipts', adoption);
    expect(await act(first, adoption, { action: 'bounce_receipt', id })).toMatchObject({ ok: true });
    const { state, received, dueMs } = await billingOf(adoption);
    expect({ state, received }).toEqual({ state: 'pledged', received: 0 });
    expect(dueMs!).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect((await eventsOf(adoption)).slice(-2)).toEqual(['receipt_bounced completed', 'payment_reversed pledged']);
    expect(await problems()).toEqual([]);
  });

  test('an installation with one administrator confirms alone', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await act(first, adoption, receipt(125_000));
    const id = await openId('bank_receipts', adoption);
    await sql()`alter table admins rename to kept_admins`;
    await sql()`create table admins as select * from kept_admins where id = ${first.adminId}`;
    const confirmed = await act(first, adoption, { action: 'confirm_receipt', id });
    await sql()`drop table admins`;
    await sql()`alter table kept_admins rename to admins`;
    expect(confirmed).toMatchObject({ ok: true });
  });
});

describe('seats', () => {
  test('reduces and cancels a pledge at once, and returns the seats', async () => {
    const [course, other] = [await makeCourse(), await makeCourse()];
    const adoption = await pledge([
      { course, seats: 20 },
      { course: other, seats: 3 },
    ]);
    const reduced = await act(first, adoption, { action: 'reduce', lines: { [course.id]: 12, [other.id]: 0 } });
    expect(reduced).toMatchObject({ ok: true, done: true });
    expect([await seatsOf(course), await seatsOf(other)]).toEqual([12, 0]);
    // The line without seats is not shown any more.
    expect(await confirmReference(adoption.reference)).toMatchObject({
      seats: 12,
      courses: 1,
      sessions: [course.session],
    });
    expect(await billingOf(adoption)).toMatchObject({ total: 12 * 125_000_00, state: 'pledged' });
    expect(await problems()).toEqual([]);
    expect(await act(first, adoption, { action: 'cancel' })).toMatchObject({ ok: true, done: true });
    expect(await seatsOf(course)).toBe(0);
    expect(await act(first, adoption, { action: 'cancel' })).toEqual({ ok: false, code: 'adoption.not_adopted' });
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['more seats than adopted', 21, 'adoption.seats_range'],
    ['no seats at all', 0, 'adoption.none_left'],
    ['the same seats', 20, 'adoption.unchanged'],
  ])('refuses to reduce to %s', async (_, seats, code) => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 20 }]);
    expect(await act(first, adoption, { action: 'reduce', lines: { [course.id]: seats } })).toEqual({
      ok: false,
      code,
    });
    expect(await act(first, adoption, { action: 'reduce', lines: { [randomUUID()]: 1 } })).toEqual({
      ok: false,
      code: 'adoption.line_unknown',
    });
    expect(await seatsOf(course)).toBe(20);
  });

  test('paid seats are cancelled by two administrators; the money is owed back and refunded by two', async () => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 4 }]);
    await receive(adoption, 500_000);
    expect(await act(first, adoption, { action: 'cancel' })).toMatchObject({ ok: true, done: false });
    expect(await seatsOf(course)).toBe(4);
    expect(await act(first, adoption, { action: 'cancel' })).toEqual({ ok: false, code: 'adoption.request_open' });
    const [request] = await sql()<
      { id: string }[]
    >`select id from change_requests where billing_id = ${adoption.billingId}`;
    const approve = { action: 'cancel', request: request!.id };
    expect(await act(first, adoption, approve)).toEqual({ ok: false, code: 'adoption.second_admin' });
    expect(await act(second, adoption, { action: 'reduce', request: request!.id, lines: { [course.id]: 1 } })).toEqual({
      ok: false,
      code: 'adoption.request_gone',
    });
    expect(await act(second, adoption, approve)).toMatchObject({ ok: true, done: true });
    expect(await seatsOf(course)).toBe(0);
    const refund = { action: 'record_refund', mode: 'NEFT', paid_on: '2026-04-02', bank_reference: `RF${++made}00` };
    expect(await act(first, adoption, { ...refund, amount: 500_000.01 })).toEqual({
      ok: false,
      code: 'adoption.refund_range',
    });
    await act(first, adoption, { ...refund, amount: 500_000 });
    expect(await act(second, adoption, { ...refund, amount: 1, bank_reference: `RF${++made}00` })).toEqual({
      ok: false,
      code: 'adoption.refund_range',
    });
    const id = await openId('refunds', adoption);
    expect(await act(first, adoption, { action: 'confirm_refund', id })).toMatchObject({
      code: 'adoption.second_admin',
    });
    expect(await act(second, adoption, { action: 'confirm_refund', id })).toMatchObject({ ok: true });
    expect(await billingOf(adoption)).toMatchObject({ state: 'cancelled', refunded: 500_000_00 });
    expect(await act(second, adoption, { action: 'fail_refund', id })).toMatchObject({ ok: true });
    expect(await billingOf(adoption)).toMatchObject({ state: 'cancelled', refunded: 0 });
    expect(await problems()).toEqual([]);
  });

  test('a reduction of paid seats owes the difference', async () => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 20 }]);
    await receive(adoption, 20 * 125_000);
    await act(first, adoption, { action: 'reduce', lines: { [course.id]: 12 } });
    const [request] = await sql()<
      { id: string }[]
    >`select id from change_requests where billing_id = ${adoption.billingId}`;
    expect(await act(second, adoption, { action: 'reduce', request: request!.id })).toMatchObject({
      ok: true,
      done: true,
    });
    expect(await seatsOf(course)).toBe(12);
    const [row] = await sql()<{ due: number }[]>`
      select (received_paise - total_paise)::float8 as due from billings where id = ${adoption.billingId}`;
    expect(row!.due).toBe(8 * 125_000_00);
    expect(await problems()).toEqual([]);
  });

  test('a short payment becomes a full one when the seats are reduced to it', async () => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 2 }]);
    await receive(adoption, 125_000);
    await act(first, adoption, { action: 'reduce', lines: { [course.id]: 1 } });
    const [request] = await sql()<
      { id: string }[]
    >`select id from change_requests where billing_id = ${adoption.billingId}`;
    await act(second, adoption, { action: 'reduce', request: request!.id });
    expect(await billingOf(adoption)).toMatchObject({ state: 'completed', total: 125_000_00 });
    expect((await eventsOf(adoption)).slice(-2)).toEqual(['reduced pledged', 'paid completed']);
  });

  test('security 71: who takes back a receipt cannot end the adoption alone, neither by cancelling nor by its term', async () => {
    const course = await makeCourse();
    const adoption = await pledge([{ course, seats: 2 }]);
    await receive(adoption, 250_000);
    await act(first, adoption, { action: 'bounce_receipt', id: await openId('bank_receipts', adoption) });
    expect(await billingOf(adoption)).toMatchObject({ state: 'pledged', received: 0 });
    expect(await act(first, adoption, { action: 'reduce', lines: { [course.id]: 1 } })).toMatchObject({ done: false });
    const request = await openRequest(adoption);
    await act(first, adoption, { action: 'answer_request', request, accepts: false });
    expect(await act(first, adoption, { action: 'cancel' })).toMatchObject({ ok: true, done: false });
    await sql()`update billings set due_at = now() where id = ${adoption.billingId}`;
    expect(await lapsePledges()).toBe(0);
    expect(await seatsOf(course)).toBe(2);
  });

  test('a request of an administrator is approved by carrying it out, not by an answer', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await receive(adoption, 125_000);
    await act(first, adoption, { action: 'cancel' });
    const answer = { action: 'answer_request', request: await openRequest(adoption) };
    for (const admin of [first, second])
      expect(await act(admin, adoption, { ...answer, accepts: true })).toEqual({
        ok: false,
        code: 'adoption.request_gone',
      });
    expect(await act(second, adoption, { ...answer, accepts: false })).toMatchObject({ ok: true });
  });

  test('a receipt that waits for confirmation prevents a cancellation', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await act(first, adoption, receipt(10));
    expect(await act(first, adoption, { action: 'cancel' })).toEqual({ ok: false, code: 'adoption.receipt_waits' });
  });
});

describe('corrections and time', () => {
  test('corrects what papers show: valid papers are issued again, with entries that name both', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const subject = { kind: 'proforma', billingId: adoption.billingId, source: adoption.billingId } as const;
    const paper = await issuePaper(subject);
    const details = { legal_name: 'Narmada Limited', pan: 'AAACN1234P', address: '' };
    expect(await act(first, adoption, { action: 'correct', details })).toMatchObject({ ok: true });
    const [row] = await sql()`
      select c.legal_name, c.pan, c.owner_id, a.before, a.after - 'reason' as after from billings b join companies c on c.id = b.company_id
        join audit_log a on a.subject = b.id::text and a.action = 'adoption.corrected' where b.id = ${adoption.billingId}`;
    const { address: _, ...stored } = details;
    expect(row).toEqual({
      ...stored,
      owner_id: null,
      before: { legal_name: '', pan: '' },
      after: { reference: adoption.reference, ...stored },
    });
    const [issued] = await sql()<{ serial: string }[]>`
      select after->>'serial' as serial from audit_log where action = 'paper.issued' and subject = ${adoption.billingId}`;
    expect((await readPaper(paper.id)).replacedBy).toBe(issued!.serial);
    expect(await act(first, adoption, { action: 'correct', details })).toEqual({
      ok: false,
      code: 'adoption.unchanged',
    });
    expect(
      adoptionActionSchema.safeParse({
        action: 'correct',
        version: 0,
        reason: 'By phone',
        details: { pan: 'AAADN1234P' },
      }).success,
    ).toBe(false);
  });

  test('papers that are sent again go to the company’s e-mail for papers as well, once if it is that of the sponsor', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const sendTo = async (papers_email: string) => {
      await act(first, adoption, { action: 'correct', details: { papers_email } });
      await sql()`delete from outbound_messages`;
      expect(await act(first, adoption, { action: 'send_papers' })).toMatchObject({ ok: true });
      await sendDueMessages();
      const [row] = await sql()<
        { sender: string }[]
      >`select sponsor->>'email' as sender from billings where id = ${adoption.billingId}`;
      return [await messagesTo(dataDir, papers_email), await messagesTo(dataDir, row!.sender)].map(
        (messages) => messages.filter(({ subject }) => subject.includes(adoption.reference)).length,
      );
    };
    expect(await sendTo('papers@narmada.example')).toEqual([1, 1]);
    const [row] = await sql()<
      { email: string }[]
    >`select sponsor->>'email' as email from billings where id = ${adoption.billingId}`;
    expect(await sendTo(row!.email.toUpperCase())).toEqual([0, 2]);
  });

  test('corrects the sponsor, and administrators find the adoption by the new company', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const sponsor = { company: 'Bharat Steel', phone: '9826012345' };
    expect(await act(first, adoption, { action: 'correct', sponsor })).toMatchObject({ ok: true, done: true });
    const [row] = await sql()`
      select b.sponsor->>'phone' as phone, k.company, a.before, a.after from billings b
        join billing_search_index k on k.billing_id = b.id
        join audit_log a on a.subject = b.id::text and a.action = 'adoption.corrected' where b.id = ${adoption.billingId}`;
    expect(row).toMatchObject({
      phone: '9826012345',
      company: 'bharat steel',
      after: { company: 'Bharat Steel', phone: '9826012345', reason: 'Asked by phone' },
    });
    expect(Object.keys(row!.before as object).sort()).toEqual(['company', 'phone']);
    expect(await act(first, adoption, { action: 'correct', sponsor })).toEqual({
      ok: false,
      code: 'adoption.unchanged',
    });
  });

  /** Corrects the address of a guest's adoption by two administrators. */
  const correctEmail = async (adoption: Adoption, email: string) => {
    expect(await act(first, adoption, { action: 'correct', sponsor: { email } })).toMatchObject({ done: false });
    return act(second, adoption, { action: 'correct', request: await openRequest(adoption) });
  };
  const emailOf = async ({ billingId }: Adoption) => {
    const [row] = await sql()<{ email: string }[]>`
      select sponsor->>'email' as email from billings where id = ${billingId}`;
    return row!.email;
  };
  const toldOf = ({ billingId }: Adoption) =>
    sql()`select kind, detail from outbound_messages
           where billing_id = ${billingId} and kind in ('email_requested', 'email_changed') order by created_at`;

  test('security 172: another address of a guest waits for a second administrator; the rest is corrected at once', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const former = await emailOf(adoption);
    const sponsor = { email: 'new@steel.example', company: 'Bharat Steel' };
    expect(await act(first, adoption, { action: 'correct', sponsor })).toEqual({ ok: true, done: false, version: 1 });
    expect(await emailOf(adoption)).toBe(former);
    expect(await sql()`select sponsor->>'company' as company from billings where id = ${adoption.billingId}`).toEqual([
      { company: 'Bharat Steel' },
    ]);
    const requested = { former_email: former, email: 'nXX@steel.example' };
    expect(await toldOf(adoption)).toEqual([{ kind: 'email_requested', detail: requested }]);
    expect(await act(first, adoption, { action: 'correct', sponsor })).toMatchObject({ code: 'adoption.request_open' });

    const approve = { action: 'correct', request: await openRequest(adoption) };
    expect(await act(first, adoption, approve)).toEqual({ ok: false, code: 'adoption.second_admin' });
    expect(await act(second, adoption, { ...approve, action: 'cancel' })).toMatchObject({
      code: 'adoption.request_gone',
    });
    // What else the approval says is not corrected.
    const other = { ...approve, sponsor: { email: 'other@steel.example', company: 'Other' } };
    expect(await act(second, adoption, other)).toMatchObject({ ok: true, done: true });
    expect(await emailOf(adoption)).toBe('new@steel.example');
    expect((await toldOf(adoption)).at(-1)).toEqual({ kind: 'email_changed', detail: { former_email: former } });
    expect(await act(second, adoption, approve)).toEqual({ ok: false, code: 'adoption.request_gone' });
    const own = { action: 'correct', sponsor: { email: 'new@steel.example' } };
    expect(await act(first, adoption, own)).toEqual({ ok: false, code: 'adoption.unchanged' });
  });

  test('a declined address changes nothing, and another one can be asked for', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const former = await emailOf(adoption);
    await act(first, adoption, { action: 'correct', sponsor: { email: 'new@steel.example' } });
    const decline = { action: 'answer_request', request: await openRequest(adoption), accepts: false };
    expect(await act(first, adoption, decline)).toMatchObject({ ok: true });
    expect(await emailOf(adoption)).toBe(former);
    expect(await correctEmail(adoption, 'newer@steel.example')).toMatchObject({ ok: true });
    expect(await emailOf(adoption)).toBe('newer@steel.example');
  });

  test('security 172: who is alone approves it; an account, to whose address no code opens it, needs nobody', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await act(first, adoption, { action: 'correct', sponsor: { email: 'new@steel.example' } });
    const approve = { action: 'correct', request: await openRequest(adoption) };
    await sql()`update admins set deactivated_at = now() where id <> ${first.adminId}`;
    expect(await act(first, adoption, approve)).toMatchObject({ ok: true, done: true });
    await sql()`update admins set deactivated_at = null`;
    expect(await emailOf(adoption)).toBe('new@steel.example');

    const account = await makeSponsorAccount();
    const own = await makeHold([{ course: await makeCourse(), seats: 1 }], account);
    const correct = { action: 'correct', sponsor: { email: 'new@steel.example' } };
    expect(await act(first, own, correct)).toMatchObject({ ok: true, done: true });
  });

  test('a former e-mail address is told once that it was changed, and only if the correction was written', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    const former = await emailOf(adoption);
    const told = async () => (await toldOf(adoption)).filter(({ kind }) => kind === 'email_changed');
    const correct = (sponsor: Record<string, string>, version?: number) =>
      act(first, adoption, { action: 'correct', sponsor, ...(version === undefined ? {} : { version }) });
    await correct({ phone: '9826012345' });
    expect(await correct({ email: 'new@steel.example' }, 0)).toMatchObject({ ok: false });
    expect(await correct({ email: former.toUpperCase() })).toMatchObject({ ok: false });
    expect(await toldOf(adoption)).toEqual([]);
    expect(await correctEmail(adoption, 'new@steel.example')).toMatchObject({ ok: true });
    expect(await told()).toEqual([{ kind: 'email_changed', detail: { former_email: former } }]);
  });

  test('security 68: a corrected contact is not called verified any more', async () => {
    const adoption = await pledge([{ course: await makeCourse(), seats: 1 }]);
    await act(first, adoption, { action: 'correct', sponsor: { phone: '9826012345' } });
    expect(await confirmReference(adoption.reference)).toMatchObject({ confirmedBy: { channel: 'email' } });
    await correctEmail(adoption, 'new@steel.example');
    expect(await confirmReference(adoption.reference)).toMatchObject({ confirmedBy: null });
  });

  test('a pledge without money lapses after its term, one with money does not; reminders come once', async () => {
    await sql()`update billings set due_at = null`;
    const course = await makeCourse();
    const [unpaid, short, waiting] = [
      await pledge([{ course, seats: 3 }]),
      await pledge([{ course, seats: 3 }]),
      await pledge([{ course, seats: 3 }]),
    ];
    await receive(short, 1);
    for (const adoption of [unpaid, short, waiting])
      expect(await act(first, adoption, { action: 'extend', due_on: '2999-12-31' })).toMatchObject({ ok: true });
    expect(await act(first, unpaid, { action: 'extend', due_on: '2020-01-01' })).toEqual({
      ok: false,
      code: 'adoption.date_in_past',
    });
    expect(await queueReminders([7, 1])).toBe(0);
    await sql()`update billings set due_at = now() + interval '5 days' where id = ${unpaid.billingId}`;
    expect([await queueReminders([7, 1]), await queueReminders([7, 1])]).toEqual([1, 0]);
    await sql()`update billings set due_at = now() + interval '5 hours' where id = ${unpaid.billingId}`;
    expect([await queueReminders([7, 1]), await queueReminders([7, 1])]).toEqual([1, 0]);
    await act(first, waiting, receipt(1));
    await sql()`update billings set due_at = now() where due_at is not null`;
    const ended = await Promise.all(Array.from({ length: 4 }, () => lapsePledges(database)));
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await billingOf(unpaid)).toMatchObject({ state: 'lapsed' });
    expect(await billingOf(waiting)).toMatchObject({ state: 'pledged' });
    expect(await seatsOf(course)).toBe(6);
    expect(await messagesOf(unpaid)).toEqual(['adopted', 'extended', 'reminder', 'reminder', 'lapsed']);
    expect(await problems()).toEqual([]);
  });

  test('a pledge without money lapses with the last of its sessions, whenever its term ends; no reminder comes then', async () => {
    const [past, present] = [await makeCourse(), await makeCourse()];
    const [unpaid, endless, short, both] = [
      await pledge([{ course: past, seats: 3 }]),
      await pledge([{ course: past, seats: 2 }]),
      await pledge([{ course: past, seats: 4 }]),
      await pledge([past, present].map((course) => ({ course, seats: 1 }))),
    ];
    await receive(short, 1);
    await makeSession('2018-19');
    await setSession({ state: 'open' }, '2018-19');
    await sql()`update billing_items set session = '2018-19' where course_id = ${past.id}`;
    const others = [unpaid, endless, short, both].map(({ billingId }) => billingId);
    await sql()`update billings set due_at = null where not id = any(${others})`;
    await sql()`update billings set due_at = now() + interval '5 days' where id = any(${others})`;
    await sql()`update billings set due_at = null where id = ${endless.billingId}`;
    expect(await lapsePledges()).toBe(0);
    await setSession({ state: 'closed' }, '2018-19');
    // Only the adoption that is also of a session of now is reminded.
    expect(await queueReminders([7])).toBe(1);
    const ended = await Promise.all(Array.from({ length: 4 }, () => lapsePledges(database)));
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(2);
    for (const adoption of [unpaid, endless]) {
      const { state, dueMs } = await billingOf(adoption);
      expect({ state, isOver: dueMs! <= Date.now() }).toEqual({ state: 'lapsed', isOver: true });
    }
    for (const adoption of [short, both]) expect(await billingOf(adoption)).toMatchObject({ state: 'pledged' });
    expect(await seatsOf(past)).toBe(5);
    expect(await messagesOf(unpaid)).toEqual(['adopted', 'lapsed']);
    const [said] = await sql()`
      select m.detail as message, e.detail as event from outbound_messages m
        join billing_events e on e.billing_id = m.billing_id and e.event = 'lapsed'
       where m.billing_id = ${unpaid.billingId} and m.kind = 'lapsed'`;
    expect(said).toEqual({ message: { session: '2018-19' }, event: { session: '2018-19' } });
    await sql()`delete from academic_sessions where name = '2018-19'`;
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['free', 60, 'completed', 60],
    ['taken by others', 61, 'lapsed', 59],
  ])('late money for a lapsed pledge whose seats are %s', async (_, seatsOfOther, state, adopted) => {
    const course = await makeCourse({ totalSeats: 63 });
    const adoption = await pledge([{ course, seats: 3 }]);
    await sql()`update billings set due_at = now() where id = ${adoption.billingId}`;
    expect(await lapsePledges()).toBe(1);
    await pledge([{ course, seats: seatsOfOther }]);
    await receive(adoption, 375_000);
    expect(await billingOf(adoption)).toMatchObject({ state, received: 375_000_00 });
    expect(await seatsOf(course)).toBe(state === 'completed' ? adopted + 3 : seatsOfOther);
    expect(await problems()).toEqual([]);
  });

  test('late money gets the seats of an ended hold', async () => {
    const course = await makeCourse({ totalSeats: 3 });
    const adoption = await pledge([{ course, seats: 3 }]);
    await sql()`update billings set due_at = now() where id = ${adoption.billingId}`;
    await lapsePledges();
    const held = await makeHold([{ course, seats: 3 }], await makeSponsorAccount());
    await endWindow(held.billingId);
    await receive(adoption, 375_000);
    expect(await billingOf(adoption)).toMatchObject({ state: 'completed' });
    expect(await problems()).toEqual([]);
  });

  test('a hold becomes a pledge by bank transfer, whose seats stay adopted until the end of its term', async () => {
    const course = await makeCourse();
    const account = await makeSponsorAccount();
    const held = await makeHold([{ course, seats: 2 }], account);
    const choose = () => pledgeHold(db(), account.scope, { billingId: held.billingId, days: 7 });
    expect(await choose()).toMatchObject({ verdict: 'done' });
    expect(await choose()).toMatchObject({ verdict: 'repeated' });
    expect(await seatsOf(course)).toBe(2);
    expect(await billingOf(held)).toMatchObject({ state: 'pledged' });
    expect(await messagesOf(held)).toEqual(['transfer']);
    const { scope: other } = await makeSponsorAccount();
    expect(await pledgeHold(db(), other, { billingId: held.billingId, days: 7 })).toBeUndefined();
    expect(await problems()).toEqual([]);
  });
});

describe('any mix of steps', () => {
  const step = fc.record({
    kind: fc.constantFrom('receive', 'bounce', 'reduce', 'cancel', 'refund', 'return_refund', 'lapse', 'extend'),
    which: fc.nat(2),
    amount: fc.constantFrom(1, 125_000, 250_000, 600_000),
    seats: fc.nat(4),
  });

  test('seats and money of every adoption add up after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const course = await makeCourse({ totalSeats: 14 });
        const adoptions = await Promise.all([1, 2, 3].map(() => pledge([{ course, seats: 4 }])));
        for (const { kind, which, amount, seats } of steps) await take(kind, adoptions[which]!, course, amount, seats);
        expect(await problems()).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('forty steps at once keep the books', async () => {
    const course = await makeCourse({ totalSeats: 40 });
    const adoptions = await Promise.all(Array.from({ length: 8 }, () => pledge([{ course, seats: 4 }])));
    const kinds = ['receive', 'reduce', 'cancel', 'lapse', 'extend'];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => take(kinds[i % 5]!, adoptions[i % 8]!, course, 125_000, i % 4, true)),
    );
    expect(await problems()).toEqual([]);
  });

  /** Takes a step whose action may be refused. */
  async function take(
    kind: string,
    adoption: Adoption,
    course: CourseRow,
    amount: number,
    seats: number,
    isElsewhere = false,
  ) {
    const on = isElsewhere ? database : undefined;
    const approve = async (body: Record<string, unknown>) => {
      const asked = await act(first, adoption, body, on);
      if (!asked.ok || asked.done) return;
      const [request] = await sql()<{ id: string }[]>`
        select id from change_requests where billing_id = ${adoption.billingId} and state = 'open'`;
      if (request) await act(second, adoption, { ...body, request: request.id }, on);
    };
    const newest = async (table: 'bank_receipts' | 'refunds', body: Record<string, unknown>) => {
      const [row] = await sql()<{ id: string }[]>`
        select id from ${sql()(table)} where billing_id = ${adoption.billingId} order by recorded_at desc limit 1`;
      if (row) await act(second, adoption, { ...body, id: row.id }, on);
    };
    switch (kind) {
      case 'receive':
        await act(first, adoption, receipt(amount), on);
        return newest('bank_receipts', { action: 'confirm_receipt' });
      case 'bounce':
        return newest('bank_receipts', { action: 'bounce_receipt' });
      case 'reduce':
        return approve({ action: 'reduce', lines: { [course.id]: seats } });
      case 'cancel':
        return approve({ action: 'cancel' });
      case 'refund':
        await act(
          first,
          adoption,
          { action: 'record_refund', mode: 'NEFT', paid_on: '2026-04-02', amount, bank_reference: `RF${++made}00` },
          on,
        );
        return newest('refunds', { action: 'confirm_refund' });
      case 'return_refund':
        return newest('refunds', { action: 'fail_refund' });
      case 'lapse':
        await sql()`update billings set due_at = now() where id = ${adoption.billingId} and state = 'pledged'`;
        return void (await lapsePledges(isElsewhere ? database : db()));
      default:
        await act(first, adoption, { action: 'extend', due_on: '2999-12-31' }, on);
    }
  }
});
