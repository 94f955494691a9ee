import 'server-only';
import { phoneDigits, searchWords, type Page } from './rules';
import type { BillingFilter, PaymentStatus, UserFilter } from './schema';

/** A statement and what stands for its $1, $2, … */
export type Statement = { text: string; values: (string | number)[] };

/** Which billings: those of a filter, of one user, or a single one. */
export type BillingSelection = Partial<BillingFilter> & { userId?: string; id?: string };

/** Which users: those of a filter, or a single one. */
export type UserSelection = Partial<UserFilter> & { id?: string };

/** Where a batch ended: the moment of its last record as Postgres writes it, to the microsecond, and its id. */
export type Cursor = { at: string; id: string };

/** The searched text of a billing and of a user: fields on lines of their own, which a word without spaces cannot cross. */
const BILLING_TEXT = `lower(b.sponsor->>'company' || E'\\n' || (b.sponsor->>'email') || E'\\n' || b.reference)`;
const USER_TEXT = `lower(u.full_name || E'\\n' || u.company_name || E'\\n' || u.email || E'\\n' || u.phone_number || E'\\n' || regexp_replace(u.phone_number, '\\D', '', 'g'))`;

/** A running hold waits for its payment; one whose time is over counts as expired, though nobody has given its seats back yet (A-01). */
const STATUS: Record<PaymentStatus, string> = {
  pending: `(b.state in ('draft', 'pledged') or (b.state = 'held' and b.hold_expires_at > now()))`,
  expired: `(b.state = 'expired' or (b.state = 'held' and b.hold_expires_at <= now()))`,
  completed: `b.state = 'completed'`,
  refund_due: `b.state = 'refund_due'`,
  replaced: `b.state = 'replaced'`,
};
const STATUS_COLUMN = `case ${Object.entries(STATUS)
  .map(([status, condition]) => `when ${condition} then '${status}'`)
  .join(' ')} end as status`;

/** What is sorted by. The id breaks ties in the same direction, so that one order is exactly the other backwards. */
const BILLING_KEY: Record<BillingFilter['sort'], string> = {
  created: 'b.created_at',
  company: `lower(b.sponsor->>'company')`,
  total: 'b.total_paise',
  seats: '(select sum(i.seats) from billing_items i where i.billing_id = b.id)',
};
const USER_KEY: Record<UserFilter['sort'], string> = {
  created: 'u.created_at',
  name: 'lower(u.full_name)',
  company: 'lower(u.company_name)',
};

const MILLISECONDS = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

/** The columns of a billing that both its row and its record have; money in paise. */
const BILLING_COLUMNS = `b.id, b.reference, b.sponsor->>'company' as company, b.total_paise::float8 as "totalPaise", ${STATUS_COLUMN},
       b.verified_at is not null as "isVerified", ${MILLISECONDS('b.created_at')} as "createdMs"`;

/** Collects values while a text is written; each call gives the placeholder. */
function collector() {
  const values: Statement['values'] = [];
  return { values, bind: (value: string | number) => `$${values.push(value)}` };
}
type Bind = ReturnType<typeof collector>['bind'];

const contains = (text: string, word: string, bind: Bind) =>
  `${text} like '%' || lower(${bind(word.replace(/[\\%_]/g, '\\$&'))}) || '%'`;

/** Days are whole days of India. */
const startOf = (day: string, bind: Bind, plus = '') =>
  `(${bind(day)}::date${plus})::timestamp at time zone 'Asia/Kolkata'`;

function billingConditions({ q, status, verified, type, city, from, to, userId, id }: BillingSelection, bind: Bind) {
  const conditions = searchWords(q ?? '').map((word) => contains(BILLING_TEXT, word, bind));
  if (status) conditions.push(STATUS[status]);
  if (verified) conditions.push(`b.verified_at is ${verified === 'yes' ? 'not null' : 'null'}`);
  if (from) conditions.push(`b.created_at >= ${startOf(from, bind)}`);
  if (to) conditions.push(`b.created_at < ${startOf(to, bind, ' + 1')}`);
  if (userId) conditions.push(`b.user_id = ${bind(userId)}`);
  if (id) conditions.push(`b.id = ${bind(id)}`);
  // Both on one line: a billing of B.Tech in Indore and ITI in Bhopal has no B.Tech in Bhopal.
  const line = [
    ...(type ? [`i.course_name = ${bind(type)}`] : []),
    ...(city ? [`lower(i.city) = lower(${bind(city)})`] : []),
  ];
  if (line.length > 0)
    conditions.push(`exists (select from billing_items i where i.billing_id = b.id and ${line.join(' and ')})`);
  return conditions;
}

