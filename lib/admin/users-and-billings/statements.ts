import 'server-only';
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  gte,
  lt,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { outstanding, withheld } from '@/db/balance';
import { db, unpreparedDb } from '@/db/client';
import { endOfDay, hasState, likeText, qualified, startOfDay, type Columns } from '@/db/conditions';
import { isEndedHold, isLiveHold } from '@/db/hold-conditions';
import {
  admins,
  adoptionEntries,
  bankCredits,
  bankReceipts,
  billingItems,
  billings,
  billingSearchIndex,
  courses,
  institutes,
  rowCounts,
  users,
} from '@/db/schema';
import { statesThat, type BillingPaymentStatus } from '@/db/schema/billing-states';
import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import { hasSecondAdmin } from '@/lib/accounts/administrators/statements';
import { ownedByUser } from '@/lib/accounts/ownership';
import { consentOf } from '@/lib/adoption/core/consent';
import { requireTransition } from '@/lib/adoption/core/rules';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { hasEnded } from '@/lib/adoption/core/line-statements';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { lineValues } from '@/lib/funds/statements';
import { phoneDigits, phoneOf, searchWords, type lockedCourseText } from './rules';
import { BILLING_PAYMENT_STATUSES, type BillingFilter, type UserFilter, type UserRecord } from './schema';

/**
 * Selects the billings of a filter, or of a user with those made as a guest (see ownedByUser), or a single one.
 */
export type BillingSelection = Partial<BillingFilter> & { userId?: string; id?: string };

/**
 * A selection whose names of institutes and branches are the ids of courses: Postgres expects few courses with any name, and
 * with their number it knows whether to begin with their lines or with the billings.
 */
export type FoundSelection = Omit<BillingSelection, 'institute' | 'branch'> & { courseIds?: readonly string[] };

/** Selects the users of a filter, or a single one. */
export type UserSelection = Partial<UserFilter> & { id?: string };

/** The end of a batch: creation time of its last record as Postgres text, to the microsecond, and its id. */
export type Cursor = { at: string; id: string };

type Hold = Columns<'state' | 'holdExpiresAt'>;

/**
 * Each status as a condition on a single list of states, so that the index on states applies. A hold whose time is over
 * has the status of the state that follows, even before its seats are released.
 */
function hasStatus(billing: Hold, status: BillingPaymentStatus): SQL {
  const states = statesThat(({ paymentStatus }) => paymentStatus === status);
  if (states.includes('held')) return sql`(${hasState(billing, states)} and not ${isEndedHold(billing)})`;
  if (states.includes(ENDED_HOLD))
    return sql`(${hasState(billing, [...states, 'held'])} and not ${isLiveHold(billing)})`;
  return hasState(billing, states);
}
const ENDED_HOLD = requireTransition('held', 'hold_ended', 'release').to;

/** The status of a billing, or of an alias of the table. */
export const paymentStatus = (billing: Hold): SQL<BillingPaymentStatus> =>
  sql`case ${sql.join(
    BILLING_PAYMENT_STATUSES.map((status) => sql`when ${hasStatus(billing, status)} then ${sql.raw(`'${status}'`)}`),
    sql` `,
  )} end`;

/** Only drafts, and adoptions replaced before their verification, are unverified; an index on states covers them. */
const VERIFIED = {
  yes: sql`(${hasState(
    billings,
    statesThat(({ verified }) => verified !== 'no'),
  )} and ${billings.verifiedAt} is not null)`,
  no: sql`(${hasState(
    billings,
    statesThat(({ verified }) => verified !== 'yes'),
  )} and ${billings.verifiedAt} is null)`,
};

/**
 * The sort keys, each with an index. The id breaks ties in the same direction, so that reversing the order reverses it
 * exactly.
 */
const BILLING_KEY: Record<BillingFilter['sort'], SQL> = {
  created: sql`${billingSearchIndex.createdAt}`,
  company: sql`${billingSearchIndex.company} collate "C"`,
  total: sql`${billingSearchIndex.totalPaise}`,
  seats: sql`${billingSearchIndex.seats}`,
};
const USER_KEY: Record<UserFilter['sort'], SQL> = {
  created: sql`${users.createdAt}`,
  name: sql`lower(${users.fullName} collate "und-x-icu") collate "C"`,
  company: sql`lower(${users.companyName} collate "und-x-icu") collate "C"`,
};

