import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { dueAtOf } from '@/db/balance';
import { todayInIndia } from '@/db/days';
import type { Database } from '@/db/client';
import { isLiveReservation } from '@/db/hold-conditions';
import {
  billingEvents,
  billingItems,
  billings,
  courses,
  outboundMessages,
  reservationItems,
  reservations,
} from '@/db/schema';
import type { AdoptionEventName } from '@/db/schema/adoption-events';
import { statesThat, type BillingEvent, type BillingState } from '@/db/schema/billing-states';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { actorColumns, recordAction } from '@/lib/accounts/audit-log/mutations';
import type { AuditAction, AuditFields } from '@/lib/accounts/audit-log/schema';
import { actorOf, type AdoptionScope } from '@/lib/adoption/core/access';
import { transition } from '@/lib/adoption/core/rules';
import { bookableSeats } from '@/lib/catalogue/statements';

/*
 * Every action of an administrator on an adoption is one short transaction: seats, state, money, event, audit entry and
 * message exist together or not at all. openAdoption locks the adoption, the action decides and writes its own rows, and
 * recordChange writes the rest. After the adoption an action locks its reservations and courses (lockLines), then the row that it is about.
 * Each action carries the version of the adoption that the administrator saw, so of two concurrent ones the second finds
 * another version.
 */

/** Why an action was refused. `changed`: somebody changed the adoption since the page was read. */
export type ActionRefusal =
  | 'not_found'
  | 'changed'
  | 'not_verified'
  | 'reference_used'
  | 'date_in_future'
  | 'receipt_gone'
  | 'part_range'
  | 'parts_range'
  | 'receipt_waits'
  | 'second_admin'
  | 'not_pledged'
  | 'date_in_past'
  | 'not_adopted'
  | 'request_gone'
  | 'request_open'
  | 'line_unknown'
  | 'seats_range'
  | 'none_left'
  | 'unchanged'
  | 'refund_range'
  | 'refund_gone';

/** Ends the transaction of an action without effect. */
export class Refused extends Error {
  constructor(readonly refusal: ActionRefusal) {
    super(refusal);
  }
}

/** Ends the transaction: seats are missing while ended holds still have some. */
export class StaleHolds extends Error {}

export function refuse(refusal: ActionRefusal): never {
  throw new Refused(refusal);
}

/** States that may never have been verified: no money can belong to them. */
const UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');

/** An adoption that is locked until the transaction ends, with who changes it and why. */
export type OpenAdoption = {
  tx: Database;
  billing: typeof billings.$inferSelect;
  by: AdminScope | 'command';
  /** Of the administrator; null for a command. */
  adminId: string | null;
  reason: string;
  /** The sponsor, if it is not an administrator who changes it. */
  holder?: AdoptionScope;
};

/** An adoption that its transaction has locked. */
export type LockedAdoption = Pick<OpenAdoption, 'tx' | 'billing'>;

/** What is changed by whom. `version`: as the administrator saw it; null for a command, which takes the newest one. */
export type ActionTarget = { by: AdminScope | 'command'; reference: string; version: number | null; reason: string };

/**
 * Opens an adoption for a change. It also locks the session of the administrator.
 * @throws Refused; HttpError 401 if the session ended, or the role was changed, since the request was authorised
 */
export async function openAdoption(
  { by, reference, version, reason }: ActionTarget,
  tx: Database,
): Promise<OpenAdoption> {
  const [billing] = await tx.select().from(billings).where(eq(billings.reference, reference)).for('no key update');
  if (!billing) return refuse('not_found');
  if (by !== 'command') await requireActingAdmin(by, FINANCE_ROLES, tx);
  if (version !== null && version !== billing.version) refuse('changed');
  if (UNVERIFIED.includes(billing.state)) refuse('not_verified');
  return { tx, billing, by, adminId: actorColumns(by).adminId, reason };
}

/** Returns the transition by an event, or null if the state of the adoption does not allow it. */
export function stepOf({ billing }: LockedAdoption, event: BillingEvent): Step | null {
  const step = transition(billing.state, event);
  return step && { ...step, event };
}
type Step = NonNullable<ReturnType<typeof transition>> & { event: BillingEvent };

