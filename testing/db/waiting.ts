import { randomUUID } from 'node:crypto';
import { sql } from '@/db/client';
import { limitKey } from '@/lib/adoption/limit-keys';
import { makeCourse, type CourseRow } from './factories';

/** A course whose seats are all adopted. @param overrides of makeCourse */
export const makeFullCourse = (overrides: Parameters<typeof makeCourse>[0] = {}): Promise<CourseRow> => {
  const { totalSeats = 20 } = overrides ?? {};
  return makeCourse({ ...overrides, totalSeats, adoptedSeats: totalSeats });
};

type WaitingRow = {
  course: Pick<CourseRow, 'id'>;
  email?: string;
  seats?: number;
  minSeats?: number;
  /** Whether any institute of the city will do. */
  anywhere?: boolean;
};

/** A request to wait for seats of a course, or of its branch in its city. @returns its id */
export async function makeWaitingRequest({
  course,
  email = `waits@${randomUUID()}.example.in`,
  seats = 2,
  minSeats = 1,
  anywhere = false,
}: WaitingRow): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into waiting_requests (holder, email, course_id, course_type, branch, city, session, study_year, seats, min_seats)
    select ${limitKey(email)}, ${email}, case when ${anywhere} then null else id end, course_type, branch, city, session, study_year,
           ${seats}, ${minSeats}
      from courses where id = ${course.id} returning id`;
  return row!.id;
}
