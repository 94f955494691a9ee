import { sql } from '@/db/client';
import { reserve } from './reservations';

/**
 * A renewal with the seats of an adoption, in a course of the next year, with an hour left, without invitation.
 * @returns its id
 */
export async function makeRenewal(billingId: string, course: { id: string }): Promise<{ id: string }> {
  const [line] = await sql()<{ courseId: string; seats: number; email: string }[]>`
    select i.course_id as "courseId", i.seats, b.sponsor->>'email' as email
      from billings b join billing_items i on i.billing_id = b.id where b.id = ${billingId}`;
  const { courseId, seats, email } = line!;
  const id = await reserve([{ course, seats }], { holder: email });
  await sql()`update reservations set kind = 'renewal' where id = ${id}`;
  await sql()`insert into renewal_lines (billing_id, from_course_id, reservation_id, course_id, seats)
              values (${billingId}, ${courseId}, ${id}, ${course.id}, ${seats})`;
  return { id };
}
