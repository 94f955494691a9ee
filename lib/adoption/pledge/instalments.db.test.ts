import { beforeAll, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { listAttention } from '@/lib/admin/attention/queries';
import type { AttentionKind } from '@/lib/admin/attention/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { nextPayment } from '@/lib/adoption/read/history-queries';
import { chooseInstalments } from './instalments';
import { lapsePledges, queueReminders } from './term-statements';

useTestDatabase();
useClient(20);
let [first, second]: AdminAccount[] = [];
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  await sql()`insert into settings ("group", value) values ('terms', '{"maxInstalments":6,"reminderDays":[7]}')`;
});

/** A pledge of ₹1,00,000.01 whose last day is that of a month. */
async function pledge(lastDay: string | null = '2027-01-31') {
  const account = await makeSponsorAccount();
  const course = await makeCourse({ pricePaise: 1_00_000_01 });
  const adoption = await insertAdoption(sql(), {
    userId: account.userId,
    state: 'pledged',
    lines: [{ course, seats: 1 }],
  });
  await sql()`update billings set due_at = (${lastDay}::date + 1)::timestamp at time zone 'Asia/Kolkata' where id = ${adoption.id}`;
  return { ...adoption, scope: account.scope };
}
type Pledge = Awaited<ReturnType<typeof pledge>>;

async function act(by: AdminAccount, reference: string, body: object) {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  const action = adoptionActionSchema.parse({ ...row, reason: 'On the statement', ...body });
  const done = await actOnAdoption(by.scope, reference, action);
  expect(done).toMatchObject({ ok: true });
}

/** Money that two administrators record and confirm. */
async function receive({ id, reference }: Pledge, rupees: number) {
  const utr = `SBINR${String(Math.random()).slice(2, 17)}`;
  const credit = {
    mode: 'NEFT',
    bank_reference: utr,
    amount: rupees,
    credited_on: '2026-04-01',
    payer: 'Tapti Steels',
  };
  await act(first!, reference, { action: 'record_receipt', ...credit });
  const [receipt] = await sql()<{ id: string }[]>`
    select id from bank_receipts where billing_id = ${id} and state = 'recorded'`;
  await act(second!, reference, { action: 'confirm_receipt', id: receipt!.id });
}

const shown = async ({ scope, id }: Pledge) => (await readAdoption(scope, id))!;
const lastDayOf = async ({ id }: Pledge) => {
  const [row] = await sql()<{ day: string }[]>`
    select ((due_at - interval '1 second') at time zone 'Asia/Kolkata')::date::text as day from billings where id = ${id}`;
  return row!.day;
};
const needsAttention = async (kind: AttentionKind, { reference }: Pledge) =>
  (await listAttention(first!.scope, { kind }, { page: 1, size: 100 })).some((row) => row.reference === reference);

test('the parts add up to the total, a month apart, and money moves the term to the next one', async () => {
  const adoption = await pledge();
  expect(await chooseInstalments(adoption.scope, adoption.id, 3)).toEqual({ ok: true });
  expect((await shown(adoption)).instalments).toEqual([
    { on: '2027-01-31', paise: 33_333_33, missingPaise: 33_333_33 },
    { on: '2027-02-28', paise: 33_333_34, missingPaise: 33_333_34 },
    { on: '2027-03-31', paise: 33_333_34, missingPaise: 33_333_34 },
  ]);
  expect(await nextPayment(adoption.scope)).toMatchObject({ duePaise: 33_333_33 });

  await receive(adoption, 33_333.33);
  expect(await lastDayOf(adoption)).toBe('2027-02-28');
  expect((await shown(adoption)).dueNextPaise).toBe(33_333_34);
  await receive(adoption, 40_000);
  expect(await shown(adoption)).toMatchObject({
    dueNextPaise: 26_666_68,
    instalments: [{ missingPaise: 0 }, { missingPaise: 0 }, { missingPaise: 26_666_68 }],
  });
  expect(await lastDayOf(adoption)).toBe('2027-03-31');
  expect(await needsAttention('short', adoption)).toBe(false);
  expect(await needsAttention('over_term', adoption)).toBe(false);

  await sql()`update billings set due_at = now() - interval '1 day' where id = ${adoption.id}`;
  expect(await needsAttention('over_term', adoption)).toBe(true);
  await lapsePledges();
  expect(await shown(adoption)).toMatchObject({ status: 'pledged' });
  await receive(adoption, 26_666.68);
  expect(await shown(adoption)).toMatchObject({ status: 'completed', outstandingPaise: 0, dueNextPaise: 0 });
});

