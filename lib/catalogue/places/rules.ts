import { districtMatcher, placeKey } from '@/lib/catalogue/rules';
import { editDistance } from '@/lib/platform/edit-distance';
import districts from './districts.json';
import { distanceKm, type Position } from './distance';
import { namesOfPlace, normalize } from './names';
import places from './places.json';

/** A town of Madhya Pradesh, or a district with the position of its headquarters; `aliases`: other names. */
export type Place = Position & { name: string; district: string; aliases?: readonly string[] };

/** Finds places by name. Names are compared as in the search: ignoring case, accents and spelling variants of Hindi. */
export type PlaceFinder = {
  /** Returns the place of a name; null for an unknown one, and for one that several districts have. */
  find: (name: string) => Place | null;
  /** Returns the district of a city, by the names of the districts, else by its place; null if it is on no map. */
  districtOf: (city: string) => string | null;
  /** Returns the known place whose spelling is nearest to an unknown name; null if none is similar. */
  nearestSpelling: (name: string) => Place | null;
};

const districtOfName = districtMatcher(districts);
const KNOWN = keysOf(places);

/** The names of the districts, in alphabetical order. */
export const DISTRICTS: readonly string[] = districts.map(({ district }) => district).toSorted();

/** Returns the district of a name in English or Hindi, with or without the word itself; null for anything else, also for a town in one. */
export function districtNamed(name: string): string | null {
  const bare = name.replace(/(\s+(district|distt?\.?)|\s*ज\u093c?िला)$/iu, '').trim();
  const place = KNOWN.get(normalize(bare));
  return districtOfName(bare) ?? (place && place.name === place.district ? place.district : null);
}

/** @param added places of the catalogue's imports; they take precedence over the known ones of the same name */
export function placeFinder(added: readonly Place[] = []): PlaceFinder {
  const addedKeys = keysOf(added);
  const find = (name: string) => {
    const key = normalize(name);
    return addedKeys.get(key) ?? KNOWN.get(key) ?? null;
  };
  return {
    find,
    districtOf: (city) => districtOfName(city) ?? find(city)?.district ?? null,
    nearestSpelling: (name) => nearestOf(normalize(name), [...addedKeys, ...KNOWN]),
  };
}

/**
 * Returns a condition for cities: at most so many kilometres from a place, or without a distance only that place. A city
 * that is on no map is near itself only.
 */
export function nearPlace(
  place: string,
  km: number | null,
  places: Pick<PlaceFinder, 'find'>,
): (city: string) => boolean {
  const [wanted, centre] = [placeKey(place), places.find(place)];
  const decisions = new Map<string, boolean>();
  const decide = (city: string) => {
    if (placeKey(city) === wanted) return true;
    const found = places.find(city);
    if (centre === null || found === null) return false;
    return km === null
      ? found.name === centre.name && found.district === centre.district
      : distanceKm(found, centre) <= km;
  };
  return (city) => {
    const before = decisions.get(city);
    if (before !== undefined) return before;
    const result = decide(city);
    decisions.set(city, result);
    return result;
  };
}

/** Returns key → place, for every name of every place; null for a name that towns of several districts have. */
function keysOf(list: readonly Place[]): ReadonlyMap<string, Place | null> {
  const found = new Map<string, Place | null>();
  for (const place of list) {
    for (const key of new Set([place.name, ...(place.aliases ?? [])].flatMap(namesOfPlace))) {
      const other = found.get(key);
      if (other === undefined) found.set(key, place);
      else if (other && other.district !== place.district) found.set(key, null);
    }
  }
  return found;
}

/** Letters that may differ in a name of this length. */
const tolerance = (name: string) => (name.length < 4 ? 0 : name.length < 7 ? 1 : 2);

function nearestOf(key: string, entries: readonly (readonly [string, Place | null])[]): Place | null {
  let best: { place: Place; distance: number } | null = null;
  for (const [name, place] of entries) {
    const limit = Math.min(tolerance(key), (best?.distance ?? Infinity) - 1);
    if (!place || Math.abs(name.length - key.length) > limit) continue;
    const distance = editDistance(key, name);
    if (distance <= limit) best = { place, distance };
  }
  return best?.place ?? null;
}