/**
 * A line of an adoption. `free`: seats of its course that can be adopted, by the newest row. `reservation`: the one that it
 * drew on, unless that has ended, with the seats that it could draw now.
 */
export type LockedLine = {
  courseId: string;
  seats: number;
  pricePaise: number;
  free: number;
  reservedSeats: number;
  /** Whether the reserved seats count for the limits of unpaid seats, because somebody waited for them. */
  isLimited: boolean;
  reservation: { id: string; unused: number } | null;
};

/**
 * Locks the reservations of an adoption, and its courses. Its lines need no lock: they change only while the adoption is
 * locked.
 */
export async function lockLines({ tx, billing }: LockedAdoption): Promise<LockedLine[]> {
  const isItsLine = eq(billingItems.billingId, billing.id);
  const unused = sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`;
  const reserved = await tx
    .select({
      id: reservations.id,
      courseId: billingItems.courseId,
      unused: sql<number>`case when ${isLiveReservation(reservations)} then ${unused} else 0 end`,
    })
    .from(billingItems)
    .innerJoin(reservations, eq(reservations.id, billingItems.reservationId))
    .innerJoin(
      reservationItems,
      and(eq(reservationItems.reservationId, reservations.id), eq(reservationItems.courseId, billingItems.courseId)),
    )
    .where(and(isItsLine, isNull(reservations.endedAt)))
    .orderBy(reservations.id, billingItems.courseId)
    .for('no key update', { of: [reservations, reservationItems] });
  const lines = await tx
    .select({
      courseId: billingItems.courseId,
      seats: billingItems.seats,
      pricePaise: billingItems.pricePaise,
      reservedSeats: billingItems.reservedSeats,
      isLimited: sql<boolean>`coalesce(${reservations.kind} = 'waiting', false)`,
      free: bookableSeats(),
    })
    .from(billingItems)
    .innerJoin(courses, eq(courses.id, billingItems.courseId))
    .leftJoin(reservations, eq(reservations.id, billingItems.reservationId))
    .where(isItsLine)
    .orderBy(courses.id)
    .for('no key update', { of: courses });
  return lines.map((line) => {
    const reservation = reserved.find(({ courseId }) => courseId === line.courseId);
    return { ...line, reservation: reservation ? { id: reservation.id, unused: reservation.unused } : null };
  });
}

/** How many seats of locked lines that are not adopted come from their reservations; the rest has to be free. */
export const drawableSeats = ({ seats, reservation }: LockedLine): number => Math.min(seats, reservation?.unused ?? 0);

/** Adopts all seats of locked lines, as far as possible from their reservations. */
export const adoptLines = (adoption: OpenAdoption, lines: readonly LockedLine[]): Promise<void> =>
  moveSeats(
    adoption,
    lines.map((line) => ({ ...line, adopted: line.seats, drawn: drawableSeats(line) })),
  );

/**
 * Returns adopted seats of locked lines: first those that were drawn from a reservation, which go back to it unless it has
 * ended, and the others are free.
 */
export const returnLines = (
  adoption: LockedAdoption,
  lines: readonly (LockedLine & { returned: number })[],
): Promise<void> =>
  moveSeats(
    adoption,
    lines.map((line) => ({ ...line, adopted: -line.returned, drawn: -Math.min(line.returned, line.reservedSeats) })),
  );

/** Writes the seats of lines. @param lines `adopted` and `drawn`: by how many seats these change */
async function moveSeats(
  { tx, billing }: LockedAdoption,
  lines: readonly (LockedLine & { adopted: number; drawn: number })[],
): Promise<void> {
  for (const { courseId, drawn, reservation } of lines.filter((line) => line.drawn !== 0)) {
    await tx
      .update(billingItems)
      .set({ reservedSeats: sql`${billingItems.reservedSeats} + ${drawn}` })
      .where(and(eq(billingItems.billingId, billing.id), eq(billingItems.courseId, courseId)));
    if (!reservation) continue;
    await tx
      .update(reservationItems)
      .set({ usedSeats: sql`${reservationItems.usedSeats} + ${drawn}` })
      .where(and(eq(reservationItems.reservationId, reservation.id), eq(reservationItems.courseId, courseId)));
  }
  const ids = lines.map(({ courseId }) => courseId);
  const adopted = lines.map((line) => line.adopted);
  const unused = lines.map(({ reservation, drawn }) => (reservation ? -drawn : 0));
  await tx
    .update(courses)
    .set({
      adoptedSeats: sql`${courses.adoptedSeats} + moved.adopted`,
      heldSeats: sql`${courses.heldSeats} + moved.unused`,
    })
    .from(
      sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(adopted)}::int[], ${sql.param(unused)}::int[]) as moved(course_id, adopted, unused)`,
    )
    .where(eq(courses.id, sql`moved.course_id`));
}