test('a part is reminded of although an earlier one was paid; the first one that nobody pays ends the pledge', async () => {
  const adoption = await pledge();
  await chooseInstalments(adoption.scope, adoption.id, 2);
  await receive(adoption, 50_000);
  await sql()`update billings set due_at = now() + interval '3 days' where id = ${adoption.id}`;
  await queueReminders([7]);
  expect(
    await sql()`select count(*)::int from outbound_messages where billing_id = ${adoption.id} and kind = 'reminder'`,
  ).toEqual([{ count: 1 }]);

  const unpaid = await pledge();
  await chooseInstalments(unpaid.scope, unpaid.id, 2);
  await sql()`update billings set due_at = now() - interval '1 day' where id = ${unpaid.id}`;
  await lapsePledges();
  expect(await shown(unpaid)).toMatchObject({ status: 'lapsed' });
});

test('another day for the next part moves those after it, and holds whatever is done then', async () => {
  const adoption = await pledge();
  const { reference } = adoption;
  await chooseInstalments(adoption.scope, adoption.id, 3);
  await receive(adoption, 33_333.33);
  await act(first!, reference, { action: 'extend', due_on: '2027-03-10' });
  const days = async () => (await shown(adoption)).instalments.map(({ on }) => on);
  expect(await days()).toEqual(['2027-01-31', '2027-03-10', '2027-04-10']);
  await act(first!, reference, { action: 'add_note', reason: 'Called the company' });
  expect(await lastDayOf(adoption)).toBe('2027-03-10');
  await receive(adoption, 10);
  expect(await lastDayOf(adoption)).toBe('2027-03-10');
  await receive(adoption, 33_323.34);
  expect(await lastDayOf(adoption)).toBe('2027-04-10');

  await act(first!, reference, { action: 'extend', due_on: null });
  await act(first!, reference, { action: 'add_note', reason: 'They pay when they can' });
  expect(await shown(adoption)).toMatchObject({ instalments: [], dueAt: null, dueNextPaise: 33_333_34 });
});

test('the first part is due at the end of its day, also if the term ended within it', async () => {
  const adoption = await pledge();
  await sql()`update billings set due_at = '2027-01-31T12:36:00+05:30' where id = ${adoption.id}`;
  expect(await chooseInstalments(adoption.scope, adoption.id, 2)).toEqual({ ok: true });
  expect(await shown(adoption)).toMatchObject({
    dueAt: new Date('2027-02-01T00:00:00+05:30'),
    instalments: [{ on: '2027-01-31' }, { on: '2027-02-28' }],
  });
});

test('an administrator plans the unpaid rest anew: paid parts stay, and money follows the new ones', async () => {
  const adoption = await pledge();
  const { reference } = adoption;
  await chooseInstalments(adoption.scope, adoption.id, 3);
  await receive(adoption, 40_000);
  await act(first!, reference, { action: 'extend', due_on: '2027-04-30', parts: 3 });
  const parts = async () => (await shown(adoption)).instalments;
  expect(await parts()).toEqual([
    { on: '2027-01-31', paise: 33_333_33, missingPaise: 0 },
    { on: '2027-02-28', paise: 6_666_67, missingPaise: 0 },
    { on: '2027-04-30', paise: 20_000_00, missingPaise: 20_000_00 },
    { on: '2027-05-30', paise: 20_000_00, missingPaise: 20_000_00 },
    { on: '2027-06-30', paise: 20_000_01, missingPaise: 20_000_01 },
  ]);
  expect(await lastDayOf(adoption)).toBe('2027-04-30');
  await receive(adoption, 30_000);
  expect(await shown(adoption)).toMatchObject({ dueNextPaise: 10_000_00 });
  expect(await lastDayOf(adoption)).toBe('2027-05-30');
  await act(first!, reference, { action: 'extend', due_on: '2027-06-15' });
  expect((await parts()).slice(3)).toMatchObject([{ on: '2027-06-15' }, { on: '2027-07-16' }]);
  const refused = adoptionActionSchema.safeParse({
    action: 'extend',
    version: 0,
    reason: 'By phone',
    due_on: '2027-06-15',
    parts: 13,
  });
  expect(refused.success).toBe(false);
  const [row] = await sql()<{ version: number }[]>`select version from billings where id = ${adoption.id}`;
  const many = {
    action: 'extend',
    version: row!.version,
    reason: 'By phone',
    due_on: '2027-06-15',
    parts: 12,
  } as const;
  expect(await actOnAdoption(first!.scope, reference, many)).toEqual({ ok: false, code: 'adoption.parts_range' });
  await act(first!, reference, { action: 'extend', due_on: '2027-06-15', parts: 1 });
  expect(await parts()).toMatchObject([{}, {}, {}, { paise: 10_000_00, missingPaise: 0 }, { paise: 30_000_01 }]);
  await receive(adoption, 30_000.01);
  expect(await shown(adoption)).toMatchObject({ status: 'completed', outstandingPaise: 0 });
});

