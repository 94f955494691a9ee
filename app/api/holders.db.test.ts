import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { COLLEAGUE_ROLES } from '@/db/schema/enums';
import { removeColleague } from '@/lib/company/people/colleagues';
import type { Endpoint } from '@/lib/api/endpoint';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { PAYMENT_CHECKS } from '@/lib/platform/limits';
import { accessOfPage, openAccess } from '@/lib/adoption/guests/guest-access';
import { includesRole, type CompanyRole } from '@/lib/accounts/company-roles';
import { cellsOf } from '@/scripts/lib/access';
import { idFields } from '@/testing/api/id-fields';
import { bearer, changesIn, sendRequest } from '@/testing/api/send-request';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeOffice } from '@/testing/db/offices';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { exampleOf } from '@/testing/api/examples';

/*
 * What somebody with access to one thing can do to another one: every endpoint that takes an id, by its description,
 * with the id of B, by everybody who holds only A.
 */

const cookies = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock('next/headers', () => ({ cookies: async () => cookies, headers: async () => new Headers() }));

const { dataDir } = useTestDatabase();
Object.assign(process.env, { PAYMENT_PROVIDER: 'sandbox' });

const endpointOf = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)!;
const takesId = (endpoint: Endpoint) => Boolean(endpoint.params) || idFields(endpoint).length > 0;

/** Their ids are those of public courses, of links and references that anybody may have, or need a code as well. */
const FOR_ANYBODY = [
  'askAsSponsor',
  'askForSeats',
  'askToApprove',
  'closeAccess',
  'decideSharedCart',
  'generatePdf',
  'listCourses',
  'listSponsorCourses',
  'openAccess',
  'readBoardPack',
  'readProposal',
  'readSharedCartDecisions',
  'readUseAsAuditor',
  'readUseSheetAsAuditor',
  'receiveNotice',
  'sendAccessCode',
  'sendPublicCode',
  'sendWaitingCode',
  'shareCart',
  'verifyPublicCode',
  'withdrawRequest',
];
const GUARDED = ENDPOINTS.filter((endpoint) => takesId(endpoint) && !FOR_ANYBODY.includes(endpoint.id));

/** Opens a public adoption as its guest does. @returns the bearer token of its page */
async function makeGuest() {
  const { params, json } = await exampleOf(endpointOf('openAccess'), { sponsor: await makeSponsorAccount() });
  const { reference } = params as { reference: string };
  const opened = await openAccess(reference, json!.otp as string, '203.0.113.9');
  if (!opened.ok) throw new Error(opened.code);
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(opened.cookie)!;
  cookies.set(name!, { value: value! });
  const { bearer: token, scope } = (await accessOfPage(reference))!;
  return { token, billingId: scope.billingId };
}

/** A colleague whom the owner removed, and who kept the token. */
async function makeRemoved(owner: SponsorAccount) {
  const colleague = await makeSponsorAccount({}, { of: owner, role: 'pay' });
  expect(await removeColleague(owner.scope, colleague.userId)).toBe(true);
  return colleague;
}

type Caller = { name: string; token: string; kind: 'guest' | 'removed' | CompanyRole };

/** Everybody without access to what `owner` has. */
async function strangersTo(owner: SponsorAccount): Promise<Caller[]> {
  const [guest, removed, other] = [await makeGuest(), await makeRemoved(owner), await makeSponsorAccount()];
  const colleagues = await Promise.all(
    COLLEAGUE_ROLES.map(async (role) => ({ ...(await makeSponsorAccount({}, { of: other, role })), role })),
  );
  return [
    { name: 'guest of another adoption', token: guest.token, kind: 'guest' },
    { name: 'removed colleague', token: removed.token, kind: 'removed' },
    { name: 'other sponsor', token: other.token, kind: 'owner' },
    ...colleagues.map(({ token, role }) => ({ name: `colleague of another company: ${role}`, token, kind: role })),
  ];
}

/** For administrators and offices, whose sessions are others than those of sponsors. */
const isForAccounts = ({ access }: Endpoint) => ['administrator', 'office', 'account'].includes(access);

