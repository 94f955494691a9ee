import 'server-only';
import { sql as fragment, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Fragment, PendingQuery } from 'postgres';
import { OUTSTANDING } from '@/db/balance';
import { sql } from '@/db/client';
import { hasState, textOf, type Columns } from '@/db/conditions';
import { all, endOfDay, raw, startOfDay } from '@/db/fragments';
import { endedHold, isLiveHold, liveHold } from '@/db/holds';
import { billings } from '@/db/schema';
import { stateList, statesThat, type BillingPaymentStatus } from '@/db/schema/billing-states';
import { belongsToUser } from '@/lib/adoption/access';
import { ADOPTED_STATES, requireTransition } from '@/lib/adoption/rules';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import type { OtpMethod } from '@/lib/otp/schema';
import { phoneDigits, searchWords, type BillingRow, type lockedCourseText, type UserRow } from './rules';
import { BILLING_PAYMENT_STATUSES, type BillingFilter, type UserFilter, type UserRecord } from './schema';

/**
 * Selects the billings of a filter, or of a user with those made as a guest (see belongsToUser), or a single one.
 */
export type BillingSelection = Partial<BillingFilter> & { userId?: string; id?: string };

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
  if (states.includes('held')) return fragment`(${hasState(billing, states)} and not ${endedHold(billing)})`;
  if (states.includes(ENDED_HOLD))
    return fragment`(${hasState(billing, [...states, 'held'])} and not ${liveHold(billing)})`;
  return hasState(billing, states);
}
const ENDED_HOLD = requireTransition('held', 'hold_ended', 'release').to;

/** The status of a billing, or of an alias of the table. */
export const paymentStatus = (billing: Hold): SQL<BillingPaymentStatus> =>
  fragment`case ${fragment.join(
    BILLING_PAYMENT_STATUSES.map(
      (status) => fragment`when ${hasStatus(billing, status)} then ${fragment.raw(`'${status}'`)}`,
    ),
    fragment` `,
  )} end`;

/* The same for statements that are strings, of a billing `b`. */
const statusCondition = (status: BillingPaymentStatus) => textOf(hasStatus(alias(billings, 'b'), status));
const STATUS_COLUMN = `${textOf(paymentStatus(alias(billings, 'b')))} as status`;

/** Only drafts, and adoptions replaced before their verification, are unverified; an index on states covers them. */
const VERIFIED = {
  yes: `(b.state in (${stateList(statesThat(({ verified }) => verified !== 'no'))}) and b.verified_at is not null)`,
  no: `(b.state in (${stateList(statesThat(({ verified }) => verified !== 'yes'))}) and b.verified_at is null)`,
};

/**
 * The sort keys, each with an index. The id breaks ties in the same direction, so that reversing the order reverses it
 * exactly.
 */
const BILLING_KEY: Record<BillingFilter['sort'], string> = {
  created: 'k.created_at',
  company: 'k.company collate "C"',
  total: 'k.total_paise',
  seats: 'k.seats',
};
const USER_KEY: Record<UserFilter['sort'], string> = {
  created: 'u.created_at',
  name: 'lower(u.full_name collate "und-x-icu") collate "C"',
  company: 'lower(u.company_name collate "und-x-icu") collate "C"',
};

const milliseconds = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

/** The columns common to a billing's row and record; money in paise. */
const BILLING_COLUMNS = `b.id, b.reference, b.sponsor->>'company' as company, b.total_paise::float8 as "totalPaise", ${STATUS_COLUMN},
       b.verified_at is not null as "isVerified", ${milliseconds('b.created_at')} as "createdMs"`;

