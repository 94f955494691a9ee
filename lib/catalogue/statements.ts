import 'server-only';
import { isEndedHold } from '@/db/holds';

/**
 * Seats of ended holds by course: they count as free, even before they are released. For a FROM clause; the
 * partial index on open holds makes it cheap.
 */
export const OVERDUE_SEATS = `(
  select i.course_id, sum(i.seats)::int as seats from billings b join billing_items i on i.billing_id = b.id
   where ${isEndedHold('b')} group by i.course_id)`;

/** The columns that a new row requires, and those that its CHECK constraints use. */
const OF_A_COURSE = ['city', 'course_type', 'branch', 'total_seats', 'adopted_seats', 'held_seats', 'price_paise'];

/**
 * Returns a data-modifying CTE that writes to courses locked earlier in the same statement; `c` are the written rows.
 * It inserts with `on conflict do update` instead of `update`, because an `update` finds its rows in the statement's
 * snapshot and then follows them to the newest version, with two problems. CHECK constraints are evaluated on the old
 * version first, and may fail for values that are no longer there, such as seats released meanwhile. And while a
 * foreign key check of a draft still uses the old version, the update queues behind statements that wait for this very
 * statement: a deadlock. `on conflict` finds the newest version directly, which is the locked one.
 * @param from FROM and WHERE; `l` in it are whole rows of locked courses, each course once
 * @param values the written columns, in terms of `l`
 */
export function writeCourses(from: string, values: Record<string, string>): string {
  const row = { id: 'l.id', ...Object.fromEntries(OF_A_COURSE.map((name) => [name, `l.${name}`])), ...values };
  const changes = Object.keys(values).map((name) => `${name} = excluded.${name}`);
  return `insert into courses as c (${Object.keys(row).join(', ')})
                 select ${Object.values(row).join(', ')}
                   from ${from}
                     on conflict (id) do update set ${changes.join(', ')}`;
}
