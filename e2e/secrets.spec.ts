import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../scripts/lib/programs';
import { bearer, logIn, register, selectedCourses, smsCode } from '../testing/e2e/account';
import { insertAdmin, logInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { insertCourse } from '../testing/e2e/catalogue';
import { expect, test } from '../testing/e2e';
import { test as ownTest } from '../testing/e2e/own-app';

/** Returns the paths of all pages of the app; `values` replace their parameters. */
function pages(values: Record<string, string>): string[] {
  const app = join(root, 'app');
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'page.tsx')
    .map(({ parentPath }) => relative(app, parentPath).split(/[\\/]/))
    .map((parts) => parts.filter((part) => part && !part.startsWith('(')))
    .map((parts) => `/${parts.map((part) => values[part] ?? part).join('/')}`);
}

/** Returns whether a page is one of sponsors or administrators. */
const isPrivate = (address: string) => /^\/(dashboard|admin)(\/|$)/.test(address);

/** Headers for a page as a document, and for the data that the router requests. */
const FORMS: Record<string, string>[] = [{}, { RSC: '1' }];

test('security 36 security 37: no page holds a hash, a token, a code or the program’s secret, and none that names its reader is kept by a cache', async ({
  playwright,
  baseURL,
  admin,
  database,
  outbox,
  seed,
}) => {
  const [theirs, keepers] = [
    await playwright.request.newContext({ baseURL }),
    await playwright.request.newContext({ baseURL }),
  ];
  const sponsor = await register(theirs, { company_name: `Narmada ${randomBytes(4).toString('hex')} Works` });
  const { user, token } = await logIn(theirs, sponsor);
  const course = await seed.course();
  const { reference } = await adopt(database, { id: user.id, token }, [[course, 3]]);
  const asked = await theirs.post('/api/user/generate-otp', {
    headers: bearer({ id: user.id, token }),
    data: { userId: user.id, selected_courses: selectedCourses([[course, 1]]), total_price: course.pricePaise / 100 },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  const code = await smsCode(outbox, sponsor);
  const keeper = await logInAdmin(keepers, admin);

  const kept = await database<{ kept: string }[]>`
    select unnest(array[token_hash, cookie_hash]) as kept from admin_sessions where admin_id = ${admin.id}
    union all select token_hash from sessions where user_id = ${user.id}
    union all select code_hash from otp_challenges where user_id = ${user.id}
    union all select password_hash from admins where id = ${admin.id}
    union all select password_hash from users where id = ${user.id}`;
  expect(kept).toHaveLength(6);
  const given = ['$argon2', token, keeper.token, sponsor.password, admin.password];
  const outside = [process.env.E2E_SECRET!, process.env.E2E_DATABASE_URL!];
  const secrets = [...kept.map((row) => row.kept), ...given, ...outside];
  const own = [sponsor.email, sponsor.phone_number, sponsor.company_name, reference, admin.username];
  const named = new Set<string>();

  const values = { '[city]': encodeURIComponent(seed.city), '[courseType]': 'B.Tech', '[reference]': reference };
  const addresses = pages({ ...values, '[...rest]': 'nowhere' });
  expect(addresses.length).toBeGreaterThan(25);
  for (const [reader, area] of [
    [theirs, ''],
    [keepers, '/admin'],
  ] as const)
    for (const address of addresses.filter((each) => each.startsWith(area)))
      for (const headers of isPrivate(address) ? FORMS : [{}]) {
        const answer = await reader.get(address, { headers });
        const body = await answer.text();
        const what = `${address} ${JSON.stringify(headers)}`;
        expect(
          secrets.filter((secret) => body.includes(secret)),
          what,
        ).toEqual([]);
        expect(body, what).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`));
        if (own.some((detail) => body.includes(detail))) named.add(address);
        // The confirmation of a reference is public.
        if (isPrivate(address) || (named.has(address) && !address.startsWith('/verify/')))
          expect(answer.headers()['cache-control'], what).toContain('no-store');
      }
  for (const address of ['/dashboard', '/dashboard/adoptions', '/admin/users', '/admin/dashboard'])
    expect(named, address).toContain(address);
  await Promise.all([theirs.dispose(), keepers.dispose()]);
});

test('security 37: two sponsors who ask one server at the same moment get their own pages', async ({
  playwright,
  baseURL,
  database,
  seed,
}) => {
  const course = await seed.course();
  const sponsors = await Promise.all(
    [1, 2].map(async () => {
      const request = await playwright.request.newContext({ baseURL });
      const { user, token } = await logIn(request, await register(request));
      const { reference } = await adopt(database, { id: user.id, token }, [[course, 2]]);
      return { request, reference };
    }),
  );
  const references = sponsors.map(({ reference }) => reference);
  for (const address of ['/dashboard', '/dashboard/adoptions'])
    for (const headers of FORMS) {
      // Alternating, so that each request comes right after, and during, one of the other session.
      const asked = Array.from({ length: 12 }, (_, turn) => sponsors[turn % 2]!);
      const bodies = await Promise.all(
        asked.map(async ({ request }) => (await request.get(address, { headers })).text()),
      );
      const found = bodies.map((body) => references.filter((reference) => body.includes(reference)));
      expect(found, `${address} ${JSON.stringify(headers)}`).toEqual(asked.map(({ reference }) => [reference]));
    }
  await Promise.all(sponsors.map(({ request }) => request.dispose()));
});

/** The error of the database for a query that fails because of a value, containing that value. */
const LOUD = `
  create function loud(value text) returns boolean language plpgsql as $$
    begin raise exception 'invalid value: "%"', value using detail = 'Key (email)=(' || value || ')'; end $$;
  alter table users rename to users_away;
  create view users as select * from users_away where loud(email);
  alter table billings rename to billings_away;
  create view billings as select * from billings_away where loud(sponsor->>'email')`;

ownTest(
  'security 47 security 52: a page that fails tells nothing of the inside, and the log nothing of anybody',
  async ({ request, database: sql }, { workerIndex }) => {
    const sponsor = await register(request);
    const { user, token } = await logIn(request, sponsor);
    const iti = { city: 'Rewa', courseType: 'ITI', branch: 'Fitter', institute: null };
    const course = await insertCourse(sql, {
      ...iti,
      totalSeats: 60,
      adoptedSeats: 0,
      pricePaise: 1_000_00,
      isOpen: true,
    });
    const { reference } = await adopt(sql, { id: user.id, token }, [[course, 2]]);
    await logInAdmin(request, await insertAdmin(sql));
    await sql.unsafe(LOUD);

    const search = `?q=${encodeURIComponent(sponsor.email)}`;
    const sponsors = ['/dashboard', '/dashboard/adoptions', `/verify/${reference}`];
    for (const address of [...sponsors, `/admin/users${search}`, `/admin/dashboard${search}`]) {
      const body = await (await request.get(address)).text();
      expect(body, address).not.toMatch(
        /invalid value|Key \(email\)|PostgresError|Failed query|plpgsql|_away|node_modules|\bat \w+ \(/,
      );
    }
    const log = readFileSync(join(root, 'test-results', `own_${workerIndex}.log`), 'utf8');
    for (const route of [
      '/dashboard',
      '/dashboard/adoptions',
      '/verify/[reference]',
      '/admin/users',
      '/admin/dashboard',
    ])
      expect(log).toContain(`"route":"${route}"`);
    const { email, phone_number, company_name, full_name } = sponsor;
    for (const detail of [
      email,
      encodeURIComponent(email),
      phone_number,
      company_name,
      full_name,
      token,
      'invalid value',
    ])
      expect(log.includes(detail), detail).toBe(false);
  },
);
