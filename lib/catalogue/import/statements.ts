import 'server-only';
import { OVERDUE_SEATS, writeCourses } from '../statements';

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
                 change text, before json)),
     placed  as materialized (
               select f.*, i.id as institute_id
                 from file f left join institutes i on concat_ws(chr(31), lower(i.name), lower(i.city))
                                                     = concat_ws(chr(31), lower(f.institute), lower(f.city))),
     matched as materialized (
               select p.line, p."totalSeats", p."pricePaise", p.change, p.before, c.id, c.total_seats, c.adopted_seats + c.held_seats as taken, c.price_paise
                 from placed p
                 join courses c on concat_ws(chr(31), c.institute_id, c.course_type, lower(c.city), lower(c.branch))
                                 = concat_ws(chr(31), p.institute_id, p."courseType", lower(p.city), lower(p.branch))
                where p.institute is null or p.institute_id is not null)`;

/**
 * The current values of the courses in the file. Seats of ended holds are not taken: applyImport releases them first.
 */
export const PLAN_IMPORT = `
with ${MATCHED}
select (select count(*)::int from courses) as courses,
       (select coalesce(json_agg(json_build_array(line, total_seats, taken - coalesce(free.seats, 0), price_paise)), '[]')
          from matched m left join ${OVERDUE_SEATS} free on free.course_id = m.id) as matched`;

/**
 * Imports the file and writes its audit log entries, or nothing if a total is below the currently adopted and held
 * seats, or if a planned row would overwrite other values than the plan showed. Courses that change are locked in the
 * order of their ids, as adoptions lock them; unchanged ones are not locked. A course that the plan adds or changes is
 * checked even if it already equals the file: then the same plan has already been applied. `no key update` does not
 * block the foreign key checks of new drafts. The no-op update returns names that a concurrent import has just added.
 * $2 and $3: the actor's columns; $4: the file's details in the import's entry.
 */
export const APPLY_IMPORT = `
with ${MATCHED},
     locked  as (select c.*, m.line, m."totalSeats", m."pricePaise", c.adopted_seats + c.held_seats as taken, m.change is not null
                        and (c.total_seats, c.price_paise) is distinct from
                            ((m.before->>'totalSeats')::int, (m.before->>'pricePaise')::bigint) as is_stale
                   from courses c join matched m on m.id = c.id
                  where m.change in ('added', 'changed')
                     or (c.total_seats, c.price_paise) is distinct from (m."totalSeats", m."pricePaise")
                  order by c.id for no key update of c),
     refused as (select line, "totalSeats" as total, taken from locked where "totalSeats" < taken),
     verdict as (select not exists (select from refused) and not exists (select from locked where is_stale) as ok),
     changed as (${writeCourses('locked l, verdict v where v.ok', {
       total_seats: 'l."totalSeats"',
       price_paise: 'l."pricePaise"',
       updated_at: 'clock_timestamp()',
     })}
                 returning c.id),
     fresh   as materialized (
               select f.* from file f, verdict v where v.ok and not exists (select from matched m where m.line = f.line)),
     known   as (insert into institutes (name, city)
                 select distinct on (lower(institute), lower(city)) institute, city from fresh where institute is not null
                  order by lower(institute), lower(city), line
                 on conflict (lower(name), lower(city)) do update set name = institutes.name
                 returning id, name, city),
     added   as (insert into courses (institute_id, city, course_type, branch, total_seats, price_paise)
                 select k.id, f.city, f."courseType", f.branch, f."totalSeats", f."pricePaise"
                   from fresh f left join known k on lower(k.name) = lower(f.institute) and lower(k.city) = lower(f.city)
                  order by lower(f.city), f."courseType", lower(f.branch), lower(f.institute) returning *),
     entry   as (insert into audit_log (admin_id, actor, action, after)
                 select $2::uuid, $3::text, 'catalogue.imported', $4::text::jsonb ||
                        jsonb_build_object('added', (select count(*) from added), 'changed', (select count(*) from changed))
                   from verdict v where v.ok returning id),
     parts   as (insert into audit_log (admin_id, actor, action, subject, before, after, cause_id)
                 select $2::uuid, $3::text, p.action, p.id::text, p.before, p.after, e.id
                   from entry e,
                        (select 'course.added' as action, a.id, null::jsonb as before, jsonb_build_object(
                                'city', a.city, 'institute', k.name, 'course_type', a.course_type, 'branch', a.branch,
                                'total_seats', a.total_seats, 'price_paise', a.price_paise) as after
                           from added a left join known k on k.id = a.institute_id
                         union all select 'course.changed', l.id,
                                jsonb_build_object('total_seats', l.total_seats, 'price_paise', l.price_paise),
                                jsonb_build_object('total_seats', l."totalSeats", 'price_paise', l."pricePaise")
                           from changed c join locked l on l.id = c.id) p)
select v.ok, (select count(*)::int from added) as added, (select count(*)::int from changed) as changed,
       (select id from entry) as entry,
       (select coalesce(json_agg(json_build_array(line, total, taken) order by line), '[]') from refused) as refused
  from verdict v`;