function expected(endpoint: Endpoint, kind: Caller['kind']): string {
  const cells = cellsOf(endpoint);
  const code = (cell: (typeof cells)['sponsor']) => (cell === 'answered' ? cell : cell.code);
  if (kind === 'removed' || isForAccounts(endpoint)) return code(cells['expired session']);
  if (kind === 'guest') return code(endpoint.access === 'holder' ? cells['other sponsor'] : cells['expired session']);
  return includesRole(kind, endpoint.minRole!) ? code(cells['other sponsor']) : 'company.role';
}

test('security 119: every endpoint that takes an id is guarded, but for those of public or secret ids', () => {
  const open = ENDPOINTS.filter((endpoint) => takesId(endpoint) && ['anyone', 'provider'].includes(endpoint.access));
  expect([...open.map(({ id }) => id), 'askAsSponsor', 'askToApprove', 'listSponsorCourses'].sort()).toEqual(
    FOR_ANYBODY,
  );
});

test.each(GUARDED)(
  'security 119: $id does nothing for those who hold something else, and answers its own holder',
  async (endpoint) => {
    const [owner, admin, office] = await Promise.all([makeSponsorAccount(), makeAdmin(), makeOffice()]);
    const strangers = await strangersTo(owner);
    const ask = await exampleOf(endpoint, { sponsor: owner, admin, office, own: admin });
    const before = await changesIn(dataDir);
    for (const { name, token, kind } of strangers) {
      const { text, misfit } = await sendRequest(endpoint, ask, bearer(token));
      expect([(JSON.parse(text) as { code?: string }).code, misfit], name).toEqual([expected(endpoint, kind), null]);
    }
    expect(await changesIn(dataDir)).toEqual(before);
    if (isForAccounts(endpoint)) return;
    const own = await sendRequest(endpoint, ask, bearer(owner.token));
    expect(Object.keys(endpoint.responses), own.text.slice(0, 300)).toContain(String(own.status));
  },
);

test.each(GUARDED.filter(({ access }) => access === 'office'))(
  'security 119: $id does nothing for the office of another institute',
  async (endpoint) => {
    const [sponsor, office, other] = await Promise.all([makeSponsorAccount(), makeOffice(), makeOffice()]);
    const ask = await exampleOf(endpoint, { sponsor, office });
    const before = await changesIn(dataDir);
    const { status, misfit } = await sendRequest(endpoint, ask, bearer(other.token));
    expect([status >= 400 && status < 500, misfit]).toEqual([true, null]);
    expect(await changesIn(dataDir)).toEqual(before);
    expect((await sendRequest(endpoint, ask, bearer(office.token))).status).toBe(200);
  },
);

test.each([
  { state: 'held', pricePaise: 1000_00 },
  { state: 'pledged', pricePaise: 0 },
  { state: 'completed', pricePaise: 1000_00 },
] as const)('security 119: a guest neither pays for nor reads somebody else’s $state adoption', async (adoption) => {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse({ pricePaise: adoption.pricePaise }), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state: adoption.state, lines });
  const before = await changesIn(dataDir);
  const ask = { params: { billingId: id }, json: { payment_method: 'upi' } };
  expect((await sendRequest(endpointOf('payBilling'), ask, bearer((await makeGuest()).token))).status).toBe(404);
  expect((await changesIn(dataDir)).database.payments).toBe(before.database.payments);
});

test('security 119: a guest’s token answers for its own adoption', async () => {
  const { token, billingId } = await makeGuest();
  const ask = { params: { billingId }, json: { payment_method: 'upi' } };
  expect((await sendRequest(endpointOf('payBilling'), ask, bearer(token))).status).toBe(200);
});

test('security 119: a stranger does not use up the payments and checks of an adoption', async () => {
  const owner = await makeSponsorAccount();
  const guest = await makeGuest();
  for (const id of ['payBilling', 'checkBillingPayment', 'closeBillingPayment']) {
    const ask = await exampleOf(endpointOf(id), { sponsor: owner });
    for (let tried = 0; tried <= PAYMENT_CHECKS.points; tried += 1)
      expect((await sendRequest(endpointOf(id), ask, bearer(guest.token))).status).toBe(404);
    expect((await sendRequest(endpointOf(id), ask, bearer(owner.token))).status).toBe(200);
  }
});
