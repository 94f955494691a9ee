import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { formerInstitutes, institutes } from '@/db/schema';
import { valuesOf } from './rules';
import { nameKey, recordsOf } from './statements';
import type { BadRow, FormerName, ImportContent, ImportInstitute, PlannedRename, RowProblem } from './schema';

/** An institute of the file: its first line, and what the catalogue has under its name, number and former names. */
type Found = {
  line: number;
  name: string;
  city: string;
  number: string | null;
  /** The institute of that name and city. */
  named: string | null;
  /** The institute of that number, or that has taken over the one of that number; with its own number. */
  numbered: { id: string; name: string; city: string; number: string | null } | null;
  /** The institute that had that name, or became part of another one. */
  former: { id: string; name: string } | null;
};

const keyOf = (name: string, city: string) => JSON.stringify([name, city]).toLowerCase();

/**
 * Finds the institutes of a file: by number, then by name, then by former name. Rows of one with another name get the stored one;
 * a new name of a number renames its institute.
 * @param parsed as returned by parseTable
 * @returns the same content with stored names; the rows whose number is of another institute; what is renamed, and which former
 * names the file has
 */
export async function resolveInstitutes<Content extends ImportContent>(
  parsed: Content,
  database: Database,
): Promise<{ content: Content; bad: BadRow[]; renames: PlannedRename[]; formerNames: FormerName[] }> {
  const described = new Map(parsed.institutes.map((item) => [keyOf(item.name, item.city), item]));
  const found = await find(namedIn(parsed, described), database);

  const stored = new Map<string, string>();
  const problems = new Map<string, RowProblem>();
  const renames: PlannedRename[] = [];
  const formerNames: FormerName[] = [];
  const lineOf = new Map<string, number>();
  for (const institute of found) {
    const { line, name, city, number, numbered, former } = institute;
    const key = keyOf(name, city);
    const problem = problemOf(institute, lineOf);
    if (problem) problems.set(key, problem);
    else if (number !== null) lineOf.set(number, line);
    if (problem) continue;
    if (institute.named === null && numbered && former?.id !== numbered.id) {
      stored.set(key, numbered.name);
      renames.push({ line, id: numbered.id, from: numbered.name, to: name, city: numbered.city });
    } else if (institute.named === null && former) {
      stored.set(key, former.name);
      formerNames.push({ line, name, now: former.name, city });
    }
  }
  const nameOf = (name: string, city: string) => stored.get(keyOf(name, city)) ?? name;
  const bad = parsed.rows.flatMap((row) => {
    const problem = row.institute === null ? undefined : problems.get(keyOf(row.institute, row.city));
    return problem ? [{ line: row.line, problems: [problem], values: valuesOf(row) }] : [];
  });
  const isBad = new Set(bad.map(({ line }) => line));
  const numberOf = new Map(found.map(({ name, city, numbered }) => [keyOf(name, city), numbered?.number]));
  const institutes = new Map<string, ImportInstitute>();
  for (const item of parsed.institutes) {
    const key = keyOf(item.name, item.city);
    if (problems.has(key)) continue;
    const name = nameOf(item.name, item.city);
    const of = keyOf(name, item.city);
    // One that has been taken over does not give its number to the other one, nor its details if the file has both.
    const number = numberOf.get(key) ?? item.details.number;
    const details = item.details.number === undefined ? item.details : { ...item.details, number };
    if (!institutes.has(of) || key === of) institutes.set(of, { ...item, name, details });
  }
  const content = {
    ...parsed,
    rows: parsed.rows.flatMap((row) =>
      isBad.has(row.line)
        ? []
        : [{ ...row, institute: row.institute === null ? null : nameOf(row.institute, row.city) }],
    ),
    institutes: [...institutes.values()],
  };
  return { content, bad, renames, formerNames };
}

/** Why an institute of the file cannot be the one of its number; null if it can. @param lineOf the first line of each number */
function problemOf({ line, city, number, named, numbered }: Found, lineOf: ReadonlyMap<string, number>) {
  const problem = (code: RowProblem['code'], params: RowProblem['params']): RowProblem => ({ code, params });
  if (number === null) return null;
  const other = lineOf.get(number);
  if (other !== undefined && other !== line) return problem('number_twice', { number, other });
  if (!numbered || named === numbered.id) return null;
  const owner = `${numbered.name}, ${numbered.city}`;
  if (named !== null) return problem('number_of_other', { number, institute: owner });
  return numbered.city.toLowerCase() === city.toLowerCase()
    ? null
    : problem('number_elsewhere', { number, institute: owner });
}

/** Returns each institute of the rows once, in their order. */
function namedIn({ rows }: ImportContent, described: ReadonlyMap<string, ImportInstitute>) {
  const first = new Map<string, { line: number; name: string; city: string; number: string | null }>();
  for (const { line, institute, city } of rows) {
    if (institute === null) continue;
    const key = keyOf(institute, city);
    if (!first.has(key))
      first.set(key, { line, name: institute, city, number: described.get(key)?.details.number ?? null });
  }
  return [...first.values()];
}

/** Returns what the catalogue has under the names and numbers of a file, in its order. */
async function find(given: readonly object[], database: Database): Promise<Found[]> {
  if (given.length === 0) return [];
  const ofFile = nameKey(sql`given.name`, sql`given.city`);
  return database.execute<Found>(sql`
    with given as materialized (
      select * from ${recordsOf(given, 'given(line int, name text, city text, number text)')}),
    numbers as (
      select number as key, id, name, city, number from ${institutes} where number is not null
       union all
      select ${formerInstitutes.number}, ${institutes.id}, ${institutes.name}, ${institutes.city}, ${institutes.number}
        from ${formerInstitutes} join ${institutes} on ${institutes.id} = ${formerInstitutes.instituteId}
       where ${formerInstitutes.number} is not null
         and not exists (select from ${institutes} current where current.number = ${formerInstitutes.number})),
    names as (
      select distinct on (1) ${nameKey(formerInstitutes.name, formerInstitutes.city)} as key, ${institutes.id}, ${institutes.name}
        from ${formerInstitutes} join ${institutes} on ${institutes.id} = ${formerInstitutes.instituteId}
       where lower(${institutes.city}) = lower(${formerInstitutes.city})
       order by 1, ${formerInstitutes.endedAt} desc)
    select given.line, given.name, given.city, given.number, ${institutes.id} as named,
           case when numbers.id is not null then json_build_object('id', numbers.id, 'name', numbers.name, 'city', numbers.city, 'number', numbers.number) end as numbered,
           case when names.id is not null then json_build_object('id', names.id, 'name', names.name) end as former
      from given
      left join ${institutes} on ${nameKey(institutes.name, institutes.city)} = ${ofFile}
      left join numbers on numbers.key = given.number
      left join names on names.key = ${ofFile}
     order by given.line`);
}
