import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { requireAdmin } from '@/lib/accounts/administrators/session';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { monthlyTotals } from '@/testing/db/stats';

useTestDatabase();

test('npm run data:purge removes ended sessions, not live ones, and rolls up the statistics', async () => {
  const [ended, live] = [await makeSponsorAccount(), await makeSponsorAccount()];
  await sql()`update sessions set expires_at = now() where user_id = ${ended.userId}`;
  const [endedAdmin, liveAdmin] = [await makeAdmin(), await makeAdmin()];
  await sql()`update admin_sessions set expires_at = now() where admin_id = ${endedAdmin.adminId}`;
  await insertAdoption(sql(), {
    userId: live.userId,
    state: 'completed',
    lines: [{ course: await makeCourse(), seats: 3 }],
    daysAgo: 1,
  });
  const program = ['--conditions=react-server', '--import', 'tsx', 'scripts/purge.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: process.env });
  expect(await monthlyTotals()).toMatchObject([{ type: 'B.Tech', seats: 3 }]);
  expect(stdout).toMatch(/session 1, code 0, sharedCart 0,.* adminSession 1,/);
  expect(await sql()`select user_id from sessions`).toEqual([{ user_id: live.userId }]);
  expect(await sql()`select admin_id from admin_sessions`).toEqual([{ admin_id: liveAdmin.adminId }]);
  expect(await requireAdmin(asAdmin(liveAdmin))).toEqual(liveAdmin.scope);
});
