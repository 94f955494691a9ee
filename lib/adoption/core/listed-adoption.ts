import 'server-only';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { billings } from '@/db/schema';

/** What every list of adoptions shows administrators of each; `listed-columns.tsx` are its columns. */
export type ListedAdoption = {
  reference: string;
  company: string;
  /** The sponsor's own number of the order; null if there is none. */
  orderNumber: string | null;
};

export const LISTED_ADOPTION = {
  reference: billings.reference,
  company: sql<string>`${billings.sponsor}->>'company'`,
  orderNumber: billings.orderNumber,
} as const satisfies Record<keyof ListedAdoption, SQLWrapper>;
