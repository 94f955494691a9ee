import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { listReservations } from '@/lib/admin/reservations/queries';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { reserve, reservedLedger } from '@/testing/db/reservations';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { renewDomainKeys } from './domain-keys';
import { pledgeSeats } from './mutations';

useTestDatabase();

const adopt = async (course: { id: string; pricePaise: number }, seats: number, email: string) => {
  const { subject, code, billingId } = await prepareAdoption([{ course, seats }], makeSponsor({ email }));
  return pledgeSeats({ ...subject, draftId: billingId }, code);
};

test('security 171: a reservation for a company below a suffix is for nobody else below it, and shows its holder as stored', async () => {
  const course = await makeCourse({ totalSeats: 7 });
  const id = await reserve([{ course, seats: 7 }], { holder: 'mail.acme.biz.in', email: 'csr@acme.biz.in' });
  expect(await sql()`select holder from reservations where id = ${id}`).toEqual([{ holder: 'domain:acme.biz.in' }]);
  const { scope } = await makeAdmin();
  const filter = RESERVATION_LIST.schema.parse({ q: 'acme.biz' });
  const rows = await listReservations(scope, filter, { page: 1, size: 50 });
  expect(rows).toMatchObject([{ id, holder: 'acme.biz.in' }]);
  expect(await adopt(course, 5, 'csr@other.biz.in')).toMatchObject({ ok: false, code: 'seats.none_left' });
  expect(await adopt(course, 5, 'csr@pune.acme.biz.in')).toMatchObject({ ok: true });
  expect(await reservedLedger(course.id)).toMatchObject({ used: 5 });
});

test('security 171: keys of before the list are for nobody until they are renewed, and then narrower', async () => {
  const course = await makeCourse({ totalSeats: 7 });
  const id = await reserve([{ course, seats: 7 }], { holder: 'acme.biz.in', email: 'csr@acme.biz.in' });
  const foreign = await reserve([{ course: await makeCourse(), seats: 1 }], {
    holder: 'unsure.biz.in',
    email: 'csr@mail.example',
  });
  await sql()`update reservations set holder = 'domain:biz.in' where id in (${id}, ${foreign})`;
  const waiting = await makeWaitingRequest({ course: await makeFullCourse(), email: 'csr@acme.biz.in' });
  await sql()`update waiting_requests set company = 'domain:biz.in' where id = ${waiting}`;
  expect(await adopt(course, 1, 'csr@other.biz.in')).toMatchObject({ ok: false, code: 'seats.none_left' });
  expect(await renewDomainKeys()).toBe(2);
  expect(await renewDomainKeys()).toBe(0);
  expect(await adopt(course, 1, 'csr@other.biz.in')).toMatchObject({ ok: false, code: 'seats.none_left' });
  expect(await adopt(course, 1, 'csr@acme.biz.in')).toMatchObject({ ok: true });
  expect(await sql()`select holder from reservations where id = ${foreign}`).toEqual([{ holder: 'domain:biz.in' }]);
  expect(await sql()`select company from waiting_requests where id = ${waiting}`).toEqual([
    { company: 'domain:acme.biz.in' },
  ]);
});