const contains = (column: Fragment, word: string) =>
  sql()`${column} like '%' || search_key(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/** Billings whose company, e-mail or reference contains a word, or whose money came with it as the bank's reference. */
const billingNamed = (word: string) =>
  /\d/.test(word)
    ? sql()`(${contains(sql()`k.search_text`, word)} or k.billing_id = any(array(
         select r.billing_id from bank_credits c join bank_receipts r on r.credit_id = c.id
          where c.key = credit_key('NEFT', ${word}, '', null) and c.parts_paise > 0)))`
    : contains(sql()`k.search_text`, word);

/** Returns the conditions on a billing line. A city alone lists every course type, so that the same index applies. */
function lineThat({ type, city, institute, branch, course }: BillingSelection): Fragment[] {
  const conditions: Fragment[] = [];
  if (type || city) {
    const types = type ? sql()`${type}` : raw(`any('{${COURSE_TYPES.join(',')}}')`);
    conditions.push(sql()`i.course_name = ${types}`);
  }
  if (city) conditions.push(sql()`lower(i.city) = lower(${city})`);
  if (course) conditions.push(sql()`i.course_id = ${course}`);
  // The few courses with such names are found first; the index on the course of a line does the rest.
  const names = [
    ...searchWords(institute ?? '').map((word) => contains(sql()`search_key(n.name)`, word)),
    ...searchWords(branch ?? '').map((word) => contains(sql()`search_key(c.branch)`, word)),
  ];
  if (names.length > 0)
    conditions.push(sql()`
      i.course_id = any(array(select c.id from courses c left join institutes n on n.id = c.institute_id where ${all(names)}))`);
  return conditions;
}

/** Returns the tables of a selection of billings (the search index as `k` where needed) and the conditions. */
function billingsThat(
  selection: BillingSelection,
  { forRows }: { forRows: boolean },
): { source: Fragment; conditions: Fragment[] } {
  const { q, status, verified, from, to, userId, id } = selection;
  const conditions: Fragment[] = [];
  if (status) conditions.push(raw(statusCondition(status)));
  if (verified) conditions.push(raw(VERIFIED[verified]));
  if (userId) conditions.push(belongsToUser(sql()`${userId}::uuid`));
  const byBilling = conditions.length > 0;
  const byKeys = forRows || !byBilling || Boolean(q);
  const at = raw(byKeys ? 'k.created_at' : 'b.created_at');
  const key = raw(byKeys ? 'k.billing_id' : 'b.id');
  conditions.push(...searchWords(q ?? '').map(billingNamed));
  if (from) conditions.push(sql()`${at} >= ${startOfDay(from)}`);
  if (to) conditions.push(sql()`${at} < ${endOfDay(to)}`);
  if (id) conditions.push(sql()`${key} = ${id}`);
  const line = lineThat(selection);
  // Both must hold for the same line: a billing of B.Tech in Indore and ITI in Bhopal has no B.Tech in Bhopal.
  if (line.length > 0)
    conditions.push(sql()`exists (select from billing_items i where i.billing_id = ${key} and ${all(line)})`);
  if (!byKeys) return { source: sql()`billings b`, conditions };
  return {
    source: raw(`billing_search_index k${byBilling ? ' join billings b on b.id = k.billing_id' : ''}`),
    conditions,
  };
}

function usersThat({ q, kind, id }: UserSelection): Fragment[] {
  const text = sql()`u.search_text`;
  const conditions: Fragment[] = searchWords(q ?? '').map((word) => {
    const digits = phoneDigits(word);
    const found = contains(text, word);
    return digits && digits !== word ? sql()`(${found} or ${contains(text, digits)})` : found;
  });
  if (kind) conditions.push(sql()`u.kind = ${kind}`);
  if (id) conditions.push(sql()`u.id = ${id}`);
  return conditions;
}

type Counted = { total: number };

/** Counts all users and billings. */
export const recordCounts = (): PendingQuery<{ users: number; billings: number }[]> => sql()`
  select coalesce(sum(users), 0)::int as users, coalesce(sum(billings), 0)::int as billings from row_counts`;

/** Counts the matching billings, reading as few tables as possible. */
export function billingCount(selection: BillingSelection): PendingQuery<Counted[]> {
  const {
    sort: _,
    dir: __,
    type: _type,
    city: _city,
    institute: _institute,
    branch: _branch,
    course: _course,
    ...others
  } = selection;
  const line = lineThat(selection);
  if (line.length > 0 && Object.values(others).every((value) => !value))
    return sql()`select count(distinct i.billing_id)::int as total from billing_items i where ${all(line)}`;
  const { source, conditions } = billingsThat(selection, { forRows: false });
  return sql()`select count(*)::int as total from ${source} where ${all(conditions)}`;
}

/** Counts the lines of the matching billings; removed ones have no seats. */
export function lineCount(selection: BillingSelection): PendingQuery<Counted[]> {
  const { source, conditions } = billingsThat(selection, { forRows: true });
  return sql()`
    select count(*)::int as total from ${source} join billing_items l on l.billing_id = k.billing_id and l.seats > 0
     where ${all(conditions)}`;
}

/** Counts the matching users. */
export const userCount = (selection: UserSelection): PendingQuery<Counted[]> =>
  sql()`select count(*)::int as total from users u where ${all(usersThat(selection))}`;

/** Offset and limit, counted from the end of the order if `backwards`; the rows then come in reverse. */
export type Slice = { offset: number; limit: number; backwards: boolean };

/** The row of a billing in a slice of the table. */
export type BillingSliceRow = Omit<BillingRow, 'createdAt' | 'seats' | 'types'> & {
  createdMs: number;
  types: BillingRow['types'] | null;
};

/** Returns a slice of the billings' table. */
export function billingSlice(filter: BillingFilter, slice: Slice): PendingQuery<BillingSliceRow[]> {
  const { source, conditions } = billingsThat(filter, { forRows: true });
  const [key, order] = [BILLING_KEY[filter.sort], orderOf(filter.dir, slice)];
  return sql()`
    with page as (
      select k.billing_id as id, ${raw(key)} as key from ${source} where ${all(conditions)}
       order by ${order(key, 'k.billing_id')} limit ${slice.limit} offset ${slice.offset}
    )
    select ${raw(BILLING_COLUMNS)}, lines.types
      from page join billings b on b.id = page.id cross join lateral (
           select json_agg(json_build_object('courseType', i.course_name, 'seats', i.seats) order by i.position) as types
             from billing_items i where i.billing_id = b.id and i.seats > 0) lines
     order by ${order('page.key', 'page.id')}`;
}

/** The row of a user in a slice of the table. */
export type UserSliceRow = Omit<UserRow, 'createdAt'> & { createdMs: number };

/** Returns a slice of the users' table. */
export function userSlice(filter: UserFilter, slice: Slice): PendingQuery<UserSliceRow[]> {
  const [key, order] = [USER_KEY[filter.sort], orderOf(filter.dir, slice)];
  return sql()`
    with page as (
      select u.id, ${raw(key)} as key from users u where ${all(usersThat(filter))}
       order by ${order(key, 'u.id')} limit ${slice.limit} offset ${slice.offset}
    )
    select u.id, u.kind, u.full_name as "fullName", u.designation, u.company_name as company, u.industry, u.email,
           u.phone_number as phone, o.full_name as owner, ${raw(milliseconds('u.created_at'))} as "createdMs"
      from page join users u on u.id = page.id left join users o on o.id = u.member_of
     order by ${order('page.key', 'page.id')}`;
}

function orderOf(dir: 'asc' | 'desc', { backwards }: Slice) {
  const way = (dir === 'asc') === backwards ? 'desc' : 'asc';
  return (key: string, id: string) => raw(`${key} ${way}, ${id} ${way}`);
}

/** The record of a billing in a batch. */
export type BatchedBilling = Cursor & {
  userId: string;
  reference: string;
  company: string;
  fullName: string;
  email: string;
  totalPaise: number;
  status: BillingPaymentStatus;
  isVerified: boolean;
  verifiedChannel: OtpMethod | null;
  isAdopted: boolean;
  /** Received and not paid back. */
  receivedPaise: number;
  outstandingPaise: number;
  /** The end of the term of a pledge. */
  dueMs: number | null;
  createdMs: number;
  lines:
    | {
        courseId: string;
        courseName: string;
        branch: string;
        institute: string;
        city: string;
        pricePaise: number;
        seats: number;
      }[]
    | null;
};

/** Returns the next billings, newest first, from the end of the last batch. */
export function billingBatch(
  selection: BillingSelection,
  cursor: Cursor | null,
  size: number,
): PendingQuery<BatchedBilling[]> {
  const { source, conditions } = billingsThat(selection, { forRows: true });
  if (cursor) conditions.push(sql()`(k.created_at, k.billing_id) < ${position(cursor)}`);
  return sql()`
    with batch as (
      select k.billing_id as id, k.created_at as key from ${source} where ${all(conditions)}
       order by k.created_at desc, k.billing_id desc limit ${size}
    )
    select ${raw(BILLING_COLUMNS)}, b.user_id as "userId", b.sponsor->>'fullName' as "fullName", b.sponsor->>'email' as email,
           b.verified_channel as "verifiedChannel", b.state = any(${ADOPTED_STATES}) as "isAdopted",
           (b.received_paise - b.refunded_paise)::float8 as "receivedPaise", ${raw(OUTSTANDING('b'))}::float8 as "outstandingPaise",
           ${raw(milliseconds('b.due_at'))} as "dueMs", batch.key::text as at, lines.lines
      from batch join billings b on b.id = batch.id cross join lateral (
           select json_agg(json_build_object('courseId', i.course_id, 'courseName', i.course_name, 'branch', i.branch,
                           'institute', i.institute, 'city', i.city, 'pricePaise', i.price_paise, 'seats', i.seats)
                           order by i.position) as lines
             from billing_items i where i.billing_id = b.id and i.seats > 0) lines
     order by batch.key desc, b.id desc`;
}

const position = ({ at, id }: Cursor) => sql()`(${at}::text::timestamptz, ${id}::uuid)`;

/** The record of a user in a batch. */
export type BatchedUser = Cursor &
  Omit<UserRecord, 'created_at' | 'locked_courses'> & {
    createdMs: number;
    lines: Parameters<typeof lockedCourseText>[0][] | null;
  };

/**
 * Returns the next users, newest first, from the end of the last batch, with the courses of their adopted or held
 * seats. Those of a single user contain what was adopted as a guest (see belongsToUser); in a list of all users that
 * stands with the guest.
 */
export function userBatch(selection: UserSelection, cursor: Cursor | null, size: number): PendingQuery<BatchedUser[]> {
  const conditions = usersThat(selection);
  const own = selection.id ? belongsToUser(sql()`u.id`) : sql()`b.user_id = u.id`;
  if (cursor) conditions.push(sql()`(u.created_at, u.id) < ${position(cursor)}`);
  return sql()`
    select u.id, u.kind, u.full_name, u.designation, u.email, u.phone_number, u.company_name, u.industry,
           ${raw(milliseconds('u.created_at'))} as "createdMs", u.created_at::text as at, locked.lines,
           case when u.member_of is null and not exists (select from users m where m.member_of = u.id) then '[]'::json else (
             select json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'role', coalesce(p.member_role, 'owner'))
                             order by p.member_of is not null, lower(p.full_name), p.id)
               from users p where p.id = coalesce(u.member_of, u.id) or p.member_of = coalesce(u.member_of, u.id)) end as company_people
      from (select * from users u where ${all(conditions)} order by u.created_at desc, u.id desc limit ${size}) u
           cross join lateral (
           select json_agg(json_build_object('courseName', l.course_name, 'branch', l.branch, 'institute', l.institute,
                           'city', l.city, 'seats', l.seats) order by l.first, l.position) as lines
             from (select i.course_name, i.branch, i.institute, i.city, sum(i.seats)::int as seats,
                          min(b.verified_at) as first, min(i.position) as position
                     from billings b join billing_items i on i.billing_id = b.id
                    where ${own} and i.seats > 0
                      and (b.state in (${raw(stateList(ADOPTED_STATES))}) or ${raw(isLiveHold('b'))})
                    group by i.course_name, i.branch, i.institute, i.city) l) locked
     order by u.created_at desc, u.id desc`;
}
