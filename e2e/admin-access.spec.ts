import { bearer } from '../testing/e2e/account';
import { logInAdmin } from '../testing/e2e/admin';
import { expect, test } from '../testing/e2e';

test('security 19: the end of a session ends its pages and its calls, by logout, by its row and with its administrator', async ({
  playwright,
  baseURL,
  admin,
  database,
}) => {
  const endings = [
    async (call: (path: string) => Promise<unknown>) => call('/api/user/admin_logout'),
    async () => database`delete from admin_sessions where admin_id = ${admin.id}`,
    async () => database`delete from admins where id = ${admin.id}`,
  ];
  for (const end of endings) {
    const request = await playwright.request.newContext({ baseURL });
    const session = await logInAdmin(request, admin);
    const { cookies } = await request.storageState();
    const seen = async () => {
      // Logging out deletes the cookie; here the old one is sent again.
      const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const html = await (await request.get('/admin/users', { headers: { Cookie } })).text();
      const call = await request.get('/api/user/get_admin_dashboard_data?limit=1', { headers: bearer(session) });
      return [html.includes(admin.username), call.status()];
    };
    expect(await seen()).toEqual([true, 200]);
    await end((path) => request.post(path, { headers: bearer(session) }));
    expect(await seen()).toEqual([false, 401]);
    await request.dispose();
  }
});
