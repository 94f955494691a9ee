import { eq, sql as fragment } from 'drizzle-orm';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { billings } from '@/db/schema';
import { outstanding } from '@/db/balance';
import type { AdminRole } from '@/db/schema/enums';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { isUnpaid, lapsePledges } from '@/lib/adoption/pledge/term-statements';
import { checkPaymentAgain, explainDifference } from '@/lib/money/payouts/mutations';
import { changeRelease, recordRelease } from '@/lib/funds/mutations';
import { payBack } from '@/testing/funds/money';
import { recordCredit } from '@/lib/admin/receipts/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { insertBulk } from '@/testing/db/bulk';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { countAttention, listAttention, selectCounts } from './queries';
import { totalOf } from './rules';
import { ATTENTION_KINDS, type AttentionKind } from './schema';

const database = useTestDatabase();
let first: AdminAccount;
let second: AdminAccount;
/** Refunds due in the bulk. */
let refundsDue: number;

beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  const own: Sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await insertBulk(own, { users: 2_000, billings: 20_000 });
  await own.end();
  const [row] = await sql()<
    { count: number }[]
  >`select count(*)::int as count from billings where state = 'refund_due'`;
  refundsDue = row!.count;
});

/** A pledge of ₹1,25,000 in the name of a company. */
async function pledge(company: string) {
  const { userId } = await makeSponsorAccount({ company_name: company });
  return insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course: await makeCourse(), seats: 1 }] });
}
type Adoption = Awaited<ReturnType<typeof pledge>>;

async function act(admin: AdminAccount, { reference }: Adoption, body: Record<string, unknown>) {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  const action = adoptionActionSchema.parse({ ...row, reason: 'Asked by phone', ...body });
  expect(await actOnAdoption(admin.scope, reference, action)).toMatchObject({ ok: true });
}

let made = 0;
const receipt = (amount: number) => ({
  mode: 'NEFT' as const,
  credited_on: '2026-04-01',
  amount,
  bank_reference: `UTR${String(++made).padStart(9, '0')}`,
  payer: 'Narmada Motors',
});
async function receive(adoption: Adoption, amount: number) {
  await act(first, adoption, { action: 'record_receipt', ...receipt(amount) });
  await act(second, adoption, { action: 'confirm_receipt', id: await lastId('bank_receipts') });
}
async function lastId(table: 'bank_receipts' | 'refunds'): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`select id from ${sql()(table)} order by recorded_at desc limit 1`;
  return row!.id;
}

const rowsOf = (kind: AttentionKind) => listAttention(first.scope, { kind }, { page: 1, size: 1000 });
const rowOf = async (kind: AttentionKind, reference: string) =>
  (await rowsOf(kind)).find((row) => row.reference === reference);
/** Runs work and returns by how much it changed the counts. */
async function change(work: () => Promise<unknown>): Promise<Partial<Record<AttentionKind, number>>> {
  const before = await countAttention(first.scope);
  await work();
  const after = await countAttention(first.scope);
  return Object.fromEntries(
    ATTENTION_KINDS.filter((kind) => after[kind] !== before[kind]).map((kind) => [kind, after[kind] - before[kind]]),
  );
}

