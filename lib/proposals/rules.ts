import type { CourseType } from '@/db/schema/enums';
import type { BadRow, ImportContent, ImportRow, RowProblem } from '@/lib/catalogue-import/schema';
import { valuesOf } from '@/lib/catalogue-import/rules';
import { normalize } from '@/lib/catalogue/places/names';
import type { ProposedChange } from '@/lib/catalogue/proposals';
import { editDistance } from '@/lib/platform/edit-distance';
import { groupBy } from '@/lib/platform/group-by';
import { formatINR } from '@/lib/platform/money';

/** A proposal with its offer as it is now. */
export type CurrentProposal = Omit<ProposedChange, 'courseType'> & {
  id: string;
  courseType: CourseType;
  /** The offer to change, as it is now; null for a new one. */
  offer: { id: string; totalSeats: number; pricePaise: number; isOpen: boolean } | null;
  /** Whether the new offer of a proposal exists by now. */
  exists: boolean;
  institute: string;
  city: string;
};

/** Why a proposal cannot be accepted any more: its offer is not what it was; null if it is. */
export function problemOf({ kind, oldSeats, oldPaise, offer, exists }: Omit<CurrentProposal, 'id'>): RowProblem | null {
  if (offer === null) return exists ? { code: 'proposal_exists' } : null;
  if (oldSeats !== null && offer.totalSeats !== oldSeats)
    return { code: 'proposal_seats', params: { old: oldSeats, now: offer.totalSeats } };
  if (oldPaise !== null && offer.pricePaise !== oldPaise)
    return { code: 'proposal_price', params: { old: formatINR(oldPaise), now: formatINR(offer.pricePaise) } };
  return kind === 'close' && !offer.isOpen ? { code: 'proposal_closed' } : null;
}

/**
 * Returns proposals as the rows of an import, one for each offer; what nobody proposes stays as it is. `line` counts them
 * from 1. Offers that are not what they were are among the bad rows.
 */
export function contentOf(proposals: readonly CurrentProposal[]): ImportContent & { bad: BadRow[] } {
  const byOffer = groupBy(proposals, ({ id, offer }) => offer?.id ?? id);
  const [rows, bad]: [ImportRow[], BadRow[]] = [[], []];
  for (const [index, group] of [...byOffer.values()].entries()) {
    const { city, institute, courseType, branch, branchHindi, session, studyYear, years, offer } = group[0]!;
    const row: ImportRow = {
      line: index + 1,
      city,
      institute,
      courseType,
      branch,
      branchHindi,
      session,
      studyYear,
      durationYears: years,
      totalSeats: group.find(({ totalSeats }) => totalSeats !== null)?.totalSeats ?? offer!.totalSeats,
      pricePaise: group.find(({ pricePaise }) => pricePaise !== null)?.pricePaise ?? offer!.pricePaise,
      ...(group.some(({ kind }) => kind === 'close') && { isOpen: false }),
    };
    const problems = group.flatMap((proposal) => problemOf(proposal) ?? []);
    if (problems.length > 0) bad.push({ line: row.line, problems, values: valuesOf(row) });
    else rows.push(row);
  }
  return { rows, bad, institutes: [], optional: ['duration', 'branchHindi'], places: [] };
}

/** Letters in which names of branches may differ that mean the same: one of four, at most two. */
const toleranceOf = (name: string) => Math.min(2, Math.floor(name.length / 4));

const keyOf = (branch: string) => normalize(branch.replaceAll('&', ' and '));

/**
 * Returns the known branch whose name is nearly spelled like another one, or null.
 * @param known the names of branches of the catalogue, the most frequent first
 */
export function similarBranch(branch: string, known: readonly string[]): string | null {
  const key = keyOf(branch);
  const digits = key.replace(/\D+/g, ' ');
  return (
    known.find((name) => {
      const other = keyOf(name);
      if (other.replace(/\D+/g, ' ') !== digits) return false;
      const tolerance = toleranceOf(key);
      return Math.abs(other.length - key.length) <= tolerance && editDistance(other, key) <= tolerance;
    }) ?? null
  );
}
