import type { Sql } from 'postgres';
import postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { recordUnmatchedReceipt } from '@/lib/admin/receipts/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { insertBulk } from '@/testing/db/bulk';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { attentionCounts, countAttention, listAttention } from './queries';
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
}, 180_000);

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

  test('money in excess is a refund due until its refund is confirmed', async () => {
    const adoption = await pledge('Excess Ltd');
    expect(await change(() => receive(adoption, 125_000.5))).toEqual({ refund_due: 1 });
    expect(await rowOf('refund_due', adoption.reference)).toMatchObject({ amountPaise: 50 });
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

  test('an unmatched receipt, until it is assigned; then it waits for its confirmation', async () => {
    const entry = { ...receipt(125_000), tds_withheld: 0, payer_bank: '', remark: '', amount: 1_25_000_00 };
    expect(await change(() => recordUnmatchedReceipt(first.scope, { ...entry, reason: 'On the statement' }))).toEqual({
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

  test('messages that do not get through', async () => {
    const adoption = await pledge('Message Ltd');
    const insert = (deadAt: string | null) => sql()`
      insert into outbound_messages (billing_id, kind, last_error, dead_at)
      values (${adoption.id}, 'paid', 'refused', ${deadAt}::text::timestamptz)`;
    expect(await change(() => insert(null))).toEqual({});
    expect(await change(() => insert('2026-04-01T00:00:00Z'))).toEqual({ message: 1 });
    expect(await rowOf('message', adoption.reference)).toMatchObject({ about: 'paid', note: 'refused' });
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
  const plan = (await sql()`explain ${attentionCounts()}`).map((line) => String(line['QUERY PLAN'])).join('\n');
  for (const index of ['billings_due', 'billings_refund_due', 'billings_short']) expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on billings/);
});
