import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
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