describe('what needs attention', () => {
  test('a pledge over its term, until its money is confirmed', async () => {
    const adoption = await pledge('Over Term Ltd');
    expect(
      await change(() => sql()`update billings set due_at = now() + interval '1 day' where id = ${adoption.id}`),
    ).toEqual({});
    expect(
      await change(
        () =>
          sql()`update billings set due_at = now() - interval '1 day', received_paise = 1 where id = ${adoption.id}`,
      ),
    ).toEqual({ over_term: 1, short: 1 });
    expect(await rowOf('over_term', adoption.reference)).toMatchObject({
      company: 'Over Term Ltd',
      amountPaise: 1_25_000_00 - 1,
      totalPaise: 1_25_000_00,
      by: null,
    });
    expect(await change(() => receive(adoption, 124_999.99))).toEqual({ over_term: -1, short: -1 });
  });

  test('a pledge short of money, and its receipts that wait for the second administrator', async () => {
    const adoption = await pledge('Short Ltd');
    expect(await change(() => act(first, adoption, { action: 'record_receipt', ...receipt(25_000) }))).toEqual({
      receipt_waits: 1,
    });
    const waiting = await rowOf('receipt_waits', adoption.reference);
    expect(waiting).toMatchObject({ amountPaise: 25_000_00, about: 'NEFT', by: first.username, company: 'Short Ltd' });
    expect(
      await change(async () => act(second, adoption, { action: 'confirm_receipt', id: await lastId('bank_receipts') })),
    ).toEqual({ receipt_waits: -1, short: 1 });
    expect(await rowOf('short', adoption.reference)).toMatchObject({ amountPaise: 1_00_000_00 });
    expect(await change(() => receive(adoption, 100_000))).toEqual({ short: -1 });
  });

  test('an adoption whose money bounced, at once and until it is paid again', async () => {
    const adoption = await pledge('Bounced Ltd');
    await receive(adoption, 125_000);
    const bounce = async () => act(first, adoption, { action: 'bounce_receipt', id: await lastId('bank_receipts') });
    expect(await change(bounce)).toEqual({ bounced: 1 });
    const row = await rowOf('bounced', adoption.reference);
    expect(row).toMatchObject({ amountPaise: 1_25_000_00, company: 'Bounced Ltd' });
    await act(first, adoption, { action: 'add_note' });
    expect((await rowOf('bounced', adoption.reference))!.since).toEqual(row!.since);
    // The term and the e-mail say the same as the program does: the seats do not end by themselves.
    await sql()`update billings set due_at = now() - interval '1 day' where id = ${adoption.id}`;
    await lapsePledges();
    const [pledged] = await db()
      .select({ state: billings.state, isUnpaid: isUnpaid(billings) })
      .from(billings)
      .where(eq(billings.id, adoption.id));
    expect(pledged).toEqual({ state: 'pledged', isUnpaid: false });
    expect(await change(() => receive(adoption, 125_000))).toEqual({ bounced: -1, over_term: -1 });
  });

  test('security 146: a database that was restored from a backup, for 30 days', async () => {
    const entry = sql()`
      insert into audit_log (actor, action, after) values ('command', 'database.restored', '{"backup_of":"2026-11-24T20:00:00.000Z"}')`;
    expect(await change(() => entry)).toEqual({ restored: 1 });
    expect((await rowsOf('restored'))[0]).toMatchObject({ reference: null, note: '2026-11-24T20:00:00.000Z' });
    const later = sql()`
      insert into audit_log (actor, action, at) values ('command', 'database.restored', now() - interval '31 days')`;
    expect(await change(() => later)).toEqual({});
  });

  test('a job that has failed for a quarter of an hour, until it succeeds', async () => {
    const fail = (minutes: number) => sql()`
      insert into job_runs (job, failing_since, error_code)
      values ('remind_reports', now() - ${minutes} * interval '1 minute', '57014')
      on conflict (job) do update set failing_since = excluded.failing_since`;
    expect(await change(() => fail(14))).toEqual({});
    expect(await change(() => fail(15))).toEqual({ job: 1 });
    expect(await rowsOf('job')).toMatchObject([{ about: 'remind_reports', note: '57014', reference: null }]);
    const success = sql()`update job_runs set failing_since = null, error_code = null`;
    expect(await change(() => success)).toEqual({ job: -1 });
  });

  test('money in excess is a refund due until its refund is confirmed', async () => {
    const adoption = await pledge('Excess Ltd');
    expect(await change(() => receive(adoption, 125_000.5))).toEqual({ refund_due: 1 });
    const due = (await rowOf('refund_due', adoption.reference))!;
    expect(due).toMatchObject({ amountPaise: 50 });
    await act(first, adoption, { action: 'add_note' });
    await act(first, adoption, { action: 'correct', sponsor: { company: 'Excess Limited' } });
    expect((await rowOf('refund_due', adoption.reference))!.since).toEqual(due.since);
    const refund = {
      action: 'record_refund',
      mode: 'NEFT',
      paid_on: '2026-04-02',
      amount: 0.5,
      bank_reference: 'BACK1',
    };
    expect(await change(() => act(first, adoption, refund))).toEqual({ refund_waits: 1 });
    expect(await rowOf('refund_waits', adoption.reference)).toMatchObject({ amountPaise: 50, note: 'BACK1' });
    expect(
      await change(async () => act(second, adoption, { action: 'confirm_refund', id: await lastId('refunds') })),
    ).toEqual({ refund_due: -1, refund_waits: -1 });
    expect((await rowsOf('refund_due')).length).toBe(refundsDue);
  });

  test('a transfer to an institute waits for another administrator; what was paid back or bounced since is passed on too much', async () => {
    const adoption = await pledge('Passed On Ltd');
    await receive(adoption, 125_000);
    const institute = await makeInstitute();
    const [course] = await sql()<[{ id: string }]>`
      update courses set institute_id = ${institute.id}
       where id in (select course_id from billing_items where billing_id = ${adoption.id}) returning id`;
    const record = async () => {
      const recorded = await recordRelease(first.scope, {
        ...{ kind: 'passed_on', institute_id: institute.id, mode: 'NEFT', paid_on: '2026-04-02', remark: '' },
        bank_reference: `UTR${String(++made).padStart(9, '0')}`,
        lines: [{ reference: adoption.reference, course_id: course.id, amount: 62_500_00 }],
      });
      if (!recorded.ok) throw new Error(recorded.code);
      return recorded.id;
    };
    const confirm = async (id: string, by: AdminAccount) => {
      const step = await changeRelease(by.scope, id, { action: 'confirm', reason: 'On the statement' });
      expect(step).toMatchObject({ ok: true });
    };
    let id = '';
    expect(await change(async () => (id = await record()))).toEqual({ release_waits: 1 });
    expect((await rowsOf('release_waits'))[0]).toMatchObject({
      ...{ id, reference: null, company: institute.name, amountPaise: 62_500_00, about: 'NEFT', by: first.username },
    });
    expect(await change(() => confirm(id, second))).toEqual({ release_waits: -1 });
    const alone = await record();
    await sql()`update releases set recorded_by = ${second.adminId} where id = ${alone}`;
    await sql()`update admins set deactivated_at = now() where id <> ${second.adminId} and deactivated_at is null`;
    expect(await change(() => confirm(alone, second))).toEqual({ release_waits: -1, alone: 1 });
    await sql()`update admins set deactivated_at = null`;
    expect((await rowsOf('alone'))[0]).toMatchObject({ id: alone, company: institute.name, about: 'release' });
    expect(await change(() => payBack(adoption.id, 25_000_00, '2026-04-03'))).toMatchObject({ passed_too_much: 1 });
    expect(await rowOf('passed_too_much', adoption.reference)).toMatchObject({
      ...{ amountPaise: 25_000_00, company: 'Passed On Ltd' },
    });
    await sql()`update refunds set state = 'failed' where billing_id = ${adoption.id}`;
    expect(await rowOf('passed_too_much', adoption.reference)).toBeUndefined();
    await sql()`update bank_receipts set state = 'bounced' where billing_id = ${adoption.id}`;
    expect(await rowOf('passed_too_much', adoption.reference)).toMatchObject({ amountPaise: 1_25_000_00 });
  });

  test('an unmatched receipt, until it is assigned; then it waits for its confirmation', async () => {
    const entry = { ...receipt(125_000), tds_withheld: 0, payer_bank: '', remark: '', amount: 1_25_000_00 };
    expect(await change(() => recordCredit(first.scope, { ...entry, reason: 'On the statement', parts: [] }))).toEqual({
      unmatched: 1,
    });
    const [row] = await rowsOf('unmatched');
    expect(row).toMatchObject({ reference: null, company: 'Narmada Motors', amountPaise: 1_25_000_00, about: 'NEFT' });
    const adoption = await pledge('Matched Ltd');
    expect(await change(() => act(first, adoption, { action: 'match_receipt', id: row!.id }))).toEqual({
      unmatched: -1,
      receipt_waits: 1,
    });
  });

  test('requests of colleagues and change requests of sponsors, until they are decided', async () => {
    const adoption = await pledge('Request Ltd');
    await receive(adoption, 125_000);
    expect(await change(() => act(first, adoption, { action: 'cancel' }))).toEqual({ request: 1 });
    expect(await rowOf('request', adoption.reference)).toMatchObject({
      about: 'cancel',
      note: 'Asked by phone',
      by: first.username,
    });
    const [request] = await sql()<{ id: string }[]>`select id from change_requests where billing_id = ${adoption.id}`;
    const decline = { action: 'answer_request', request: request!.id, accepts: false };
    expect(await change(() => act(second, adoption, decline))).toEqual({ request: -1 });
    const asked = sql()`insert into change_requests (billing_id, kind, reason) values (${adoption.id}, 'wish', 'Fewer seats')`;
    expect(await change(() => asked)).toEqual({ request: 1 });
  });

  /** A paid adoption whose payment has the transaction. */
  const paidOnline = async (company: string, transaction: string) => {
    const { userId } = await makeSponsorAccount({ company_name: company });
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const payments = [{ status: 'captured' as const, provider: 'gateway' }];
    const adoption = await insertAdoption(sql(), { userId, state: 'completed', lines, payments });
    const [payment] = await sql()<{ id: string }[]>`
      update payments set transaction_id = ${transaction} where billing_id = ${adoption.id} returning id`;
    return { ...adoption, paymentId: payment!.id };
  };

  test('refunds by the gateway that take a day, or failed while the money is still to go back', async () => {
    const { id, reference, paymentId } = await paidOnline('Gateway Refund Ltd', 'pay_attention_1');
    const set = (state: string, age: string) => sql()`
      update payment_refunds set state = ${state}, due_at = now() - ${age}::interval, refund_ref = 'rfnd_1', failure_reason = 'no_balance',
             processed_at = case when ${state} = 'processed' then now() end where payment_id = ${paymentId}`;
    const due = sql()`
      insert into payment_refunds (payment_id, billing_id, amount_paise, reason) values (${paymentId}, ${id}, 100, 'reduced')`;
    expect(await change(() => due)).toEqual({});
    expect(await change(() => set('due', '25 hours'))).toEqual({ online_refund: 1 });
    expect(await rowOf('online_refund', reference)).toMatchObject({
      company: 'Gateway Refund Ltd',
      amountPaise: 100,
      about: 'due',
      note: 'no_balance',
    });
    expect(await change(() => set('pending', '23 hours'))).toEqual({ online_refund: -1 });
    expect(await change(() => set('pending', '25 hours'))).toEqual({ online_refund: 1 });
    expect(await change(() => set('processed', '25 hours'))).toEqual({ online_refund: -1 });
    // A failed one only while the sponsor has money to get back.
    expect(await change(() => set('failed', '1 hour'))).toEqual({});
    const received = (paise: number) =>
      sql()`update billings set received_paise = received_paise + ${paise} where id = ${id}`;
    expect(await change(() => received(100))).toEqual({ online_refund: 1, refund_due: 1 });
    expect(await change(() => received(-100))).toEqual({ online_refund: -1, refund_due: -1 });
  });

  test('disputed payments, until the dispute is over', async () => {
    const { reference } = await paidOnline('Dispute Ltd', 'pay_attention_2');
    const notice = (eventId: string, outcome: string, gatewayId = 'pay_attention_2') => sql()`
      insert into payment_notices (provider, event_id, kind, gateway_id, outcome)
      values ('gateway', ${eventId}, 'payment.dispute', ${gatewayId}, ${outcome})`;
    expect(await change(() => notice('dispute_0', 'disputed', 'pay_of_somebody_else'))).toEqual({});
    expect(await change(() => notice('dispute_1', 'disputed'))).toEqual({ dispute: 1 });
    expect(await change(() => notice('dispute_2', 'disputed'))).toEqual({});
    expect(await rowOf('dispute', reference)).toMatchObject({
      company: 'Dispute Ltd',
      amountPaise: 1_25_000_00,
      note: 'pay_attention_2',
    });
    expect(await change(() => notice('dispute_3', 'dispute_over'))).toEqual({ dispute: -1 });
  });

  test('differences from the settlement reports until they are explained, and reports that nobody could read for days', async () => {
    const { id, reference } = await paidOnline('Settlement Ltd', 'pay_attention_3');
    const differ = sql()`
      insert into settlement_differences (provider, kind, entity_id, billing_id, expected_paise, reported_paise)
      values ('gateway', 'amount', 'pay_attention_3', ${id}, 12500000, 12499900), ('gateway', 'unknown', 'adj_1', null, null, 500)`;
    expect(await change(() => differ)).toEqual({ settlement: 2 });
    const found = await rowOf('settlement', reference);
    expect(found).toMatchObject({
      company: 'Settlement Ltd',
      amountPaise: 1_24_999_00,
      totalPaise: 1_25_000_00,
      about: 'amount',
      note: 'pay_attention_3',
    });
    const others = (await rowsOf('settlement')).filter((row) => row.reference === null);
    expect(others).toMatchObject([{ company: 'gateway', amountPaise: 500, about: 'unknown', note: 'adj_1' }]);
    expect(await change(() => explainDifference(first.scope, found!.id, 'A fee of the bank'))).toEqual({
      settlement: -1,
    });
    const report = (day: string) => sql()`
      insert into settlement_reports (provider, day, next_read_at) values ('gateway', ${day}::text::date, now())`;
    expect(await change(() => report('2026-04-01'))).toEqual({ settlement: 1 });
    expect((await rowsOf('settlement'))[0]).toMatchObject({ about: 'unread', note: '2026-04-01', company: 'gateway' });
    expect(await change(() => sql()`update settlement_reports set read_at = now()`)).toEqual({ settlement: -1 });
  });

  test('payments whose result the gateway did not tell, until the job asks again or knows it', async () => {
    const { userId } = await makeSponsorAccount({ company_name: 'Unanswered Ltd' });
    const lines = [{ course: await makeCourse(), seats: 1 }];
    const payments = [{ status: 'started' as const, provider: 'gateway' }];
    const { id, reference } = await insertAdoption(sql(), { userId, state: 'pledged', lines, payments });
    const [payment] = await sql()<{ id: string }[]>`
      update payments set provider_ref = 'plink_1', next_check_at = now() where billing_id = ${id} returning id`;
    const age = (days: number) => sql()`
      update payments set created_at = now() - ${days} * interval '1 day', next_check_at = null where billing_id = ${id}`;
    expect(await change(() => age(4))).toEqual({});
    expect(await change(() => age(6))).toEqual({ unanswered: 1 });
    expect(await rowOf('unanswered', reference)).toMatchObject({
      id: payment!.id,
      company: 'Unanswered Ltd',
      amountPaise: 1_25_000_00,
      note: 'plink_1',
    });
    expect(await change(() => checkPaymentAgain(first.scope, payment!.id))).toEqual({ unanswered: -1 });
    expect(await checkPaymentAgain(first.scope, payment!.id)).toEqual({ ok: false, code: 'payment.answered' });
    expect(await checkPaymentAgain(first.scope, id)).toEqual({ ok: false, code: 'payment.not_found' });
    const [row] = await sql()`select next_check_at <= now() as is_due from payments where id = ${payment!.id}`;
    expect(row).toEqual({ is_due: true });
    expect(await change(() => age(7))).toEqual({ unanswered: 1 });
    const failed = sql()`update payments set status = 'failed', settled_at = now() where billing_id = ${id}`;
    expect(await change(() => failed)).toEqual({ unanswered: -1 });
  });

  test('messages that do not get through', async () => {
    const adoption = await pledge('Message Ltd');
    const insert = (deadAt: string | null) => sql()`
      insert into outbound_messages (billing_id, kind, last_error, dead_at)
      values (${adoption.id}, 'paid', 'refused', ${deadAt}::text::timestamptz)`;
    expect(await change(() => insert(null))).toEqual({});
    expect(await change(() => insert('2026-04-01T00:00:00Z'))).toEqual({ message: 1 });
    expect(await rowOf('message', adoption.reference)).toMatchObject({ about: 'paid', note: 'refused' });
    const aboutAccount = () => sql()`
      insert into outbound_messages (kind, recipient, locale, dead_at)
      values ('account_deleted', 'asha@acme.example', 'en', now())`;
    expect(await change(aboutAccount)).toEqual({ message: 1 });
    expect(await rowsOf('message')).toContainEqual(
      expect.objectContaining({ reference: null, company: 'asha@acme.example', about: 'account_deleted' }),
    );
  });

  test('the list of all kinds has what the counts say, the longest waiting first, page by page', async () => {
    const total = totalOf(await countAttention(first.scope));
    const all = await listAttention(first.scope, {}, { page: 1, size: 1000 });
    expect(all).toHaveLength(total);
    expect(new Set(all.map(({ kind, id }) => kind + id)).size).toBe(total);
    const times = all.map(({ since }) => since.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const pages = [1, 2, 3].map((page) => listAttention(first.scope, {}, { page, size: 10 }));
    expect((await Promise.all(pages)).flat()).toEqual(all.slice(0, 30));
    expect(await listAttention(first.scope, {}, { page: 99, size: 50 })).toEqual([]);
  });
});

test('the counts read indexes only: no table is scanned', async () => {
  await sql()`vacuum analyze`;
  const lines = await db().execute(fragment`explain ${selectCounts()}`);
  const plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n');
  for (const index of ['billings_due', 'billings_refund_due', 'billings_short']) expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on billings/);
});

