import 'server-only';

/**
 * Seats by course of holds whose window is over: they count as free, though nobody has given them back yet. For the
 * FROM of a statement; the partial index of open holds keeps it cheap.
 */
export const OVERDUE_SEATS = `(
  select i.course_id, sum(i.seats)::int as seats from billings b join billing_items i on i.billing_id = b.id
   where b.state = 'held' and b.hold_expires_at <= now() group by i.course_id)`;
