import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { PATCH } from './[courseId]/route';

useTestDatabase();
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

const send = async (courseId: string, body: unknown, { token } = admin as { token: string }) => {
  const response = await PATCH(asAdmin({ token }, { method: 'PATCH', body }), {
    params: Promise.resolve({ courseId }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const rowOf = async (id: string) => {
  const [row] = await sql()<{ version: string }[]>`
    select total_seats, adopted_seats, price_paise, is_open, updated_at::text as version from courses where id = ${id}`;
  return row!;
};

test('returns the updated course', async () => {
  const { id } = await makeCourse();
  const { version } = await rowOf(id);
  expect(await send(id, { total_seats: 70, price_per_seat: '99999.50', version })).toMatchObject({
    status: 200,
    body: { id, total_seats: 70, price_per_seat: '99999.50', is_open: true, version: (await rowOf(id)).version },
  });
});

test('refuses a total below the seats taken, and an outdated version, with the current course', async () => {
  const { id } = await makeCourse({ adoptedSeats: 7, heldSeats: 2 });
  const { version } = await rowOf(id);
  expect(await send(id, { total_seats: 8, version })).toMatchObject({
    status: 409,
    body: {
      code: 'course.below_taken',
      message: 'Total seats cannot be below 9: that many are adopted or held already',
      taken: 9,
      course: { id, adopted_seats: 7, held_seats: 2 },
    },
  });
  await send(id, { is_open: false, version });
  expect(await send(id, { is_open: true, version })).toMatchObject({
    status: 409,
    body: { code: 'course.changed_meanwhile', course: { id, is_open: false } },
  });
});

test.each([
  ['course.total_range', { total_seats: '60' }],
  ['course.total_range', { total_seats: ['60'] }],
  ['course.total_range', { total_seats: 1.5 }],
  ['course.total_range', { total_seats: 10_001 }],
  ['course.price_range', { price_per_seat: -1 }],
  ['course.price_range', { price_per_seat: true }],
  ['request.invalid_field', { is_open: 'false' }],
  ['request.invalid', { is_open: false, adopted_seats: 0 }],
  ['request.invalid', {}],
])('security 22 security 23 400 %s for %j, and the course stays', async (code, body) => {
  const { id } = await makeCourse();
  const before = await rowOf(id);
  expect(await send(id, { ...body, version: before.version })).toMatchObject({ status: 400, body: { code } });
  expect(await rowOf(id)).toEqual(before);
});

test('404 for an unknown course and for a malformed id', async () => {
  for (const id of [crypto.randomUUID(), 'x', '__proto__'])
    expect(await send(id, { is_open: true, version: 'v' })).toMatchObject({
      status: 404,
      body: { code: 'course.not_found' },
    });
});
