import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasState } from '@/db/conditions';
import {
  adminAreas,
  adoptionEntries,
  auditLog,
  billingItems,
  billings,
  conversationMessages,
  courses,
  formerInstitutes,
  institutes,
  officeInstitutes,
  otpChallenges,
  payeeAccounts,
  places,
  proposals,
  releases,
  reportReminders,
  reservationItems,
  reservations,
  waitingRequests,
} from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import { insertSelect, setColumns } from '@/db/writes';
import { INSTITUTE_FIELDS, type InstituteField } from '@/lib/catalogue/institute-details';
import { overdueSeats } from '@/lib/catalogue/statements';
import { placeEntry, recordsOf } from './statements';
import { MAX_SHOWN_OBSTACLES, type UndoObstacle } from './undo-schema';

/* What an import did is read from its entries in the audit log: the values before and after of each part. */

const later = alias(auditLog, 'later');
const other = alias(courses, 'other');

/** Actions of the parts that an undo understands; an import with others is not undone. */
const COURSE_PARTS = ['course.added', 'course.changed', 'course.opened', 'course.closed'];
const PARTS = [...COURSE_PARTS, 'institute.added', 'institute.changed', 'institute.renamed', 'place.changed'];

const listOf = (items: readonly string[]): SQL => sql.raw(items.map((item) => `'${item}'`).join(', '));
const details = (item: (field: InstituteField) => SQL): SQL => sql.join(INSTITUTE_FIELDS.map(item), sql`, `);

/** Field of a part before or after; an absent one is null. */
const text = (when: 'before' | 'after', field: string): SQL => sql.raw(`parts.${when}->>'${field}'`);
const int = (when: 'before' | 'after', field: string): SQL => sql`(${text(when, field)})::bigint`;

const isAdded = sql`parts.action = 'course.added'`;

/** Condition: the code of a draft can be entered now. */
const hasCode = sql`exists (
  select from ${otpChallenges} where ${otpChallenges.billingId} = ${billings.id}
     and ${otpChallenges.consumedAt} is null and ${otpChallenges.expiresAt} > now())`;

const UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');

/** Condition: nobody can verify a selection any more, so that it may be deleted. */
const isIdle = sql`(${billings.verifiedAt} is null and ${hasState(billings, UNVERIFIED)} and not ${hasCode})`;

/** Condition: a row uses an added course, or uses a changed one since the import. */
const since = (at: SQLWrapper): SQL => sql`(${isAdded} or ${at} > imported.at)`;

const linesThat = (condition: SQL): SQL => sql`exists (
  select from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId}
   where ${billingItems.courseId} = parts.subject and ${condition})`;

const reservedWith = (condition: SQL): SQL => sql`exists (
  select from ${reservationItems} join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
   where ${reservationItems.courseId} = parts.subject and ${condition}
     and (${isAdded} or ${reservations.createdAt} > imported.at and ${reservations.endedAt} is null))`;

/** Condition: an administrator or office changed it after the import, by something that was not undone. */
const editedAs = (kind: string): SQL => sql`exists (
  select from ${auditLog} ${later}
   where ${later.subject} = parts.subject::text and ${later.id} > parts.id and ${later.action} like ${`${kind}.%`}
     and ${later.causeId} is distinct from imported.id
     and (${later.causeId} is null or ${later.causeId} not in (select id from undone)))`;

/** `case` with the first obstacle that holds; null if none does. */
const firstOf = (obstacles: [UndoObstacle, SQL][]): SQL =>
  sql`case ${sql.join(
    obstacles.map(([name, condition]) => sql`when ${condition} then ${sql.raw(`'${name}'`)}`),
    sql` `,
  )} end`;

