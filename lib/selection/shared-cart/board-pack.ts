import 'server-only';
import type { SponsorScope } from '@/lib/accounts/session';
import { instituteKeyOf } from '@/lib/catalogue/names';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { readCompany } from '@/lib/company/queries';
import { isLocalArea } from '@/lib/company/rules';
import { groupBy } from '@/lib/platform/group-by';
import type { Locale } from '@/lib/platform/i18n/locale';
import { sumTotals } from '@/lib/platform/money';
import { readSettings } from '@/lib/settings/queries';
import { writtenIn } from '@/lib/settings/schema';
import { readProposalContent } from './queries';
import type { Proposal } from './schema';

/** Seats of a shared cart in a district; the sum is in paise. `isLocal`: null if no plant of the company is known. */
type DistrictPart = { district: string; institutes: number; seats: number; paise: number; isLocal: boolean | null };

/** What a board reads before it decides about a shared cart. */
export type BoardPack = Proposal & {
  /** The largest sums first would rank them: by name. */
  districts: readonly DistrictPart[];
  /** What a seat covers, in the words of the administrators; empty: they wrote nothing. */
  covers: string;
  /** Of Schedule VII of the Companies Act. */
  scheduleItem: string;
};

/**
 * Returns the board pack of a shared cart; null like readProposalContent.
 * @param scope whose plants tell the local area; null for a visitor
 */
export async function readBoardPack(
  token: string,
  scope: SponsorScope | null,
  locale: Locale,
): Promise<BoardPack | null> {
  const proposal = await readProposalContent(token);
  if (!proposal) return null;
  const [places, { covers }, { scheduleItem }, company] = await Promise.all([
    loadPlaces(),
    readSettings('offer'),
    readSettings('terms'),
    scope && readCompany(scope),
  ]);
  const byDistrict = groupBy(proposal.lines, ({ city }) => places.districtOf(city) ?? city);
  const districts = [...byDistrict].map(([district, lines]) => ({
    district,
    institutes: new Set(lines.map(instituteKeyOf)).size,
    seats: lines.reduce((sum, { seats }) => sum + seats, 0),
    paise: sumTotals(lines),
    isLocal: isLocalArea(company?.plants ?? [], [district, ...lines.map(({ city }) => city)]),
  }));
  return {
    ...proposal,
    districts: districts.toSorted((a, b) => a.district.localeCompare(b.district, 'en')),
    covers: writtenIn(locale, covers),
    scheduleItem,
  };
}
