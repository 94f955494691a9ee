import 'server-only';
import { INSTITUTE_FIELDS, type InstituteField } from '../institute-details';
import { OVERDUE_SEATS, writeCoursesText } from '../statements';

/*
 * The rows of the file are passed as one JSON text. `matched` are the rows whose course exists: same city, institute,
 * course type and branch, ignoring case. They are compared as one concatenated text, so that Postgres hashes both
 * sides: it estimates 100 rows, and an index lookup per row takes ten times as long for 50,000. Names that differ only
 * in case keep the stored spelling.
 */
const MATCHED = `
     file    as materialized (
               select * from json_to_recordset($1::text::json) as f(
                 line int, city text, institute text, "courseType" text, branch text, "totalSeats" int, "pricePaise" bigint,
                 "durationYears" int, "isOpen" boolean, change text, before json)),
     placed  as materialized (
               select f.*, i.id as institute_id
                 from file f left join institutes i on concat_ws(chr(31), lower(i.name), lower(i.city))
                                                     = concat_ws(chr(31), lower(f.institute), lower(f.city))),
     matched as materialized (
               select p.line, p."totalSeats", p."pricePaise", p."durationYears", p."isOpen", p.change, p.before, c.id, c.total_seats, c.adopted_seats + c.held_seats as taken, c.price_paise, c.duration_years, c.is_open
                 from placed p
                 join courses c on concat_ws(chr(31), c.institute_id, c.course_type, lower(c.city), lower(c.branch))
                                 = concat_ws(chr(31), p.institute_id, p."courseType", lower(p.city), lower(p.branch))
                where p.institute is null or p.institute_id is not null)`;

const sameName = (one: string, other: string) =>
  `concat_ws(chr(31), lower(${one}.name), lower(${one}.city)) = concat_ws(chr(31), lower(${other}.name), lower(${other}.city))`;

/** The stored value of a detail of the institute `i`, or that of the file, `d`, if the file has the column. */
const detailOf = (field: InstituteField, stored: string, given: string) =>
  `case when '${field}' = any($6::text[]) then ${given}.${field} else ${stored}.${field} end`;
const details = (item: (field: InstituteField) => string) => INSTITUTE_FIELDS.map(item).join(', ');

/**
 * The current values of the courses and institutes in the file; $2: the institutes. Seats of ended holds are not taken:
 * applyImport releases them first. `cities`: the most frequent spelling of each; `unknown`: the first line of each new
 * institute; `known`: the institutes of the cities of these.
 */
export const PLAN_IMPORT = `
with ${MATCHED},
     unknown as (select distinct on (lower(institute), lower(city)) line, city
                   from placed where institute is not null and institute_id is null order by lower(institute), lower(city), line)
select (select count(*)::int from courses) as courses,
       (select coalesce(json_agg(city), '[]')
          from (select distinct on (lower(city)) city
                  from (select city, count(*) as uses from courses group by city
                         union all select distinct city, 0 from institutes) spelled
                 order by lower(city), uses desc, city) c) as cities,
       (select coalesce(json_agg(line order by line), '[]') from unknown) as unknown,
       (select coalesce(json_agg(json_build_array(i.name, i.city)), '[]')
          from institutes i where lower(i.city) in (select lower(city) from unknown)) as known,
       (select coalesce(json_agg(json_build_array(line, total_seats, taken - coalesce(free.seats, 0), price_paise, duration_years, is_open)), '[]')
          from matched m left join ${OVERDUE_SEATS} free on free.course_id = m.id) as matched,
       (select coalesce(json_agg(json_build_object('line', d.line, 'address', i.address, 'website', i.website, 'kind', i.kind,
                                                   'contact', i.contact)), '[]')
          from json_to_recordset($2::text::json) as d(line int, name text, city text)
          join institutes i on ${sameName('i', 'd')}) as institutes`;

/** The duration that a course gets: that of the file if it has the column. */
const NEW_DURATION = `case when 'duration' = any($6::text[]) then m."durationYears" else c.duration_years end`;
/** Whether a course is open afterwards: as the file says, if it says so. */
const NEW_OPEN = `coalesce(m."isOpen", c.is_open)`;
/** A known duration in an audit log entry. */
const DURATION = (years: string) =>
  `case when ${years} is null then '{}' else jsonb_build_object('duration_years', ${years}) end`;
