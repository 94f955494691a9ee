/** An offer of one of two institutes that become one. */
type MergingOffer = {
  id: string;
  courseType: string;
  branch: string;
  session: string;
  studyYear: number;
  totalSeats: number;
  /** Adopted and held. */
  taken: number;
  pricePaise: number;
  isOpen: boolean;
};

/** What becomes of an offer of the institute that ends. */
export type MergedOffer = MergingOffer & {
  /** Its branch afterwards. */
  newBranch: string;
  newTotal: number;
  newOpen: boolean;
  /** The same offer of the institute that stays; null if there is none. */
  same: MergingOffer | null;
  /** Seats that `same` gets. */
  added: number;
};

/** The limit of the database for a branch in imports, and for the seats of an offer. */
const MAX_BRANCH = 200;
const MAX_TOTAL = 10_000;

const branchKey = ({ courseType, branch }: MergingOffer) => `${courseType} ${branch.toLowerCase()}`;
const offerKey = (offer: MergingOffer) => `${branchKey(offer)} ${offer.session} ${offer.studyYear}`;

/**
 * Plans what becomes of the offers of an institute that becomes a part of another one of its city. Adopted and held seats stay with
 * their offer, so that lines, places and registers do; an offer that both have gets the name of its institute.
 * @param name of the institute that ends
 * @param duplicates 'add': the free seats go to the same offer of the other institute as far as its total allows, and the rest is
 * closed; 'apart': the offer stays as it is beside it, and so does the branch in its other sessions and years
 */
export function planMerge(
  from: readonly MergingOffer[],
  into: readonly MergingOffer[],
  name: string,
  duplicates: 'add' | 'apart',
): MergedOffer[] {
  const sameOf = new Map(into.map((offer) => [offerKey(offer), offer]));
  const names = new Set([...from, ...into].map(branchKey));
  const twice = new Set(from.filter((offer) => sameOf.has(offerKey(offer))).map(branchKey));
  return from.map((offer) => {
    const same = sameOf.get(offerKey(offer)) ?? null;
    const isRenamed = same !== null || (duplicates === 'apart' && twice.has(branchKey(offer)));
    const isAdded = same !== null && duplicates === 'add';
    const added = isAdded ? Math.max(0, Math.min(offer.totalSeats - offer.taken, MAX_TOTAL - same.totalSeats)) : 0;
    return {
      ...offer,
      same,
      added,
      newBranch: isRenamed ? branchOf(offer, name, names) : offer.branch,
      newTotal: offer.totalSeats - added,
      newOpen: offer.isOpen && !isAdded,
    };
  });
}

/** Returns the branch with the name of its institute, and a number if there is one like that. */
function branchOf(offer: MergingOffer, name: string, names: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = ` (${name}${number > 1 ? `, ${number}` : ''})`;
    const branch = offer.branch.slice(0, Math.max(1, MAX_BRANCH - suffix.length)) + suffix;
    if (!names.has(branchKey({ ...offer, branch }))) return branch;
  }
}