/** The columns common to a billing's row and record; money in paise. */
const BILLING_COLUMNS = {
  id: billings.id,
  ...LISTED_ADOPTION,
  totalPaise: billings.totalPaise,
  status: paymentStatus(billings),
  isVerified: sql<boolean>`${billings.verifiedAt} is not null`,
  createdAt: billings.createdAt,
  /** The name of the paper or call from which administrators entered it; null for all others. */
  paperReference: qualified(
    sql<
      string | null
    >`(select ${adoptionEntries.paperReference} from ${adoptionEntries} where ${adoptionEntries.billingId} = ${billings.id})`,
  ),
};

const contains = (column: SQLWrapper, word: string) => sql`${column} like '%' || search_key(${likeText(word)}) || '%'`;

/** Billings whose company, e-mail, reference or order number contains a word, or whose money came with it as the bank's reference. */
function billingNamed(word: string): SQL {
  const text = contains(billingSearchIndex.searchText, word);
  if (!/\d/.test(word)) return text;
  return sql`(${text} or ${billingSearchIndex.billingId} = any(array(
         select ${bankReceipts.billingId} from ${bankCredits} join ${bankReceipts} on ${bankReceipts.creditId} = ${bankCredits.id}
          where ${bankCredits.key} = credit_key('NEFT', ${word}, '', null) and ${bankCredits.partsPaise} > 0)))`;
}

const EVERY_TYPE = sql.raw(`any('{${COURSE_TYPES.join(',')}}')`);

/** Returns the ids of the courses that the names of a selection mean. */
export function coursesNamed({ institute, branch }: BillingSelection) {
  const names = [
    ...searchWords(institute ?? '').map((word) => contains(sql`search_key(${institutes.name})`, word)),
    ...searchWords(branch ?? '').map((word) => contains(sql`search_key(${courses.branch})`, word)),
  ];
  return unpreparedDb()
    .select({ id: courses.id })
    .from(courses)
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(and(...names));
}

/** Returns the condition on a billing line, if any. A city alone lists every course type, so that the same index applies. */
const lineThat = ({ type, session, city, course, courseIds }: FoundSelection): SQL | undefined =>
  and(
    type || city ? sql`${billingItems.courseName} = ${type ?? EVERY_TYPE}` : undefined,
    city ? sql`lower(${billingItems.city}) = lower(${city})` : undefined,
    session ? eq(billingItems.session, session) : undefined,
    course ? eq(billingItems.courseId, course) : undefined,
    courseIds ? sql`${billingItems.courseId} = any(${sql.param([...courseIds])}::uuid[])` : undefined,
  );

/**
 * Returns the table that a selection of billings reads, the search index where needed, its key, and the condition, which says
 * the rest by subqueries.
 */
function billingsThat(selection: FoundSelection, { forRows }: { forRows: boolean }) {
  const { q, status, verified, from, to, userId, id, companyId } = selection;
  const ofBilling = and(
    status && hasStatus(billings, status),
    verified && VERIFIED[verified],
    userId ? ownedByUser(sql`${userId}::uuid`) : undefined,
  );
  const byKeys = forRows || !ofBilling || Boolean(q) || companyId !== undefined;
  const table = byKeys ? billingSearchIndex : billings;
  const createdAt = table.createdAt;
  const key = byKeys ? billingSearchIndex.billingId : billings.id;
  const matching = unpreparedDb()
    .select({ id: billings.id })
    .from(billings)
    .where(and(eq(billings.id, key), ofBilling));
  const line = lineThat(selection);
  const condition = and(
    byKeys && ofBilling ? exists(matching) : ofBilling,
    ...searchWords(q ?? '').map(billingNamed),
    from ? gte(createdAt, startOfDay(from)) : undefined,
    to ? lt(createdAt, endOfDay(to)) : undefined,
    id ? eq(key, id) : undefined,
    companyId ? eq(billingSearchIndex.groupId, companyId) : undefined,
    // Both must hold for the same line: a billing of B.Tech in Indore and ITI in Bhopal has no B.Tech in Bhopal.
    line &&
      exists(
        unpreparedDb()
          .select({ billingId: billingItems.billingId })
          .from(billingItems)
          .where(and(eq(billingItems.billingId, key), line)),
      ),
  );
  return { table, key, condition };
}

/** Returns the condition of a selection of users. */
function usersThat({ q, kind, id }: UserSelection): SQL | undefined {
  const text = users.searchText;
  const phone = phoneOf(q ?? '');
  const words = (phone ? [phone] : searchWords(q ?? '')).map((word) => {
    const digits = phoneDigits(word);
    return or(contains(text, word), digits && digits !== word ? contains(text, digits) : undefined);
  });
  return and(...words, kind && eq(users.kind, kind), id ? eq(users.id, id) : undefined);
}

