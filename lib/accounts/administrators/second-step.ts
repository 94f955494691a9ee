import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { Columns } from '@/db/conditions';
import { hasSecondAdmin } from './statements';

/** The first step of an entry: who assigned a receipt to the adoption, or recorded the entry, and when. */
type FirstStep = { by: SQL<string | null>; at: SQL<Date> };

export const firstStepOf = {
  receipt: (receipt: Columns<'matchedBy' | 'recordedBy' | 'recordedAt'>): FirstStep => ({
    by: sql`coalesce(${receipt.matchedBy}, ${receipt.recordedBy})`,
    at: sql`${receipt.recordedAt}`,
  }),
  /** Of a refund, or of money passed on to an institute. */
  transfer: (transfer: Columns<'recordedBy' | 'recordedAt'>): FirstStep => ({
    by: sql`${transfer.recordedBy}`,
    at: sql`${transfer.recordedAt}`,
  }),
  /** Of the account of a payee. */
  account: (account: Columns<'statedBy' | 'statedAt'>): FirstStep => ({
    by: sql`${account.statedBy}`,
    at: sql`${account.statedAt}`,
  }),
  request: (request: Columns<'requestedBy' | 'requestedAt'>): FirstStep => ({
    by: sql`${request.requestedBy}`,
    at: sql`${request.requestedAt}`,
  }),
  reservation: (reservation: Columns<'createdBy' | 'createdAt'>): FirstStep => ({
    by: sql`${reservation.createdBy}`,
    at: sql`${reservation.createdAt}`,
  }),
  entry: (entry: Columns<'enteredBy' | 'enteredAt'>): FirstStep => ({
    by: sql`${entry.enteredBy}`,
    at: sql`${entry.enteredAt}`,
  }),
};

/** Condition: the administrator took the first step, and somebody else can take the second one. */
export function needsOtherAdmin({ by, at }: FirstStep, adminId: string | null): SQL<boolean> {
  const admin = sql`${adminId}::uuid`;
  return sql`coalesce(${by} = ${admin} and ${hasSecondAdmin(admin, at)}, false)`;
}
