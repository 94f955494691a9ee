import 'server-only';
import { and, eq, exists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isLiveReservation } from '@/db/hold-conditions';
import { billingEvents, billings, renewalLines, reservationItems, reservations } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { insertSelect } from '@/db/writes';
import { actorOf, ownedBy, type AdoptionScope } from './access';
import { endReservations } from './reservation-statements';

/** The result of endRenewal; `seats` are those that were given back. */
type EndedRenewal = { ok: true; seats: number } | { ok: false; code: 'own_adoption.not_found' | 'renewal.ended' };

/**
 * Gives the seats of a renewal back that are not renewed: everybody can adopt them at once. Cannot be undone: as long as
 * they are free, the sponsor adopts them as everybody does. Every adoption that would have continued gets an event.
 * @param billingId an adoption of the scope that the renewal continues
 * @returns 'own_adoption.not_found' unless it is one; 'renewal.ended' if its time is over or nothing is left
 */
export function endRenewal(scope: AdoptionScope, billingId: string, reservationId: string): Promise<EndedRenewal> {
  return transaction(async (tx): Promise<EndedRenewal> => {
    const ownRenewals = tx
      .select({ id: renewalLines.billingId })
      .from(renewalLines)
      .innerJoin(billings, eq(billings.id, renewalLines.billingId))
      .where(
        and(eq(renewalLines.reservationId, reservations.id), eq(renewalLines.billingId, billingId), ownedBy(scope)),
      );
    const isRenewal = and(eq(reservations.id, reservationId), eq(reservations.kind, 'renewal'));
    const [found] = await tx
      .select({ isLive: sql<boolean>`${isLiveReservation(reservations)}` })
      .from(reservations)
      .where(and(isRenewal, exists(ownRenewals)))
      .for('no key update');
    if (!found) return { ok: false, code: 'own_adoption.not_found' };
    const [left] = await tx
      .select({ seats: sql<number>`sum(${reservationItems.seats} - ${reservationItems.usedSeats})::int` })
      .from(reservationItems)
      .where(eq(reservationItems.reservationId, reservationId));
    const { seats } = left!;
    if (!found.isLive || seats === 0) return { ok: false, code: 'renewal.ended' };
    await tx.execute(endReservations(eq(reservations.id, reservationId), null));
    const { actor, person } = actorOf(scope);
    const continued = alias(billings, 'continued');
    await tx.execute(sql`
      ${insertSelect(billingEvents, {
        billingId: continued.id,
        event: 'renewal_ended',
        fromState: continued.state,
        toState: continued.state,
        actor,
        person,
        detail: sql`jsonb_build_object('seats', ${seats}::int)`,
      })} from ${billings} ${continued}
         where ${continued.id} in (select ${renewalLines.billingId} from ${renewalLines}
                                    where ${renewalLines.reservationId} = ${reservationId})`);
    return { ok: true, seats };
  });
}
