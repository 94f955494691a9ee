import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import { toApiCourse } from '@/lib/catalogue/schema';
import { profileSchema } from '@/lib/accounts/schema';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeRegistration, makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { GET as listOwnCourses } from './courses/route';
import { GET as readProfile } from './profile/[userId]/route';
import { PUT as updateProfile } from './profile/update/[userId]/route';

useTestDatabase();
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const read = async (response: Response) => {
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
};
const of = (userId: string) => ({ params: Promise.resolve({ userId }) });
const get = async (account: Pick<SponsorAccount, 'token'>, userId: string) =>
  read(await readProfile(asSponsor(account), of(userId)));
const put = async (account: Pick<SponsorAccount, 'token'>, userId: string, body: unknown) =>
  read(await updateProfile(asSponsor(account, { method: 'PUT', body }), of(userId)));
const row = async ({ userId }: SponsorAccount) => (await sql()`select * from users where id = ${userId}`)[0];

const changed = {
  full_name: 'Asha V. Rao',
  designation: 'Director',
  email: 'asha@acme.in',
  phone_number: '12',
  company_name: 'Acme (India) Ltd',
};

let references = 0;
/** Creates an adoption of a user in this state, with one line of `seats` seats. */
async function makeAdoption(userId: string, state: string, seats: number) {
  const taken = { held: { heldSeats: seats }, completed: { adoptedSeats: seats }, pledged: { adoptedSeats: seats } };
  const course = await makeCourse({ totalSeats: 10_000, ...taken[state as keyof typeof taken] });
  const channel = state === 'pledged' ? 'public' : 'dashboard';
  const isDraft = state === 'draft';
  const [billing] = await sql()<{ id: string }[]>`
    insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, hold_expires_at)
    values (${`SA-${++references}`}, ${userId}, ${channel}, ${state}, '{"phone":"9876543210"}', 100,
            ${isDraft ? null : sql()`now()`}, ${isDraft || channel === 'public' ? null : sql()`now()`})
    returning id`;
  await sql()`
    insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
    values (${billing!.id}, ${course.id}, 0, ${seats}, 100, 'B.Tech', 'Civil', '', 'Bhopal')`;
}

describe('GET /api/user/profile/{userId}', () => {
  test('R-API-17 R-ENT-04 returns the own profile with its six fields', async () => {
    const fields = makeRegistration();
    const account = await makeSponsorAccount(fields);
    const { status, body, headers } = await get(account, account.userId);
    expect(status).toBe(200);
    const { password: _, ...saved } = fields;
    expect(body).toEqual({ id: account.userId, ...saved, adopted_students: 0 });
    expect(profileSchema.safeParse(body).success).toBe(true);
    expect(headers.get('cache-control')).toMatch(/^no-store\b/);
  });

  test('R-ENT-04 counts the seats of final adoptions of this sponsor only (A-58)', async () => {
    const [account, other] = [await makeSponsorAccount(), await makeSponsorAccount()];
    await makeAdoption(other.userId, 'completed', 100);
    for (const [state, seats] of [
      ['completed', 3],
      ['completed', 4],
      ['pledged', 10],
      ['draft', 1000],
      ['held', 2000],
      ['expired', 3000],
      ['refund_due', 4000],
      ['replaced', 5000],
    ] as const)
      await makeAdoption(account.userId, state, seats);
    expect((await get(account, account.userId)).body.adopted_students).toBe(17);
  });
});

describe('PUT /api/user/profile/update/{userId}', () => {
  test('R-API-18 writes four fields and returns the profile; the e-mail is accepted and never written (A-63)', async () => {
    const account = await makeSponsorAccount();
    const before = await row(account);
    const { status, body } = await put(account, account.userId, { ...changed, full_name: '  Asha V.  Rao ' });
    expect([status, body]).toEqual([
      200,
      { ...changed, id: account.userId, email: account.email, adopted_students: 0 },
    ]);
    expect(body).toEqual((await get(account, account.userId)).body);
    const { full_name, designation, phone_number, company_name } = changed;
    expect(await row(account)).toEqual({
      ...before,
      full_name,
      designation,
      phone_number,
      company_name,
      updated_at: expect.any(Date),
      search_text: expect.stringContaining(company_name.toLowerCase()),
    });
  });
});

describe('GET /api/user/courses', () => {
  test('R-API-20 R-ENT-07 the open courses as a bare array, each with its locked seats', async () => {
    const account = await makeSponsorAccount();
    const course = await makeCourse({ city: 'Rewa', totalSeats: 20, adoptedSeats: 12 });
    const closed = await makeCourse({ isOpen: false });
    const { status, body } = await read(await listOwnCourses(asSponsor(account)));
    expect(status).toBe(200);
    const courses = body as { id: string; total_seats: number; left_seats: number; locked_seats: number }[];
    expect(courses.find(({ id }) => id === course.id)).toMatchObject({
      total_seats: 20,
      left_seats: 8,
      locked_seats: 12,
      session: expect.stringMatching(/^\d{4}-\d{2}$/) as string,
      study_year: 1,
    });
    expect(courses.map(({ id }) => id)).not.toContain(closed.id);
    expect(courses).toEqual(
      (await listCourses()).map((open) => ({ ...toApiCourse(open), locked_seats: open.total_seats - open.left_seats })),
    );
  });
});
