import type { AdminCourse } from '@/lib/admin/courses/schema';
import { placeOf } from '@/lib/platform/place-of';
import type { ShownReservation } from './schema';

/** Returns the last second of a day in India with its offset. @param day YYYY-MM-DD as typed; anything else stays invalid */
export const endOfDay = (day: FormDataEntryValue | null): string => `${String(day ?? '')}T23:59:59+05:30`;

/** Returns the seats of a reservation, and how many of them are used. */
export function seatsOfReservation({ lines }: Pick<ShownReservation, 'lines'>): { seats: number; used: number } {
  const sum = (field: 'seats' | 'used_seats') => lines.reduce((total, line) => total + line[field], 0);
  return { seats: sum('seats'), used: sum('used_seats') };
}

/** Who a reservation is for, as administrators name it: the company, or the address of somebody who waited. */
export const reservedFor = ({ company, email }: Pick<ShownReservation, 'company' | 'email'>): string =>
  company || email;

/** A course as a message to administrators names it. */
export const courseTitle = (course: {
  courseType: string;
  branch: string;
  institute: string | null;
  city: string;
}): string =>
  `${course.courseType}, ${course.branch}, ${course.institute ? placeOf(course.institute, course.city) : course.city}`;

/** courseTitle of an offer as administrators see it. */
export const offerTitle = ({ course_name: courseType, branch, institute_name: institute, city }: AdminCourse): string =>
  courseTitle({ courseType, branch, institute, city });
