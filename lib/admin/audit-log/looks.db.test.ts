import { expect, test, vi } from 'vitest';
import { GET as readRecords } from '@/app/api/user/get_admin_dashboard_data/route';
import { connect, sql } from '@/db/client';
import { insertAdoption } from '@/testing/db/adoptions';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { hasDeferred, runDeferred } from '@/testing/next/next-server';
import { listEntries } from './queries';

const { url } = useTestDatabase();

const read = async (admin: AdminAccount, query: string) => {
  const response = await readRecords(
    asAdmin(admin, { url: `http://localhost/api/user/get_admin_dashboard_data?${query}` }),
  );
  await response.arrayBuffer();
  return response.status;
};
test('security 91: a look at a user and at a billing is in the log with who looked, once in ten minutes, and the log filters by it', async () => {
  const [admin, other, { userId }] = [await makeAdmin(), await makeAdmin(), await makeSponsorAccount()];
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id, reference } = await insertAdoption(sql(), { userId, state: 'pledged', lines });
  for (const [who, query] of [
    [admin, `user=${userId}`],
    [admin, `user=${userId}`],
    [other, `user=${userId}`],
    [admin, `billing=${id}`],
  ] as const) {
    expect(await read(who, query)).toBe(200);
    await runDeferred();
  }
  expect(await read(admin, `user=${crypto.randomUUID()}`)).toBe(404);
  expect(hasDeferred()).toBe(false);
  const looks = async (action: 'user.viewed' | 'billing.viewed') =>
    (await listEntries(admin.scope, { action })).entries.map(({ actor, subject, after }) => [actor, subject, after]);
  expect(await looks('user.viewed')).toEqual([
    [other.username, userId, {}],
    [admin.username, userId, {}],
  ]);
  expect(await looks('billing.viewed')).toEqual([[admin.username, id, { reference }]]);
});

test('security 91: a look does not wait for the chain of the log while an import holds it; the entry follows', async () => {
  const [admin, { userId }] = [await makeAdmin(), await makeSponsorAccount()];
  const other = connect(url, { max: 1 });
  let written: Promise<void> | undefined;
  await other.sql.begin(async (importing) => {
    await importing`insert into audit_log (actor, action) values ('asha', 'catalogue.imported')`;
    expect(await read(admin, `user=${userId}`)).toBe(200);
    written = runDeferred();
    await vi.waitFor(async () => {
      const [waiting] = await sql()`
        select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      expect(waiting).toBeDefined();
    });
  });
  await written;
  await other.sql.end();
  const { entries } = await listEntries(admin.scope, { action: 'user.viewed', who: admin.username });
  expect(entries).toHaveLength(1);
});
