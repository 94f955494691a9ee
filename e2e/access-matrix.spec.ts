import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { cellsOfPage, PAGES, VISITORS, type Visitor } from '../scripts/lib/access';
import { logIn, register } from '../testing/e2e/account';
import { insertOffice, logInAdmin, logInOffice } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { loginPath } from '@/lib/platform/site/return-path';
import { expect, test } from '../testing/e2e';

/** Variants of a request for a page that a guard in front of it might miss. */
const AROUND: readonly Record<string, string>[] = [
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/dashboard/__PAGE__' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/admin/dashboard/__PAGE__' },
  ...[
    '["",{"children":["dashboard",{"children":["__PAGE__",{}]}]}]',
    '["",{"children":["admin",{"children":["(area)",{"children":["dashboard",{"children":["__PAGE__",{}]}]}]}]}]',
  ].map((tree) => ({ RSC: '1', 'Next-Router-State-Tree': encodeURIComponent(tree) })),
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
  { 'Next-Action': '0'.repeat(42) },
];

/** Paths without content in the test apps: no contact is configured, and the admin area has no such page. */
const NOT_THERE = ['/.well-known/security.txt', '/admin/{...rest}'];

/** Returns the cookies of a login as a request header. */
async function cookiesOf(request: APIRequestContext): Promise<string> {
  const { cookies } = await request.storageState();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

test('R-ROLE-05 security 18 security 19 security 34 security 37: every page shows each visitor what the access matrix says, whatever headers ask, and no cache keeps what is private', async ({
  playwright,
  baseURL,
  extraHTTPHeaders,
  admin,
  database,
  seed,
}) => {
  const newContext = () => playwright.request.newContext({ baseURL, extraHTTPHeaders });
  const contexts = await Promise.all(Array.from({ length: 7 }, newContext));
  const [anybody, theirs, others, keepers, late, lateKeepers, clerks] = contexts as [
    APIRequestContext,
    APIRequestContext,
    APIRequestContext,
    APIRequestContext,
    APIRequestContext,
    APIRequestContext,
    APIRequestContext,
  ];
  const mark = randomBytes(4).toString('hex');
  const sponsor = await register(anybody, { company_name: `Kanha ${mark} Works` });
  const { user, token } = await logIn(theirs, sponsor);
  const { user: other } = await logIn(others, await register(anybody));
  const course = await seed.course({ branch: `Mining ${randomBytes(6).toString('hex')}` });
  const { id, reference } = await adopt(database, { id: user.id, token }, [[course, 3]]);
  await logIn(late, sponsor);
  await logInAdmin(lateKeepers, admin);
  await database`
    update sessions set expires_at = now() where user_id = ${user.id}
       and created_at = (select max(created_at) from sessions where user_id = ${user.id})`;
  await database`update admin_sessions set expires_at = now() where admin_id = ${admin.id}`;
  const keeper = await logInAdmin(keepers, admin);
  const ofInstitute = await seed.course({ institute: `College ${mark}` });
  const [college] = await database<
    { id: string }[]
  >`select institute_id as id from courses where id = ${ofInstitute.id}`;
  const office = await insertOffice(database, { instituteId: college!.id });
  await logInOffice(clerks, office);
  await adopt(database, { id: other.id }, [[ofInstitute, 1]]);
  await database`
    insert into report_dates (session, kind, due_on)
    select session, 'term_1', (now() at time zone 'Asia/Kolkata')::date from courses where id = ${ofInstitute.id}
        on conflict (session, kind) do update set due_on = excluded.due_on`;

  const [own, kept] = [await cookiesOf(theirs), await cookiesOf(keepers)];
  const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
  const cookies: Record<Visitor, string> = {
    anonymous: '',
    'expired session': `${await cookiesOf(late)}; ${await cookiesOf(lateKeepers)}`,
    'other sponsor': await cookiesOf(others),
    sponsor: own,
    administrator: kept,
    office: await cookiesOf(clerks),
  };
  /** Invalid page credentials: API tokens, and the cookie of one kind of session under the name of the other. */
  const forged: Record<string, string>[] = [
    { Authorization: `Bearer ${token}` },
    { Authorization: `Bearer ${keeper.token}` },
    { Cookie: `next-auth.session-token=${token}; admin-session=${keeper.token}` },
    { Cookie: `next-auth.session-token=${secretOf(kept)}; admin-session=${secretOf(own)}` },
    { Cookie: `next-auth.session-token=${'A'.repeat(43)}; admin-session=${'A'.repeat(43)}` },
  ];

  // A response repeats its search text to anybody, so that text is not among the values to look for.
  const queries: Record<string, { query: string; shows: string }> = {
    '/dashboard': { query: '', shows: reference },
    '/dashboard/adoptions': { query: '', shows: reference },
    '/dashboard/adoptions/{id}': { query: '', shows: reference },
    '/admin/dashboard': { query: `?q=${mark}`, shows: reference },
    '/admin/users': { query: `?q=${mark}`, shows: sponsor.email },
    '/admin/billings/{reference}': { query: '', shows: sponsor.email },
    '/admin/catalogue': { query: `?q=${encodeURIComponent(seed.city)}`, shows: course.branch },
  };
  const cart = { selected_courses: [{ course_id: course.id, selectedSeats: 1 }] };
  const shared = (await (await anybody.post('/api/cart/share', { data: cart })).json()) as { url: string };
  const [session] = await database<{ name: string }[]>`select min(name) as name from academic_sessions`;
  const [institute] = await database<{ id: string }[]>`select id from institutes limit 1`;
  const [company] = await database<{ id: string }[]>`
    insert into company_groups (name, name_key) values ('Works', 'WORKS') returning id`;
  await database`insert into bank_files (number, pay_on, prepared_by) values (900000, current_date, gen_random_uuid()) on conflict do nothing`;
  const agreement = {
    ...{ how: 'keep', company: 'Kanha Works', holder: `${mark}.example`, email: `csr@${mark}.example`, locale: 'en' },
    ...{ until: '2035-06-30T23:59:59+05:30', paper_reference: 'Memorandum of understanding' },
    lines: [{ id: course.id, seats: 1 }],
  };
  const headers = { Authorization: `Bearer ${keeper.token}` };
  const made = await keepers.post('/api/admin/entries', { data: agreement, headers });
  const reservation = (await made.json()) as { id: string };
  const values: Record<string, string> = {
    city: seed.city,
    companyId: company!.id,
    courseId: ofInstitute.id,
    courseType: 'B.Tech',
    id,
    instituteId: institute!.id,
    number: '900000',
    entry: '1',
    kind: 'term_1',
    reference,
    reservationId: reservation.id,
    session: session!.name,
    '...rest': 'nowhere',
    token: shared.url.split('/').at(-1)!,
  };
  const ofSponsor = [user.id!, sponsor.email, sponsor.phone_number];
  const ofKeeper = [admin.id, admin.username];
  /**
   * Requests router data at the URL that matches its headers; other requests are redirected there. A plain fetch: those
   * of Playwright take several times as much processor time, and there are thousands.
   */
  const ask = async (path: string, headers: Record<string, string>) => {
    const send = (address: string) =>
      fetch(new URL(address, baseURL), {
        method: 'Next-Action' in headers ? 'POST' : 'GET',
        headers: { ...extraHTTPHeaders, 'Accept-Encoding': 'identity', ...headers },
        redirect: 'manual',
      });
    const answer = await send(path);
    const location = answer.headers.get('location') ?? '';
    return /[?&]_rsc\b/.test(location) ? send(location) : answer;
  };
  const expectNone = async (answer: Response, hidden: readonly string[], what: string) => {
    const body = await answer.text();
    // One assertion: the runner takes longer over each one, the more there are.
    const found = hidden.filter((secret) => body.includes(secret));
    if (found.length > 0) expect(found, what).toEqual([]);
    return body;
  };

  for (const [turn, [address, access]] of Object.entries(PAGES).entries()) {
    const path =
      address.replace(/\{([\w.]+)\}/g, (_, name: string) => encodeURIComponent(values[name]!)) +
      (queries[address]?.query ?? '');
    const isPrivate = access === 'sponsor' || ['holder', 'administrator', 'office'].includes(access as string);
    const cells = cellsOfPage(access);
    /**
     * Returns the values of the sponsor and the administrator that a visitor must not see here; references are public.
     */
    const hiddenFrom = (visitor: Visitor | 'forger') => {
      const seesSponsor = visitor === (access === 'administrator' ? 'administrator' : 'sponsor');
      return [
        // Nor is a reference hidden from those who ask for its page.
        ...(seesSponsor ? [] : [...ofSponsor, ...(isPrivate && !path.includes(reference) ? [reference] : [])]),
        ...(visitor === 'administrator' ? [] : ofKeeper),
        ...(visitor === 'office' || visitor === 'administrator' ? [] : [office.id, office.username]),
      ];
    };

    for (const visitor of VISITORS) {
      const [cell, what] = [cells[visitor], `${path} ${visitor}`];
      const answer = await ask(path, { Cookie: cookies[visitor] });
      const body = await expectNone(answer, hiddenFrom(visitor), what);
      const found = cell === 'not found' || (NOT_THERE.includes(address) && cell === 'page') ? 404 : 200;
      if (typeof cell === 'object')
        expect([answer.status, answer.headers.get('location')], what).toEqual([
          307,
          cell.leadsTo === '/login' ? loginPath(path) : cell.leadsTo,
        ]);
      else expect(answer.status, what).toBe(found);
      if (/^\/(dashboard|admin|office)\b/.test(address))
        expect(answer.headers.get('cache-control'), what).toMatch(/^(?=.*\bprivate\b)(?=.*\bno-store\b)/);
      // Control: the owner does see what is hidden from others.
      const shown =
        cell === 'own page'
          ? other.id!
          : visitor === 'administrator'
            ? admin.username
            : visitor === 'office'
              ? office.username
              : user.id!;
      if (isPrivate && (cell === 'page' || cell === 'own page')) {
        expect(body.includes(shown), what).toBe(true);
        expect(await (await ask(path, { Cookie: cookies[visitor], RSC: '1' })).text(), what).toContain(shown);
      }
      if (isPrivate && cell === 'page') expect(body, what).toContain(queries[address]?.shows ?? shown);
    }

    if (!isPrivate) continue;
    const nearest = access === 'administrator' ? 'sponsor' : access === 'office' ? 'administrator' : 'other sponsor';
    await Promise.all([
      // Every variant for every page; the two visitors take turns, from page to page as well.
      ...AROUND.map(async (headers, n) => {
        const visitor = (n + turn) % 2 === 0 ? 'anonymous' : nearest;
        const answer = await ask(path, { ...headers, Cookie: cookies[visitor] });
        await expectNone(answer, hiddenFrom(visitor), `${path} ${visitor} ${JSON.stringify(headers)}`);
      }),
      ...forged.map(async (headers) => {
        const answer = await ask(path, { Cookie: '', ...headers });
        await expectNone(answer, hiddenFrom('forger'), `${path} ${JSON.stringify(headers)}`);
      }),
    ]);
  }
  await Promise.all(contexts.map((context) => context.dispose()));
});

/** Values that are no id, reference, city or type. */
const ODD = ['abc', 'null', '-1', "'", '%00', '%25', '%FF', '%F0%9F%98%80', '..%2f..', '__proto__', 'x'.repeat(2000)];

test('pages with odd values in their addresses are not found, or do without them: none fails', async ({
  request,
  baseURL,
  extraHTTPHeaders,
  admin,
  database,
  seed,
}) => {
  await logIn(request, await register(request));
  await logInAdmin(request, admin);
  await seed.course({ institute: `College ${seed.city}` });
  await logInOffice(request, await insertOffice(database));
  const headers = { ...extraHTTPHeaders, Cookie: await cookiesOf(request) };
  const failed: string[] = [];
  for (const address of Object.keys(PAGES))
    for (const odd of address.includes('{') ? ODD : ['%00']) {
      const path = address.replace(/\{[\w.]+\}/g, odd);
      const answer = await fetch(new URL(`${path}?q=${odd}&page=${odd}`, baseURL), { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      if (![200, 307, 400, 404].includes(answer.status)) failed.push(`${answer.status} ${path}`);
    }
  expect(failed).toEqual([]);
});
