import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { makeAdmin, type AdminAccount } from '@/db/testing/admin';
import { makeHold, makeSponsor } from '@/db/testing/adoption';
import { useTestDatabase } from '@/db/testing/database';
import { makeCourse } from '@/db/testing/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/db/testing/identity';
import { databaseState } from '@/db/testing/state';
import { openSession } from '@/lib/identity/session';
import { filesUnder } from '@/scripts/lib/files';
import { root } from '@/scripts/lib/programs';

type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>;

/** Calls that ask for no session, or have a shape that does not. Every other one must refuse whoever brings no bearer token. */
const OPEN = [
  'POST billing/webhook',
  'GET courses',
  'GET health',
  'POST language',
  'GET openapi.json',
  'POST user/admin_login',
  'POST user/generate-otp',
  'POST user/generate-pdf',
  'POST user/login',
  'POST user/register',
  'POST user/verify-otp',
];
/** Those of them that have a shape which acts for a sponsor. */
const OPEN_AND_OWN = ['POST user/generate-otp', 'POST user/verify-otp'];

useTestDatabase();
let sponsor: SponsorAccount;
let admin: AdminAccount;
let cookie: string;
let params: Record<string, unknown>;
let body: string;
beforeAll(async () => {
  [sponsor, admin] = [await makeSponsorAccount(), await makeAdmin()];
  const course = await makeCourse();
  const { billingId } = await makeHold([{ course, seats: 1 }], sponsor);
  const session = await openSession(sponsor.userId);
  cookie = [session.cookie, admin.cookie].map((set) => set.split(';')[0]).join('; ');
  params = { userId: sponsor.userId, billingId, courseId: course.id, kind: 'users', path: ['nothing'] };
  const line = { course_id: course.id, selectedSeats: 1, pricePerSeat: 125000, totalPrice: 125000 };
  const selection = { selected_courses: [line], total_price: 125000, total_amount: 125000, payment_method: 'upi' };
  body = JSON.stringify({ userId: sponsor.userId, otp: '000000', ...selection });
});
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
type Found = { name: string; method: string; handler: Handler };

/** Every handler that lies below app/api, by what its file exports. */
async function handlers(): Promise<Found[]> {
  const files = (await filesUnder('app/api')).filter((file) => /\/route\.tsx?$/.test(file));
  const found: Found[] = [];
  for (const file of files) {
    const exported = (await import(join(root, file))) as Record<string, Handler>;
    const path = file.replace(/^app\/api\/|\/route\.tsx?$/g, '');
    for (const method of METHODS)
      if (exported[method]) found.push({ name: `${method} ${path}`, method, handler: exported[method] });
  }
  return found;
}

async function call({ method, handler }: Found, headers: Record<string, string>, given = body) {
  const hasBody = !['GET', 'HEAD'].includes(method);
  const request = new Request('http://localhost/api', {
    method,
    headers: { ...(hasBody && { 'Content-Type': 'application/json' }), ...headers },
    body: hasBody ? given : undefined,
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, text: await response.text(), setCookie: response.headers.get('set-cookie') };
}
/** A method that the address does not have, or an address that is none. */
const isNothing = ({ name }: Found, status: number) =>
  status === 405 || (name.startsWith('OPTIONS ') && status === 204) || (name.includes('[...') && status === 404);

/** A token that says who it is and that nobody has to have signed it. */
const unsigned = (claims: object) =>
  [{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => `${Buffer.from(JSON.stringify(part)).toString('base64url')}.`)
    .join('');

/** What carries no session: nothing, the cookies alone, also from another site, and the cookies beside what is no bearer token. */
const withoutBearer = (): Record<string, string>[] => [
  {},
  { cookie },
  { cookie, origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
  ...[
    'Bearer',
    'Bearer ',
    'Bearer %E0%A4',
    `Bearer ${'x'.repeat(10 * 1024)}`,
    `Bearer ${'A'.repeat(43)}`,
    `Bearer ${sponsor.token.slice(0, -1)}`,
    `Bearer ${cookie.split(';')[0]!.split('=')[1]}`,
    `Bearer ${admin.secret}`,
    `Bearer ${unsigned({ sub: sponsor.userId, sid: sponsor.scope.sessionId })}`,
    `Bearer ${unsigned({ sub: admin.adminId, sid: admin.scope.sessionId, role: 'admin' })}`,
    `Basic ${Buffer.from(`${sponsor.email}:${sponsor.password}`).toString('base64')}`,
  ].map((authorization) => ({ authorization, cookie })),
];

describe('security 32 security 33: the API is driven by the bearer token alone', () => {
  test('security 16 security 17 security 32 security 33: every handler refuses with 401 whoever brings no bearer token, whatever the cookies, and changes nothing', async () => {
    const before = await databaseState();
    const refused: string[] = [];
    for (const found of await handlers()) {
      if (OPEN.includes(found.name) && !OPEN_AND_OWN.includes(found.name)) continue;
      for (const headers of withoutBearer()) {
        const answer = await call(found, headers);
        if (isNothing(found, answer.status)) break;
        const what = `${found.name} ${JSON.stringify(headers).slice(0, 200)}`;
        expect([answer.status, answer.setCookie], what).toEqual([401, null]);
        if (found.method !== 'HEAD')
          expect(Object.keys(JSON.parse(answer.text)).sort(), what).toEqual(['code', 'message']);
        refused.push(found.name);
      }
    }
    expect(await databaseState()).toEqual(before);
    // The walk found what there is: each of the calls that act for somebody.
    expect(new Set(refused).size).toBeGreaterThanOrEqual(15);
  });

  test('security 32: a call that needs no session answers with the cookies what it answers without', async () => {
    const before = await databaseState();
    const compared: string[] = [];
    for (const found of await handlers()) {
      if (!OPEN.includes(found.name)) continue;
      const [plain, withCookies] = [await call(found, {}, '{}'), await call(found, { cookie }, '{}')];
      expect(withCookies, found.name).toEqual(plain);
      compared.push(found.name);
    }
    expect(compared.length).toBeGreaterThanOrEqual(10);
    expect(await databaseState()).toEqual(before);
  });

  test('security 32 security 33: an adoption of the public pages is its sponsor’s by the token and by no cookie', async () => {
    const generate = (await handlers()).find(({ name }) => name === 'POST user/generate-otp')!;
    const owner = async (headers: Record<string, string>) => {
      const course = await makeCourse();
      const line = { id: course.id, selectedSeats: 1, pricePerSeat: 125000, totalPrice: 125000 };
      const asked = {
        ...makeSponsor(),
        otpMethod: 'email',
        selectedCourses: { [course.id]: line },
        totalPrice: 125000,
      };
      const { status, text } = await call(generate, headers, JSON.stringify(asked));
      expect(status, text).toBe(200);
      const [row] = await sql()`select kind from users where id = ${JSON.parse(text).user_id as string}`;
      return row!.kind as string;
    };
    expect(await owner({ cookie })).toBe('guest');
    expect(await owner({ cookie, authorization: `Bearer ${'A'.repeat(43)}` })).toBe('guest');
    expect(await owner({ authorization: `Bearer ${sponsor.token}` })).toBe('registered');
  });
});