test('a pledge without parts, with or without money, is planned in parts and at once again', async () => {
  const adoption = await pledge();
  const { reference } = adoption;
  await act(first!, reference, { action: 'extend', due_on: '2027-02-28', parts: 2 });
  expect((await shown(adoption)).instalments).toEqual([
    { on: '2027-02-28', paise: 50_000_00, missingPaise: 50_000_00 },
    { on: '2027-03-28', paise: 50_000_01, missingPaise: 50_000_01 },
  ]);
  await act(first!, reference, { action: 'extend', due_on: '2027-02-28', parts: 1 });
  expect((await shown(adoption)).instalments).toEqual([]);
  await receive(adoption, 10_000);
  await act(first!, reference, { action: 'extend', due_on: '2027-02-28', parts: 2 });
  expect((await shown(adoption)).instalments).toMatchObject([
    { paise: 10_000_00, missingPaise: 0 },
    {},
    { on: '2027-03-28' },
  ]);
  await act(first!, reference, { action: 'extend', due_on: null });
  expect(await shown(adoption)).toMatchObject({ instalments: [], dueAt: null });
});

test('the choice is refused above the setting, without a term, after money, and to others; the same again writes nothing', async () => {
  const adoption = await pledge();
  expect(await chooseInstalments(adoption.scope, adoption.id, 7)).toEqual({
    ok: false,
    code: 'own_adoption.instalments_range',
    params: { max: 6 },
  });
  const stranger = await makeSponsorAccount();
  const notFound = { ok: false, code: 'own_adoption.not_found' };
  expect(await chooseInstalments(stranger.scope, adoption.id, 2)).toEqual(notFound);
  for (const parts of [2, 2, 1, 1])
    expect(await chooseInstalments(adoption.scope, adoption.id, parts)).toEqual({ ok: true });
  expect((await shown(adoption)).instalments).toEqual([]);
  expect((await shown(adoption)).timeline.filter(({ event }) => event === 'instalments_chosen')).toHaveLength(2);

  const late = { ok: false, code: 'own_adoption.instalments_late' };
  const endless = await pledge(null);
  expect(await chooseInstalments(endless.scope, endless.id, 2)).toEqual(late);
  await receive(adoption, 10);
  expect(await chooseInstalments(adoption.scope, adoption.id, 2)).toEqual(late);
});

test('of many choices at once each is written with its event, and the last one holds', async () => {
  const adoption = await pledge();
  await Promise.all(
    [2, 3, 4, 5, 6]
      .flatMap((parts) => [parts, parts])
      .map((parts) => chooseInstalments(adoption.scope, adoption.id, parts)),
  );
  const [row] = await db().execute<{ version: number; parts: number; last: number; events: number }>(
    `select version, cardinality(instalments) as parts,
            (select (detail->>'parts')::int from billing_events where billing_id = b.id order by id desc limit 1) as last,
            (select count(*) from billing_events where billing_id = b.id and event = 'instalments_chosen') as events
       from billings b where id = '${adoption.id}'`,
  );
  expect(row!.parts).toBe(row!.last);
  expect(row!.version).toBe(row!.events);
});
