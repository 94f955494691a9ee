import { sql, type SQL } from 'drizzle-orm';
import type { Columns } from './conditions';

/*
 * Conditions on holds and reservations, by the database clock. Each is live until its end and ended afterwards, even if its
 * seats have not been released yet.
 */

type Hold = Columns<'state' | 'holdExpiresAt'>;

/** @param billing a billing, or an alias @param state its state, for statements that change it */
export const isLiveHold = (billing: Hold, state: SQL = sql`${billing.state}`): SQL =>
  sql`(${state} = 'held' and ${billing.holdExpiresAt} > now())`;

/** @param billing a billing, or an alias */
export const isEndedHold = (billing: Hold): SQL =>
  sql`(${billing.state} = 'held' and ${billing.holdExpiresAt} <= now())`;

type Reservation = Columns<'until' | 'endedAt'>;

/** @param reservation a reservation, or an alias */
export const isLiveReservation = (reservation: Reservation): SQL =>
  sql`(${reservation.endedAt} is null and ${reservation.until} > now())`;

/** Its time is over, and its seats are not released. @param reservation a reservation, or an alias */
export const isOverReservation = (reservation: Reservation): SQL =>
  sql`(${reservation.endedAt} is null and ${reservation.until} <= now())`;

/** Its holder can draw on it: it is live, and no second administrator has yet to confirm it. @param reservation a reservation, or an alias */
export const isDrawable = (reservation: Reservation & Columns<'isProposed'>): SQL =>
  sql`(${isLiveReservation(reservation)} and not ${reservation.isProposed})`;