test('security 125: money that went back twice, which nobody asks the sponsor to pay', async () => {
  const adoption = await pledge('Paid Back Twice Ltd');
  await sql()`update billings set state = 'cancelled', received_paise = ${31_000_00}, refunded_paise = ${31_000_00} where id = ${adoption.id}`;
  expect(await rowOf('paid_back_too_much', adoption.reference)).toBeUndefined();
  await sql()`update billings set refunded_paise = ${62_000_00} where id = ${adoption.id}`;
  expect(await rowOf('paid_back_too_much', adoption.reference)).toMatchObject({ amountPaise: 31_000_00 });
  const [row] = await db()
    .select({ outstanding: outstanding(billings) })
    .from(billings)
    .where(eq(billings.id, adoption.id));
  expect(row!.outstanding).toBe(0);
});

describe('two steps of one person', () => {
  const record = async (adoption: Adoption) => {
    await act(first, adoption, { action: 'record_receipt', ...receipt(1000) });
    return lastId('bank_receipts');
  };
  const confirm = async (admin: AdminAccount, { reference }: Adoption, id: string) => {
    const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
    const body = { ...row, action: 'confirm_receipt', reason: 'On the statement', id };
    const done = await actOnAdoption(admin.scope, reference, adoptionActionSchema.parse(body));
    return done.ok ? 'done' : done.code;
  };

  test('security 124: who assigned a receipt does not confirm it', async () => {
    const adoption = await pledge('Assigned Ltd');
    const entry = { ...receipt(1000), amount: 1000_00, tds_withheld: 0, payer_bank: '', remark: '' };
    await recordCredit(first.scope, { ...entry, reason: 'On the statement', parts: [] });
    const id = await lastId('bank_receipts');
    await act(second, adoption, { action: 'match_receipt', id });
    expect(await confirm(second, adoption, id)).toBe('adoption.second_admin');
    expect(await confirm(first, adoption, id)).toBe('done');
    expect(await rowOf('alone', adoption.reference)).toBeUndefined();
  });

  test('security 123: an owner who makes the others viewers for a moment is not alone; who is, is named', async () => {
    const adoption = await pledge('Alone Ltd');
    const id = await record(adoption);
    const others = await sql()<{ id: string; role: AdminRole }[]>`
      select id, role from admins where id <> ${first.adminId} and deactivated_at is null`;
    for (const other of others) await editAdmin(first.scope, { id: other.id, role: 'viewer', active: true });
    expect(await confirm(first, adoption, id)).toBe('adoption.second_admin');
    // Nobody else ever had the right.
    await sql()`alter table audit_log disable trigger user`;
    await sql()`delete from audit_log where action = 'admin.changed'`;
    await sql()`alter table audit_log enable trigger user`;
    expect(await confirm(first, adoption, id)).toBe('done');
    expect(await rowOf('alone', adoption.reference)).toMatchObject({ about: 'receipt', by: first.username });
    for (const { id: other, role } of others) await editAdmin(first.scope, { id: other, role, active: true });
  });
});
