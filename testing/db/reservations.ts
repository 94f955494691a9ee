import { sql } from '@/db/client';
import { changeReservation, reserveSeats } from '@/lib/admin/reservations/mutations';
import type { Agreement } from '@/lib/admin/reservations/schema';
import { makeAdmin } from './admin';

const HOUR_MS = 60 * 60 * 1000;

/** An agreement about some seats, with an hour left. */
export const makeAgreement = (
  lines: readonly { course: { id: string }; seats: number }[],
  overrides: Partial<Agreement> = {},
): Agreement => ({
  company: 'Reserved Works',
  holder: 'reserved.example.in',
  email: 'csr@reserved.example.in',
  locale: 'en',
  until: new Date(Date.now() + HOUR_MS),
  reason: 'Memorandum of understanding',
  lines: lines.map(({ course, seats }) => ({ id: course.id, seats })),
  ...overrides,
});

/** Reserves seats through the same functions as two administrators. @returns the id of the reservation, whose version is 1 */
export async function reserve(
  lines: readonly { course: { id: string }; seats: number }[],
  overrides: Partial<Agreement> = {},
): Promise<string> {
  const [first, second] = [await makeAdmin(), await makeAdmin()];
  const reserved = await reserveSeats(first.scope, makeAgreement(lines, overrides));
  if (!reserved.ok) throw new Error(reserved.code);
  const confirmed = await changeReservation(second.scope, reserved.id, {
    ...{ action: 'confirm', version: 0, reason: 'Compared with the memorandum' },
  });
  if (!confirmed.ok) throw new Error(confirmed.code);
  return reserved.id;
}

/** Lets the time of a reservation be over: its seats are free, but not yet released. */
export async function endReservation(id: string): Promise<void> {
  await sql()`update reservations set until = now() - interval '1 second' where id = ${id}`;
}

/** Returns the counters of a course beside the sums that they must be. */
export async function reservedLedger(courseId: string) {
  const [row] = await sql()<Record<'adopted' | 'held' | 'pledged' | 'holding' | 'unused' | 'used' | 'drawn', number>[]>`
    select c.adopted_seats as adopted, c.held_seats as held,
           (select coalesce(sum(i.seats), 0)::int from billing_items i join billings b on b.id = i.billing_id
             where i.course_id = c.id and b.state in ('pledged', 'completed')) as pledged,
           (select coalesce(sum(i.seats), 0)::int from billing_items i join billings b on b.id = i.billing_id
             where i.course_id = c.id and b.state = 'held') as holding,
           (select coalesce(sum(i.seats - i.used_seats), 0)::int from reservation_items i join reservations r on r.id = i.reservation_id
             where i.course_id = c.id and r.ended_at is null) as unused,
           (select coalesce(sum(i.used_seats), 0)::int from reservation_items i join reservations r on r.id = i.reservation_id
             where i.course_id = c.id and r.ended_at is null) as used,
           (select coalesce(sum(i.reserved_seats), 0)::int from billing_items i join reservations r on r.id = i.reservation_id
             where i.course_id = c.id and r.ended_at is null) as drawn
      from courses c where c.id = ${courseId}`;
  return row!;
}
