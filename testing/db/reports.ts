import { sql } from '@/db/client';
import type { ReportKind } from '@/db/schema/report-kinds';

/** Sets the day of a report of a session in days from today; null: no report. */
export async function dueIn(session: string, kind: ReportKind, days: number | null): Promise<void> {
  await sql()`
    insert into report_dates (session, kind, due_on)
    values (${session}, ${kind}, (now() at time zone 'Asia/Kolkata')::date + ${days}::int)
    on conflict (session, kind) do update set due_on = excluded.due_on`;
}
