import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { endOfDay } from '@/db/conditions';
import { todayInIndia } from '@/db/days';
import type { Database } from '@/db/client';
import {
  academicSessions,
  billingEvents,
  billings,
  courses,
  renewalLines,
  reservationItems,
  reservations,
} from '@/db/schema';
import { insertSelect } from '@/db/writes';
import { limitKey } from '@/lib/adoption/core/limit-keys';
import { renewalMessages } from '@/lib/adoption/renewals/renewal-statements';
import { MAX_LINES } from '@/lib/platform/limits';
import { REMINDER_DAYS } from '@/lib/platform/reminder-days';
import { readSettings } from '@/lib/settings/queries';
import { invitedLines, type InvitedLine } from './renewal-statements';
import type { Opening } from './schema';

/** How many sponsors were invited, and the seats that are reserved for them. */
export type Invited = { sponsors: number; seats: number };

export const NOBODY_INVITED: Invited = { sponsors: 0, seats: 0 };

/** One sponsor's lines, in the order of adoption, at most MAX_LINES courses. */
type Invitation = { id: string; holder: string; lines: InvitedLine[] };

/**
 * Reserves the seats of continuing students for their sponsors, each with a message that invites to renew and an event in the
 * history of the adoptions. Adoptions that were invited before are left out, so it can be repeated. In the transaction
 * of a change of sessions: administrators do it one after the other.
 * @param adminId the administrator who opens the session; null for sample data
 * @param session is open, with all of its offers
 * @param last the session before
 * @param unpaid whether sponsors of adoptions that nobody has paid for are invited as well
 */
export async function inviteToRenew(
  tx: Database,
  adminId: string | null,
  session: string,
  last: string,
  unpaid: Opening['unpaid'],
): Promise<Invited> {
  // An agreement could reserve the same seats meanwhile.
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.session, session), courses.isOpen, gt(courses.studyYear, 1)))
    .orderBy(asc(courses.id))
    .for('no key update');
  const lines = [...(await tx.execute<InvitedLine>(invitedLines(session, last, unpaid)))];
  const invitations = invitationsOf(lines);
  if (invitations.length === 0) return NOBODY_INVITED;
  const { renewalDays } = await readSettings('terms', tx);
  await addReservations(tx, adminId, invitations, { session, renewalDays });
  const ids = sql.param(invitations.map(({ id }) => id));
  await tx.execute(renewalMessages('renewal', sql`select unnest(${ids}::uuid[]) as id`));
  return {
    sponsors: new Set(invitations.map(({ holder }) => holder)).size,
    seats: lines.reduce((sum, { reserved }) => sum + reserved, 0),
  };
}

/** Returns the invitations: one for each holder, several above MAX_LINES courses, which a cart could not take. */
function invitationsOf(lines: readonly InvitedLine[]): Invitation[] {
  const byHolder = new Map<string, Invitation[]>();
  for (const line of lines) {
    const holder = limitKey(line.address);
    const invitations = byHolder.get(holder) ?? [];
    byHolder.set(holder, invitations);
    const has = (invitation: Invitation) => invitation.lines.some(({ courseId }) => courseId === line.courseId);
    const isFull = (invitation: Invitation) =>
      new Set(invitation.lines.map(({ courseId }) => courseId)).size >= MAX_LINES;
    const fitting = invitations.find(has) ?? invitations.find((invitation) => !isFull(invitation));
    if (fitting) fitting.lines.push(line);
    else invitations.push({ id: randomUUID(), holder, lines: [line] });
  }
  return [...byHolder.values()].flat();
}

/** Values of one column for `unnest`. */
const list = <Row>(rows: readonly Row[], value: (row: Row) => string | number, type: 'uuid' | 'text' | 'int'): SQL =>
  sql`${sql.param(rows.map(value))}::${sql.raw(type)}[]`;

/**
 * Inserts reservations with their lines and counts their seats as held. They end with a day: some days from today, but not
 * after the last day of adopting.
 */
