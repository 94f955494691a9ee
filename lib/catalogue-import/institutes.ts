import { editDistance } from '@/lib/platform/edit-distance';
import { normalize } from '@/lib/catalogue/places/names';
import type { EmptyInstitutes, NewInstitute, PlannedRow } from './schema';

/** Short forms in names of institutes. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  govt: 'government',
  gov: 'government',
  coll: 'college',
  clg: 'college',
  engg: 'engineering',
  eng: 'engineering',
  inst: 'institute',
  institution: 'institute',
  tech: 'technology',
  poly: 'polytechnic',
  pvt: 'private',
  univ: 'university',
  st: 'saint',
  शास: 'शासकीय',
};
const SMALL_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'एवं', 'और']);

/** A name as it is compared: short forms written out, without small words and punctuation. */
function nameKey(name: string): string {
  const words = normalize(name.replaceAll('&', ' and ')).replaceAll('industrial training institute', 'iti').split(' ');
  const written = words.map((word) => (Object.hasOwn(SHORT_FORMS, word) ? SHORT_FORMS[word]! : word));
  return written.filter((word) => !SMALL_WORDS.has(word)).join(' ');
}

/** Letters in which two names that mean the same may differ; numbers must be the same. */
const TOLERANCE = 2;
/** Names compared letter by letter, about 50 ms. Beyond that only equal keys count. */
const MAX_COMPARISONS = 20_000;

const digitsOf = (text: string) => text.replace(/[^0-9]+/g, ' ');

/** Whether two keys of names may mean the same: their letters are not compared yet. */
const mayBeSame = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= TOLERANCE && digitsOf(one) === digitsOf(other);

/** Returns those of other names that mean the same as a name, but for short forms, small words and two letters. */
export function nearNames(name: string, others: readonly string[]): ReadonlySet<string> {
  const key = nameKey(name);
  const isNear = (other: string) => mayBeSame(other, key) && editDistance(other, key) <= TOLERANCE;
  return new Set(others.filter((other) => isNear(nameKey(other))));
}

/**
 * Returns the institutes that an import adds, each with one of the same city whose name is nearly the same: a stored
 * one, or one of an earlier row.
 * @param lines the first line of each new institute
 * @param known the stored institutes of their cities
 */
export function institutesToAdd(
  rows: readonly PlannedRow[],
  lines: readonly number[],
  known: readonly (readonly [name: string, city: string])[],
): NewInstitute[] {
  const first = new Set(lines);
  const namesOf = new Map<string, Map<string, string>>();
  const inCity = (city: string) => {
    const key = city.toLowerCase();
    if (!namesOf.has(key)) namesOf.set(key, new Map());
    return namesOf.get(key)!;
  };
  for (const [name, city] of known) inCity(city).set(nameKey(name), name);
  let comparisons = 0;
  const similarTo = (key: string, names: ReadonlyMap<string, string>) => {
    for (const [other, name] of names) {
      if (!mayBeSame(other, key)) continue;
      if (++comparisons > MAX_COMPARISONS) return null;
      if (editDistance(other, key) <= TOLERANCE) return name;
    }
    return null;
  };
  return rows.flatMap(({ line, institute, city }) => {
    if (institute === null || !first.has(line)) return [];
    const [names, key] = [inCity(city), nameKey(institute)];
    const similar = names.get(key) ?? similarTo(key, names);
    if (!names.has(key)) names.set(key, institute);
    return [{ line, name: institute, city, similar }];
  });
}

/**
 * Finds added courses without an institute below a row of the same city that has one: programs write merged cells so.
 */
export function emptyBelow(rows: readonly PlannedRow[]): EmptyInstitutes | null {
  const found: number[] = [];
  let [isBelow, city] = [false, ''];
  for (const row of rows) {
    if (row.institute !== null) [isBelow, city] = [true, row.city];
    else if (isBelow && row.city === city && row.change === 'added') found.push(row.line);
  }
  return found.length > 0 ? { count: found.length, line: found[0]! } : null;
}