const courseObstacle = firstOf([
  ['gone', sql`${courses.id} is null`],
  [
    'adopted',
    linesThat(
      sql`${billings.verifiedAt} is not null and ${billings.state} <> 'held' and ${since(billings.verifiedAt)}`,
    ),
  ],
  ['held', linesThat(sql`${billings.verifiedAt} is not null and ${since(billings.verifiedAt)}`)],
  ['choosing', sql`${isAdded} and ${linesThat(sql`not ${isIdle}`)}`],
  ['renewed', reservedWith(sql`${reservations.kind} = 'renewal'`)],
  ['reserved', reservedWith(sql`true`)],
  [
    'waited',
    sql`exists (select from ${waitingRequests} where ${waitingRequests.courseId} = parts.subject
                   and (${isAdded} or ${waitingRequests.createdAt} > imported.at and ${waitingRequests.endedAt} is null))`,
  ],
  [
    'entered',
    sql`exists (select from entered where entered.id = parts.subject
                   and (${isAdded} or entered.at > imported.at and entered.state = 'waiting'))`,
  ],
  [
    'proposed',
    sql`exists (select from ${proposals} where ${proposals.courseId} = parts.subject
                   and (${isAdded} or ${proposals.proposedAt} > imported.at and ${proposals.state} = 'open'))`,
  ],
  [
    'changed',
    sql`${courses.totalSeats} is distinct from coalesce(${int('after', 'total_seats')}, ${courses.totalSeats})
        or ${courses.pricePaise} is distinct from coalesce(${int('after', 'price_paise')}, ${courses.pricePaise})
        or ${courses.isOpen} is distinct from coalesce((${text('after', 'is_open')})::boolean, ${isAdded} or ${courses.isOpen})
        or ${text('after', 'total_seats')} is not null
           and (${courses.durationYears}, ${courses.branchHindi}) is distinct from (${int('after', 'duration_years')}, ${text('after', 'branch_hindi')})`,
  ],
  [
    'edited',
    sql`(${editedAs('course')}
         or exists (select from ${formerInstitutes} where ${formerInstitutes.instituteId} = ${courses.instituteId}
                       and ${formerInstitutes.isMerged} and ${formerInstitutes.endedAt} > imported.at))`,
  ],
  [
    'taken',
    sql`${int('before', 'total_seats')} < ${courses.adoptedSeats} + ${courses.heldSeats} - coalesce(${overdueSeats.seats}, 0)`,
  ],
]);

const isNewInstitute = sql`parts.action = 'institute.added'`;
const ofInstitute = (
  table:
    | typeof adminAreas
    | typeof conversationMessages
    | typeof formerInstitutes
    | typeof officeInstitutes
    | typeof proposals
    | typeof payeeAccounts
    | typeof releases
    | typeof reportReminders,
): SQL => sql`(${isNewInstitute} and exists (select from ${table} where ${table.instituteId} = parts.subject))`;

const instituteObstacle = firstOf([
  ['gone', sql`${institutes.id} is null`],
  [
    'changed',
    sql`(${details((field) => sql`${institutes[field]}`)})
          is distinct from (${details((field) => sql`case when parts.after ? ${sql.raw(`'${field}'`)} then ${text('after', field)} else ${institutes[field]} end`)})
        or parts.action = 'institute.renamed' and ${institutes.name} <> ${text('after', 'institute')}`,
  ],
  ['edited', sql`(${editedAs('institute')} or ${ofInstitute(formerInstitutes)})`],
  ['described', sql`${isNewInstitute} and (${institutes.texts} <> '{}' or ${institutes.phone} is not null)`],
  [
    'office',
    sql`(${ofInstitute(officeInstitutes)} or ${ofInstitute(conversationMessages)} or ${ofInstitute(adminAreas)})`,
  ],
  ['proposed', ofInstitute(proposals)],
  ['money', sql`(${ofInstitute(payeeAccounts)} or ${ofInstitute(releases)})`],
  ['reminded', ofInstitute(reportReminders)],
  [
    'offered',
    sql`${isNewInstitute} and exists (
          select from ${courses} ${other} where ${other.instituteId} = parts.subject
             and ${other.id} not in (select subject from parts where action = 'course.added'))`,
  ],
]);

const placeObstacle = firstOf([
  ['gone', sql`${places.id} is null`],
  ['changed', sql`not parts.after @> ${placeEntry(places)}`],
  ['edited', editedAs('place')],
]);

