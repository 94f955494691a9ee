import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { remindOffices } from '@/lib/admin/attention/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { checkExtensions, extendMany } from './many';

useTestDatabase();
const [here, there] = [useClient(5).db, useClient(5).db];
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

async function pledges(count: number, state: 'pledged' | 'completed' = 'pledged') {
  const { userId } = await makeSponsorAccount();
  const course = await makeCourse({ totalSeats: 1_000 });
  const made = [];
  for (let at = 0; at < count; at++) {
    const payments = state === 'completed' ? [{ status: 'captured' as const }] : [];
    made.push(await insertAdoption(sql(), { userId, state, lines: [{ course, seats: 1 }], payments }));
  }
  return made;
}

const DAY = '2098-03-31';

test('pledges are extended, each with its event and message; what cannot be is named before', async () => {
  const unpaid = await pledges(3);
  const [paid] = await pledges(1, 'completed');
  const isLast = sql()`id = ${unpaid[2]!.id}`;
  await sql()`
    update billings set due_at = case when ${isLast} then '2099-01-01' else '2098-01-01'::timestamptz end where state = 'pledged'`;
  const ids = [...unpaid, paid!].map(({ id }) => id);
  const checked = await checkExtensions(admin.scope, { by: 'ids', ids }, DAY);
  if (!checked.ok) throw new Error(checked.code);
  const codes = Object.fromEntries(checked.results.map(({ reference, code }) => [reference, code]));
  expect(codes).toEqual({
    [unpaid[0]!.reference]: null,
    [unpaid[1]!.reference]: null,
    [unpaid[2]!.reference]: 'adoption.term_later',
    [paid!.reference]: 'adoption.not_pledged',
  });
  const shown = checked.results.filter(({ code }) => code === null);
  const done = await extendMany(admin.scope, shown, DAY, 'Asked by the companies');
  expect(done.map(({ code }) => code)).toEqual([null, null]);
  expect(
    await sql()`select due_at from billings where id = any(${ids}) and due_at = '2098-04-01 00:00+05:30'`,
  ).toHaveLength(2);
  for (const table of ['billing_events', 'outbound_messages'])
    expect(
      await sql()`select 1 from ${sql()(table)} where billing_id = any(${ids}) and ${sql()(table === 'billing_events' ? 'event' : 'kind')} = 'extended'`,
    ).toHaveLength(2);
  expect(await checkExtensions(admin.scope, { by: 'filter', filter: 'q=nobody-at-all' }, DAY)).toEqual({
    ok: false,
    code: 'adoption.none_chosen',
  });
  expect(await checkExtensions(admin.scope, { by: 'ids', ids }, '2020-01-01')).toEqual({
    ok: false,
    code: 'adoption.date_in_past',
  });
});

// What the version is for: controls.db.test.ts.
test('of two administrators at the same rows each row is extended once, and the other one is told', async () => {
  const made = await pledges(10);
  const versions = made.map(({ reference }) => ({ reference, version: 0 }));
  const other = await makeAdmin();
  const runs = await Promise.all([
    extendMany(admin.scope, versions, DAY, 'First', here),
    extendMany(other.scope, versions.toReversed(), '2098-04-30', 'Second', there),
  ]);
  const results = runs.flat();
  for (const { reference } of made)
    expect(
      results
        .filter((each) => each.reference === reference)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['adoption.changed', null]);
  const events = await sql()`
    select 1 from billing_events where event = 'extended' and billing_id = any(${made.map(({ id }) => id)})`;
  expect(events).toHaveLength(10);
});

test('an administrator whose right ends meanwhile extends no more', async () => {
  const made = await pledges(2);
  const leaving = await makeAdmin();
  await sql()`update admins set role = 'viewer' where id = ${leaving.adminId}`;
  const versions = made.map(({ reference }) => ({ reference, version: 0 }));
  await expect(extendMany(leaving.scope, versions, DAY, 'Too late')).rejects.toMatchObject({
    code: 'admin.session_ended',
  });
});

test('offices without late reports are named, and nobody is reminded', async () => {
  const { id } = await makeInstitute();
  expect(await remindOffices(admin.scope, { by: 'ids', ids: [id] })).toEqual([{ id, code: 'report.none_late' }]);
});
