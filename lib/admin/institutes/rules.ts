import { MAX_TEXT } from '@/lib/catalogue-import/schema';
import { MAX_SEATS } from '@/lib/platform/limits';

/** An offer of one of two institutes that become one. */
type MergingOffer = {
  id: string;
  courseType: string;
  branch: string;
  session: string;
  studyYear: number;
  totalSeats: number;
  adoptedSeats: number;
  heldSeats: number;
  pricePaise: number;
  isOpen: boolean;
};

/** What becomes of an offer of the institute that ends. */
export type MergedOffer = MergingOffer & {
  /** Its branch, its seats and whether it is open afterwards. */
  newBranch: string;
  newTotal: number;
  newOpen: boolean;
  /** The offer of the institute that stays to which its free seats go, and how many; null if it keeps them. */
  into: (MergingOffer & { added: number }) | null;
};

const branchKey = ({ courseType, branch }: MergingOffer) => `${courseType} ${branch.toLowerCase()}`;
const offerKey = (offer: MergingOffer) => `${branchKey(offer)} ${offer.session} ${offer.studyYear}`;

/**
 * Plans what becomes of the offers of an institute that becomes a part of another one of its city. Adopted and held seats stay with
 * their offer, so that lines, places and registers do; an offer that both have gets the name of its institute.
 * @param name of the institute that ends
 * @param duplicates 'add': the free seats go to the same offer of the other institute as far as its total allows, and the rest is
 * closed unless seats are held, which are free again when their time is over. One that is closed is added to no open one: its seats are
 * not offered. 'apart': the offer stays as it is beside it, and so does the branch in its other sessions and years
 */
export function planMerge(
  from: readonly MergingOffer[],
  into: readonly MergingOffer[],
  name: string,
  duplicates: 'add' | 'apart',
): MergedOffer[] {
  const sameOf = new Map(into.map((offer) => [offerKey(offer), offer]));
  const nameOf = namesWith(name, [...from, ...into]);
  const twice = new Set(from.filter((offer) => sameOf.has(offerKey(offer))).map(branchKey));
  return from.map((offer) => {
    const same = sameOf.get(offerKey(offer));
    const isRenamed = same !== undefined || (duplicates === 'apart' && twice.has(branchKey(offer)));
    const target = duplicates === 'add' && same?.isOpen === offer.isOpen ? same : null;
    const free = offer.totalSeats - offer.adoptedSeats - offer.heldSeats;
    const added = target === null ? 0 : Math.max(0, Math.min(free, MAX_SEATS - target.totalSeats));
    return {
      ...offer,
      newBranch: isRenamed ? nameOf(offer) : offer.branch,
      newTotal: offer.totalSeats - added,
      newOpen: offer.isOpen && (target === null || offer.heldSeats > 0),
      into: target && { ...target, added },
    };
  });
}

/** Returns what names the branch of an offer with its institute, the same in all sessions and years, with a number if that name is taken. */
function namesWith(institute: string, offers: readonly MergingOffer[]): (offer: MergingOffer) => string {
  const taken = new Set(offers.map(branchKey));
  const named = new Map<string, string>();
  return (offer) => {
    for (let number = 1; !named.has(branchKey(offer)); number++) {
      const suffix = ` (${institute}${number > 1 ? `, ${number}` : ''})`;
      const branch = offer.branch.slice(0, Math.max(1, MAX_TEXT.branch - suffix.length)) + suffix;
      const key = branchKey({ ...offer, branch });
      if (!taken.has(key)) named.set(branchKey(offer), branch);
      taken.add(key);
    }
    return named.get(branchKey(offer))!;
  };
}