function userConditions({ q, kind, id }: UserSelection, bind: Bind) {
  const conditions = searchWords(q ?? '').map((word) => {
    const [text, digits] = [contains(USER_TEXT, word, bind), phoneDigits(word)];
    return digits && digits !== word ? `(${text} or ${contains(USER_TEXT, digits, bind)})` : text;
  });
  if (kind) conditions.push(`u.kind = ${bind(kind)}`);
  if (id) conditions.push(`u.id = ${bind(id)}`);
  return conditions;
}

const where = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');

/** How many billings there are. */
export function billingCount(selection: BillingSelection): Statement {
  const { values, bind } = collector();
  return { text: `select count(*)::int as total from billings b ${where(billingConditions(selection, bind))}`, values };
}

/** How many users there are. */
export function userCount(selection: UserSelection): Statement {
  const { values, bind } = collector();
  return { text: `select count(*)::int as total from users u ${where(userConditions(selection, bind))}`, values };
}

/** The rows of one page of the billings' table. */
export function billingPage(filter: BillingFilter, { page, size }: Page): Statement {
  const { values, bind } = collector();
  const order = (key: string) => `order by ${key} ${filter.dir}, b.id ${filter.dir}`;
  const text = `
    with page as (
      select b.id, ${BILLING_KEY[filter.sort]} as key from billings b ${where(billingConditions(filter, bind))}
       ${order('key')} limit ${bind(size)} offset ${bind((page - 1) * size)}
    )
    select ${BILLING_COLUMNS}, lines.types
      from page join billings b on b.id = page.id cross join lateral (
           select json_agg(json_build_object('courseType', i.course_name, 'seats', i.seats) order by i.position) as types
             from billing_items i where i.billing_id = b.id) lines
     ${order('page.key')}`;
  return { text, values };
}

/** The rows of one page of the users' table. */
export function userPage(filter: UserFilter, { page, size }: Page): Statement {
  const { values, bind } = collector();
  const text = `
    select u.id, u.kind, u.full_name as "fullName", u.designation, u.company_name as company, u.industry, u.email, u.phone_number as phone,
           ${MILLISECONDS('u.created_at')} as "createdMs"
      from users u ${where(userConditions(filter, bind))}
     order by ${USER_KEY[filter.sort]} ${filter.dir}, u.id ${filter.dir}
     limit ${bind(size)} offset ${bind((page - 1) * size)}`;
  return { text, values };
}

const after = (alias: string, cursor: Cursor | null, bind: Bind) =>
  cursor ? [`(${alias}.created_at, ${alias}.id) < (${bind(cursor.at)}::timestamptz, ${bind(cursor.id)}::uuid)`] : [];

/** The next records of the billings, newest first, from where the last batch ended. */
export function billingBatch(selection: BillingSelection, cursor: Cursor | null, size: number): Statement {
  const { values, bind } = collector();
  const conditions = [...billingConditions(selection, bind), ...after('b', cursor, bind)];
  const text = `
    select ${BILLING_COLUMNS}, b.user_id as "userId", b.sponsor->>'fullName' as "fullName", b.sponsor->>'email' as email,
           b.created_at::text as at, lines.lines
      from (select * from billings b ${where(conditions)} order by b.created_at desc, b.id desc limit ${bind(size)}) b
           cross join lateral (
           select json_agg(json_build_object('courseId', i.course_id, 'courseName', i.course_name, 'branch', i.branch,
                           'institute', i.institute, 'city', i.city, 'pricePaise', i.price_paise, 'seats', i.seats)
                           order by i.position) as lines
             from billing_items i where i.billing_id = b.id) lines
     order by b.created_at desc, b.id desc`;
  return { text, values };
}

/** The next records of the users, newest first, from where the last batch ended, with the courses whose seats they have or hold (A-74). */
export function userBatch(selection: UserSelection, cursor: Cursor | null, size: number): Statement {
  const { values, bind } = collector();
  const conditions = [...userConditions(selection, bind), ...after('u', cursor, bind)];
  const text = `
    select u.id, u.kind, u.full_name, u.designation, u.email, u.phone_number, u.company_name, u.industry,
           ${MILLISECONDS('u.created_at')} as "createdMs", u.created_at::text as at, locked.lines
      from (select * from users u ${where(conditions)} order by u.created_at desc, u.id desc limit ${bind(size)}) u
           cross join lateral (
           select json_agg(json_build_object('courseName', l.course_name, 'branch', l.branch, 'institute', l.institute,
                           'city', l.city, 'seats', l.seats) order by l.first, l.position) as lines
             from (select i.course_name, i.branch, i.institute, i.city, sum(i.seats)::int as seats,
                          min(b.verified_at) as first, min(i.position) as position
                     from billings b join billing_items i on i.billing_id = b.id
                    where b.user_id = u.id
                      and (b.state in ('pledged', 'completed') or (b.state = 'held' and b.hold_expires_at > now()))
                    group by i.course_name, i.branch, i.institute, i.city) l) locked
     order by u.created_at desc, u.id desc`;
  return { text, values };
}
