import type { ProposalKind } from '@/db/schema/enums';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';

/** What a proposal changes, as pages and e-mails name it; amounts in paise. Values that its kind lacks are null. */
export type ProposedChange = {
  kind: ProposalKind;
  courseType: string;
  branch: string;
  branchHindi: string | null;
  session: string;
  studyYear: number;
  /** Years of the whole course; null if unknown. */
  years: number | null;
  totalSeats: number | null;
  pricePaise: number | null;
  oldSeats: number | null;
  oldPaise: number | null;
};

/** A translator of `office.proposals.change`. */
type ChangeTexts = (key: ProposalKind, values: Record<string, string | number>) => string;

/** Returns the kinds of what a proposal changes. */
export const changedKinds = ({ kind, pricePaise }: Pick<ProposedChange, 'kind' | 'pricePaise'>): ProposalKind[] =>
  kind === 'seats' && pricePaise !== null ? ['seats', 'price'] : [kind];

/** Returns what a proposal changes as a text, such as 'Seats: 60 → 80', without the names of its course. */
export function changeText(t: ChangeTexts, change: ProposedChange): string {
  const { totalSeats, pricePaise, oldSeats, oldPaise } = change;
  const [seats, price] = [formatCount(totalSeats ?? 0), formatINR(pricePaise ?? 0)];
  const values = {
    count: totalSeats ?? 0,
    seats,
    price,
    oldSeats: formatCount(oldSeats ?? 0),
    oldPrice: formatINR(oldPaise ?? 0),
  };
  return changedKinds(change)
    .map((kind) => t(kind, values))
    .join('; ');
}
