import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { editAdmin, endSessionsOf } from './mutations';
import { listAdmins } from './queries';
import { requireAdmin } from './session';

useTestDatabase();
beforeEach(async () => {
  await sql()`delete from admins`;
});

const VIEWER = { role: 'viewer', active: true } as const;
const activeOwners = async () => {
  const [row] = await sql()`select count(*)::int as n from admins where role = 'owner' and deactivated_at is null`;
  return row!.n as number;
};

/** Two owners demote or deactivate each other at once; returns how often no owner was left in `rounds` rounds. */
async function mutualDemotions(rounds: number): Promise<number> {
  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    await sql()`delete from admins`;
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    const edit = round % 2 ? VIEWER : ({ role: 'owner', active: false } as const);
    await Promise.all([
      editAdmin(second.scope, { ...edit, id: first.adminId }),
      editAdmin(first.scope, { ...edit, id: second.adminId }),
    ]);
    if ((await activeOwners()) === 0) lost++;
  }
  return lost;
}

test('security 79: the last active owner stays one, also when two owners demote each other at once', async () => {
  expect(await mutualDemotions(20)).toBe(0);
  const owner = await makeAdmin();
  await sql()`delete from admins where id <> ${owner.adminId}`;
  for (const edit of [VIEWER, { role: 'owner', active: false } as const])
    expect(await editAdmin(owner.scope, { ...edit, id: owner.adminId })).toEqual({
      ok: false,
      code: 'admin.last_owner',
    });
});

test('security 79: control: without the lock of the owners none is left', async () => {
  // The delay makes both read the owners before either has changed one.
  const delay = ' limit (select 10 from pg_sleep(0.2))';
  const lost = await withoutGuards([[' for no key update', delay]], () => mutualDemotions(2));
  expect(lost).toBeGreaterThan(0);
});

test('security 79: an owner who was demoted meanwhile changes nobody', async () => {
  const [first, second, third] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
  expect(await editAdmin(first.scope, { id: second.adminId, ...VIEWER })).toEqual({ ok: true });
  expect(await editAdmin(second.scope, { id: third.adminId, ...VIEWER })).toEqual({ ok: false, code: 'admin.role' });
  expect(await editAdmin(first.scope, { id: crypto.randomUUID(), ...VIEWER })).toEqual({
    ok: false,
    code: 'admin.not_found',
  });
});

test('a deactivation ends the sessions; the entry has the values before and after, and none is written for no change', async () => {
  const [owner, colleague] = [await makeAdmin(), await makeAdmin({ role: 'finance' })];
  const close = { id: colleague.adminId, role: 'finance', active: false } as const;
  expect(await editAdmin(owner.scope, close)).toEqual({ ok: true });
  expect(await editAdmin(owner.scope, close)).toEqual({ ok: true });
  await expect(requireAdmin(asAdmin(colleague))).rejects.toMatchObject({ status: 401 });
  expect(await sql()`select 1 from admin_sessions where admin_id = ${colleague.adminId}`).toHaveLength(0);
  const entries = await sql()`
    select actor, before, after from audit_log where action = 'admin.changed' and subject = ${colleague.adminId}`;
  expect(entries).toEqual([
    {
      actor: owner.username,
      before: { role: 'finance', active: true },
      after: { username: colleague.username, role: 'finance', active: false },
    },
  ]);
  expect(await listAdmins(owner.scope)).toMatchObject([
    { username: owner.username, isActive: true, sessions: [{ device: null }] },
    { username: colleague.username, isActive: false, sessions: [] },
  ]);
});

test('ending sessions leaves the one that asks, and those of others', async () => {
  const [owner, colleague] = [await makeAdmin(), await makeAdmin({ role: 'viewer' })];
  expect(await endSessionsOf(owner.scope, owner.adminId)).toBe(0);
  expect(await requireAdmin(asAdmin(owner))).toEqual(owner.scope);
  expect(await endSessionsOf(owner.scope, colleague.adminId)).toBe(1);
  await expect(requireAdmin(asAdmin(colleague))).rejects.toMatchObject({ status: 401 });
  expect(await endSessionsOf(owner.scope, crypto.randomUUID())).toBeNull();
});