/** Counts all users and billings. */
export const recordCounts = () =>
  db()
    .select({
      users: sql<number>`coalesce(sum(${rowCounts.users}), 0)`,
      billings: sql<number>`coalesce(sum(${rowCounts.billings}), 0)`,
    })
    .from(rowCounts);

/** Returns the condition on lines of a selection that says nothing else, null if it does. */
function lineAlone(selection: FoundSelection): { line: SQL | undefined } | null {
  const { sort: _, dir: __, type, session, city, course, courseIds, ...others } = selection;
  return Object.values(others).some(Boolean) ? null : { line: lineThat({ type, session, city, course, courseIds }) };
}

/** Counts the matching billings, reading as few tables as possible. */
export function billingCount(selection: FoundSelection) {
  const alone = lineAlone(selection);
  if (alone?.line)
    return unpreparedDb()
      .select({ total: countDistinct(billingItems.billingId) })
      .from(billingItems)
      .where(alone.line);
  const { table, condition } = billingsThat(selection, { forRows: false });
  return unpreparedDb().select({ total: count() }).from(table).where(condition);
}

/** Counts the matching lines of the matching billings, reading as few tables as possible; removed ones have no seats. */
export function lineCount(selection: FoundSelection) {
  const [alone, hasSeats] = [lineAlone(selection), gt(billingItems.seats, 0)];
  if (alone) return unpreparedDb().select({ total: count() }).from(billingItems).where(and(hasSeats, alone.line));
  const { table, key, condition } = billingsThat(selection, { forRows: false });
  return unpreparedDb()
    .select({ total: count() })
    .from(table)
    .innerJoin(billingItems, and(eq(billingItems.billingId, key), hasSeats, lineThat(selection)))
    .where(condition);
}

/** Counts the matching users. */
export const userCount = (selection: UserSelection) =>
  unpreparedDb().select({ total: count() }).from(users).where(usersThat(selection));

/** Offset and limit, counted from the end of the order if `backwards`; the rows then come in reverse. */
export type Slice = { offset: number; limit: number; backwards: boolean };

const directionOf = (dir: 'asc' | 'desc', { backwards }: Slice) => ((dir === 'asc') === backwards ? desc : asc);

/** Returns a slice of the billings' table; `types` are the lines. */
export function billingSlice(filter: FoundSelection & Pick<BillingFilter, 'sort' | 'dir'>, slice: Slice) {
  const { condition } = billingsThat(filter, { forRows: true });
  const [key, inOrder] = [BILLING_KEY[filter.sort], directionOf(filter.dir, slice)];
  const page = unpreparedDb()
    .$with('page')
    .as(
      unpreparedDb()
        .select({ id: billingSearchIndex.billingId, key: key.as('key') })
        .from(billingSearchIndex)
        .where(condition)
        .orderBy(inOrder(key), inOrder(billingSearchIndex.billingId))
        .limit(slice.limit)
        .offset(slice.offset),
    );
  const { courseName, seats, position, session } = billingItems;
  const lines = unpreparedDb()
    .select({
      sessions: sql<string[]>`array_agg(distinct ${session} order by ${session})`.as('sessions'),
      types: sql<
        { courseType: CourseType; seats: number }[] | null
      >`json_agg(json_build_object('courseType', ${courseName}, 'seats', ${seats}) order by ${position})`.as('types'),
    })
    .from(billingItems)
    .where(and(eq(billingItems.billingId, billings.id), gt(seats, 0)))
    .as('lines');
  return unpreparedDb()
    .with(page)
    .select({ ...BILLING_COLUMNS, types: lines.types, sessions: lines.sessions, hasEnded: hasEnded(billings) })
    .from(page)
    .innerJoin(billings, eq(billings.id, page.id))
    .crossJoinLateral(lines)
    .orderBy(inOrder(page.key), inOrder(page.id));
}

/** Returns a slice of the users' table. */
export function userSlice(filter: UserFilter, slice: Slice) {
  const [key, inOrder] = [USER_KEY[filter.sort], directionOf(filter.dir, slice)];
  const owner = alias(users, 'owner');
  const page = unpreparedDb()
    .$with('page')
    .as(
      unpreparedDb()
        .select({ id: users.id, key: key.as('key') })
        .from(users)
        .where(usersThat(filter))
        .orderBy(inOrder(key), inOrder(users.id))
        .limit(slice.limit)
        .offset(slice.offset),
    );
  return unpreparedDb()
    .with(page)
    .select({
      id: users.id,
      kind: sql<UserRecord['kind']>`${users.kind}`,
      fullName: users.fullName,
      designation: users.designation,
      company: users.companyName,
      industry: users.industry,
      email: users.email,
      phone: users.phoneNumber,
      /** Name of the owner whose colleague this is. */
      owner: owner.fullName,
      createdAt: users.createdAt,
    })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .leftJoin(owner, eq(owner.id, users.memberOf))
    .orderBy(inOrder(page.key), inOrder(page.id));
}

