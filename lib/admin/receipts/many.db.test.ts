import { beforeEach, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { creditSchema, type Credit } from '@/lib/admin/adoptions/schema';
import { findBookProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { newReference } from '@/testing/funds/money';
import { confirmReceipts, readSeenUntil, recordCredits } from './many';

type SeenReceipt = { id: string; version: number };

useTestDatabase();
const { sql: killed, db: killable } = useClient(5);

let [first, second]: AdminAccount[] = [];
beforeEach(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  await sql()`update bank_receipts set state = 'rejected' where state = 'recorded'`;
});

async function pledges(count: number) {
  const { userId } = await makeSponsorAccount();
  const course = await makeCourse({ pricePaise: 1_000_00, totalSeats: 10_000 });
  const made = [];
  for (let at = 0; at < count; at++)
    made.push(await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] }));
  return made;
}

const creditOf = (reference: string, rupees = 1000, version = 0): Credit =>
  creditSchema.parse({
    ...{ mode: 'NEFT', credited_on: '2026-04-01', amount: String(rupees), bank_reference: newReference() },
    ...{ payer: 'Tata Motors', reason: 'On the statement' },
    parts: [{ reference, version, amount: String(rupees) }],
  });

const waiting = async (): Promise<SeenReceipt[]> => [
  ...(await sql()<SeenReceipt[]>`
    select r.id, b.version from bank_receipts r join billings b on b.id = r.billing_id where r.state = 'recorded' order by r.recorded_at`),
];
const codesOf = (done: readonly ({ ok: true } | { ok: false; code: string })[]) =>
  done.map((each) => (each.ok ? 'ok' : each.code));

const RECEIPTS = Number(process.env.RECEIPTS ?? 100);

describe('many receipts', () => {
  test('what is refused leaves the others, and repeating records nothing twice', async () => {
    const [one, two, gone] = await pledges(3);
    await sql()`update billings set version = 5 where id = ${gone!.id}`;
    const credits = [creditOf(one!.reference), creditOf(gone!.reference), creditOf(two!.reference)];
    expect(codesOf(await recordCredits(first!.scope, credits))).toEqual(['ok', 'adoption.changed', 'ok']);
    const again = codesOf(await recordCredits(first!.scope, credits));
    expect(again.every((code) => code !== 'ok')).toBe(true);
    expect(await waiting()).toHaveLength(2);
  });

  test('a second administrator confirms those that are seen, or all that wait; nobody their own', async () => {
    const [one, two, three] = await pledges(3);
    await recordCredits(first!.scope, [creditOf(one!.reference), creditOf(two!.reference)]);
    await recordCredits(second!.scope, [creditOf(three!.reference)]);
    const [seen] = await waiting();
    expect(codesOf(await confirmReceipts(second!.scope, { receipts: [seen!] }, 'Compared'))).toEqual(['ok']);
    expect(codesOf(await confirmReceipts(second!.scope, { receipts: [seen!] }, 'Compared'))).toEqual([]);
    expect(
      await confirmReceipts(second!.scope, { until: await readSeenUntil(second!.scope) }, 'Compared'),
    ).toMatchObject([
      { reference: two!.reference, ok: true },
      { reference: three!.reference, ok: false, code: 'adoption.second_admin' },
    ]);
    const states = await sql()`select state from billings where id in (${one!.id}, ${two!.id})`;
    expect(states.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });

  test('two receipts of one adoption are confirmed; one that was seen before somebody changed the adoption is not', async () => {
    const [one, changed] = await pledges(2);
    expect(codesOf(await recordCredits(first!.scope, [creditOf(one!.reference, 400)]))).toEqual(['ok']);
    expect(codesOf(await recordCredits(first!.scope, [creditOf(one!.reference, 600, 1)]))).toEqual(['ok']);
    await recordCredits(first!.scope, [creditOf(changed!.reference)]);
    const seen = await waiting();
    await sql()`update billings set version = version + 1 where id = ${changed!.id}`;
    expect(codesOf(await confirmReceipts(second!.scope, { receipts: seen }, 'Compared'))).toEqual([
      'ok',
      'ok',
      'adoption.changed',
    ]);
    expect(await findBookProblems(db())).toEqual([]);
  });

  test('all that waited leaves what was recorded, or changed, since', async () => {
    const [one, changed, later] = await pledges(3);
    await recordCredits(first!.scope, [creditOf(one!.reference), creditOf(changed!.reference)]);
    const until = await readSeenUntil(second!.scope);
    await sql()`
      insert into billing_events (billing_id, event, from_state, to_state, actor, at)
      values (${changed!.id}, 'corrected', 'pledged', 'pledged', 'admin', clock_timestamp())`;
    await recordCredits(first!.scope, [creditOf(later!.reference)]);
    expect(await confirmReceipts(second!.scope, { until }, 'Compared')).toMatchObject([
      { reference: one!.reference, ok: true },
      { reference: changed!.reference, ok: false, code: 'adoption.changed' },
    ]);
    const waits = await sql()`
      select b.reference from bank_receipts r join billings b on b.id = r.billing_id where r.state = 'recorded' order by r.recorded_at`;
    expect(waits.map(({ reference }) => reference)).toEqual([changed!.reference, later!.reference]);
  });

  test('under kills, many receipts are recorded and confirmed once each', { timeout: 600_000 }, async () => {
    const credits = (await pledges(RECEIPTS)).map(({ reference }) => creditOf(reference));
    let kills = 0;
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        const ended = await sql()`
          select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and datname = current_database() and state <> 'idle' and query ilike '%bank_receipts%' limit 1`;
        kills += ended.length;
        await new Promise((done) => setTimeout(done, 15));
      }
    })();
    /** Repeats a request as a person does whose page shows a failure. */
    const untilDone = async (work: () => Promise<unknown>) => {
      for (let attempt = 0; attempt < 200; attempt++)
        if (
          await work().then(
            () => true,
            () => false,
          )
        )
          return;
      throw new Error('It never ended.');
    };
    await untilDone(() => recordCredits(first!.scope, credits, killable));
    const until = await readSeenUntil(second!.scope);
    await untilDone(() => confirmReceipts(second!.scope, { until }, 'Compared', killable));
    isOver = true;
    await killing;
    await killed.end({ timeout: 1 });
    expect(kills).toBeGreaterThan(0);
    const references = credits.map(({ parts }) => parts[0]!.reference);
    const rows = await sql()<{ receipts: number; received: string; state: string }[]>`
      select (select count(*)::int from bank_receipts r where r.billing_id = b.id and r.state = 'confirmed') as receipts, received_paise as received, state
        from billings b where reference = any(${references})`;
    expect(new Set(rows.map(({ receipts, received, state }) => `${receipts} ${received} ${state}`))).toEqual(
      new Set(['1 100000 completed']),
    );
    expect(await findBookProblems(db())).toEqual([]);
  });
});