/** CTEs: the import and its parts. Institutes without details have no entry of their own; they are as old as that of the import. */
const partsOf = (entry: number): SQL => sql`
  imported as (
    select ${auditLog.id}, ${auditLog.at}, ${auditLog.after} from ${auditLog}
     where ${auditLog.id} = ${entry} and ${auditLog.action} = 'catalogue.imported'),
  recorded as materialized (
    select ${auditLog.id}, ${auditLog.action}, ${auditLog.subject}::uuid as subject, ${auditLog.before}, ${auditLog.after}
      from ${auditLog} join imported on ${auditLog.causeId} = imported.id where ${auditLog.action} in (${listOf(PARTS)})),
  parts as materialized (
    select * from recorded
     union all
    select distinct imported.id, 'institute.added', ${institutes.id}, null::jsonb,
           jsonb_build_object(${details((field) => sql.raw(`'${field}', null`))})
      from imported, recorded join ${courses} on ${courses.id} = recorded.subject
           join ${institutes} on ${institutes.id} = ${courses.instituteId}
     where recorded.action = 'course.added' and ${institutes.createdAt} = imported.at
       and ${institutes.id} not in (select subject from recorded where action = 'institute.added'))`;

/** Locks what an import changed: courses in the order of their ids, as adoptions lock them, then institutes and towns. */
export const lockStatements = (entry: number): SQL[] =>
  (
    [
      [courses, 'course.%'],
      [institutes, 'institute.%'],
      [places, 'place.%'],
    ] as const
  ).map(
    ([table, actions]) => sql`
      select ${table.id} from ${table}
       where ${table.id} in (select ${auditLog.subject}::uuid from ${auditLog} where ${auditLog.causeId} = ${entry} and ${auditLog.action} like ${actions})
       order by ${table.id} for no key update`,
  );

/** Selects what the undo of an import would do, as UndoFound. Read-only; what it finds is certain under the locks. */
export const undoPlanStatement = (entry: number): SQL => sql`
  with ${partsOf(entry)},
  undone as (
    select ${auditLog.id} from ${auditLog} where ${auditLog.action} = 'import.undone'
     union all
    select ${auditLog.causeId} from ${auditLog} where ${auditLog.action} = 'import.undone'),
  entered as materialized (
    select (line->>'id')::uuid as id, ${adoptionEntries.state}, ${adoptionEntries.enteredAt} as at
      from ${adoptionEntries} cross join lateral jsonb_array_elements(${adoptionEntries.lines}) line),
  found as materialized (
    select parts.id as place, parts.subject as id, concat_ws(', ', coalesce(${courses.courseType}, ${text('after', 'course_type')}) || ' ' || coalesce(${courses.branch}, ${text('after', 'branch')}),
                            coalesce(${institutes.name}, ${text('after', 'institute')}), coalesce(${courses.city}, ${text('after', 'city')})) as name,
           ${courseObstacle} as why
      from imported, parts left join ${courses} on ${courses.id} = parts.subject
           left join ${institutes} on ${institutes.id} = ${courses.instituteId}
           left join ${overdueSeats} on ${overdueSeats.courseId} = ${courses.id}
     where parts.action in (${listOf(COURSE_PARTS)})
     union all
    select parts.id, parts.subject, concat_ws(', ', coalesce(${institutes.name}, ${text('after', 'institute')}), coalesce(${institutes.city}, ${text('after', 'city')})),
           ${instituteObstacle}
      from imported, parts left join ${institutes} on ${institutes.id} = parts.subject
     where parts.action in ('institute.added', 'institute.changed', 'institute.renamed')
     union all
    select parts.id, parts.subject, ${text('after', 'city')}, ${placeObstacle}
      from imported, parts left join ${places} on ${places.id} = parts.subject
     where parts.action = 'place.changed'),
  obstacles as (select * from found where why is not null)
  select imported.after->>'file_name' as name,
         exists (select from ${auditLog} where ${auditLog.causeId} = imported.id and ${auditLog.action} = 'import.undone') as "isUndone",
         exists (select from ${auditLog} where ${auditLog.causeId} = imported.id
                    and ${auditLog.action} not in (${listOf([...PARTS, 'import.undone'])})) as "hasOthers",
         (select coalesce(jsonb_object_agg(action, count), '{}') from (select action, count(*) from parts group by action) counted) as counts,
         coalesce((imported.after->>'places')::int, 0) as places,
         (select count(distinct ${billings.id}) from parts join ${billingItems} on ${billingItems.courseId} = parts.subject
                 join ${billings} on ${billings.id} = ${billingItems.billingId}
           where ${isAdded} and ${isIdle})::int as drafts,
         (select coalesce(json_agg(json_build_object('id', subject, 'name', ${institutes.name}, 'city', ${institutes.city})), '[]')
            from parts join ${institutes} on ${institutes.id} = parts.subject where ${isNewInstitute}) as institutes,
         (select count(*) from obstacles)::int as "obstaclesCount",
         (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'why', why) order by place, name), '[]')
            from (select * from obstacles order by place, name limit ${MAX_SHOWN_OBSTACLES}) shown) as obstacles
    from imported`;

