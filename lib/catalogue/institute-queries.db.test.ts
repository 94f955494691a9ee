import { beforeAll, describe, expect, test } from 'vitest';
import { POST } from '@/app/api/billing/[billingId]/company/route';
import { sql } from '@/db/client';
import { BILLING_STATES } from '@/db/schema/billing-states';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { setChoice } from '@/lib/adoption/pledge/choices';
import { CHOICES_MADE } from '@/lib/platform/limits';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow, type InstituteRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { readInstitute } from './institute-queries';

useTestDatabase();

let institute: InstituteRow;
let course: CourseRow;
let sponsor: SponsorAccount;
beforeAll(async () => {
  institute = await makeInstitute({
    name: 'Tapti Polytechnic',
    city: 'Betul',
    address: 'AB Road',
    website: 'https://tapti.example/',
    kind: 'aided',
    contact: '07141 230101',
  });
  course = await makeCourse({ instituteId: institute.id, city: 'Betul', durationYears: 4, totalSeats: 60 });
  await makeCourse({ instituteId: institute.id, city: 'Betul', courseType: 'ITI', branch: 'Fitter' });
  await makeCourse({ instituteId: institute.id, city: 'Betul', isOpen: false });
  await makeCourse({ city: 'Betul' });
  sponsor = await makeSponsorAccount({ company_name: 'Tapti <b>Steel</b>' });
});

const companies = async () => (await readInstitute(institute.id))!.companies;
const year = Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format(new Date()));
const adopt = async (by = sponsor, seats = 2) => {
  const { id } = await insertAdoption(sql(), { userId: by.userId, state: 'pledged', lines: [{ course, seats }] });
  await receive(id, 1);
  return id;
};
const receive = (id: string, paise: number) => sql()`update billings set received_paise = ${paise} where id = ${id}`;

test('an institute has its details and its open courses with their durations', async () => {
  const { id, name, city, address, website, kind, contact } = institute;
  const page = (await readInstitute(id))!;
  expect(page).toMatchObject({ id, name, city, address, website, kind, contact, companies: [] });
  expect(page.courses.map(({ branch, duration_years: years }) => [branch, years])).toEqual([
    [course.branch, 4],
    ['Fitter', null],
  ]);
});

test.each(['3f8f4d2c-0f3c-4b63-9d5a-0a9d0f7f6a11', 'x', "'; drop table institutes"])(
  '%j is no institute',
  async (id) => {
    expect(await readInstitute(id)).toBeNull();
  },
);

describe('the company of an adoption', () => {
  test('appears only if its sponsor allows it, with its seats of a year, and disappears at once', async () => {
    const [one, two] = [await adopt(sponsor, 2), await adopt(sponsor, 3)];
    await adopt(await makeSponsorAccount({ company_name: 'Silent Works' }));
    expect(await companies()).toEqual([]);
    await setChoice(sponsor.scope, one, 'company', true);
    expect(await companies()).toEqual([{ company: 'Tapti <b>Steel</b>', seats: 2, year }]);
    await setChoice(sponsor.scope, two, 'company', true);
    expect(await companies()).toEqual([{ company: 'Tapti <b>Steel</b>', seats: 5, year }]);
    await setChoice(sponsor.scope, one, 'company', false);
    expect(await companies()).toEqual([{ company: 'Tapti <b>Steel</b>', seats: 3, year }]);
    await sql()`update billings set sponsor = sponsor || '{"company": "Tapti Steel Ltd"}' where id = ${two}`;
    expect(await companies()).toEqual([{ company: 'Tapti Steel Ltd', seats: 3, year }]);
    await sql()`update billing_items set seats = 1 where billing_id = ${two}`;
    expect(await companies()).toEqual([{ company: 'Tapti Steel Ltd', seats: 1, year }]);
    await setChoice(sponsor.scope, two, 'company', false);
    expect(await companies()).toEqual([]);
  });

  test.each(BILLING_STATES)('is shown in the state %s only with adopted seats', async (state) => {
    const by = await makeSponsorAccount();
    const { id } = await insertAdoption(sql(), { userId: by.userId, state, lines: [{ course, seats: 1 }] });
    await sql()`update billings set show_company = true, received_paise = 1 where id = ${id}`;
    expect(await companies()).toHaveLength(ADOPTED_STATES.includes(state) ? 1 : 0);
    await sql()`update billings set show_company = false where id = ${id}`;
  });

  test('security 77: is not shown before at least a part is paid, nor after that is paid back', async () => {
    const id = await adopt(await makeSponsorAccount({ company_name: 'Unpaid Works' }));
    await sql()`update billings set show_company = true where id = ${id}`;
    expect(await companies()).toHaveLength(1);
    await receive(id, 0);
    expect(await companies()).toEqual([]);
    await sql()`update billings set received_paise = 5, refunded_paise = 5 where id = ${id}`;
    expect(await companies()).toEqual([]);
  });

  test('is recorded in the history once per change, with the next version', async () => {
    const id = await adopt();
    expect(await readAdoption(sponsor.scope, id)).toMatchObject({ showCompany: false });
    for (const show of [false, true, true, false]) await setChoice(sponsor.scope, id, 'company', show);
    const events = await sql()`
      select event, actor, from_state = to_state as same from billing_events
       where billing_id = ${id} and event like 'company%' order by id`;
    expect(events).toEqual([
      { event: 'company_shown', actor: 'sponsor', same: true },
      { event: 'company_hidden', actor: 'sponsor', same: true },
    ]);
    const detail = (await readAdoption(sponsor.scope, id))!;
    expect(detail.timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['company_shown', 'company_hidden']),
    );
    const [row] = await sql()`select version from billings where id = ${id}`;
    expect(row).toEqual({ version: 2 });
  });

  test("another sponsor's adoption does not exist", async () => {
    const id = await adopt();
    const other = await makeSponsorAccount();
    const ask = (token: string | null, billingId: string, body: unknown = { show: true }) =>
      POST(
        new Request('http://localhost/api', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
          body: JSON.stringify(body),
        }),
        { params: Promise.resolve({ billingId }) },
      );
    expect((await ask(other.token, id)).status).toBe(404);
    expect((await ask(null, id)).status).toBe(401);
    expect((await ask(sponsor.token, 'x')).status).toBe(404);
    expect((await ask(sponsor.token, id, { show: 'yes' })).status).toBe(400);
    expect(await readAdoption(sponsor.scope, id)).toMatchObject({ showCompany: false });
    expect((await ask(sponsor.token, id)).status).toBe(200);
    expect(await readAdoption(sponsor.scope, id)).toMatchObject({ showCompany: true });
    expect((await ask(sponsor.token, id, { show: false })).status).toBe(200);
  });

  test('is allowed a limited number of times, and withdrawn any time', async () => {
    const id = await adopt();
    for (let n = 0; n < CHOICES_MADE.points; n++)
      for (const show of [true, false])
        expect(await setChoice(sponsor.scope, id, 'company', show)).toEqual({ ok: true });
    expect(await setChoice(sponsor.scope, id, 'company', true)).toMatchObject({ ok: false, code: 'request.too_many' });
    expect(await setChoice(sponsor.scope, id, 'company', false)).toEqual({ ok: true });
  });
});