async function addReservations(
  tx: Database,
  adminId: string | null,
  invitations: readonly Invitation[],
  { session, renewalDays }: { session: string; renewalDays: number },
): Promise<void> {
  const lastDay = sql`(select least(${todayInIndia} + ${renewalDays}::int, ${academicSessions.adoptingUntil})::text
                         from ${academicSessions} where ${academicSessions.name} = ${session})`;
  // The invitation takes the place of reminders that would follow at once.
  const reminded = REMINDER_DAYS.renewal.filter((days) => days >= renewalDays).at(-1) ?? null;
  const newest = ({ lines }: Invitation) => lines.at(-1)!;
  await tx.execute(sql`
    ${insertSelect(reservations, {
      id: sql`invited.id`,
      kind: 'renewal',
      holder: sql`invited.holder`,
      company: sql`invited.company`,
      email: sql`invited.email`,
      locale: sql`invited.locale`,
      until: sql`${endOfDay(lastDay)} - interval '1 second'`,
      reason: sql`${`Continues adoptions in ${session}`}::text`,
      createdBy: sql`${adminId}::uuid`,
      remindedDays: sql`${reminded}::int`,
    })} from unnest(${list(invitations, ({ id }) => id, 'uuid')}, ${list(invitations, ({ holder }) => holder, 'text')},
                    ${list(invitations, (one) => newest(one).company, 'text')},
                    ${list(invitations, (one) => newest(one).address, 'text')},
                    ${list(invitations, (one) => newest(one).locale, 'text')}) as invited(id, holder, company, email, locale)`);
  const lines = invitations.flatMap(({ id, lines: own }) => own.map((line) => ({ ...line, reservationId: id })));
  const rows = sql`unnest(${list(lines, (line) => line.reservationId, 'uuid')}, ${list(lines, ({ courseId }) => courseId, 'uuid')},
                          ${list(lines, ({ billingId }) => billingId, 'uuid')},
                          ${list(lines, ({ fromCourseId }) => fromCourseId, 'uuid')},
                          ${list(lines, ({ reserved }) => reserved, 'int')})
                     as invited(reservation_id, course_id, billing_id, from_course_id, seats)`;
  await tx.execute(sql`
    ${insertSelect(reservationItems, {
      reservationId: sql`invited.reservation_id`,
      courseId: sql`invited.course_id`,
      seats: sql`sum(invited.seats)`,
      pricePaise: courses.pricePaise,
    })} from ${rows} join ${courses} on ${courses.id} = invited.course_id
       group by invited.reservation_id, invited.course_id, ${courses.pricePaise}`);
  await tx.execute(sql`
    ${insertSelect(renewalLines, {
      billingId: sql`invited.billing_id`,
      fromCourseId: sql`invited.from_course_id`,
      reservationId: sql`invited.reservation_id`,
      courseId: sql`invited.course_id`,
      seats: sql`invited.seats`,
    })} from ${rows}`);
  await tx
    .update(courses)
    .set({ heldSeats: sql`${courses.heldSeats} + reserved.seats` })
    .from(sql`(select course_id, sum(seats)::int as seats from ${rows} group by course_id) as reserved`)
    .where(eq(courses.id, sql`reserved.course_id`));
  await tx.execute(sql`
    ${insertSelect(billingEvents, {
      billingId: sql`${billings.id}`,
      event: 'renewal_opened',
      fromState: sql`${billings.state}`,
      toState: sql`${billings.state}`,
      actor: 'system',
      detail: sql`jsonb_build_object('seats', opened.seats, 'session', ${session}::text, 'due_at', opened.until)`,
    })} from (select invited.billing_id, sum(invited.seats)::int as seats, max(${reservations.until}) as until
                from ${rows} join ${reservations} on ${reservations.id} = invited.reservation_id group by invited.billing_id) opened
        join ${billings} on ${billings.id} = opened.billing_id`);
}
