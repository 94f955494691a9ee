import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { READ } from '@/lib/admin/stats/statements';

/** Moves all that happened so far into the past, as if nobody had folded it, so that it can be folded now. */
export async function ageEvents(interval: string): Promise<void> {
  await sql()`update billing_events set at = at - ${interval}::interval`;
  await clearMonthlyTotals();
}

/** Takes everything out of the tallies, while nobody folds. */
export async function clearMonthlyTotals(): Promise<void> {
  await sql()`delete from adoption_monthly_totals`;
  await sql()`update monthly_totals_progress set upto = '-infinity'`;
}

/** Seats as the figures count them and as the courses do, at one moment; they must always agree. */
export async function countTwice(connection: Sql): Promise<{ figures: number; courses: number }> {
  const [row] = await connection.unsafe<{ figures: number; courses: number }[]>(
    `select (select coalesce(sum(seats), 0) from (${READ}) f)::float8 as figures,
            (select coalesce(sum(adopted_seats), 0) from courses)::float8 as courses`,
    [],
    { prepare: true },
  );
  return row!;
}

/** Seats and value of the tallies alone, by month and type. */
export async function monthlyTotals(): Promise<{ month: string; type: string; seats: number; paise: number }[]> {
  return sql()`
    select to_char(month, 'YYYY-MM') as month, course_type as type, seats::float8, value_paise::float8 as paise
      from adoption_monthly_totals order by 1, 2`;
}
