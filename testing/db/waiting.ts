import { randomUUID } from 'node:crypto';
import { sql } from '@/db/client';
import { companyKey, limitKey } from '@/lib/adoption/core/limit-keys';
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
  /** The place and the kilometres around it, if any institute there will do. */
  near?: { place: string; km: number };
};

/** A request to wait for seats of a course, or of its branch in its city or near a place. @returns its id */
export async function makeWaitingRequest({
  course,
  email = `waits@${randomUUID()}.in`,
  seats = 2,
  minSeats = 1,
  anywhere = false,
  near,
}: WaitingRow): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into waiting_requests (holder, email, company, course_id, course_type, branch, city, radius_km, session, study_year, seats, min_seats)
    select ${limitKey(email)}, ${email}, ${companyKey(email)}, case when ${anywhere || near !== undefined} then null else id end,
           course_type, branch, coalesce(${near?.place ?? null}, city), ${near?.km ?? null}::int, session, study_year, ${seats}, ${minSeats}
      from courses where id = ${course.id} returning id`;
  return row!.id;
}
