import 'server-only';
import { isEndedHold, isLiveHold } from '@/db/holds';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { phoneDigits, searchWords } from './rules';
import type { BillingFilter, PaymentStatus, UserFilter } from './schema';

/** A statement and what stands for its $1, $2, … */
export type Statement = { text: string; values: (string | number)[] };

/** Which billings: those of a filter, of one user, or a single one. */
export type BillingSelection = Partial<BillingFilter> & { userId?: string; id?: string };

/** Which users: those of a filter, or a single one. */
export type UserSelection = Partial<UserFilter> & { id?: string };

/** Where a batch ended: the moment of its last record as Postgres writes it, to the microsecond, and its id. */
export type Cursor = { at: string; id: string };

/** A running hold waits for its payment; one whose time is over counts as expired, though nobody has given its seats back yet (A-01). */
const STATUS: Record<PaymentStatus, string> = {
  pending: `(b.state in ('draft', 'pledged', 'held') and not ${isEndedHold('b')})`,
  expired: `(b.state in ('expired', 'held') and not ${isLiveHold('b')})`,
  completed: `b.state = 'completed'`,
  refund_due: `b.state = 'refund_due'`,
  replaced: `b.state = 'replaced'`,
};
const STATUS_COLUMN = `case ${Object.entries(STATUS)
  .map(([status, condition]) => `when ${condition} then '${status}'`)
  .join(' ')} end as status`;

/** Only drafts, and adoptions that were replaced before anybody verified them, are not verified; their states have an index. */
const VERIFIED = {
  yes: `(b.state in ('pledged', 'held', 'completed', 'expired', 'refund_due', 'replaced') and b.verified_at is not null)`,
  no: `(b.state in ('draft', 'replaced') and b.verified_at is null)`,
};

/** What is sorted by, each with an index. The id breaks ties in the same direction, so that one order is exactly the other backwards. */
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

/** The columns of a billing that both its row and its record have; money in paise. */
const BILLING_COLUMNS = `b.id, b.reference, b.sponsor->>'company' as company, b.total_paise::float8 as "totalPaise", ${STATUS_COLUMN},
       b.verified_at is not null as "isVerified", ${milliseconds('b.created_at')} as "createdMs"`;

/** Collects values while a text is written; each call gives the placeholder. */
function collector() {
  const values: Statement['values'] = [];
  return { values, bind: (value: string | number) => `$${values.push(value)}` };
}
type Bind = ReturnType<typeof collector>['bind'];

const contains = (text: string, word: string, bind: Bind) =>
  `${text} like '%' || search_key(${bind(word.replace(/[\\%_]/g, '\\$&'))}) || '%'`;

/** Days are whole days of India. */
const startOf = (day: string, bind: Bind, plus = '') =>
  `(${bind(day)}::date${plus})::timestamp at time zone 'Asia/Kolkata'`;

/** What a line of a billing must be. A city alone names every type, so that their index serves it as well. */
function lineThat({ type, city }: BillingSelection, bind: Bind): string[] {
  if (!city) return type ? [`i.course_name = ${bind(type)}`] : [];
  const types = type ? bind(type) : `any('{${COURSE_TYPES.join(',')}}')`;
  return [`i.course_name = ${types}`, `lower(i.city) = lower(${bind(city)})`];
}

/** The tables of a selection of billings, the keys as `k` where they are needed, and what their rows must be. */
function billingsThat(
  selection: BillingSelection,
  bind: Bind,
  forRows = false,
): { source: string; conditions: string[] } {
  const { q, status, verified, from, to, userId, id } = selection;
  const conditions: string[] = [];
  if (status) conditions.push(STATUS[status]);
  if (verified) conditions.push(VERIFIED[verified]);
  if (userId) conditions.push(`b.user_id = ${bind(userId)}`);
  const byBilling = conditions.length > 0;
  const byKeys = forRows || !byBilling || Boolean(q);
  const at = byKeys ? 'k.created_at' : 'b.created_at';
  const key = byKeys ? 'k.billing_id' : 'b.id';
  conditions.push(...searchWords(q ?? '').map((word) => contains('k.search_text', word, bind)));
  if (from) conditions.push(`${at} >= ${startOf(from, bind)}`);
  if (to) conditions.push(`${at} < ${startOf(to, bind, ' + 1')}`);
  if (id) conditions.push(`${key} = ${bind(id)}`);
  const line = lineThat(selection, bind);
  // On one line: a billing of B.Tech in Indore and ITI in Bhopal has no B.Tech in Bhopal.
  if (line.length > 0)
    conditions.push(`exists (select from billing_items i where i.billing_id = ${key} and ${line.join(' and ')})`);
  if (!byKeys) return { source: 'billings b', conditions };
  const join = byBilling ? ' join billings b on b.id = k.billing_id' : '';
  return { source: `billing_keys k${join}`, conditions };
}

function usersThat({ q, kind, id }: UserSelection, bind: Bind): string[] {
  const conditions = searchWords(q ?? '').map((word) => {
    const [text, digits] = [contains('u.search_text', word, bind), phoneDigits(word)];
    return digits && digits !== word ? `(${text} or ${contains('u.search_text', digits, bind)})` : text;
  });
  if (kind) conditions.push(`u.kind = ${bind(kind)}`);
  if (id) conditions.push(`u.id = ${bind(id)}`);
  return conditions;
}

const where = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');

/** How many users and billings there are. */
export const RECORD_COUNTS: Statement = {
  text: `select coalesce(sum(users), 0)::int as users, coalesce(sum(billings), 0)::int as billings from record_counts`,
  values: [],
};

