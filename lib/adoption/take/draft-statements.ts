import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { compiled, hasState, personOf, type Slots } from '@/db/conditions';
import { isEndedHold } from '@/db/hold-conditions';
import { billingEvents, billingItems, billings, courses, institutes, users } from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';
import { hasPromisedPrice, isOffered, reservedFor, reservedPrice } from '@/lib/catalogue/statements';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { SponsorScope } from '@/lib/accounts/session';
import { personName } from '@/lib/accounts/ownership';
import { returnedSeats } from '@/lib/adoption/core/reservation-statements';
import { requireTransition, RETENTION_DAYS } from '@/lib/adoption/core/rules';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { interval, requestedSeats, type RequestedSeats } from './hold-statements';
import { EXPIRE } from './release-statements';

/* The statement that makes a draft; the order of its locks is that of ./take-statements. */

/**
 * Maximum age in days at which a draft is reused. Below RETENTION_DAYS, so that its new code expires before the draft
 * is purged.
 */
const REUSE_DAYS = RETENTION_DAYS - 1;

const REPLACE_DRAFT = requireTransition('draft', 'replaced', 'none');
const REPLACE_HOLD = requireTransition('held', 'replaced', 'release');

/**
 * The owner of a draft: a guest, identified by e-mail, or a signed-in sponsor on the public pages or in the dashboard.
 * `entry`: a guest for whom administrators enter an adoption.
 */
export type DraftOwner = { kind: 'guest' | 'entry' } | { kind: 'sponsor' | 'dashboard'; scope: SponsorScope };

/** Values of a draft. */
type DraftValues = RequestedSeats & {
  sponsor: Sponsor;
  totalPaise: number;
  orderNumber: string | null;
  reference: string;
  /** Language of the messages about the adoption. */
  locale: Locale;
  /** The limitKeys of the contact: a reservation for one of them promises its price. */
  holder: readonly string[];
};

/** `billingId` is null if the quoted total is no longer valid. */
export type DraftRow = {
  isQuoteValid: boolean;
  userId: string;
  billingId: string | null;
  seats: number;
  sessions: string[];
};

/** The values of a draft as parameters. The ids are null for a guest. */
type DraftParams = Omit<DraftValues, 'sponsor'> &
  Sponsor & {
    /** The form as JSON. */
    details: string;
    accountId: string | null;
    personId: string | null;
    /** The colleague who makes the draft; null if it is the owner of the account. */
    madeBy: string | null;
  };

const isOfGuest = (kind: DraftOwner['kind']): boolean => kind === 'guest' || kind === 'entry';

/** What the row of a guest has of the form besides the e-mail. */
export const guestColumns = <Value>(valueOf: (field: keyof Sponsor) => Value) => ({
  fullName: valueOf('fullName'),
  designation: valueOf('designation'),
  phoneNumber: valueOf('phone'),
  companyName: valueOf('company'),
  industry: valueOf('industry'),
});

/** CTEs that end with `owner`, which contains the user id of the owner of the draft. */
function ownerOf(kind: DraftOwner['kind'], values: Slots<DraftParams>): SQL {
  if (!isOfGuest(kind))
    // The lock waits for a deletion of the account (lib/operation/privacy/delete-account.ts), which would not see the new draft.
    return sql`owner as (
      select ${users.id} from ${users}
       where ${users.id} = ${values.accountId} and ${users.kind} = 'registered' for share)`;
  const { email } = values;
  return sql`
    added_guest as (
      ${insertSelect(users, { kind: 'guest', email, ...guestColumns((field) => values[field]) })}
      on conflict (kind, lower(email)) do nothing returning ${users.id}),
    owner as (
      select id from added_guest
       union all
      select ${users.id} from ${users} where ${users.kind} = 'guest' and lower(${users.email}) = lower(${email}))`;
}

