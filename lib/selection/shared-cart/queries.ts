import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { cache } from 'react';
import { db } from '@/db/client';
import { isDrawable } from '@/db/hold-conditions';
import { courses, institutes, reservationItems, reservations, sharedCartDecisions, sharedCarts } from '@/db/schema';
import { kindOf, shownHolder } from '@/lib/adoption/core/limit-keys';
import { listCourses } from '@/lib/catalogue/queries';
import { isoDate } from '@/lib/platform/dates';
import { isUuid } from '@/lib/platform/uuid';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { readSettings } from '@/lib/settings/queries';
import { hashToken } from '@/lib/platform/secret-token';
import { compareSharedCart, currentEntries, type ComparedCart } from './rules';
import type { Decision, Proposal, Proposer, Receiver, SharedLine } from './schema';

/** When a cart was shared, when its link ends, who proposes it, and what was decided, the newest first. */
type Shared = { sharedAt: Date; expiresAt: Date; by: Proposer; decisions: Decision[] };

/** A shared cart beside the current catalogue. */
export type SharedCart = ComparedCart & Shared;

/**
 * Returns the shared cart of a token; null alike for an unknown, an ended and a malformed one. The end is by the clock of
 * the database. Read once per page request.
 * @throws DeadlineError when the database does not answer in time
 */
export const readSharedCart = cache(async (token: string): Promise<SharedCart | null> => {
  const [found] = await withQueryDeadline(
    db()
      .select({
        id: sharedCarts.id,
        lines: sql<SharedLine[]>`${sharedCarts.lines}`,
        sender: sharedCarts.sender,
        company: sharedCarts.company,
        note: sharedCarts.note,
        orderNumber: sharedCarts.orderNumber,
        sharedAt: sharedCarts.createdAt,
        expiresAt: sharedCarts.expiresAt,
      })
      .from(sharedCarts)
      .where(and(eq(sharedCarts.tokenHash, hashToken(token)), sql`${sharedCarts.expiresAt} > now()`)),
  );
  if (!found) return null;
  const { id, lines, sharedAt, expiresAt, ...by } = found;
  const [courses, decisions] = await Promise.all([
    listCourses({ ids: lines.map((line) => line.id) }),
    db()
      .select({
        decision: sharedCartDecisions.decision,
        name: sharedCartDecisions.name,
        note: sharedCartDecisions.note,
        at: sharedCartDecisions.createdAt,
      })
      .from(sharedCartDecisions)
      .where(eq(sharedCartDecisions.sharedCartId, id))
      .orderBy(desc(sharedCartDecisions.createdAt)),
  ]);
  return { ...compareSharedCart(lines, courses), sharedAt, expiresAt, by, decisions };
});

/** The unused seats of a reservation beside the current catalogue, as its link shows them. */
export type ReservedCart = ComparedCart & {
  /** '' if a person waited for the seats. */
  company: string;
  /** The key of the holder; not for others. */
  key: string;
  /** Who can adopt the seats: a domain, or a masked e-mail address. */
  holder: { kind: 'domain' | 'email'; holder: string };
  until: Date;
  /** Milliseconds until then, by the clock of the database. */
  leftMs: number;
  isLive: boolean;
};

/**
 * Returns what the link of a reservation shows; null alike for an unknown and a malformed id. After its end the seats are
 * those that everybody can adopt, at present prices.
 * @throws DeadlineError when the database does not answer in time
 */
export const readReservedCart = cache(async (id: string): Promise<ReservedCart | null> => {
  if (!isUuid(id)) return null;
  const rows = await withQueryDeadline(
    db()
      .select({
        company: reservations.company,
        holder: reservations.holder,
        until:
          sql<Date>`least(${reservations.until}, coalesce(${reservations.endedAt}, ${reservations.until}))`.mapWith(
            reservations.until,
          ),
        leftMs: sql<number>`(extract(epoch from ${reservations.until} - now()) * 1000)::float8`,
        isLive: sql<boolean>`${isDrawable(reservations)}`,
        unused: sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`,
        line: {
          id: courses.id,
          branch: courses.branch,
          courseName: courses.courseType,
          city: courses.city,
          institute: sql<string>`coalesce(${institutes.name}, '')`,
          pricePaise: reservationItems.pricePaise,
          session: courses.session,
          studyYear: courses.studyYear,
          years: courses.durationYears,
        },
      })
      .from(reservations)
      .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
      .innerJoin(courses, eq(courses.id, reservationItems.courseId))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(eq(reservations.id, id)),
  );
  const [first] = rows;
  if (!first) return null;
  const { company, until, leftMs, isLive } = first;
  const current = await listCourses({
    ids: rows.map(({ line }) => line.id),
    reservations: isLive ? [id] : undefined,
  });
  const byId = new Map(current.map((course) => [course.id, course]));
  const lines = rows.flatMap(({ line, unused }): SharedLine[] => {
    const course = byId.get(line.id);
    // Seats of an ended hold are back in the reservation, before they are released.
    const seats = isLive && course ? (course.reserved_seats ?? 0) : unused;
    return seats > 0 ? [{ ...line, selectedSeats: seats }] : [];
  });
  const kind = kindOf(first.holder) === 'email' ? 'email' : 'domain';
  const holder = { kind, holder: shownHolder(first.holder) } as const;
  return { ...compareSharedCart(lines, current), company, key: first.holder, holder, until, leftMs, isLive };
});

/** Returns who receives the money of adoptions, with the registrations that are valid today; null if nobody is set. */
export async function readReceiver(): Promise<Receiver | null> {
  const { legalName, registrations } = await readSettings('body');
  if (legalName === '') return null;
  const today = isoDate(new Date());
  const valid = registrations.filter(({ validUntil }) => validUntil === '' || validUntil >= today);
  return { legalName, registrations: valid.map(({ name, number }) => ({ name, number })) };
}

/** Returns the content of the proposal of a token; null like readSharedCart, and if none of its seats can be adopted. */
export async function readProposalContent(token: string): Promise<Proposal | null> {
  const cart = await readSharedCart(token);
  if (!cart) return null;
  const { lines, then, sharedAt, expiresAt, by, decisions } = cart;
  const current = currentEntries(lines);
  if (current.length === 0) return null;
  return {
    date: new Date(),
    sharedAt,
    expiresAt,
    by,
    decisions,
    receiver: await readReceiver(),
    lines: current.map(({ selectedSeats: seats, id: _id, ...line }) => ({ ...line, seats })),
    sharedPaise: then.paise,
    reduced: lines.filter(({ line, seats }) => seats > 0 && seats < line.selectedSeats).length,
    omitted: lines.length - current.length,
  };
}