/** How many billings match, asked of as few tables as know it. */
export function billingCount(selection: BillingSelection): Statement {
  const { values, bind } = collector();
  const { sort: _, dir: __, type, city, ...others } = selection;
  if ((type || city) && Object.values(others).every((value) => !value)) {
    const lines = `billing_items i ${where(lineThat(selection, bind))}`;
    return { text: `select count(distinct i.billing_id)::int as total from ${lines}`, values };
  }
  const { source, conditions } = billingsThat(selection, bind);
  return { text: `select count(*)::int as total from ${source} ${where(conditions)}`, values };
}

/** How many users match. */
export function userCount(selection: UserSelection): Statement {
  const { values, bind } = collector();
  return { text: `select count(*)::int as total from users u ${where(usersThat(selection, bind))}`, values };
}

/** Rows to skip and to give, counted from the other end of the order where `backwards`; the rows come backwards then. */
export type Slice = { offset: number; limit: number; backwards: boolean };

/** The rows of a part of the billings' table. */
export function billingSlice(filter: BillingFilter, slice: Slice): Statement {
  const { values, bind } = collector();
  const { source, conditions } = billingsThat(filter, bind, true);
  const { order, cut } = slicing(filter.dir, slice, bind);
  const text = `
    with page as (
      select k.billing_id as id, ${BILLING_KEY[filter.sort]} as key from ${source} ${where(conditions)}
       ${order(BILLING_KEY[filter.sort], 'k.billing_id')} ${cut}
    )
    select ${BILLING_COLUMNS}, lines.types
      from page join billings b on b.id = page.id cross join lateral (
           select json_agg(json_build_object('courseType', i.course_name, 'seats', i.seats) order by i.position) as types
             from billing_items i where i.billing_id = b.id) lines
     ${order('page.key', 'page.id')}`;
  return { text, values };
}

/** The rows of a part of the users' table. */
export function userSlice(filter: UserFilter, slice: Slice): Statement {
  const { values, bind } = collector();
  const { order, cut } = slicing(filter.dir, slice, bind);
  const text = `
    with page as (
      select u.id, ${USER_KEY[filter.sort]} as key from users u ${where(usersThat(filter, bind))}
       ${order(USER_KEY[filter.sort], 'u.id')} ${cut}
    )
    select u.id, u.kind, u.full_name as "fullName", u.designation, u.company_name as company, u.industry, u.email,
           u.phone_number as phone, ${milliseconds('u.created_at')} as "createdMs"
      from page join users u on u.id = page.id
     ${order('page.key', 'page.id')}`;
  return { text, values };
}

function slicing(dir: 'asc' | 'desc', { offset, limit, backwards }: Slice, bind: Bind) {
  const way = (dir === 'asc') === backwards ? 'desc' : 'asc';
  return {
    order: (key: string, id: string) => `order by ${key} ${way}, ${id} ${way}`,
    cut: `limit ${bind(limit)} offset ${bind(offset)}`,
  };
}

/** The next records of the billings, newest first, from where the last batch ended. */
export function billingBatch(selection: BillingSelection, cursor: Cursor | null, size: number): Statement {
  const { values, bind } = collector();
  const { source, conditions } = billingsThat(selection, bind, true);
  if (cursor) conditions.push(`(k.created_at, k.billing_id) < ${position(cursor, bind)}`);
  const text = `
    with batch as (
      select k.billing_id as id, k.created_at as key from ${source} ${where(conditions)}
       order by k.created_at desc, k.billing_id desc limit ${bind(size)}
    )
    select ${BILLING_COLUMNS}, b.user_id as "userId", b.sponsor->>'fullName' as "fullName", b.sponsor->>'email' as email,
           batch.key::text as at, lines.lines
      from batch join billings b on b.id = batch.id cross join lateral (
           select json_agg(json_build_object('courseId', i.course_id, 'courseName', i.course_name, 'branch', i.branch,
                           'institute', i.institute, 'city', i.city, 'pricePaise', i.price_paise, 'seats', i.seats)
                           order by i.position) as lines
             from billing_items i where i.billing_id = b.id) lines
     order by batch.key desc, b.id desc`;
  return { text, values };
}

const position = ({ at, id }: Cursor, bind: Bind) => `(${bind(at)}::timestamptz, ${bind(id)}::uuid)`;

/** The next records of the users, newest first, from where the last batch ended, with the courses whose seats they have or hold (A-74). */
export function userBatch(selection: UserSelection, cursor: Cursor | null, size: number): Statement {
  const { values, bind } = collector();
  const conditions = usersThat(selection, bind);
  if (cursor) conditions.push(`(u.created_at, u.id) < ${position(cursor, bind)}`);
  const text = `
    select u.id, u.kind, u.full_name, u.designation, u.email, u.phone_number, u.company_name, u.industry,
           ${milliseconds('u.created_at')} as "createdMs", u.created_at::text as at, locked.lines
      from (select * from users u ${where(conditions)} order by u.created_at desc, u.id desc limit ${bind(size)}) u
           cross join lateral (
           select json_agg(json_build_object('courseName', l.course_name, 'branch', l.branch, 'institute', l.institute,
                           'city', l.city, 'seats', l.seats) order by l.first, l.position) as lines
             from (select i.course_name, i.branch, i.institute, i.city, sum(i.seats)::int as seats,
                          min(b.verified_at) as first, min(i.position) as position
                     from billings b join billing_items i on i.billing_id = b.id
                    where b.user_id = u.id
                      and (b.state in ('pledged', 'completed') or ${isLiveHold('b')})
                    group by i.course_name, i.branch, i.institute, i.city) l) locked
     order by u.created_at desc, u.id desc`;
  return { text, values };
}
