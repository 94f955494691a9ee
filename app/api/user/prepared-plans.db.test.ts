import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { codeTo } from '@/testing/db/outbox';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

const { dataDir } = useTestDatabase();
// Each connection has its own plans.
process.env.DATABASE_POOL = '1';

/** Adoptions until Postgres has chosen: it plans five executions of a statement for their values first. */
const ADOPTIONS = 12;
const CUSTOM_PLANS = 5;

/** Sends a request from an address of its own. */
async function post(handler: typeof generateOtp, n: number, body: unknown): Promise<{ user_id: string }> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n}` };
  const request = new Request('http://localhost', { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await handler(request);
  const answer = (await response.json()) as { user_id: string };
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

test('no statement of an adoption is planned anew for each execution', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await sql()`insert into rate_limits (key, points, expire)
              select 'test:' || n, 1, now() + interval '1 hour' from generate_series(1, 5000) n`;
  await sql()`insert into unpaid_seats (key, seats) select 'email:' || n, 1 from generate_series(1, 5000) n`;
  await sql()`analyze`;
  const course = await makeCourse({ totalSeats: 100 });
  const price = course.pricePaise / 100;
  const line = { id: course.id, selectedSeats: 1, pricePerSeat: price, totalPrice: price };
  for (let n = 0; n < ADOPTIONS; n++) {
    const sponsor = makeSponsor({ email: `hr@company-${n}.example`, phone: `98930${String(n).padStart(5, '0')}` });
    const selection = { selectedCourses: { [course.id]: line }, totalPrice: price };
    const { user_id } = await post(generateOtp, n, { ...sponsor, otpMethod: 'email', ...selection });
    const { email, phone } = sponsor;
    await post(verifyOtp, n, { user_id, email, phone, otp: await codeTo(dataDir, email), otpMethod: 'email' });
  }
  const statements = await sql()<{ statement: string; custom: number; generic: number }[]>`
    select statement, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
     where generic_plans + custom_plans >= ${ADOPTIONS - 1}`;
  expect(statements.length).toBeGreaterThanOrEqual(6);
  expect(statements.filter(({ custom }) => custom > CUSTOM_PLANS)).toEqual([]);
});