/** A line in a batch of billings. */
type BatchedLine = {
  courseId: string;
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  session: string;
  studyYear: number;
  pricePaise: number;
  seats: number;
};

/** A line with its part of the money of its billing, and whether it matches the selection. */
type BatchedPart = {
  courseId: string;
  receivedPaise: number;
  withheldPaise: number;
  outstandingPaise: number;
  isFound: boolean;
};

/** The record of a billing in a batch. */
export type BatchedBilling = Awaited<ReturnType<typeof billingBatch>>[number];

/** What arrived and was not paid back, without the tax withheld by the payer. */
const RECEIVED = sql<number>`${billings.receivedPaise} - ${billings.refundedPaise} - ${withheld(billings)}`;

/**
 * The parts that the lines of a billing have of its money, in proportion to their value: they add up to it, so that the sums of a file
 * of lines are true.
 */
function partsOf(selection: FoundSelection): SQL<BatchedPart[] | null> {
  const line = billingItems;
  const divide = (paise: SQL) => sql`divided(greatest(${paise}, 0)::bigint, item.values)`;
  return sql`(
    select json_agg(json_build_object('courseId', part.course, 'isFound', ${lineThat(selection) ?? sql`true`}, 'receivedPaise', part.received,
                                      'withheldPaise', part.withheld, 'outstandingPaise', part.outstanding))
      from ${lineValues(billings.id)} item
     cross join lateral unnest(item.courses, ${divide(RECEIVED)}, ${divide(withheld(billings))}, ${divide(outstanding(billings))})
                        as part(course, received, withheld, outstanding)
      join ${line} on ${line.billingId} = ${billings.id} and ${line.courseId} = part.course)`;
}

/**
 * Returns the next billings, newest first, from the end of the last batch; `dueAt` is the end of the term of a pledge.
 * @param money whether the money of each billing is wanted as a whole, or in parts by line; without it the sums are 0
 */
export function billingBatch(
  selection: FoundSelection,
  cursor: Cursor | null,
  size: number,
  { money }: { money?: 'whole' | 'parts' } = {},
) {
  const { condition } = billingsThat(selection, { forRows: true });
  const { billingId, createdAt } = billingSearchIndex;
  const batch = unpreparedDb()
    .$with('batch')
    .as(
      unpreparedDb()
        .select({ id: billingId, key: sql`${createdAt}`.as('key') })
        .from(billingSearchIndex)
        .where(and(condition, cursor ? isBefore(createdAt, billingId, cursor) : undefined))
        .orderBy(desc(createdAt), desc(billingId))
        .limit(size),
    );
  const sumOf = (value: SQL) => sql<number>`${money === 'whole' ? value : sql`0`}`;
  const line = billingItems;
  const lines = unpreparedDb()
    .select({
      lines: sql<BatchedLine[] | null>`json_agg(json_build_object(
        'courseId', ${line.courseId}, 'courseName', ${line.courseName}, 'branch', ${line.branch}, 'institute', ${line.institute},
        'city', ${line.city}, 'session', ${line.session}, 'studyYear', ${line.studyYear}, 'pricePaise', ${line.pricePaise}, 'seats', ${line.seats}) order by ${line.position})`.as(
        'lines',
      ),
    })
    .from(line)
    .where(and(eq(line.billingId, billings.id), gt(line.seats, 0)))
    .as('lines');
  return unpreparedDb()
    .with(batch)
    .select({
      ...BILLING_COLUMNS,
      userId: billings.userId,
      fullName: sql<string>`${billings.sponsor}->>'fullName'`,
      email: sql<string>`${billings.sponsor}->>'email'`,
      verifiedChannel: billings.verifiedChannel,
      consent: qualified(consentOf(billings)),
      isAdopted: sql<boolean>`${hasState(billings, ADOPTED_STATES)}`,
      parts: money === 'parts' ? qualified(partsOf(selection)) : sql<BatchedPart[] | null>`null::json`,
      receivedPaise: sumOf(qualified(sql`greatest(${RECEIVED}, 0)::bigint`)),
      withheldPaise: sumOf(withheld(billings)),
      outstandingPaise: sumOf(sql`${outstanding(billings)}`),
      dueAt: billings.dueAt,
      // With a name of its own, since the order is that of the time and not of its text.
      at: sql<string>`${batch.key}::text`.as('at'),
      lines: lines.lines,
    })
    .from(batch)
    .innerJoin(billings, eq(billings.id, batch.id))
    .crossJoinLateral(lines)
    .orderBy(desc(batch.key), desc(batch.id));
}

