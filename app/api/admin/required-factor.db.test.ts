import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { queueExports } from '@/lib/admin/exports/send';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { root } from '@/scripts/lib/programs';
import { routes } from '@/scripts/lib/routes';
import { giveFactor, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount } from '@/testing/db/identity';
import { exampleOf, requestOf } from '@/testing/api/examples';

useTestDatabase();
process.env.ADMIN_TOTP = 'required';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

test('security 87: with ADMIN_TOTP=required an administrator without a second factor can only log out, end own sessions, confirm the session and set one up', async () => {
  const table = await routes();
  const [without, owner] = [await makeAdmin(), await makeAdmin()];
  await giveFactor(owner);
  const open: string[] = [];
  for (const endpoint of ENDPOINTS.filter(({ access }) => access === 'administrator' || access === 'account')) {
    const { file } = table.find(({ address }) => address === `/api${endpoint.path}`)!;
    const handlers = (await import(join(root, file))) as Record<string, Handler>;
    const send = async (token: string) => {
      const request = requestOf(endpoint, ask, { authorization: `Bearer ${token}` });
      const answer = await handlers[endpoint.method]!(request, { params: Promise.resolve(ask.params ?? {}) });
      return (await answer.text()).includes('admin.factor_required');
    };
    const extra = endpoint.id === 'adminLogout' ? await makeAdmin() : without;
    const ask = await exampleOf(endpoint, { sponsor: await makeSponsorAccount(), admin: extra });
    if (!(await send(extra.token))) open.push(endpoint.id);
    else expect(await send(owner.token), endpoint.id).toBe(false);
    if (endpoint.id === 'addSecondFactor') await sql()`delete from admin_factors where admin_id = ${without.adminId}`;
  }
  expect(open.sort()).toEqual([
    'addSecondFactor',
    'adminLogout',
    'confirmAdministrator',
    'endOwnAdministratorSession',
    'endOwnAdministratorSessions',
    'removeSecondFactor',
  ]);
});

test('with ADMIN_TOTP=required a table by e-mail waits for the second factor of its administrator', async () => {
  const { adminId, username } = await makeAdmin();
  await sql()`
    insert into admin_notices (admin_id, email, is_daily, at_once) values (${adminId}, 'asha@department.example', false, '{}')`;
  await sql()`
    insert into admin_exports (admin_id, kind, query, every, last_on) values (${adminId}, 'users', '', 'day', '2026-01-01')`;
  expect(await queueExports()).toBe(0);
  await giveFactor({ adminId, username });
  expect(await queueExports()).toBe(1);
});
