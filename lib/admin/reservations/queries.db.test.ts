import { expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { GET } from '@/app/api/user/download/[kind]/route';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { reserve } from '@/testing/db/reservations';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { countReservations, listReservations, readDemand, reservationBatches } from './queries';
import { RESERVATION_LIST, type ReservationFilter } from './schema';

useTestDatabase();

test('reservations and requests are one list: filters, order, pages, demand and spreadsheet agree', async () => {
  const admin = await makeAdmin();
  const full = await makeFullCourse({ courseType: 'ITI', branch: 'Welder', city: 'Sagar' });
  const free = await makeCourse({ courseType: 'Diploma', branch: 'Mining' });
  const agreement = await reserve([{ course: free, seats: 3 }], { company: 'Betwa Mills' });
  const first = await makeWaitingRequest({ course: full, email: 'first@betwa.example', seats: 5, minSeats: 2 });
  const second = await makeWaitingRequest({ course: full, email: 'second@betwa.example', anywhere: true });
  const ended = await makeWaitingRequest({ course: full, email: 'third@betwa.example' });
  await sql()`update waiting_requests set ended_at = now(), ending = 'withdrawn' where id = ${ended}`;
  // Made before and ranked behind the second one.
  await sql()`update waiting_requests set created_at = now() - interval '1 day', ranked_at = now() + interval '1 hour' where id = ${first}`;
  await sql()`update reservations set created_at = now() - interval '1 hour' where id = ${agreement}`;

  const list = async (filter: ReservationFilter) => {
    const rows = await listReservations(admin.scope, filter, { page: 1, size: 50 });
    expect(await countReservations(admin.scope, filter)).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  // The newest first.
  expect(await list({})).toEqual([ended, second, agreement, first]);
  expect(await list({ kind: 'request' })).toEqual([second, first, ended]);
  expect(await list({ kind: 'agreement' })).toEqual([agreement]);
  expect(await list({ kind: 'renewal' })).toEqual([]);
  expect(await list({ type: 'Diploma' })).toEqual([agreement]);
  expect(await list({ type: 'ITI', state: 'waiting' })).toEqual([second, first]);
  expect(await list({ state: 'live' })).toEqual([agreement]);
  expect(await list({ state: 'offered' })).toEqual([]);
  expect(await list({ state: 'ended' })).toEqual([ended]);
  expect(await list({ q: 'betwa' })).toHaveLength(4);
  expect(await list({ q: 'sagar', session: full.session })).toHaveLength(3);
  expect(await list({ session: '1999-00' })).toEqual([]);
  expect(await readDemand(admin.scope, {})).toEqual([{ courseType: 'ITI', city: 'Sagar', requests: 2, seats: 7 }]);

  const batches: string[] = [];
  for await (const rows of reservationBatches(admin.scope, {}, 3)) batches.push(...rows.map(({ id }) => id));
  expect(batches).toEqual(await list({}));
  expect(await listReservations(admin.scope, {}, { page: 3, size: 2 })).toEqual([]);

  const { headers, url } = asAdmin(admin, {
    url: `http://localhost/api/user/download/reservations?${RESERVATION_LIST.query({ q: 'betwa' })}`,
  });
  const file = await GET(new Request(url, { headers }), { params: Promise.resolve({ kind: 'reservations' }) });
  const book = read(Buffer.from(await file.arrayBuffer()), { cellDates: true });
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  expect(sheet.A1).toMatchObject({ v: 'For' });
  expect(utils.sheet_to_json(sheet)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ For: 'Betwa Mills', Kind: 'Agreement', State: 'Lasts', Seats: 3, 'Seats Used': 0 }),
      expect.objectContaining({ Email: 'first@betwa.example', Kind: 'Waiting request', Seats: 5, 'Minimum Seats': 2 }),
    ]),
  );
});
