import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../scripts/lib/programs';
import { bearer, logIn, register } from './fixtures/account';
import { logInAdmin, signInAdmin } from './fixtures/admin';
import { adopt } from './fixtures/adoptions';
import { expect, test } from './fixtures';

/** The addresses of all pages that show something to administrators alone. */
function areaPages(): string[] {
  const area = join(root, 'app/admin/(area)');
  return readdirSync(area, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'page.tsx')
    .map((entry) => `/admin/${relative(area, entry.parentPath).split('\\').join('/')}`)
    .filter((path) => !path.includes('['));
}

/** Ways of asking for a page that a guard in front of it would not see. */
const AROUND: Record<string, string>[] = [
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/admin/dashboard/__PAGE__' },
  {
    RSC: '1',
    'Next-Router-State-Tree': encodeURIComponent(
      '["",{"children":["admin",{"children":["(area)",{"children":["dashboard",{"children":["__PAGE__",{}]}]}]}]}]',
    ),
  },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
  { 'Next-Action': '0'.repeat(42) },
];

test('security 34 security 18 security 36: nobody but an administrator gets a private byte of the area’s pages, whatever headers ask; they hold no secret', async ({
  page,
  request,
  admin,
  database,
  seed,
}) => {
  test.setTimeout(120_000);
  const mark = randomBytes(6).toString('hex');
  const sponsor = await register(request, { company_name: `Kanha ${mark} Works` });
  const { user, token: sponsorToken } = await logIn(request, sponsor);
  const course = await seed.course({ branch: `Mining ${randomBytes(6).toString('hex')}` });
  const { reference } = await adopt(database, { id: user.id, token: sponsorToken }, [[course, 3]]);
  const session = await signInAdmin(page, admin);
  const [cookie] = (await page.context().cookies('http://localhost/admin')).filter(({ path }) => path === '/admin');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/admin' });

  // What is searched for comes back in an answer to anybody, so that it is none of what is looked for.
  const pages: Record<string, { query: string; shows: string }> = {
    '/admin/dashboard': { query: `?q=${mark}`, shows: reference },
    '/admin/users': { query: `?q=${mark}`, shows: sponsor.email },
    '/admin/catalogue': { query: `?q=${encodeURIComponent(seed.city)}`, shows: course.branch },
    '/admin/catalogue/import': { query: '', shows: admin.username },
    '/admin/audit': { query: '', shows: admin.username },
  };
  expect(Object.keys(pages).sort()).toEqual(areaPages().sort());
  const secrets = await database<{ kept: string }[]>`
    select unnest(array[s.token_hash, s.cookie_hash, a.password_hash]) as kept
      from admin_sessions s join admins a on a.id = s.admin_id where a.id = ${admin.id}`;
  const hidden = [reference, sponsor.email, sponsor.phone_number, course.branch, admin.username, admin.id, user.id];

  for (const [path, { query, shows }] of Object.entries(pages)) {
    const own = await page.request.get(path + query);
    const html = await own.text();
    expect([own.status(), html.includes(shows)], path).toEqual([200, true]);
    expect(own.headers()['cache-control'], path).toContain('no-store');
    for (const secret of ['$argon2', session.token, cookie!.value, ...secrets.map(({ kept }) => kept)])
      expect(html.includes(secret), `${path} ${secret}`).toBe(false);

    const others: Record<string, string>[] = [
      bearer(session),
      { Cookie: `admin-session=${session.token}` },
      { Cookie: `admin-session=${sponsorToken}` },
      { Cookie: `admin-session=${'A'.repeat(43)}` },
      { Cookie: `next-auth.session-token=${cookie!.value}` },
    ];
    // `request` has the sponsor's cookie, which is sent along where no other is given.
    for (const headers of [...AROUND, ...AROUND.map((around) => ({ ...around, Cookie: '' })), ...others]) {
      const asks = 'Next-Action' in headers ? 'POST' : 'GET';
      const answer = await request.fetch(path + query, { method: asks, headers, maxRedirects: 0 });
      const body = await answer.text();
      for (const secret of hidden)
        expect(body.includes(secret), `${path} ${JSON.stringify(headers)} ${secret}`).toBe(false);
    }
  }
});

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
      // Logging out takes the cookie back; here the old one is sent all the same.
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
