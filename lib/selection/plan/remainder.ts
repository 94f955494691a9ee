import type { Course } from '@/lib/catalogue/schema';
import type { Offer } from './fill-budget';

/** How what is left of a budget could be spent. Amounts in paise. */
export type Remainder = {
  paise: number;
  /** The cheapest seat that fits the wishes and is not proposed, and how much more budget it needs. */
  next: { course: Course; morePaise: number } | null;
  /** Further seats that it buys in a wider circle, in kilometres (null: everywhere); the smallest such circle. */
  around: { km: number | null; seats: number; paise: number } | null;
  /** Other branches at the places of the wishes, and the seats that it buys of each; the most seats first. */
  trades: { branch: string; hindi?: string | null; seats: number; paise: number }[];
};

type CourseOffer = Offer & { course: Course };

type Spent = {
  /** What is left, in paise. */
  paise: number;
  /** The offers that fit the wishes, with the proposed seats. */
  chosen: readonly (CourseOffer & { trade: number; chosen: number })[];
  /** Offers of other trades at the places of the wishes. */
  others: readonly CourseOffer[];
  /** Whether the wishes name a trade. */
  hasTrades: boolean;
  /** Wider circles around the place, and the offers that they add; none without a place. */
  around: readonly { km: number | null; offers: readonly CourseOffer[] }[];
  /** Limits of seats per institute, and of courses. */
  min: number;
  max: number;
  courses: number;
};

/** Other branches that are named. */
const OTHER_TRADES = 3;

/** Finds how what a proposal leaves could be spent. */
export function findRemainder({ paise, chosen, others, hasTrades, around, ...limits }: Spent): Remainder {
  const wider = around.flatMap(({ km, offers }) => {
    const bought = cheapest(offers, paise);
    return bought.seats > 0 ? [{ km, ...bought }] : [];
  });
  const byBranch = new Map<string, CourseOffer[]>();
  for (const offer of hasTrades ? others : []) {
    const ofBranch = byBranch.get(offer.course.branch);
    if (ofBranch) ofBranch.push(offer);
    else byBranch.set(offer.course.branch, [offer]);
  }
  const trades = [...byBranch]
    .map(([branch, offers]) => ({ branch, hindi: offers[0]!.course.branch_hindi, ...cheapest(offers, paise) }))
    .filter(({ seats }) => seats > 0)
    .sort((a, b) => b.seats - a.seats || b.paise - a.paise)
    .slice(0, OTHER_TRADES);
  return { paise, next: nextSeat(chosen, paise, limits), around: wider[0] ?? null, trades };
}

/** The cheapest further seat that the limits allow; null if it needs no more money than is left, or if there is none. */
function nextSeat(
  chosen: Spent['chosen'],
  paise: number,
  { min, max, courses }: Pick<Spent, 'min' | 'max' | 'courses'>,
): Remainder['next'] {
  const totals = new Map<string, number>();
  const keyOf = ({ trade, institute }: (typeof chosen)[number]) => `${trade}\n${institute}`;
  const taken = chosen.filter((offer) => offer.chosen > 0);
  for (const offer of taken) totals.set(keyOf(offer), (totals.get(keyOf(offer)) ?? 0) + offer.chosen);
  const isFull = taken.length >= courses;
  const isAllowed = (offer: (typeof chosen)[number]) => {
    const total = (totals.get(keyOf(offer)) ?? 0) + 1;
    return offer.chosen < offer.seats && total >= min && total <= max && !(isFull && offer.chosen === 0);
  };
  let next: (typeof chosen)[number] | null = null;
  for (const offer of chosen)
    if ((next === null || offer.pricePaise < next.pricePaise) && isAllowed(offer)) next = offer;
  return next && next.pricePaise > paise ? { course: next.course, morePaise: next.pricePaise - paise } : null;
}

/** The seats that an amount buys, the cheapest first, and what they cost. */
function cheapest(offers: readonly Offer[], paise: number): { seats: number; paise: number } {
  let seats = 0;
  let rest = paise;
  for (const offer of offers.toSorted((a, b) => a.pricePaise - b.pricePaise)) {
    const taken = Math.min(offer.seats, Math.floor(rest / offer.pricePaise));
    if (taken < 1) break;
    seats += taken;
    rest -= taken * offer.pricePaise;
  }
  return { seats, paise: paise - rest };
}