/** CTEs of a new draft that ends the open ones: a draft, or a hold, whose seats are released. Each is followed by a comma. */
const replacedDrafts = (isNew: SQL, person: SQL<string | null>): SQL => sql`
    replaced as (
      select open_drafts.id, open_drafts.state,
             case when open_drafts.has_ended then ${EXPIRE.event} else ${REPLACE_DRAFT.event} end as event,
             case when open_drafts.has_ended then ${EXPIRE.to}
                  when open_drafts.state = ${REPLACE_HOLD.from} then ${REPLACE_HOLD.to} else ${REPLACE_DRAFT.to} end as next_state
        from open_drafts, quote where ${isNew}),
    replaced_billings as (
      update ${billings} ${setColumns(billings, { state: sql`replaced.next_state` })}
        from replaced where ${billings.id} = replaced.id returning ${billings.id}),
    replaced_events as (
      ${insertSelect(billingEvents, {
        billingId: sql`id`,
        event: sql`event`,
        fromState: sql`state`,
        toState: sql`next_state`,
        actor: 'sponsor',
        person,
      })} from replaced),
    freed as (select id from replaced where state = ${REPLACE_HOLD.from}),${returnedSeats('heldSeats')},`;

/**
 * Reuses the open adoption of the owner if all values match and it is still valid, and otherwise creates a draft, which
 * in the dashboard replaces the previous one: in the public channel the requester may be a stranger. Returns a DraftRow;
 * none means that a concurrent request won. A draft that may be purged soon is not reused, and none for an entry: its code may
 * be on its way.
 *
 * Its parts in order, and what each decides:
 * 1. owner: the user that the draft belongs to; a guest is added by e-mail
 * 2. lines: the offers that can be adopted, with the price of each, or the promised one of a reservation
 * 3. quote: whether these are all that were asked for, at the quoted total
 * 4. open_drafts: the drafts, and in the dashboard the hold, that may be continued or end; locks them
 * 5. same_draft: the one with the same values, which is reused
 * 6. replaced to freed: in the dashboard the end of the others, whose seats are free again
 * 7. created, created_items, created_event: the new draft, if none is reused
 *
 * Users and billings are looked up by values, not by joins with the CTEs: the plan is kept for the connection, and one
 * made while the tables were small would read all guests.
 */
export function draftStatement(owner: DraftOwner, { sponsor, ...values }: DraftValues): SQL {
  const { accountId, personId } = 'scope' in owner ? owner.scope : { accountId: null, personId: null };
  const madeBy = String(personId) === String(accountId) ? null : personId;
  const details = JSON.stringify(sponsor);
  return DRAFTS[owner.kind]({ ...values, ...sponsor, details, accountId, personId, madeBy });
}

const draftOf = (kind: DraftOwner['kind']) => compiled<DraftParams>((values) => draft(kind, values));
const DRAFTS = {
  guest: draftOf('guest'),
  entry: draftOf('entry'),
  sponsor: draftOf('sponsor'),
  dashboard: draftOf('dashboard'),
};