export type UndoFound = {
  name: string;
  isUndone: boolean;
  /** Whether it has parts that an undo does not understand. */
  hasOthers: boolean;
  counts: Record<string, number>;
  places: number;
  drafts: number;
  /** The institutes that go. */
  institutes: { id: string; name: string; city: string }[];
  obstaclesCount: number;
  obstacles: { id: string; name: string; why: UndoObstacle }[];
};

const ofImport = (entry: number, actions: readonly string[]): SQL =>
  sql`(${auditLog.causeId} = ${entry} and ${auditLog.action} in (${listOf(actions)}))`;

/** Subjects of parts of an import, as a subquery. */
const subjects = (entry: number, action: string): SQL =>
  sql`(select ${auditLog.subject}::uuid from ${auditLog} where ${ofImport(entry, [action])})`;

/**
 * The statements that undo an import, in their order, under the locks and after the comparison. Selections that somebody is about
 * to verify are skipped: then the deletion of their course fails, and with it everything.
 */
export function undoStatements(entry: number, gone: UndoFound['institutes']): SQL[] {
  const before = (field: string) => sql.raw(`parts.before->>'${field}'`);
  const parts = (actions: readonly string[]) =>
    sql`(select ${auditLog.subject}::uuid as subject, ${auditLog.before} from ${auditLog} where ${ofImport(entry, actions)}) parts`;
  return [
    sql`delete from ${billings} where ${billings.id} in (
          select ${billings.id} from ${billings}
           where ${isIdle} and ${billings.id} in (
                   select ${billingItems.billingId} from ${billingItems} where ${billingItems.courseId} in ${subjects(entry, 'course.added')})
           order by ${billings.id} for update of ${billings} skip locked)`,
    sql`delete from ${courses} where ${courses.id} in ${subjects(entry, 'course.added')}`,
    sql`update ${courses} ${setColumns(courses, {
      totalSeats: sql`(${before('total_seats')})::int`,
      pricePaise: sql`(${before('price_paise')})::bigint`,
      durationYears: sql`(${before('duration_years')})::int`,
      branchHindi: before('branch_hindi'),
      isOpen: sql`coalesce((${before('is_open')})::boolean, ${courses.isOpen})`,
      updatedAt: sql`clock_timestamp()`,
    })} from ${parts(['course.changed'])} where ${courses.id} = parts.subject`,
    sql`update ${courses} ${setColumns(courses, {
      isOpen: sql`(${before('is_open')})::boolean`,
      updatedAt: sql`clock_timestamp()`,
    })} from ${parts(['course.opened', 'course.closed'])} where ${courses.id} = parts.subject`,
    sql`delete from ${institutes} using ${recordsOf(gone, 'gone(id uuid)')} where ${institutes.id} = gone.id`,
    sql`update ${institutes} ${setColumns(institutes, {
      ...Object.fromEntries(
        INSTITUTE_FIELDS.map((field) => [
          field,
          // Entries of earlier releases lack later fields.
          sql`case when parts.before ? ${sql.raw(`'${field}'`)} then ${before(field)} else ${institutes[field]} end`,
        ]),
      ),
      updatedAt: sql`clock_timestamp()`,
    })} from ${parts(['institute.changed'])} where ${institutes.id} = parts.subject`,
    // The name that it has again is no former one; one that the import took as its name is a former one again.
    sql`delete from ${formerInstitutes} using ${parts(['institute.renamed'])}
         where ${formerInstitutes.instituteId} = parts.subject and not ${formerInstitutes.isMerged}
           and lower(${formerInstitutes.name}) = lower(${before('institute')})`,
    sql`${insertSelect(formerInstitutes, {
      instituteId: institutes.id,
      name: institutes.name,
      city: institutes.city,
      isMerged: false,
      endedAt: sql`max(earlier.at)`,
    })} from ${parts(['institute.renamed'])} join ${institutes} on ${institutes.id} = parts.subject
          join ${auditLog} earlier on earlier.subject = parts.subject::text and earlier.action = 'institute.renamed' and earlier.id < ${entry}
               and lower(earlier.before->>'institute') = lower(${institutes.name})
         group by ${institutes.id}`,
    sql`update ${institutes} ${setColumns(institutes, {
      name: before('institute'),
      updatedAt: sql`clock_timestamp()`,
    })} from ${parts(['institute.renamed'])} where ${institutes.id} = parts.subject`,
    sql`delete from ${places} using ${parts(['place.changed'])} where ${places.id} = parts.subject and parts.before is null`,
    sql`update ${places} ${setColumns(places, {
      district: before('district'),
      latitude: sql`split_part(${before('position')}, ', ', 1)::float8`,
      longitude: sql`split_part(${before('position')}, ', ', 2)::float8`,
      updatedAt: sql`clock_timestamp()`,
    })} from ${parts(['place.changed'])} where ${places.id} = parts.subject and parts.before is not null`,
  ];
}