/** The time of the transaction by the clock of the database, and the day in India, YYYY-MM-DD. */
export async function timeOf(tx: Database): Promise<{ now: Date; today: string }> {
  const [row] = await tx.execute<{ now: Date; today: string }>(
    sql`select now() as now, ${todayInIndia}::text as today`,
  );
  return row!;
}

type Json = string | number | boolean | null;

type Change = {
  /** The event, and with 'adoption.' in front the action in the audit log. */
  event: AuditedEvent;
  /** New values of the adoption. Its state follows from `to`. */
  set?: Omit<PgUpdateSetSource<typeof billings>, 'state' | 'version'>;
  /** The state after the event. */
  to?: BillingState;
  /** A transition in consequence, which is an event of its own. */
  consequence?: Step | null;
  /** What the audit log shows, `after` also the event. */
  before?: AuditFields;
  after?: Record<string, Json>;
  /** What only the event has. */
  detail?: Record<string, unknown>;
  /** Issues the papers of the change, before the chain of the audit log is locked. */
  papers?: () => Promise<unknown>;
  /** The message to the sponsor. */
  message?: { kind: string; detail?: Record<string, unknown> } | null;
};

/** Events that are actions in the audit log, too. */
type AuditedEvent = {
  [Event in AdoptionEventName]: `adoption.${Event}` extends AuditAction ? Event : never;
}[AdoptionEventName];

/** An action that was carried out. */
export type Done = {
  billingId: string;
  /** False if it waits for the approval of a second administrator. */
  done: boolean;
  version: number;
  /** Whether one administrator took both steps of an action that needs two, for want of a second one. */
  alone: boolean;
};

/**
 * Writes a change of an open adoption: its values and next version, its history, the message, the papers, and the audit log
 * entry, whose chain is locked from then on.
 */
export async function recordChange(
  { tx, billing, by, reason, holder }: OpenAdoption,
  { event, set, to, consequence, before, after = {}, detail, papers, message }: Change,
): Promise<Done> {
  const { id, state, version, reference } = billing;
  const reached = to ?? state;
  await tx
    .update(billings)
    .set({ ...set, state: consequence?.to ?? reached, version: version + 1 })
    .where(eq(billings.id, id));
  // Money, or another total, moves the term to the next part that is not paid.
  const movesTerm =
    set && !('dueAt' in set) && ('receivedPaise' in set || 'refundedPaise' in set || 'totalPaise' in set);
  if (billing.instalments !== null && movesTerm)
    await tx
      .update(billings)
      .set({ dueAt: dueAtOf(billings) })
      .where(eq(billings.id, id));
  const actor = holder ? actorOf(holder) : ({ actor: by === 'command' ? 'operator' : 'admin' } as const);
  const values = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null));
  const facts = { ...detail, ...values, ...(!holder && { by: actorColumns(by).actor, reason }) };
  const events: PgInsertValue<typeof billingEvents>[] = [
    { billingId: id, event, fromState: state, toState: reached, ...actor, detail: facts },
  ];
  if (consequence)
    events.push({ billingId: id, event: consequence.event, fromState: state, toState: consequence.to, ...actor });
  await tx.insert(billingEvents).values(events);
  if (message) await tx.insert(outboundMessages).values({ billingId: id, ...message });
  await papers?.();
  const entry = {
    action: `adoption.${event}`,
    subject: id,
    before,
    after: { ...after, reference, ...(!holder && { reason }) },
  } as const;
  await recordAction(holder ? 'sponsor' : by, entry, tx);
  return { billingId: id, done: true, version: version + 1, alone: false };
}
