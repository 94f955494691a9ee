import { sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { academicSessions, courses, institutes } from '@/db/schema';

let made = 0;

const firstSession = sql`(select min(${academicSessions.name}) from ${academicSessions})`;

export type CourseRow = typeof courses.$inferSelect;
export type InstituteRow = typeof institutes.$inferSelect;

/** Inserts an institute with a new name and returns its row. */
export async function makeInstitute(overrides: Partial<typeof institutes.$inferInsert> = {}): Promise<InstituteRow> {
  const values = { name: `Institute ${++made}`, city: 'Bhopal', ...overrides };
  const [row] = await db().insert(institutes).values(values).returning();
  return row!;
}

/**
 * Inserts a B.Tech course with a new branch, 60 seats at ₹1,25,000, in Bhopal, without an institute, in the first
 * session, and returns its row.
 */
export async function makeCourse(overrides: Partial<typeof courses.$inferInsert> = {}): Promise<CourseRow> {
  const values: typeof courses.$inferInsert = {
    city: 'Bhopal',
    courseType: 'B.Tech',
    branch: `Branch ${++made}`,
    totalSeats: 60,
    pricePaise: 1_25_000_00,
    ...overrides,
  };
  const [row] = await db()
    .insert(courses)
    .values({ session: firstSession, ...values })
    .returning();
  return row!;
}
