import { describe, expect, test } from 'vitest';
import { responseCheck } from '@/scripts/lib/response-check';
import { makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { POST } from './user/generate-otp/route';

useTestDatabase();

/** Minimal requests found by the fuzzer whose responses did not match the API description. */
describe('found by the fuzzer, seed 2026', () => {
  const UNKNOWN = '00000000-0000-1000-8000-000000000000';
  const line = { selectedSeats: 1, pricePerSeat: 0, totalPrice: 0 };
  const misfit = responseCheck();

  test.each(['payment', 'public'] as const)(
    'an unknown course chosen on the %s pages: the error lists the known ones, and matches its description',
    async (shape) => {
      const [account, course] = [await makeSponsorAccount(), await makeCourse()];
      const ids = [UNKNOWN, course.id];
      const body =
        shape === 'payment'
          ? {
              userId: account.userId,
              selected_courses: ids.map((course_id) => ({ course_id, ...line })),
              total_price: 0,
            }
          : {
              ...makeSponsor(),
              otpMethod: 'email',
              selectedCourses: Object.fromEntries(ids.map((id) => [id, { id, ...line }])),
              totalPrice: 0,
            };
      const response = await POST(asSponsor(account, { body }));
      const answer: unknown = await response.json();
      expect(response.status).toBe(400);
      expect(answer).toMatchObject({ code: 'course.unknown', courses: [{ id: course.id }] });
      const type = response.headers.get('content-type') ?? '';
      expect(misfit({ method: 'POST', path: '/api/user/generate-otp', status: 400, type, body: answer })).toBeNull();
    },
  );
});
