import { sql as template } from 'drizzle-orm';
import { db, sql, type Database } from '@/db/client';
import { ALL_MONTHS } from '@/lib/admin/stats/statements';

/** Moves all events into the past, as if they had not been rolled up yet, so that a test can roll them up. */
export async function ageEvents(interval: string): Promise<void> {
  await sql()`update billing_events set at = at - ${interval}::interval`;
  await clearMonthlyTotals();
}

/** Empties the monthly totals while nothing is rolled up. */
export async function clearMonthlyTotals(): Promise<void> {
  await sql()`delete from adoption_monthly_totals`;
  await sql()`update monthly_totals_progress set upto = '-infinity'`;
}

/** Returns the seats counted by the statistics and by the courses, in one snapshot; they must always be equal. */
export async function countTwice(database: Database = db()): Promise<{ figures: number; courses: number }> {
  const [row] = await database.execute<{ figures: number; courses: number }>(
    template`select (select coalesce(sum(seats), 0) from (${ALL_MONTHS}) months)::float8 as figures,
                    (select coalesce(sum(adopted_seats), 0) from courses)::float8 as courses`,
  );
  return row!;
}

/** Returns seats and value of the monthly totals only, by month and type. */
export async function monthlyTotals(): Promise<{ month: string; type: string; seats: number; paise: number }[]> {
  return sql()`
    select to_char(month, 'YYYY-MM') as month, course_type as type, seats::float8, value_paise::float8 as paise
      from adoption_monthly_totals order by 1, 2`;
}
