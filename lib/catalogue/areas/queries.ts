import 'server-only';
import { cache } from 'react';
import { and, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { billingItems, courses, institutes } from '@/db/schema';
import { lineOfInstitute, type NamedArea } from '@/lib/accounts/administrators/areas';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Outcome } from '@/lib/platform/errors';
import { placeOf } from '@/lib/platform/place-of';
import { parseNumber } from '@/lib/catalogue/institute-details';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { districtNamed } from '@/lib/catalogue/places/rules';

/** What of the department's work is in the area of an administrator, as conditions. */
export type AreaConditions = {
  /** On `institutes`. */
  institute: SQL;
  /** On `courses`. */
  course: SQL;
  /** @param id of a course */
  courseOf: (id: SQLWrapper) => SQL;
  /** All lines of an adoption are in it: whoever sees an adoption sees its whole money. @param id of a billing */
  adoption: (id: SQLWrapper) => SQL;
};

const ofArea = alias(courses, 'course_of_area');

/**
 * Returns the conditions of the area that an administrator is limited to; null if it is not limited. A district has all of its
 * cities that the catalogue has at this moment. Read once for a page.
 */
export const areaOf = cache(async ({ area }: AreaScope, database: Database = db()): Promise<AreaConditions | null> => {
  if (area === null) return null;
  const cities = await citiesIn(area.districts, database);
  const isOneOf = (column: SQLWrapper) => sql`${column} = any(${sql.param([...area.institutes])}::uuid[])`;
  const ids = sql`(select ${ofArea.id} from ${courses} ${ofArea} where ${inArray(ofArea.city, cities)} or ${isOneOf(ofArea.instituteId)})`;
  const lineOf = (id: SQLWrapper) => sql`select from ${billingItems} where ${billingItems.billingId} = ${id}`;
  return {
    institute: or(inArray(institutes.city, cities), isOneOf(institutes.id))!,
    course: or(inArray(courses.city, cities), isOneOf(courses.instituteId))!,
    courseOf: (id) => sql`${id} in ${ids}`,
    adoption: (id) => sql`(
      exists (${lineOf(id)}) and not exists (${lineOf(id)} and ${billingItems.courseId} not in ${ids}))`,
  };
});

/** Returns the cities of the catalogue, as it spells them, that lie in one of the districts. */
export async function citiesIn(districts: readonly string[], database: Database = db()): Promise<string[]> {
  if (districts.length === 0) return [];
  const [places, rows] = await Promise.all([
    loadPlaces(),
    withQueryDeadline(
      database
        .select({ city: courses.city })
        .from(courses)
        .union(database.select({ city: institutes.city }).from(institutes)),
    ),
  ]);
  const wanted = new Set(districts.map((name) => name.toLocaleLowerCase('en')));
  const isWanted = (city: string) => wanted.has((places.districtOf(city) ?? city).toLocaleLowerCase('en'));
  return rows.flatMap(({ city }) => (isWanted(city) ? [city] : []));
}

/**
 * Whether courses and institutes are in the area of an administrator, for mutations before they write.
 * @param of ids of courses and institutes; an unknown id is in no area
 */
export async function isInArea(
  scope: AreaScope,
  of: { courses?: readonly string[]; institutes?: readonly string[] },
  database: Database,
): Promise<boolean> {
  const area = await areaOf(scope, database);
  if (!area) return true;
  const [wantedCourses, wantedInstitutes] = [[...new Set(of.courses)], [...new Set(of.institutes)]];
  const [foundCourses, foundInstitutes] = await Promise.all([
    wantedCourses.length === 0
      ? 0
      : database.$count(courses, sql`${inArray(courses.id, wantedCourses)} and ${area.course}`),
    wantedInstitutes.length === 0
      ? 0
      : database.$count(institutes, sql`${inArray(institutes.id, wantedInstitutes)} and ${area.institute}`),
  ]);
  return foundCourses === wantedCourses.length && foundInstitutes === wantedInstitutes.length;
}

/** Returns an area in words: its districts, and its institutes with their cities. */
export async function areaText({ area }: AreaScope): Promise<string> {
  return area === null ? '' : [...area.districts, ...(await instituteNames(area.institutes))].join('; ');
}

/** Returns the names of institutes with their cities, in their order. */
async function instituteNames(ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await withQueryDeadline(
    db()
      .select({ name: institutes.name, city: institutes.city })
      .from(institutes)
      .where(inArray(institutes.id, [...ids]))
      .orderBy(institutes.name, institutes.city),
  );
  return rows.map(({ name, city }) => placeOf(name, city));
}

/**
 * Returns the area that lines of an owner mean: the name of a district, in English or Hindi, the number of an institute, or its name
 * and city with a semicolon or comma between them.
 * @returns 'admin.area_unknown' with the first line that means nothing
 */
export async function readArea(lines: readonly string[]): Promise<Outcome<{ area: NamedArea }>> {
  const districts = new Map<string, string>();
  const found = new Map<string, string>();
  for (const line of lines) {
    const district = districtNamed(line);
    const institute = district === null ? await findInstitute(line) : null;
    if (district !== null) districts.set(district, district);
    else if (institute) found.set(institute.id, lineOfInstitute(institute));
    else return { ok: false, code: 'admin.area_unknown', params: { name: line } };
  }
  const area = { districts: [...districts.keys()], institutes: [...found.keys()] };
  return { ok: true, area: { ...area, lines: [...districts.values(), ...found.values()] } };
}

async function findInstitute(line: string) {
  const { id, name, city, number } = institutes;
  const parsed = parseNumber(line);
  const [, named = '', place = ''] = /^(.*\S)\s*[;,]\s*([^;,]+)$/u.exec(line) ?? [];
  const [row] = await withQueryDeadline(
    db()
      .select({ id, name, city })
      .from(institutes)
      .where(
        or(
          parsed.ok && parsed.value !== null ? eq(number, parsed.value) : undefined,
          and(sql`lower(${name}) = lower(${named})`, sql`lower(${city}) = lower(${place})`),
        ),
      )
      .limit(1),
  );
  return row;
}