/** Whether a course is open, in an audit log entry, if that changes. */
const OPEN = (isOpen: string) =>
  `case when l.is_open = l."newOpen" then '{}' else jsonb_build_object('is_open', ${isOpen}) end`;
const FIELD_PAIRS = (row: string) => details((field) => `'${field}', ${row}.${field}`);

/**
 * Imports the file and writes its audit log entries, or nothing if a total is below the currently adopted and held
 * seats, or if a planned row would overwrite other values than the plan showed. Courses that change are locked in the
 * order of their ids, as adoptions lock them; unchanged ones are not locked. A course that the plan adds or changes is
 * checked even if it already equals the file: then the same plan has already been applied. `no key update` does not
 * block the foreign key checks of new drafts. The no-op update returns names that a concurrent import has just added.
 * $2 and $3: the actor's columns; $4: the file's details in the import's entry; $5: the institutes; $6: the optional
 * columns that the file has; $7: places to write.
 */
export const APPLY_IMPORT = `
with ${MATCHED},
     locked  as (select c.*, m.line, m."totalSeats", m."pricePaise", ${NEW_DURATION} as "newDuration", ${NEW_OPEN} as "newOpen",
                        c.adopted_seats + c.held_seats as taken, m.change is not null
                        and ((c.total_seats, c.price_paise) is distinct from
                             ((m.before->>'totalSeats')::int, (m.before->>'pricePaise')::bigint)
                             or 'duration' = any($6::text[])
                                and c.duration_years is distinct from (m.before->>'durationYears')::int
                             or m."isOpen" is not null
                                and c.is_open is distinct from (m.before->>'isOpen')::boolean) as is_stale
                   from courses c join matched m on m.id = c.id
                  where m.change in ('added', 'changed')
                     or (c.total_seats, c.price_paise, c.duration_years, c.is_open)
                        is distinct from (m."totalSeats", m."pricePaise", ${NEW_DURATION}, ${NEW_OPEN})
                  order by c.id for no key update of c),
     given   as materialized (
               select d.*, i.id from json_to_recordset($5::text::json) as d(
                 line int, name text, city text, address text, website text, kind text, contact text, before json, changes boolean)
                 left join institutes i on ${sameName('i', 'd')}),
     described as (select i.*, d.line, ${details((field) => `${detailOf(field, 'i', 'd')} as new_${field}`)},
                          d.changes is not null and (${details((field) => `i.${field}`)})
                          is distinct from (${details((field) => `d.before->>'${field}'`)}) as is_stale
                     from institutes i join given d on d.id = i.id
                    where (${details((field) => `i.${field}`)}) is distinct from (${details((field) => detailOf(field, 'i', 'd'))})
                    order by i.id for no key update of i),
     refused as (select line, "totalSeats" as total, taken from locked where "totalSeats" < taken),
     verdict as (select not exists (select from refused) and not exists (select from locked where is_stale)
                        and not exists (select from described where is_stale) as ok),
     changed as (${writeCoursesText('locked l, verdict v where v.ok', {
       total_seats: 'l."totalSeats"',
       price_paise: 'l."pricePaise"',
       duration_years: 'l."newDuration"',
       is_open: 'l."newOpen"',
       updated_at: 'clock_timestamp()',
     })}
                 returning c.id),
     fresh   as materialized (
               select f.* from file f, verdict v where v.ok and not exists (select from matched m where m.line = f.line)),
     known   as (insert into institutes (name, city, ${details(String)})
                 select distinct on (lower(w.name), lower(w.city)) w.name, w.city, ${details((field) => `w.${field}`)}
                   from (select n.name, n.city, n.line, ${details((field) => `d.${field}`)}
                           from (select institute as name, city, line from fresh where institute is not null) n
                           left join given d on ${sameName('d', 'n')}
                          union all
                         select l.name, l.city, l.line, ${details((field) => `l.new_${field}`)} from described l, verdict v where v.ok) w
                  order by lower(w.name), lower(w.city), w.line
                 on conflict (lower(name), lower(city)) do update set name = institutes.name,
                    ${details((field) => `${field} = ${detailOf(field, 'institutes', 'excluded')}`)},
                    updated_at = case when (${details((field) => `institutes.${field}`)}) is distinct from
                                           (${details((field) => detailOf(field, 'institutes', 'excluded'))})
                                      then clock_timestamp() else institutes.updated_at end
                 returning id, name, city, ${details(String)}),
     changed_institutes as (
                 select k.id, jsonb_build_object(${FIELD_PAIRS('l')}) as before, to_jsonb(k) - 'id' - 'name' || jsonb_build_object('institute', k.name) as after
                   from known k join described l on l.id = k.id
                  union all
                 select k.id, null, to_jsonb(k) - 'id' - 'name' || jsonb_build_object('institute', k.name)
                   from known k join given d on d.id is null and ${sameName('d', 'k')}
                  where (${details((field) => `k.${field}`)}) is distinct from (${details(() => 'null')})),
     added   as (insert into courses (institute_id, city, course_type, branch, total_seats, price_paise, duration_years, is_open)
                 select k.id, f.city, f."courseType", f.branch, f."totalSeats", f."pricePaise", f."durationYears", coalesce(f."isOpen", true)
                   from fresh f left join known k on lower(k.name) = lower(f.institute) and lower(k.city) = lower(f.city)
                  order by lower(f.city), f."courseType", lower(f.branch), lower(f.institute) returning *),
     towns   as (insert into places (name, district, latitude, longitude)
                 select t.name, t.district, t.lat, t.lon
                   from verdict v, json_to_recordset($7::text::json) as t(name text, district text, lat float8, lon float8)
                  where v.ok order by lower(t.name)
                 on conflict (lower(name)) do update
                    set district = excluded.district, latitude = excluded.latitude, longitude = excluded.longitude,
                        updated_at = clock_timestamp()),
     entry   as (insert into audit_log (admin_id, actor, action, after)
                 select $2::uuid, $3::text, 'catalogue.imported', $4::text::jsonb ||
                        jsonb_build_object('added', (select count(*) from added), 'changed', (select count(*) from changed))
                        || (select case when count(*) = 0 then '{}' else jsonb_build_object('institutes', count(*)) end
                              from changed_institutes)
                   from verdict v where v.ok returning id),
     parts   as (insert into audit_log (admin_id, actor, action, subject, before, after, cause_id)
                 select $2::uuid, $3::text, p.action, p.id::text, p.before, p.after, e.id
                   from entry e,
                        (select a.place, 'course.added' as action, a.id, null::jsonb as before, jsonb_build_object(
                                'city', a.city, 'institute', k.name, 'course_type', a.course_type, 'branch', a.branch,
                                'total_seats', a.total_seats, 'price_paise', a.price_paise) || ${DURATION('a.duration_years')}
                                || case when a.is_open then '{}' else jsonb_build_object('is_open', false) end as after
                           from (select added.*, row_number() over () as place from added) a left join known k on k.id = a.institute_id
                         union all select null, 'course.changed', l.id,
                                jsonb_build_object('total_seats', l.total_seats, 'price_paise', l.price_paise) || ${DURATION('l.duration_years')} || ${OPEN('l.is_open')},
                                jsonb_build_object('total_seats', l."totalSeats", 'price_paise', l."pricePaise") || ${DURATION('l."newDuration"')} || ${OPEN('l."newOpen"')}
                           from changed c join locked l on l.id = c.id) p
                  order by p.place),
     of_institutes as (
                 insert into audit_log (admin_id, actor, action, subject, before, after, cause_id)
                 select $2::uuid, $3::text, case when i.before is null then 'institute.added' else 'institute.changed' end,
                        i.id::text, i.before, i.after, e.id
                   from entry e, changed_institutes i)
select v.ok, (select count(*)::int from added) as added, (select count(*)::int from changed) as changed,
       (select count(*)::int from changed_institutes) as institutes,
       (select id from entry) as entry,
       (select coalesce(json_agg(json_build_array(line, total, taken) order by line), '[]') from refused) as refused
  from verdict v`;