/** Writes the entries of the parts of an undo: what was removed, and what is as before. @param undo its own entry */
export function undoneParts(
  entry: number,
  undo: { id: number; adminId: string | null; actor: string },
  gone: UndoFound['institutes'],
): SQL[] {
  const { adminId, actor } = undo;
  const values = { adminId, actor, causeId: sql`${undo.id}::bigint` };
  const cause = alias(auditLog, 'cause');
  const isRemoval = sql`(${cause.action} = 'course.added' or ${cause.action} = 'place.changed' and ${cause.before} is null)`;
  // A field that there was not before is told as empty.
  const cleared = sql`(select coalesce(jsonb_object_agg(name, null), '{}') from jsonb_object_keys(${cause.after}) name)`;
  const names = sql`jsonb_strip_nulls(jsonb_build_object('institute', ${cause.after}->'institute', 'city', ${cause.after}->'city'))`;
  return [
    sql`${insertSelect(auditLog, {
      ...values,
      action: sql`case when not ${isRemoval} then ${cause.action} when ${cause.action} = 'course.added' then 'course.removed' else 'place.removed' end`,
      subject: sql`${cause.subject}`,
      before: sql`case when not ${isRemoval} then ${cause.after} end`,
      after: sql`case when ${isRemoval} then ${cause.after} else ${cleared} || ${names} || ${cause.before} end`,
    })} from ${auditLog} ${cause}
      where ${cause.causeId} = ${entry} and ${cause.action} in (${listOf(PARTS)}) and ${cause.action} <> 'institute.added'
      order by ${cause.id}`,
    sql`${insertSelect(auditLog, {
      ...values,
      action: sql`'institute.removed'`,
      subject: sql`gone.id`,
      after: sql`jsonb_build_object('institute', gone.name, 'city', gone.city)`,
    })} from ${recordsOf(gone, 'gone(id text, name text, city text)')}`,
  ];
}
