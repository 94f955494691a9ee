import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { billingItems, billings, outboundMessages, renewalLines, reservations } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { actorOf, ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { lockRenewals, lowerRenewals } from './renewal-seats';

/** Seats of a line of an adoption; `courseId` is the present course. */
type LineSeats = { courseId: string; seats: number };

/** The result of giveBackRenewal; `seats` are those that were given back. */
type GivenBack = { ok: true; seats: number } | { ok: false; code: 'own_adoption.not_found' | 'renewal.ended' };

/**
 * Gives reserved seats back that an adoption does not renew: everybody can adopt them at once. Cannot be undone: as long as
 * they are free, the sponsor adopts them as everybody does. Seats of other adoptions stay reserved. The adoption gets an
 * event, the holder of the renewal an e-mail.
 * @param billingId an adoption of the scope that the renewal continues
 * @param lines the seats to give back, by the present course; by default all. Of more than are left, those that are left
 * @returns 'own_adoption.not_found' unless it is one; 'renewal.ended' if its time is over or nothing is left
 */
export function giveBackRenewal(
  scope: AdoptionScope,
  billingId: string,
  reservationId: string,
  lines?: readonly LineSeats[],
): Promise<GivenBack> {
  return transaction(async (tx): Promise<GivenBack> => {
    const [billing] = await tx
      .select()
      .from(billings)
      .where(and(eq(billings.id, billingId), ownedBy(scope)))
      .for('no key update');
    const continued = billing
      ? await tx
          .select({ courseId: renewalLines.fromCourseId })
          .from(renewalLines)
          .where(and(eq(renewalLines.billingId, billingId), eq(renewalLines.reservationId, reservationId)))
      : [];
    if (!billing || continued.length === 0) return { ok: false, code: 'own_adoption.not_found' };
    const given = new Map(lines?.map(({ courseId, seats }) => [courseId, seats]));
    const open = (await lockRenewals({ tx, billing })).filter((line) => line.reservationId === reservationId);
    const seatsLeft = new Map(
      open.map(({ fromCourseId, seats }) => [
        fromCourseId,
        lines === undefined ? 0 : Math.max(0, seats - (given.get(fromCourseId) ?? 0)),
      ]),
    );
    const lowered = await lowerRenewals({ tx, billing }, open, seatsLeft, { ...actorOf(scope), adminId: null });
    if (lowered.length === 0) return { ok: false, code: 'renewal.ended' };
    const seats = lowered.reduce((sum, { by }) => sum + by, 0);
    const names = await tx
      .select({
        courseId: billingItems.courseId,
        branch: billingItems.branch,
        branchHindi: billingItems.branchHindi,
        institute: billingItems.institute,
        instituteHindi: billingItems.instituteHindi,
        city: billingItems.city,
      })
      .from(billingItems)
      .where(eq(billingItems.billingId, billingId));
    const offers = lowered.map(({ fromCourseId, by }) => {
      const { courseId: _, ...offer } = names.find(({ courseId }) => courseId === fromCourseId)!;
      return { ...offer, seats: by };
    });
    const [reservation] = await tx
      .select({ recipient: reservations.email, locale: reservations.locale, company: reservations.company })
      .from(reservations)
      .where(eq(reservations.id, reservationId));
    const { company, ...to } = reservation!;
    await tx.insert(outboundMessages).values({
      kind: 'renewal_given_back',
      recipient: sql`${to.recipient}`,
      locale: to.locale,
      detail: { company, seats, offers, adoption: billing.reference },
    });
    return { ok: true, seats };
  });
}
