import type { Cell } from '@/lib/core/cell';
import { findPlaceColumns, isDistrictTitle, type PlaceColumns } from './places';
import {
  COLUMN_TITLES,
  IMPORT_COLUMNS,
  OPTIONAL_COLUMNS,
  OPTIONAL_TITLES,
  type FileProblem,
  type ImportColumn,
  type OptionalColumn,
} from './schema';
import { normalized } from '@/lib/core/unicode';

/** Column titles found in real files, in the form of titleKey. */
const VARIATIONS: Record<ImportColumn | OptionalColumn, string> = {
  city: 'city cityname town district districtname citydistrict location',
  institute:
    'institute institutename institution institutionname college collegename instituteorcollege institutecollege collegeinstitute nameofinstitute nameoftheinstitute nameofinstitution nameofcollege nameofthecollege',
  courseType: 'coursetype course type typeofcourse coursename coursecategory program programme degree level',
  branch:
    'branch branchname trade tradename branchtrade tradebranch branchortrade specialisation specialization stream discipline branchdiscipline',
  totalSeats:
    'totalseats totalseat seats seatstotal numberofseats noofseats totalnoofseats intake totalintake sanctionedintake approvedintake annualintake capacity',
  price:
    'priceperseatperyear priceperseat priceperyear price seatprice fee fees feeperyear feesperyear annualfee annualfees yearlyfee yearlyfees tuitionfee tuitionfees feeperseat feesperseat feeperseatperyear feesperseatperyear feeperannum feesperannum costperseat costperseatperyear',
  address: 'instituteaddress address addressofinstitute addressoftheinstitute collegeaddress',
  website: 'institutewebsite website websiteofinstitute websiteoftheinstitute collegewebsite',
  kind: 'institutekind kind kindofinstitute kindoftheinstitute',
  contact: 'institutecontact contact contactofinstitute contactoftheinstitute collegecontact',
  duration: 'durationinyears duration durationyears courseduration coursedurationinyears coursedurationyears',
};

const TITLES = { ...COLUMN_TITLES, ...OPTIONAL_TITLES };
const ALL_COLUMNS = [...IMPORT_COLUMNS, ...OPTIONAL_COLUMNS];

const COLUMN_OF = new Map(
  ALL_COLUMNS.flatMap((column) => VARIATIONS[column].split(' ').map((title) => [titleKey(title), column] as const)),
);

/** Normalizes a title: no case, spaces, punctuation or currency, e.g. 'Fee (Rs.)' → 'fee'. */
function titleKey(title: string): string {
  const key = normalized(title, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return key.replace(/(?<=.)(in)?(inr|rs|rupees)$/, '');
}

/** Returns the column of a title, or null. */
export function columnOf(title: string): ImportColumn | OptionalColumn | null {
  return COLUMN_OF.get(titleKey(title)) ?? null;
}

/** The zero-based index of each column that a file has. */
export type ColumnPlaces = Record<ImportColumn, number> & Partial<Record<OptionalColumn, number>>;

/**
 * Finds the columns by the titles in the first row. Unknown titles are ignored.
 * @returns the zero-based index of each column, or the columns that are missing or matched by several titles, with all
 * titles found
 */
export function findColumns(
  header: readonly Cell[],
): { ok: true; places: ColumnPlaces; placeColumns: PlaceColumns } | { ok: false; problem: FileProblem } {
  const titles = header.map((cell) => String(cell ?? '').trim());
  const keys = titles.map(titleKey);
  const hasCity = titles.some((title, i) => columnOf(title) === 'city' && !isDistrictTitle(keys[i]!));
  const columns = titles.map((title, i) => (hasCity && isDistrictTitle(keys[i]!) ? null : columnOf(title)));
  const found = ALL_COLUMNS.map((column) => ({
    column,
    places: columns.flatMap((other, place) => (other === column ? [place] : [])),
  }));
  const quoted = (names: string[]) => names.map((name) => `"${name.slice(0, 60)}"`).join(', ');

  const missing = IMPORT_COLUMNS.filter((column) => !columns.includes(column)).map((column) => COLUMN_TITLES[column]);
  if (missing.length > 0) {
    const seen = quoted(titles.filter(Boolean).slice(0, 30));
    return { ok: false, problem: { code: 'columns_missing', params: { missing: missing.join(', '), seen } } };
  }
  const twice = found.find(({ places }) => places.length > 1);
  if (twice) {
    const seen = quoted(twice.places.map((place) => titles[place] ?? ''));
    return { ok: false, problem: { code: 'columns_ambiguous', params: { column: TITLES[twice.column], seen } } };
  }
  const places = Object.fromEntries(
    found.flatMap(({ column, places: [place] }) => (place === undefined ? [] : [[column, place]])),
  ) as ColumnPlaces;
  return { ok: true, places, placeColumns: findPlaceColumns(keys, places.city) };
}
