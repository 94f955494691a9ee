import { cellText, type Cell } from '@/lib/platform/cell';
import { normalize } from '@/lib/catalogue/places/names';
import { placeFinder, type Place, type PlaceFinder } from '@/lib/catalogue/places/rules';
import type { PlaceColumns } from './columns';
import type { ImportPlace, ImportRow, PlaceWarning, RowProblem } from './schema';
import type { PlaceColumn } from './titles';

const knownPlaces = placeFinder();

/** The area around Madhya Pradesh, in degrees: a position outside is a mistake. */
const AREA = { south: 20, north: 28, west: 73, east: 84 };

/**
 * Reads the place of a row: its district, and its position or else that of the district.
 * @returns the place, or null if the cells are empty; or the problem of the row
 */
export function readPlace(
  city: string,
  cells: readonly Cell[],
  columns: PlaceColumns,
): { ok: true; place: Omit<ImportPlace, 'line'> | null } | { ok: false; problem: RowProblem } {
  const textOf = (column: PlaceColumn) => {
    const at = columns[column];
    return at === undefined ? '' : cellText(cells[at] ?? null);
  };
  const [named, latitude, longitude] = [textOf('district'), textOf('latitude'), textOf('longitude')];
  if (named === '' && latitude === '' && longitude === '') return { ok: true, place: null };
  const name = named || knownPlaces.districtOf(city);
  const district = name === null ? null : knownPlaces.districtOf(name);
  const seat = district === null ? null : knownPlaces.find(district);
  if (!seat || district === null)
    return { ok: false, problem: { code: 'district_unknown', params: { value: named.slice(0, 60) } } };
  if (latitude === '' && longitude === '')
    return { ok: true, place: { name: city, district, lat: seat.lat, lon: seat.lon } };
  const [lat, lon] = [degrees(latitude), degrees(longitude)];
  const isInside = lat >= AREA.south && lat <= AREA.north && lon >= AREA.west && lon <= AREA.east;
  return isInside
    ? { ok: true, place: { name: city, district, lat, lon } }
    : { ok: false, problem: { code: 'position_invalid' } };
}

/** Parses decimal degrees such as '22.602'; NaN for anything else. */
function degrees(text: string): number {
  return /^\d{1,3}(\.\d{1,12})?°?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
}

/** Differences of positions below this are the same place, in degrees (about 100 m). */
const SAME = 0.001;

/** Returns the places of a file that are unknown or elsewhere than known, each name once. */
export function placesToWrite(places: readonly ImportPlace[], { find, districtOf }: PlaceFinder): ImportPlace[] {
  const first = new Map(places.toReversed().map((place) => [normalize(place.name), place]));
  return [...first.values()].toReversed().filter((place) => {
    const current = find(place.name);
    const isSame =
      current !== null &&
      districtOf(place.name) === place.district &&
      Math.abs(current.lat - place.lat) < SAME &&
      Math.abs(current.lon - place.lon) < SAME;
    return !isSame;
  });
}

/** Returns the cities of a file that are on no map, with the known place of the nearest spelling. */
export function unknownCities(
  rows: readonly ImportRow[],
  places: readonly Place[],
  finder: PlaceFinder,
): PlaceWarning[] {
  const ofFile = placeFinder(places);
  const seen = new Set<string>();
  return rows.flatMap(({ line, city }) => {
    const key = normalize(city);
    if (seen.has(key)) return [];
    seen.add(key);
    if (finder.districtOf(city) !== null || ofFile.districtOf(city) !== null) return [];
    const proposal = finder.nearestSpelling(city);
    return [{ line, city, proposal: proposal && { name: proposal.name, district: proposal.district } }];
  });
}
