import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { academicSessions, auditLog, courses, institutes, places } from '@/db/schema';
import type { Columns } from '@/db/conditions';
import { insertSelect, setColumns } from '@/db/writes';
import { INSTITUTE_FIELDS, type InstituteField } from '@/lib/catalogue/institute-details';
import { overdueSeats, writeCourses } from '@/lib/catalogue/statements';
import type { ImportInstitute, ImportPlace, ImportRow, OptionalColumn, PlannedInstitute, PlannedRow } from './schema';

/* The rows of the file are passed as one JSON text. Institutes and courses ignore case: names that differ only in it keep the
   stored spelling. */

/** Rows of JSON as a table, for FROM. */
export const recordsOf = (rows: readonly object[], columns: string): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${sql.raw(columns)}`;

/** What is equal for the same name and city. As one text, so that Postgres hashes both sides of a join. */
export const nameKey = (name: SQLWrapper, city: SQLWrapper): SQL =>
  sql`concat_ws(chr(31), lower(${name}), lower(${city}))`;

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const details = (item: (field: InstituteField) => SQL): SQL => list(INSTITUTE_FIELDS.map(item));
/** A detail of a row of a CTE. */
const detailOf = (row: string, field: InstituteField): SQL => sql.raw(`${row}.${field}`);

/**
 * CTEs that end with `matched`: the rows whose course exists, with the same city, institute, course type, branch, session
 * and year of study. They
 * are compared as one concatenated text: Postgres estimates 100 rows, and an index lookup per row takes ten times as long
 * for 50,000.
 */
const matchedRows = (rows: readonly (ImportRow | PlannedRow)[]): SQL => sql`
    file as materialized (
      select file_row.*, coalesce(file_row.session, (select default_session())) as offer_session,
             coalesce(file_row."studyYear", 1) as study_year
        from ${recordsOf(
          rows,
          `file_row(line int, city text, institute text, "courseType" text, branch text, "totalSeats" int, "pricePaise" bigint,
                  "durationYears" int, "branchHindi" text, "isOpen" boolean, session text, "studyYear" int, change text, before json)`,
        )}),
    placed as materialized (
      select file.*, ${institutes.id} as institute_id
        from file left join ${institutes}
          on ${nameKey(institutes.name, institutes.city)} = ${nameKey(sql`file.institute`, sql`file.city`)}),
    matched as materialized (
      select placed.line, placed."totalSeats", placed."pricePaise", placed."durationYears", placed."branchHindi",
             placed."isOpen", placed.change,
             placed.before, ${courses.id}, ${courses.totalSeats}, ${courses.adoptedSeats} + ${courses.heldSeats} as taken,
             ${courses.pricePaise}, ${courses.durationYears}, ${courses.isOpen}, ${courses.branchHindi}
        from placed join ${courses}
          on concat_ws(chr(31), ${courses.instituteId}, ${courses.courseType}, lower(${courses.city}), lower(${courses.branch}),
                       ${courses.session}, ${courses.studyYear})
             = concat_ws(chr(31), placed.institute_id, placed."courseType", lower(placed.city), lower(placed.branch),
                         placed.offer_session, placed.study_year)
       where placed.institute is null or placed.institute_id is not null)`;

/**
 * Selects the current values of the courses and institutes in the file. Seats of ended holds are not taken: applyImport
 * releases them first. `cities`: the most frequent spelling of each; `unknown`: the first line of each new institute;
 * `known`: the institutes of the cities of these.
 */
export function planStatement(rows: readonly ImportRow[], described: readonly ImportInstitute[]): SQL {
  const isDescribed = sql`${nameKey(institutes.name, institutes.city)} = ${nameKey(sql`described.name`, sql`described.city`)}`;
  return sql`
    with ${matchedRows(rows)},
    unknown as (
      select distinct on (lower(institute), lower(city)) line, city
        from placed where institute is not null and institute_id is null order by lower(institute), lower(city), line)
    select (select count(*) from ${courses} where ${courses.session} in (select offer_session from file)) as courses,
           (select default_session()) as "openSession",
           (select coalesce(json_agg(${academicSessions.name}), '[]') from ${academicSessions}) as sessions,
           (select coalesce(json_agg(city), '[]')
              from (select distinct on (lower(city)) city
                      from (select ${courses.city}, count(*) as uses from ${courses} group by ${courses.city}
                             union all select distinct ${institutes.city}, 0 from ${institutes}) spelled
                     order by lower(city), uses desc, city) cities) as cities,
           (select coalesce(json_agg(line order by line), '[]') from unknown) as unknown,
           (select coalesce(json_agg(json_build_array(${institutes.name}, ${institutes.city})), '[]')
              from ${institutes} where lower(${institutes.city}) in (select lower(city) from unknown)) as known,
           (select coalesce(json_agg(json_build_array(line, total_seats, taken - coalesce(${overdueSeats.seats}, 0), price_paise, duration_years, is_open, branch_hindi)), '[]')
              from matched left join ${overdueSeats} on ${overdueSeats.courseId} = matched.id) as matched,
           (select coalesce(json_agg(json_build_object('line', described.line, ${details((field) => sql`${sql.raw(`'${field}'`)}, ${institutes[field]}`)})), '[]')
              from ${recordsOf(described, 'described(line int, name text, city text)')}
              join ${institutes} on ${isDescribed}) as institutes`;
}

/** The known ones of duration and Hindi name in an audit log entry. */
const knownEntry = (years: SQLWrapper, hindi: SQLWrapper): SQL =>
  sql`case when ${years} is null then '{}' else jsonb_build_object('duration_years', ${years}) end
      || case when ${hindi} is null then '{}' else jsonb_build_object('branch_hindi', ${hindi}) end`;

/** What an import writes; `file` is its entry in the audit log. */
export type ImportValues = {
  rows: readonly (ImportRow | PlannedRow)[];
  institutes: readonly (ImportInstitute | PlannedInstitute)[];
  /** The optional columns that the file has. */
  optional: readonly OptionalColumn[];
  places: readonly ImportPlace[];
  adminId: string | null;
  actor: string;
  file: object;
};

const lockedCourses = alias(courses, 'locked_courses');
const lockedInstitutes = alias(institutes, 'locked_institutes');
const written = alias(institutes, 'written_institutes');
const added = alias(courses, 'added_courses');
const knownPlaces = alias(places, 'known_places');
const writtenPlaces = alias(places, 'written_places');

/** District and position of a place in an audit log entry. Degrees are texts, which read back are the same numbers. */
export const placeEntry = (place: Columns<'district' | 'latitude' | 'longitude'>): SQL =>
  sql`jsonb_build_object('district', ${place.district}, 'position', concat_ws(', ', ${place.latitude}, ${place.longitude}))`;

/**
 * Imports the file and writes its audit log entries, or nothing if a total is below the currently adopted and held
 * seats, or if a planned row would overwrite other values than the plan showed. Courses that change are locked in the
 * order of their ids, as adoptions lock them; unchanged ones are not locked. A course that the plan adds or changes is
 * checked even if it already equals the file: then the same plan has already been applied. `no key update` does not
 * block the foreign key checks of new drafts. The no-op update returns names that a concurrent import has just added.
 */
export function importStatement({ rows, optional, adminId, actor, file, ...content }: ImportValues): SQL {
  const described = content.institutes.map(({ details: values, ...institute }) => ({ ...institute, ...values }));
  const duration = optional.includes('duration') ? sql`matched."durationYears"` : sql`${courses.durationYears}`;
  const hindi = optional.includes('branchHindi') ? sql`matched."branchHindi"` : sql`${courses.branchHindi}`;
  const isOpen = sql`coalesce(matched."isOpen", ${courses.isOpen})`;
  const durationIsStale = optional.includes('duration')
    ? sql`or ${courses.durationYears} is distinct from (matched.before->>'durationYears')::int`
    : sql``;
  const hindiIsStale = optional.includes('branchHindi')
    ? sql`or ${courses.branchHindi} is distinct from matched.before->>'branchHindi'`
    : sql``;
  /** The detail of the file if it has the column, otherwise the stored one. */
  const newDetail = (field: InstituteField, stored: SQLWrapper, fromFile: SQL) =>
    optional.includes(field) ? fromFile : stored;
  const newDetails = details((field) => sql`${newDetail(field, institutes[field], detailOf('described', field))}`);
  const storedDetails = details((field) => sql`${institutes[field]}`);
  const isDescribed = (row: string) =>
    sql`${nameKey(sql`described.name`, sql`described.city`)} = ${nameKey(sql.raw(`${row}.name`), sql.raw(`${row}.city`))}`;
  const openEntry = (value: SQLWrapper) =>
    sql`case when ${lockedCourses.isOpen} = locked_courses.new_open then '{}' else jsonb_build_object('is_open', ${value}) end`;
  const afterInstitute = sql`to_jsonb(written_institutes) - 'id' - 'name' || jsonb_build_object('institute', ${written.name})`;
  const entryOf = (values: Record<'action' | 'subject' | 'before' | 'after', SQL>) =>
    insertSelect(auditLog, { adminId, actor, ...values, causeId: sql`entry.id` });
  return sql`
    with ${matchedRows(rows)},
    locked_courses as (
      select ${courses}.*, matched.line, matched."totalSeats" as new_total, matched."pricePaise" as new_price,
             ${duration} as new_duration, ${hindi} as new_hindi, ${isOpen} as new_open, ${courses.adoptedSeats} + ${courses.heldSeats} as taken,
             matched.change is not null
             and ((${courses.totalSeats}, ${courses.pricePaise})
                    is distinct from ((matched.before->>'totalSeats')::int, (matched.before->>'pricePaise')::bigint)
                  ${durationIsStale} ${hindiIsStale}
                  or matched."isOpen" is not null
                     and ${courses.isOpen} is distinct from (matched.before->>'isOpen')::boolean) as is_stale
        from ${courses} join matched on matched.id = ${courses.id}
       where matched.change in ('added', 'changed')
          or (${courses.totalSeats}, ${courses.pricePaise}, ${courses.durationYears}, ${courses.branchHindi}, ${courses.isOpen})
             is distinct from (matched."totalSeats", matched."pricePaise", ${duration}, ${hindi}, ${isOpen})
       order by ${courses.id} for no key update of ${courses}),
    described as materialized (
      select given.*, ${institutes.id}
        from ${recordsOf(
          described,
          'given(line int, name text, city text, number text, hindi text, address text, website text, kind text, contact text, before json, changes boolean)',
        )}
        left join ${institutes} on ${nameKey(institutes.name, institutes.city)} = ${nameKey(sql`given.name`, sql`given.city`)}),
    locked_institutes as (
      select ${institutes}.*, described.line,
             ${details((field) => sql`${newDetail(field, institutes[field], detailOf('described', field))} as ${sql.raw(`new_${field}`)}`)},
             described.changes is not null
             and (${storedDetails}) is distinct from (${details((field) => sql.raw(`described.before->>'${field}'`))}) as is_stale
        from ${institutes} join described on described.id = ${institutes.id}
       where (${storedDetails}) is distinct from (${newDetails})
       order by ${institutes.id} for no key update of ${institutes}),
    refused as (select line, new_total as total, taken from locked_courses where new_total < taken),
    decision as (
      select not exists (select from refused) and not exists (select from locked_courses where is_stale)
             and not exists (select from locked_institutes where is_stale) as is_ok),
    changed_courses as (
      ${writeCourses(lockedCourses, sql`locked_courses, decision where decision.is_ok`, {
        totalSeats: sql`locked_courses.new_total`,
        pricePaise: sql`locked_courses.new_price`,
        durationYears: sql`locked_courses.new_duration`,
        branchHindi: sql`locked_courses.new_hindi`,
        isOpen: sql`locked_courses.new_open`,
        updatedAt: sql`clock_timestamp()`,
      })}
      returning ${courses.id}),
    new_rows as materialized (
      select file.* from file, decision
       where decision.is_ok and not exists (select from matched where matched.line = file.line)),
    written_institutes as (
      ${insertSelect(institutes, {
        name: sql`named.name`,
        city: sql`named.city`,
        ...Object.fromEntries(INSTITUTE_FIELDS.map((field) => [field, detailOf('named', field)])),
      })}
        from (select distinct on (lower(name), lower(city)) *
                from (select new_institutes.*, ${details((field) => detailOf('described', field))}
                        from (select institute as name, city, line from new_rows where institute is not null) new_institutes
                        left join described on ${isDescribed('new_institutes')}
                       union all
                      select ${lockedInstitutes.name}, ${lockedInstitutes.city}, locked_institutes.line,
                             ${details((field) => sql.raw(`locked_institutes.new_${field}`))}
                        from locked_institutes, decision where decision.is_ok) all_institutes
               order by lower(name), lower(city), line) named
      on conflict (lower(name), lower(city)) do update ${setColumns(institutes, {
        name: institutes.name,
        ...Object.fromEntries(
          INSTITUTE_FIELDS.map((field) => [field, newDetail(field, institutes[field], detailOf('excluded', field))]),
        ),
        updatedAt: sql`case when (${storedDetails})
                                 is distinct from (${details((field) => sql`${newDetail(field, institutes[field], detailOf('excluded', field))}`)})
                            then clock_timestamp() else ${institutes.updatedAt} end`,
      })}
      returning ${institutes.id}, ${institutes.name}, ${institutes.city}, ${storedDetails}),
    changed_institutes as (
      select ${written.id},
             jsonb_build_object(${details((field) => sql`${sql.raw(`'${field}'`)}, ${lockedInstitutes[field]}`)}) as before,
             ${afterInstitute} as after
        from written_institutes join locked_institutes on ${lockedInstitutes.id} = ${written.id}
       union all
      select ${written.id}, null, ${afterInstitute}
        from written_institutes join described on described.id is null and ${isDescribed('written_institutes')}
       where (${details((field) => sql`${written[field]}`)}) is distinct from (${details(() => sql`null`)})),
    added_courses as (
      ${insertSelect(courses, {
        instituteId: written.id,
        city: sql`new_rows.city`,
        courseType: sql`new_rows."courseType"`,
        branch: sql`new_rows.branch`,
        branchHindi: sql`new_rows."branchHindi"`,
        totalSeats: sql`new_rows."totalSeats"`,
        pricePaise: sql`new_rows."pricePaise"`,
        durationYears: sql`new_rows."durationYears"`,
        isOpen: sql`coalesce(new_rows."isOpen", true)`,
        session: sql`new_rows.offer_session`,
        studyYear: sql`new_rows.study_year`,
      })}
        from new_rows left join written_institutes
          on lower(${written.name}) = lower(new_rows.institute) and lower(${written.city}) = lower(new_rows.city)
       order by lower(new_rows.city), new_rows."courseType", lower(new_rows.branch), lower(new_rows.institute) returning *),
    known_places as (
      select ${places}.* from ${places} join ${recordsOf(content.places, 'known(name text)')} on lower(${places.name}) = lower(known.name)),
    written_places as (
      ${insertSelect(places, {
        name: sql`place.name`,
        district: sql`place.district`,
        latitude: sql`place.lat`,
        longitude: sql`place.lon`,
      })}
        from decision, ${recordsOf(content.places, 'place(name text, district text, lat float8, lon float8)')}
       where decision.is_ok order by lower(place.name)
      on conflict (lower(name)) do update ${setColumns(places, {
        district: sql`excluded.district`,
        latitude: sql`excluded.latitude`,
        longitude: sql`excluded.longitude`,
        updatedAt: sql`clock_timestamp()`,
      })}
      returning *),
    entry as (
      ${insertSelect(auditLog, {
        adminId,
        actor,
        action: 'catalogue.imported',
        after: sql`${JSON.stringify(file)}::jsonb
          || jsonb_build_object('added', (select count(*) from added_courses), 'changed', (select count(*) from changed_courses))
          || (select case when count(*) = 0 then '{}' else jsonb_build_object('institutes', count(*)) end from changed_institutes)`,
      })}
        from decision where decision.is_ok returning ${auditLog.id}),
    course_entries as (
      ${entryOf({ action: sql`part.action`, subject: sql`part.id::text`, before: sql`part.before`, after: sql`part.after` })}
        from entry,
             (select added_courses.place, 'course.added' as action, ${added.id}, null::jsonb as before,
                     jsonb_build_object('city', ${added.city}, 'institute', ${written.name}, 'course_type', ${added.courseType},
                       'branch', ${added.branch}, 'session', ${added.session}, 'study_year', ${added.studyYear}, 'total_seats', ${added.totalSeats}, 'price_paise', ${added.pricePaise})
                     || ${knownEntry(added.durationYears, added.branchHindi)}
                     || case when ${added.isOpen} then '{}' else jsonb_build_object('is_open', false) end as after
                from (select *, row_number() over () as place from added_courses) added_courses
                left join written_institutes on ${written.id} = ${added.instituteId}
               union all
              select null, 'course.changed', ${lockedCourses.id},
                     jsonb_build_object('total_seats', ${lockedCourses.totalSeats}, 'price_paise', ${lockedCourses.pricePaise})
                     || ${knownEntry(lockedCourses.durationYears, lockedCourses.branchHindi)} || ${openEntry(lockedCourses.isOpen)},
                     jsonb_build_object('total_seats', locked_courses.new_total, 'price_paise', locked_courses.new_price)
                     || ${knownEntry(sql`locked_courses.new_duration`, sql`locked_courses.new_hindi`)} || ${openEntry(sql`locked_courses.new_open`)}
                from changed_courses join locked_courses on ${lockedCourses.id} = changed_courses.id) part
       order by part.place),
    institute_entries as (
      ${entryOf({
        action: sql`case when changed_institutes.before is null then 'institute.added' else 'institute.changed' end`,
        subject: sql`changed_institutes.id::text`,
        before: sql`changed_institutes.before`,
        after: sql`changed_institutes.after`,
      })}
        from entry, changed_institutes),
    place_entries as (
      ${entryOf({
        action: sql`'place.changed'`,
        subject: sql`${writtenPlaces.id}::text`,
        before: sql`case when ${knownPlaces.id} is not null then ${placeEntry(knownPlaces)} end`,
        after: sql`jsonb_build_object('city', ${writtenPlaces.name}) || ${placeEntry(writtenPlaces)}`,
      })}
        from entry, written_places left join known_places on ${knownPlaces.id} = ${writtenPlaces.id}
       where ${placeEntry(writtenPlaces)} is distinct from ${placeEntry(knownPlaces)})
    select decision.is_ok as ok, (select count(*) from added_courses) as added, (select count(*) from changed_courses) as changed,
           (select count(*) from changed_institutes) as institutes,
           (select id from entry) as entry,
           (select coalesce(json_agg(json_build_array(line, total, taken) order by line), '[]') from refused) as refused
      from decision`;
}
