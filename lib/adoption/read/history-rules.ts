import { STATES, type SponsorState, type StatusIcon, type StatusTone } from '@/db/schema/billing-states';
import type { SummaryLine } from '@/lib/adoption/core/summary';

/**
 * Status of an adoption as shown to its sponsor. A hold or a pledge with an open online payment is `begun`, and
 * `confirming` once an attempt is known at the bank; `replaced` is a hold that another selection ended.
 */
export type AdoptionStatus = SponsorState | 'begun' | 'confirming' | 'replaced';

/** An adoption of the sponsor. Amounts are integer paise. */
export type Adoption = {
  id: string;
  reference: string;
  /** The company's own number of the order; null if it has none. */
  orderNumber: string | null;
  status: AdoptionStatus;
  /** Time of verification. */
  date: Date;
  /** Seconds left to pay, by the database clock; null if there is no live hold. */
  secondsLeft: number | null;
  /** True if the signed-in person made it; colleagues pay for it on its own page. */
  isMine: boolean;
  /** True if an online payment was begun whose result is not known. */
  isPaying: boolean;
  /** True if it was paid more than once and the surplus will be refunded. */
  paidTwice: boolean;
  /** True if an online payment was captured, which has a receipt. */
  paidOnline: boolean;
  /** True if its seats are adopted and their last session is over: it is then shown as ended. */
  hasEnded: boolean;
  seats: number;
  totalPaise: number;
  lines: SummaryLine[];
};

/** A page of a sponsor's adoptions, newest first, and the total number on all pages. */
export type AdoptionPage = { adoptions: Adoption[]; total: number };

/** Adoptions per page. */
export const HISTORY_PAGE_SIZE = 10;

const PAYING = { icon: 'Hourglass', sponsorTone: 'warn', seats: 'none', isPaid: false, verify: null } as const;
const REPLACED = { ...STATES.replaced, sponsorTone: 'muted' } as const;

function definitionOf(status: AdoptionStatus) {
  if (status === 'begun' || status === 'confirming') return PAYING;
  return status === 'replaced' ? REPLACED : STATES[status];
}

/** The status as shown: 'ended' stands for an adoption whose last session is over, whether it is paid or not. */
export const shownStatus = ({ status, hasEnded }: Pick<Adoption, 'status' | 'hasEnded'>): AdoptionStatus | 'ended' =>
  hasEnded ? 'ended' : status;

/** Returns icon and colour of a status. */
export function tagOf(status: AdoptionStatus | 'ended'): { icon: StatusIcon; tone: StatusTone } {
  if (status === 'ended') return { icon: 'CircleCheck', tone: 'muted' };
  const { icon, sponsorTone: tone } = definitionOf(status);
  return { icon, tone };
}

/** Whether the seats are or were adopted, rather than only chosen: then /verify knows the reference. */
export const wasAdopted = (status: AdoptionStatus): boolean => definitionOf(status).verify !== null;

/**
 * Returns the documents available for an adoption: a summary once its seats are adopted, a receipt once they are paid
 * online. Money received by bank has papers.
 */
export function documentsOf({ status, paidOnline }: Pick<Adoption, 'status' | 'paidOnline'>): {
  summary: boolean;
  receipt: boolean;
} {
  const { seats, isPaid } = definitionOf(status);
  return { summary: seats === 'adopted', receipt: seats === 'adopted' && isPaid && paidOnline };
}
