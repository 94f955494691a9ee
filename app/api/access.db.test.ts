import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { ADMIN_ROLES, COLLEAGUE_ROLES, OFFICE_ROLES } from '@/db/schema/enums';
import { changeAdminPassword } from '@/lib/accounts/administrators/mutations';
import { isOfficeRole } from '@/lib/accounts/administrators/roles';
import type { Endpoint } from '@/lib/api/endpoint';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { errorText } from '@/lib/platform/i18n/errors';
import { includesRole } from '@/lib/accounts/company-roles';
import { openSession } from '@/lib/accounts/session';
import { SIGNATURE_HEADER, signSandboxNotice } from '@/lib/money/sandbox';
import { cellsOf, VISITORS, type Visitor } from '@/scripts/lib/access';
import { bearer, changesIn, sendRequest, type Headers } from '@/testing/api/send-request';
import { makeAdmin, makeLimitedAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { exampleOf, type ExampleRequest } from '@/testing/api/examples';

const { dataDir } = useTestDatabase();
const CRON_SECRET = 'the scheduler of the access matrix'.replaceAll(' ', '-');
Object.assign(process.env, { PAYMENT_PROVIDER: 'sandbox', CRON_SECRET });
beforeEach(() => {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  return () => spies.forEach((spy) => spy.mockRestore());
});

let invalidTokens: string[];
beforeAll(async () => {
  invalidTokens = await makeInvalidTokens(await createFixtures());
});

type Fixtures = {
  sponsor: SponsorAccount;
  other: SponsorAccount;
  admin: AdminAccount;
  office: OfficeAccount;
  cookie: string;
};

const cookieOf = (set: string) => set.split(';')[0]!;

/** Creates two sponsors, an administrator and somebody in an office, and returns the cookies of all their sessions. */
async function createFixtures(): Promise<Fixtures> {
  const [sponsor, other, admin, office] = await Promise.all([
    makeSponsorAccount(),
    makeSponsorAccount(),
    makeAdmin(),
    makeOffice(),
  ]);
  const page = await openSession(sponsor.userId);
  return { sponsor, other, admin, office, cookie: [page.cookie, admin.cookie].map(cookieOf).join('; ') };
}

const unsigned = (claims: object) =>
  `${[{ alg: 'none', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

/** Returns tokens of ended sessions and strings that only look like tokens. */
async function makeInvalidTokens({ sponsor, admin, cookie }: Fixtures): Promise<string[]> {
  const [loggedOut, late] = await Promise.all([makeSponsorAccount(), makeSponsorAccount()]);
  await sql()`delete from sessions where id = ${loggedOut.scope.sessionId}`;
  await sql()`update sessions set expires_at = now() where id = ${late.scope.sessionId}`;
  const [ended, expired, idle, deleted, reset] = await Promise.all([
    makeAdmin(),
    makeAdmin(),
    makeAdmin(),
    makeAdmin(),
    makeAdmin(),
  ]);
  await sql()`delete from admin_sessions where id = ${ended.scope.sessionId}`;
  await sql()`update admin_sessions set expires_at = now() where id = ${expired.scope.sessionId}`;
  await sql()`update admin_sessions set last_used_at = now() - interval '1 hour' where id = ${idle.scope.sessionId}`;
  await sql()`delete from admins where id = ${deleted.adminId}`;
  await changeAdminPassword(reset.username, 'forty-two grey herons', 'command');
  return [
    ...[loggedOut, late, ended, expired, idle, deleted, reset].map(({ token }) => token),
    ...[sponsor, admin].flatMap(({ token }) => [token.slice(1), `${token}x`, token.toLowerCase()]),
    admin.secret,
    cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')),
    sponsor.userId,
    admin.adminId,
    sponsor.scope.sessionId,
    admin.scope.sessionId,
    unsigned({ sub: sponsor.userId, sid: sponsor.scope.sessionId }),
    unsigned({ sub: admin.adminId, sid: admin.scope.sessionId, role: 'admin' }),
    'A'.repeat(43),
    'x'.repeat(10_240),
    '%E0%A4',
    '',
  ];
}

/**
 * Returns the headers each visitor sends, in all variants. The cookies of all page sessions are always included and
 * must have no effect.
 */
function headersByVisitor({ sponsor, other, admin, office, cookie }: Fixtures): Record<Visitor, Headers[]> {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  return {
    anonymous: [{ cookie }, {}, { cookie, ...foreign }, { cookie, authorization: '' }],
    'expired session': [
      ...invalidTokens.map((token) => ({ cookie, ...bearer(token) })),
      { cookie, authorization: `Basic ${Buffer.from(`${sponsor.email}:${sponsor.password}`).toString('base64')}` },
    ],
    'other sponsor': [{ cookie, ...bearer(other.token) }],
    sponsor: [{ cookie, ...bearer(sponsor.token) }],
    administrator: [{ cookie, ...bearer(admin.token) }],
    office: [{ cookie, ...bearer(office.token) }],
  };
}

/** Returns the same request for a user or record that does not exist. */
function withUnknownIds(ask: ExampleRequest): ExampleRequest {
  const nobody = crypto.randomUUID();
  const params = ask.params && Object.fromEntries(Object.keys(ask.params).map((name) => [name, nobody]));
  const json = ask.json && ('userId' in ask.json ? { ...ask.json, userId: nobody } : ask.json);
  return { ...ask, params, json };
}

/** The values of the database that no response may contain. */
const readSecrets = async () =>
  (
    await sql()<{ hash: string }[]>`
      select unnest(array[token_hash, cookie_hash]) as hash from admin_sessions
      union all select token_hash from sessions union all select password_hash from admins where password_hash is not null
      union all select password_hash from users where password_hash is not null`
  ).map(({ hash }) => hash);

const changes = () => changesIn(dataDir);

/** Expects the same error for records that exist and that do not, and an unchanged database. */
async function expectErrors(endpoint: Endpoint, ask: ExampleRequest, variants: Record<Visitor, Headers[]>) {
  const cells = cellsOf(endpoint);
  const before = await changes();
  for (const visitor of VISITORS) {
    const cell = cells[visitor];
    if (cell === 'answered') continue;
    const refusal = { message: errorText(cell.code), code: cell.code };
    for (const headers of variants[visitor])
      for (const asked of visitor === 'other sponsor' ? [ask, withUnknownIds(ask)] : [ask]) {
        const answer = await sendRequest(endpoint, asked, headers);
        const what = `${visitor} ${JSON.stringify(headers).slice(0, 300)}`;
        expect([answer.status, answer.text], what).toEqual([cell.status, JSON.stringify(refusal)]);
        expect([answer.headers.get('set-cookie'), answer.misfit], what).toEqual([null, null]);
      }
  }
  expect(await changes()).toEqual(before);
}

/** Expects a response that matches its description, contains no secret and is not cacheable. */
async function expectResponse(
  endpoint: Endpoint,
  ask: ExampleRequest,
  headers: Headers,
  hidden: readonly string[],
  what: string,
) {
  const { status, text, misfit, headers: got } = await sendRequest(endpoint, ask, headers);
  expect(Object.keys(endpoint.responses), `${what} ${text.slice(0, 300)}`).toContain(String(status));
  expect([misfit, got.get('cache-control')], what).toEqual([null, expect.stringContaining('no-store')]);
  const shown = ['$argon2', ...hidden].filter((secret) => text.includes(secret));
  expect(shown, what).toEqual([]);
}

test.each(ENDPOINTS)(
  'R-ROLE-05 R-ADMIN-07 security 1 security 2 security 3 security 16 security 17 security 18 security 32 security 33 security 36 security 37: $id says to each visitor what the access matrix says',
  async (endpoint) => {
    const fixtures = await createFixtures();
    const { sponsor, other, admin, office } = fixtures;
    const variants = headersByVisitor(fixtures);
    const cells = cellsOf(endpoint);
    const secrets = [
      sponsor.token,
      other.token,
      admin.token,
      admin.secret,
      office.token,
      office.secret,
      ...(await readSecrets()),
    ];

    const ask = await exampleOf(endpoint, { sponsor, admin, office });
    if (endpoint.access !== 'anyone') await expectErrors(endpoint, ask, variants);
    if (endpoint.access === 'provider') {
      const proof = { [SIGNATURE_HEADER]: signSandboxNotice(process.env.APP_SECRET!, ask.text!) };
      await expectResponse(endpoint, ask, proof, secrets, 'the provider');
    }
    if (endpoint.access === 'scheduler')
      await expectResponse(endpoint, ask, bearer(CRON_SECRET), [...secrets, CRON_SECRET], 'the scheduler');
    for (const visitor of VISITORS) {
      if (cells[visitor] !== 'answered') continue;
      const own = visitor === 'other sponsor' ? other : sponsor;
      // The requests refused above were wrong only in their visitor: the right visitor sends the same requests.
      const asked =
        visitor === 'sponsor' || endpoint.access === 'administrator' || endpoint.access === 'office'
          ? ask
          : await exampleOf(endpoint, { sponsor: own, own: visitor === 'office' ? office : admin });
      const strangers = endpoint.access === 'administrator' ? [] : [other, sponsor].filter((each) => each !== own);
      const hidden = [...secrets, ...strangers.flatMap(({ email, userId }) => [email, userId])];
      await expectResponse(endpoint, asked, variants[visitor][0]!, hidden, visitor);
    }
  },
);

test.each(ENDPOINTS.filter(({ roles }) => roles))(
  'security 78: $id answers the roles that it names and refuses the others without a change',
  async (endpoint) => {
    if (endpoint.access === 'account') return;
    const sponsor = await makeSponsorAccount();
    const isOffice = endpoint.access === 'office';
    const [all, fewest] = isOffice ? [OFFICE_ROLES, 'clerk' as const] : [ADMIN_ROLES, 'viewer' as const];
    // Where every role may call, the one with the fewest rights shows it.
    for (const role of endpoint.roles!.length < all.length ? all : [fewest]) {
      const callers = isOfficeRole(role)
        ? { office: await makeOffice({ role }) }
        : { admin: await makeAdmin({ role }) };
      const { token } = Object.values(callers)[0]!;
      const ask = await exampleOf(endpoint, { sponsor, ...callers });
      const before = await changes();
      const { status, text, misfit } = await sendRequest(endpoint, ask, bearer(token));
      expect(misfit, role).toBeNull();
      if (endpoint.roles?.includes(role)) {
        expect(Object.keys(endpoint.responses), `${role} ${text.slice(0, 300)}`).toContain(String(status));
        continue;
      }
      expect([status, text], role).toEqual([
        403,
        JSON.stringify({ message: errorText('admin.role'), code: 'admin.role' }),
      ]);
      expect(await changes()).toEqual(before);
    }
  },
);

test.each(ENDPOINTS.filter(({ access }) => access === 'administrator'))(
  'security 182: $id does nothing for who is limited to another area, and tells nothing of it',
  async (endpoint) => {
    const role = endpoint.roles!.includes('catalogue') ? 'catalogue' : 'viewer';
    const [sponsor, admin] = [await makeSponsorAccount(), await makeAdmin()];
    const limited = await makeLimitedAdmin({ districts: ['Alirajpur'] }, role);
    const ask = await exampleOf(endpoint, { sponsor, admin });
    const before = await changes();
    const { status, text, misfit } = await sendRequest(endpoint, ask, bearer(limited.token));
    expect(misfit).toBeNull();
    const refusal = endpoint.roles!.includes(role) ? 'admin.area' : 'admin.role';
    if (!endpoint.inArea)
      expect([status, text]).toEqual([403, JSON.stringify({ message: errorText(refusal), code: refusal })]);
    // What can be asked and downloaded without an id has nothing to say.
    for (const secret of [sponsor.email, sponsor.userId]) expect(text).not.toContain(secret);
    if (status !== 200) expect(await changes()).toEqual(before);
    else expect(WITHOUT_SUBJECT).toContain(endpoint.id);
  },
);

/** What administrators with an area may call and has no subject: it answers with what lies in the area, here nothing. */
const WITHOUT_SUBJECT = ['countAttention', 'searchAll', 'readReport', 'changeCourses', 'remindOffices'];

test.each(ENDPOINTS.filter(({ minRole }) => minRole))(
  'security 100: $id refuses the colleagues of a company below its role without a change',
  async (endpoint) => {
    const owner = await makeSponsorAccount();
    for (const role of COLLEAGUE_ROLES) {
      const colleague = await makeSponsorAccount({}, { of: owner, role });
      const ask = await exampleOf(endpoint, { sponsor: owner });
      const before = await changes();
      const { status, text, misfit } = await sendRequest(endpoint, ask, bearer(colleague.token));
      expect(misfit, role).toBeNull();
      const refusal = JSON.stringify({ message: errorText('company.role'), code: 'company.role' });
      if (includesRole(role, endpoint.minRole!)) {
        expect(text, role).not.toBe(refusal);
        continue;
      }
      expect([status, text], role).toEqual([403, refusal]);
      expect(await changes()).toEqual(before);
    }
  },
);

test.each(ENDPOINTS.filter(({ confirmed }) => confirmed))(
  'security 89: $id is refused without a change where password or code were given more than 15 minutes ago',
  async (endpoint) => {
    const [admin, office] = [await makeAdmin(), await makeOffice()];
    const { scope, token } = endpoint.access === 'office' ? office : admin;
    const ask = await exampleOf(endpoint, { sponsor: await makeSponsorAccount(), admin, office });
    await sql()`update admin_sessions set confirmed_at = now() - interval '15 minutes' where id = ${scope.sessionId}`;
    const before = await changes();
    const { status, text, misfit } = await sendRequest(endpoint, ask, bearer(token));
    const refusal = { message: errorText('admin.confirm'), code: 'admin.confirm' };
    expect([status, text, misfit]).toEqual([403, JSON.stringify(refusal), null]);
    expect(await changes()).toEqual(before);
    await sql()`update admin_sessions set confirmed_at = now() where id = ${scope.sessionId}`;
    expect(Object.keys(endpoint.responses)).toContain(String((await sendRequest(endpoint, ask, bearer(token))).status));
  },
);

test('security 89: money, settings and accounts are changed by endpoints that ask again', () => {
  const asking = ENDPOINTS.flatMap(({ id, confirmed }) => (confirmed ? id : []));
  expect(asking.sort()).toEqual([
    'actOnBankFile',
    'actOnBilling',
    'actOnMailing',
    'actOnOfficeMailing',
    'addSecondFactor',
    'changeAccountEmail',
    'changeCompany',
    'changeRelease',
    'closeOffice',
    'confirmReceipts',
    'createPasswordLink',
    'decideAccount',
    'decideAccountChange',
    'decideAccountEmail',
    'downloadBankFile',
    'editAdministrator',
    'endOwnAdministratorSession',
    'endOwnAdministratorSessions',
    'endSponsorSessions',
    'enterPaid',
    'eraseGuest',
    'extendAdoptions',
    'inviteAdministrator',
    'inviteClerk',
    'inviteOffices',
    'mergeInstitutes',
    'moveSeats',
    'prepareBankFile',
    'recordReceipt',
    'recordReceipts',
    'recordRelease',
    'rejectReceipt',
    'removeAdministratorFactor',
    'removeClerk',
    'removeSecondFactor',
    'saveSettings',
    'stateOfficeAccount',
    'stateToldAccount',
    'writeToOffice',
    'writeToOffices',
    'writeToSponsor',
    'writeToSponsors',
  ]);
});

test('security 78: another role, a deactivation and a deletion are effective at the next request', async () => {
  const endpoint = ENDPOINTS.find(({ id }) => id === 'saveSettings')!;
  const { adminId, token } = await makeAdmin();
  const sponsor = await makeSponsorAccount();
  const answers = async () =>
    (await sendRequest(endpoint, await exampleOf(endpoint, { sponsor }), bearer(token))).status;
  expect(await answers()).not.toBe(403);
  await sql()`update admins set role = 'finance' where id = ${adminId}`;
  expect(await answers()).toBe(403);
  await sql()`update admins set role = 'owner' where id = ${adminId}`;
  expect(await answers()).not.toBe(403);
  await sql()`update admins set deactivated_at = now() where id = ${adminId}`;
  expect(await answers()).toBe(401);
});

test('security 32 security 33: an adoption of the public pages is its sponsor’s by the token and by no cookie', async () => {
  const { sponsor, cookie } = await createFixtures();
  const endpoint = ENDPOINTS.find(({ id }) => id === 'sendPublicCode')!;
  const kindOfOwner = async (headers: Headers) => {
    const { status, text } = await sendRequest(endpoint, await exampleOf(endpoint, { sponsor }), headers);
    expect(status, text).toBe(200);
    const [row] = await sql()`select kind from users where id = ${(JSON.parse(text) as { user_id: string }).user_id}`;
    return row!.kind as string;
  };
  expect(await kindOfOwner({ cookie })).toBe('guest');
  expect(await kindOfOwner({ cookie, ...bearer('A'.repeat(43)) })).toBe('guest');
  expect(await kindOfOwner(bearer(sponsor.token))).toBe('registered');
});
