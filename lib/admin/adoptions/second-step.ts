import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { textOf, type Columns } from '@/db/conditions';
import { bankReceipts, changeRequests, refunds } from '@/db/schema';
import { hasSecondAdmin } from '@/lib/admin/accounts/statements';

/** The first step of an entry: who assigned a receipt to the adoption, or recorded the entry, and when. */
type FirstStep = { by: SQL<string | null>; at: SQL<Date> };

export const firstStepOf = {
  receipt: (receipt: Columns<'matchedBy' | 'recordedBy' | 'recordedAt'>): FirstStep => ({
    by: sql`coalesce(${receipt.matchedBy}, ${receipt.recordedBy})`,
    at: sql`${receipt.recordedAt}`,
  }),
  refund: (refund: Columns<'recordedBy' | 'recordedAt'>): FirstStep => ({
    by: sql`${refund.recordedBy}`,
    at: sql`${refund.recordedAt}`,
  }),
  request: (request: Columns<'requestedBy' | 'requestedAt'>): FirstStep => ({
    by: sql`${request.requestedBy}`,
    at: sql`${request.requestedAt}`,
  }),
};

/** Condition: the administrator took the first step, and somebody else can take the second one. */
export const needsOtherAdmin = ({ by, at }: FirstStep, adminId: string | null): SQL<boolean> =>
  needsOther(by, at, sql`${adminId}::uuid`);

const needsOther = (by: SQL, at: SQL, admin: SQL): SQL<boolean> =>
  sql`coalesce(${by} = ${admin} and ${hasSecondAdmin(admin, at)}, false)`;

const TABLES = { receipt: bankReceipts, refund: refunds, request: changeRequests } as const;
/** The same for statements that are strings, on an entry `r`. @param admin SQL of the administrator's id */
export function NEEDS_OTHER_ADMIN(entry: keyof typeof TABLES, admin: string): string {
  const { by, at } = firstStepOf[entry](alias(TABLES[entry], 'r') as never);
  return textOf(needsOther(by, at, sql.raw(admin)));
}
