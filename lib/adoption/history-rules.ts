import type { BillingState } from '@/lib/adoption/rules';
import type { SummaryLine } from '@/lib/document/rules';

/** Where an adoption stands as its sponsor is told; `confirming` has a payment whose end is not known yet. */
export type AdoptionStatus = Exclude<BillingState, 'draft' | 'replaced'> | 'confirming';

/** One of a sponsor's own adoptions. Amounts are integer paise. */
export type Adoption = {
  id: string;
  reference: string;
  status: AdoptionStatus;
  /** When its contact was verified. */
  date: Date;
  /** The seconds left to pay while its seats are held, by the database clock; null when no hold runs. */
  secondsLeft: number | null;
  /** True when it was paid more than once: what was paid too much will be refunded. */
  paidTwice: boolean;
  seats: number;
  totalPaise: number;
  lines: SummaryLine[];
};

/** A page of a sponsor's adoptions, newest first, and how many there are on all pages. */
export type AdoptionPage = { adoptions: Adoption[]; total: number };

/** How many adoptions a page holds. */
export const HISTORY_PAGE_SIZE = 10;

/** The papers that an adoption has: a summary once its seats are its sponsor's for good, a receipt once they are paid. */
export function documentsOf(status: AdoptionStatus): { summary: boolean; receipt: boolean } {
  return { summary: status === 'pledged' || status === 'completed', receipt: status === 'completed' };
}
