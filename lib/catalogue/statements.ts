import 'server-only';
import { isEndedHold } from '@/db/holds';

/**
 * Seats by course of holds whose window is over: they count as free, though nobody has given them back yet. For the
 * FROM of a statement; the partial index of open holds keeps it cheap.
 */
export const OVERDUE_SEATS = `(
  select i.course_id, sum(i.seats)::int as seats from billings b join billing_items i on i.billing_id = b.id
   where ${isEndedHold('b')} group by i.course_id)`;

/** What a new row needs, and what the CHECKs of one are judged on. */
const OF_A_COURSE = ['city', 'course_type', 'branch', 'total_seats', 'adopted_seats', 'held_seats', 'price_paise'];

/**
 * Writes to courses that the same statement has locked before: the text of a data-modifying CTE; `c` are the rows it wrote.
 * An `update` would look for them in the statement's snapshot and come from an old version of a row to the newest one, with
 * two faults. CHECKs are judged on the old version first, where a course whose seats were given back meanwhile fails for
 * numbers that nobody writes. And while a foreign key check of a draft still uses the old version, the update waits in its
 * queue behind whoever waits there for this very statement: a deadlock. `on conflict` meets the newest version at once, and
 * that one is locked.
 * @param from FROM and WHERE; its `l` are whole rows of locked courses, with each course once
 * @param values what is written, by column, in terms of `l`
 */
export function writeCourses(from: string, values: Record<string, string>): string {
  const row = { id: 'l.id', ...Object.fromEntries(OF_A_COURSE.map((name) => [name, `l.${name}`])), ...values };
  const changes = Object.keys(values).map((name) => `${name} = excluded.${name}`);
  return `insert into courses as c (${Object.keys(row).join(', ')})
                 select ${Object.values(row).join(', ')}
                   from ${from}
                     on conflict (id) do update set ${changes.join(', ')}`;
}