/** Condition: a record comes after the end of a batch, in the order of batches. */
const isBefore = (createdAt: SQLWrapper, key: SQLWrapper, { at, id }: Cursor) =>
  sql`(${createdAt}, ${key}) < (${at}::text::timestamptz, ${id}::uuid)`;

/** The record of a user in a batch. */
export type BatchedUser = Awaited<ReturnType<typeof userBatch>>[number];

/**
 * Returns the next users, newest first, from the end of the last batch, with the courses of their adopted or held
 * seats. Those of a single user contain what was adopted as a guest (see ownedByUser); in a list of all users that
 * stands with the guest.
 * @param adminId who reads them, for whether an e-mail address that waits may be confirmed
 */
export function userBatch(selection: UserSelection, cursor: Cursor | null, size: number, adminId: string) {
  const batch = unpreparedDb()
    .select()
    .from(users)
    .where(and(usersThat(selection), cursor ? isBefore(users.createdAt, users.id, cursor) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(size)
    .as('batch');
  const { courseName, branch, institute, city, seats, position } = billingItems;
  const lines = unpreparedDb()
    .select({
      courseName,
      branch,
      institute,
      city,
      seats: sql`sum(${seats})`.as('seats'),
      first: sql`min(${billings.verifiedAt})`.as('first'),
      position: sql`min(${position})`.as('position'),
    })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .where(
      and(
        selection.id ? ownedByUser(sql`${batch.id}`) : eq(billings.userId, batch.id),
        gt(seats, 0),
        or(hasState(billings, ADOPTED_STATES), isLiveHold(billings)),
      ),
    )
    .groupBy(courseName, branch, institute, city)
    .as('lines');
  const locked = unpreparedDb()
    .select({
      lines: sql<Parameters<typeof lockedCourseText>[0][] | null>`json_agg(json_build_object(
        'courseName', ${lines.courseName}, 'branch', ${lines.branch}, 'institute', ${lines.institute}, 'city', ${lines.city},
        'seats', ${lines.seats}) order by ${lines.first}, ${lines.position})`.as('lines'),
    })
    .from(lines)
    .as('locked');
  const [colleague, person] = [alias(users, 'colleague'), alias(users, 'person')];
  const owner = sql`coalesce(${batch.memberOf}, ${batch.id})`;
  const people = sql<UserRecord['company_people']>`
    case when ${batch.memberOf} is null and not exists (select from ${users} ${colleague} where ${colleague.memberOf} = ${batch.id})
         then '[]'::json else (
      select json_agg(json_build_object('id', ${person.id}, 'full_name', ${person.fullName}, 'role', coalesce(${person.memberRole}, 'owner'))
                      order by ${person.memberOf} is not null, lower(${person.fullName}), ${person.id})
        from ${users} ${person} where ${person.id} = ${owner} or ${person.memberOf} = ${owner}) end`;
  const { emailChange } = batch;
  const [admin, proposer] = [sql`${adminId}::uuid`, sql`(${emailChange}->>'by')::uuid`];
  const hasSecondOwner = hasSecondAdmin(admin, sql`(${emailChange}->>'at')::timestamptz`, OWNER_ROLES);
  const change = sql<UserRecord['email_change']>`
    case when ${emailChange} is not null then json_build_object(
      'email', ${emailChange}->>'email', 'reason', ${emailChange}->>'reason', 'version', ${emailChange}->>'at',
      'by', (select ${admins.username} from ${admins} where ${admins.id} = ${proposer}),
      'may_confirm', ${proposer} <> ${admin} or not ${hasSecondOwner}) end`;
  return unpreparedDb()
    .select({
      id: batch.id,
      kind: sql<UserRecord['kind']>`${batch.kind}`,
      full_name: batch.fullName,
      designation: batch.designation,
      email: batch.email,
      phone_number: batch.phoneNumber,
      company_name: batch.companyName,
      industry: batch.industry,
      createdAt: batch.createdAt,
      at: sql<string>`${batch.createdAt}::text`,
      lines: locked.lines,
      company_people: people,
      email_change: change,
    })
    .from(batch)
    .crossJoinLateral(locked)
    .orderBy(desc(batch.createdAt), desc(batch.id));
}