function draft(kind: DraftOwner['kind'], values: Slots<DraftParams>): SQL {
  const { ids, totalPaise, orderNumber, reference, locale, holder, personId, madeBy } = values;
  const isDashboard = kind === 'dashboard';
  const isGuest = isOfGuest(kind);
  const channel = isDashboard ? 'dashboard' : 'public';
  const actor = kind === 'entry' ? 'admin' : isGuest ? 'guest' : 'sponsor';
  const person = isGuest ? sql<null>`null` : personName(sql`${personId}`);
  const details = sql`${values.details}::jsonb`;
  const isOpen = isDashboard
    ? hasState(billings, [REPLACE_DRAFT.from, REPLACE_HOLD.from])
    : sql`${hasState(billings, [REPLACE_DRAFT.from])} and ${billings.sponsor}->>'phone' = ${values.phone}`;
  const ofPerson = isGuest ? sql`` : sql`and ${personOf(billings)} = ${personId}`;
  const isNew = sql`quote.is_valid and not exists (select from same_draft)`;
  // Counting the replaced drafts runs their update first, so the unique index of open drafts does not conflict.
  const reserved = reservedFor({ keys: holder, person: isGuest ? undefined : sql`${personId}` });
  const afterReplacing = isDashboard ? sql`and (select count(*) from replaced_billings) >= 0` : sql``;
  return sql`
    with ${ownerOf(kind, values)},
    lines as (
      select request.position, request.seats, ${courses.id} as course_id, ${reservedPrice(reserved)} as price_paise,
             case when ${hasPromisedPrice(reserved)} then ${reserved.reservationId} end as reservation_id, ${courses.courseType},
             ${courses.branch}, ${courses.branchHindi}, ${courses.city}, coalesce(${institutes.name}, '') as institute,
             ${institutes.hindi} as institute_hindi, ${courses.session},
             ${courses.studyYear}
        from ${requestedSeats(ids, values.seats)} with ordinality as request(course_id, seats, position)
        join ${courses} on ${courses.id} = request.course_id and ${isOffered}
        left join ${institutes} on ${institutes.id} = ${courses.instituteId}
        left join ${reserved} on ${reserved.courseId} = ${courses.id}),
    quote as (
      select count(*) = cardinality(${ids}::uuid[]) and coalesce(sum(seats * price_paise), 0) = ${totalPaise} as is_valid,
             sum(seats)::int as seats, array_agg(distinct session) as sessions
        from lines),
    open_drafts as (
      select ${billings.id}, ${billings.sponsor}, ${billings.orderNumber}, ${billings.state}, ${isEndedHold(billings)} as has_ended,
             ${hasState(billings, [REPLACE_DRAFT.from])}
             and ${billings.createdAt} < now() - ${interval(REUSE_DAYS, 'days')} as is_old
        from ${billings}
       where ${billings.userId} = any (array(select id from owner)) and ${billings.channel} = ${channel}
         and ${isOpen} ${ofPerson}
       order by ${billings.id} for no key update of ${billings}),
    same_draft as (
      select id from open_drafts
       where ${kind === 'entry' ? sql`false and` : sql``} sponsor = ${details}
         and order_number is not distinct from ${orderNumber}::text and not has_ended and not is_old
         and (select jsonb_object_agg(course_id, array[seats, price_paise]) from lines)
             = (select jsonb_object_agg(${billingItems.courseId}, array[${billingItems.seats}, ${billingItems.pricePaise}])
                  from ${billingItems} where ${billingItems.billingId} = open_drafts.id)),
    ${isDashboard ? replacedDrafts(isNew, person) : sql``}
    created as (
      ${insertSelect(billings, {
        reference,
        userId: sql`owner.id`,
        madeBy,
        channel,
        state: REPLACE_DRAFT.from,
        sponsor: details,
        totalPaise,
        orderNumber: sql`${orderNumber}::text`,
        locale,
      })} from owner, quote where ${isNew} ${afterReplacing}
      returning ${billings.id}),
    created_items as (
      ${insertSelect(billingItems, {
        billingId: sql`created.id`,
        courseId: sql`lines.course_id`,
        position: sql`lines.position`,
        seats: sql`lines.seats`,
        pricePaise: sql`lines.price_paise`,
        courseName: sql`lines.course_type`,
        branch: sql`lines.branch`,
        institute: sql`lines.institute`,
        branchHindi: sql`lines.branch_hindi`,
        instituteHindi: sql`lines.institute_hindi`,
        city: sql`lines.city`,
        session: sql`lines.session`,
        studyYear: sql`lines.study_year`,
        reservationId: sql`lines.reservation_id`,
      })} from created, lines),
    created_event as (
      ${insertSelect(billingEvents, { billingId: sql`id`, event: 'created', toState: REPLACE_DRAFT.from, actor, person })} from created)
    select quote.is_valid as "isQuoteValid", owner.id as "userId", quote.seats, quote.sessions,
           coalesce((select id from created), (select min(id::text)::uuid from same_draft)) as "billingId"
      from quote, owner`;
}
