import { sql } from '@/db/client';
import type { academicSessions } from '@/db/schema';

type AcademicSessionRow = typeof academicSessions.$inferSelect;

/** Adds an academic session, planned, from July to June of the years of its name. */
export async function makeSession(name: string): Promise<void> {
  const year = Number(name.slice(0, 4));
  await sql()`
    insert into academic_sessions (name, first_day, last_day, state)
    values (${name}, ${`${year}-07-01`}, ${`${year + 1}-06-30`}, 'planned')`;
}

/** Changes an academic session, by default the one of new courses: that in which the tests run. */
export async function setSession(
  change: Partial<Omit<AcademicSessionRow, 'name' | 'version'>>,
  name?: string,
): Promise<void> {
  const { state = null, adoptingFrom = null, adoptingUntil = null, firstDay = null, lastDay = null } = change;
  await sql()`
    update academic_sessions
       set state = coalesce(${state}, state), adopting_from = ${adoptingFrom}, adopting_until = ${adoptingUntil},
           first_day = coalesce(${firstDay}, first_day), last_day = coalesce(${lastDay}, last_day)
     where name = coalesce(${name ?? null}, (select min(name) from academic_sessions))`;
}
