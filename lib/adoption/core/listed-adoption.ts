import 'server-only';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { qualified } from '@/db/conditions';
import { billings, billingSearchIndex } from '@/db/schema';

/** What every list of adoptions shows administrators of each; `listed-columns.tsx` are its columns. */
export type ListedAdoption = {
  reference: string;
  company: string;
  /** The company as administrators see it, whose page its name leads to; null until it is found. */
  groupId: string | null;
  /** The sponsor's own number of the order; null if there is none. */
  orderNumber: string | null;
};

export const LISTED_ADOPTION = {
  reference: billings.reference,
  company: sql<string>`${billings.sponsor}->>'company'`,
  groupId: qualified(
    sql<
      string | null
    >`(select listed.group_id from ${billingSearchIndex} listed where listed.billing_id = ${billings.id})`,
  ),
  orderNumber: billings.orderNumber,
} as const satisfies Record<keyof ListedAdoption, SQLWrapper>;
