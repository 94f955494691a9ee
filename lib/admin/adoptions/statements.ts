import 'server-only';
import type { ISql } from 'postgres';
import { IS_EXACT, ONLINE_REFUNDS, REFUND_DUE, REFUNDABLE, REFUNDABLE_OF_PAYMENT, TODAY, WAS_PAID } from '@/db/balance';
import { addedReceipt, givenReceipt, IS_CREDIT_USED } from '@/db/credits';
import { isEndedHold } from '@/db/holds';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { FINANCE_ROLES } from '@/lib/admin/accounts/roles';
import { ACTING_ADMIN } from '@/lib/admin/accounts/statements';
import { HttpError } from '@/lib/core/errors';
import { ADOPTED_STATES, BOUNCE_GRACE_DAYS, requireTransition } from '@/lib/adoption/rules';
import { writeCoursesText } from '@/lib/catalogue/statements';
import { PAPER_DETAILS_FIELDS } from '@/lib/paper/rules';
import { FIRST_STEP, NEEDS_OTHER_ADMIN } from './second-step';

/*
 * Every action of an administrator on an adoption is one SQL statement: seats, state, money, event, audit entry and
 * message exist together or not at all. It locks the billing first, then its lines, its courses by id and the row that
 * the action is about; see lib/adoption/statements.ts for the order of locks.
 * Each action carries the version of the adoption that the administrator saw. The lock returns the newest row whatever
 * the statement's snapshot contains, so of two concurrent actions the second one finds another version.
 */

const PAY = requireTransition('pledged', 'paid', 'none');
const REVERSE = requireTransition('completed', 'payment_reversed', 'none');
const CANCEL = requireTransition('pledged', 'cancelled', 'return');
const REFUNDED = requireTransition('refund_due', 'refunded', 'none');
const REFUND_FAILED = requireTransition('refunded', 'refund_failed', 'none');

/** States in which an adoption can be reduced or cancelled. */
const ADOPTED = `(${stateList(ADOPTED_STATES)})`;
/** States that seats can be adopted from once more when their money arrives late. */
const LATE = `(${stateList(statesThat(({ seats, on }) => seats === 'none' && 'paid' in on))})`;
/** States that may never have been verified: no money can belong to them. */
const UNVERIFIED = `(${stateList(statesThat(({ verified }) => verified !== 'yes'))})`;

/** The parameters: reference, version, administrator, reason, the action's own values as JSON, and the session. */
const [REFERENCE, VERSION, ADMIN, ACTOR, REASON] = ['$1::text', '$2::int', '$3::uuid', '$4::text', '$5::text'];
const SESSION = '$7::uuid';
/** The actor in the history of the adoption: without an administrator it is a command of the operator. */
const EVENT_ACTOR = `case when ${ADMIN} is null then 'operator' else 'admin' end`;
const value = (name: string) => `(select v.fields->>'${name}' from input v)`;
const json = (name: string) => `(select v.fields->'${name}' from input v)`;

/** A condition, and the refusal if it is true. */
type Refusal = [condition: string, refusal: string];

type ActionParts = {
  /** The event, and with 'adoption.' in front the action in the audit log. */
  event: string;
  /** CTEs before the verdict, which may use `billing`; each ends with a comma. */
  given?: string;
  /** Conditions with their refusals, in order, on the billing `b`. */
  refusals?: Refusal[];
  /** The administrator who took the first step of two, for the column `alone`. */
  firstStepBy?: string;
  /** CTEs after the verdict, which may use `judged`; each ends with a comma. */
  effects?: string;
  /** FROM items that `set`, `before` and `after` use, beside `judged j`. */
  from?: string;
  /** Assignments to the billing. */
  set?: Record<string, string>;
  /** The transition that `set` may make in consequence; without it the action itself is the transition, or makes none. */
  moves?: { event: string };
  /** jsonb of what the audit log and the event show. */
  before?: string;
  after: string;
  /** jsonb that only the event carries. */
  detail?: string;
  /** The message to the sponsor: its kind (SQL, null for none), and its detail as jsonb. */
  message?: { kind: string; detail?: string };
};

/**
 * Returns the statement of an action. Its row has the verdict: 'done' or a refusal, and whether one person took both
 * steps. No row: unknown reference.
 */
const action = ({
  event,
  given = '',
  refusals = [],
  firstStepBy = 'null::uuid',
  effects = '',
  from = '',
  set = {},
  moves,
  before = 'null::jsonb',
  after,
  detail = `'{}'::jsonb`,
  message,
}: ActionParts) => `
with input   as (select $6::text::jsonb as fields),
     billing as (select b.* from billings b where b.reference = ${REFERENCE} for no key update of b),
     items   as (select i.* from billing_items i join billing b on b.id = i.billing_id order by i.course_id for no key update of i),
     ${given}
     ${ACTING_ADMIN(ADMIN, SESSION, FINANCE_ROLES)},
     judged  as (select b.*, case when ${ADMIN} is not null and not exists (select from acting) then 'ended'
                                  when b.version <> ${VERSION} then 'changed'
                                  when b.state in ${UNVERIFIED} then 'not_verified'
                                  ${refusals.map(([condition, refusal]) => `when ${condition} then '${refusal}'`).join(' ')}
                                  else 'done' end as verdict from billing b),
     ${effects}
     changed as (update billings b
                    set version = j.version + 1${Object.entries(set)
                      .map(([column, to]) => `, ${column} = ${to}`)
                      .join('')}
                   from judged j${from} where b.id = j.id and j.verdict = 'done' returning b.*),
     facts   as (select j.id, j.state as was, ${before} as before, ${after} as after, ${detail} as detail
                   from judged j${from} where j.verdict = 'done'),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, detail)
                 select f.id, '${event}', f.was, ${moves ? 'f.was' : 'c.state'}, ${EVENT_ACTOR},
                        f.detail || jsonb_strip_nulls(f.after) || jsonb_build_object('by', ${ACTOR}, 'reason', ${REASON})
                   from facts f join changed c on c.id = f.id${
                     moves
                       ? `
                 union all
                 select f.id, '${moves.event}', f.was, c.state, ${EVENT_ACTOR}, null
                   from facts f join changed c on c.id = f.id where c.state <> f.was`
                       : ''
                   }),
     audited as (insert into audit_log (admin_id, actor, action, subject, before, after)
                 select ${ADMIN}, ${ACTOR}, 'adoption.${event}', f.id::text, f.before,
                        f.after || jsonb_build_object('reference', ${REFERENCE}, 'reason', ${REASON}) from facts f),
     queued  as (insert into outbound_messages (billing_id, kind, detail)
                 select m.id, m.kind, m.detail
                   from (select c.id, ${message?.kind ?? 'null::text'} as kind, ${message?.detail ?? `'{}'::jsonb`} as detail
                           from changed c join judged j on j.id = c.id${from}) m where m.kind is not null)
select j.verdict, j.id as billing_id, c.version, coalesce(c.state, j.state) as state,
       coalesce(j.verdict = 'done' and ${firstStepBy} = ${ADMIN}, false) as alone from judged j left join changed c on true`;

/** CTE `locked`: the courses of the billing's lines, with the seats that are free. `where` is on the billing `b`. */
const lockedCourses = (where: string) => `
     locked  as (select c.*, i.seats, case when c.is_open then c.total_seats - c.adopted_seats - c.held_seats else 0 end as free
                   from courses c join items i on i.course_id = c.id join billing b on b.id = i.billing_id
                  where i.seats > 0 and ${where} order by c.id for no key update of c),`;

const REQUEST = `
     request as (select q.* from change_requests q join billing b on b.id = q.billing_id
                  where q.id = ${value('request')}::uuid and q.state = 'open' for no key update of q),`;

const moneyOf = (row: string) =>
  `jsonb_build_object('mode', ${row}.mode, 'bank_reference', ${row}.reference, 'amount_paise', ${row}.amount_paise)`;

/** The tables of entries of money, which one administrator records and a second one confirms. */
const ENTRIES = { receipt: 'bank_receipts', refund: 'refunds' } as const;
type Entry = keyof typeof ENTRIES;

/**
 * Returns the parts of an action that moves the entry `id` to another state: the CTE `receipt` or `refund` is the locked
 * entry before, `r` the one after.
 */
const moveEntry = (entry: Entry, from: string, to: string, confirmed = '') => ({
  given: `
     ${entry} as (select r.* from ${ENTRIES[entry]} r join billing b on b.id = r.billing_id
                  where r.id = ${value('id')}::uuid for no key update of r),`,
  refusals: [[`not exists (select from ${entry} where state = '${from}')`, `${entry}_gone`]] as Refusal[],
  effects: `
     entry   as (update ${ENTRIES[entry]} r set state = '${to}'${confirmed} from judged j
                  where j.verdict = 'done' and r.id in (select id from ${entry}) returning r.*),`,
  from: ', entry r',
  after: moneyOf('r'),
  detail: `jsonb_build_object('${entry}', r.id)`,
});

/** The same for the confirmation of a recorded entry, which needs a second person. */
const confirmEntry = (entry: Entry, to: string) => {
  const move = moveEntry(entry, 'recorded', to, `, confirmed_by = ${ADMIN}, confirmed_at = now()`);
  const samePerson = `exists (select from ${entry} r where ${NEEDS_OTHER_ADMIN(entry, ADMIN)})`;
  return {
    ...move,
    refusals: [...move.refusals, [samePerson, 'second_admin']] as Refusal[],
    firstStepBy: `(select ${FIRST_STEP[entry].by} from ${entry} r)`,
  };
};

/**
 * Records money that arrived by bank, a credit or a part of it; it counts once confirmed. Refused: 'reference_used' if the
 * credit is recorded already, as far as this amount needs it.
 */
const RECORD_RECEIPT = action({
  event: 'receipt_recorded',
  given: givenReceipt('(select fields from input)'),
  refusals: [
    [`${value('creditedOn')}::date > ${TODAY}`, 'date_in_future'],
    [IS_CREDIT_USED, 'reference_used'],
  ],
  effects: addedReceipt('j.id', ADMIN),
  from: ', added r',
  after: `${moneyOf('r')} || jsonb_build_object('tds_paise', r.tds_paise, 'credited_on', r.credited_on, 'payer', r.payer)`,
  detail: `jsonb_build_object('receipt', r.id)`,
});

const ASSIGNED = `coalesce(${value('amount')}::bigint, r.amount_paise)`;
/**
 * Assigns an unmatched receipt, or a part of it, to the billing; it still has to be confirmed. The rest stays unmatched.
 * Tax withheld belongs to the whole, so that such a receipt is not divided.
 */
const MATCH_RECEIPT = action({
  event: 'receipt_matched',
  given: `
     receipt as (select r.* from bank_receipts r where r.id = ${value('id')}::uuid for no key update of r),`,
  refusals: [
    [`not exists (select from receipt where state = 'recorded' and billing_id is null)`, 'receipt_gone'],
    [
      `exists (select from receipt r where ${ASSIGNED} > r.amount_paise or ${ASSIGNED} < r.amount_paise and r.tds_paise > 0)`,
      'part_range',
    ],
  ],
  effects: `
     matched as (update bank_receipts r set billing_id = j.id, amount_paise = ${ASSIGNED}, matched_by = ${ADMIN} from judged j
                  where j.verdict = 'done' and r.id in (select id from receipt) returning r.*),
     rest    as (insert into bank_receipts (credit_id, mode, credited_on, amount_paise, reference, payer, payer_bank, remark, recorded_by, recorded_at)
                 select m.credit_id, m.mode, m.credited_on, r.amount_paise - m.amount_paise, m.reference, m.payer, m.payer_bank, m.remark, m.recorded_by, m.recorded_at
                   from matched m join receipt r on r.id = m.id where r.amount_paise > m.amount_paise),`,
  from: ', matched r',
  after: moneyOf('r'),
  detail: `jsonb_build_object('receipt', r.id)`,
});

const CONFIRMED = confirmEntry('receipt', 'confirmed');
/**
 * Confirms a receipt: its amount and the tax withheld count as received. When the total is reached, a pledge is paid,
 * and a lapsed one gets its seats again if all are free; otherwise the money is owed back.
 */
const CONFIRM_RECEIPT = action({
  ...CONFIRMED,
  event: 'receipt_confirmed',
  moves: PAY,
  given: `${CONFIRMED.given}${lockedCourses(`b.state in ${LATE}`)}
     sums    as (select b.received_paise + r.amount_paise + r.tds_paise as received,
                        b.received_paise + r.amount_paise + r.tds_paise - b.refunded_paise >= b.total_paise
                          and (b.state = '${PAY.from}'
                               or b.state in ${LATE} and coalesce((select bool_and(free >= seats) from locked), false)) as settles
                   from billing b, receipt r),`,
  refusals: [
    ...CONFIRMED.refusals,
    [
      `exists (select from locked l join billing_items i on i.course_id = l.id join billings h on h.id = i.billing_id
                where l.free < l.seats and ${isEndedHold('h')})`,
      'stale',
    ],
  ],
  effects: `${CONFIRMED.effects}
     moved   as (${writeCoursesText(`locked l, judged j, sums s where j.verdict = 'done' and s.settles`, { adopted_seats: 'l.adopted_seats + l.seats' })}),`,
  from: `${CONFIRMED.from}, sums s`,
  set: { state: `case when s.settles then '${PAY.to}' else j.state end`, received_paise: 's.received' },
  after: `${CONFIRMED.after} || jsonb_build_object('tds_paise', r.tds_paise, 'received_paise', s.received)`,
  message: {
    kind: `case when s.settles then 'paid' else 'received' end`,
    detail: `jsonb_build_object('receipt', r.id, 'amount_paise', r.amount_paise + r.tds_paise)`,
  },
});

/** Rejects an entry that nobody has confirmed, such as a typing error; its reference can be entered again. */
const REJECT_RECEIPT = action({ ...moveEntry('receipt', 'recorded', 'rejected'), event: 'receipt_rejected' });

const BOUNCED = moveEntry('receipt', 'confirmed', 'bounced');
/** Takes back a confirmed receipt whose money the bank did not pay out. A paid adoption is a pledge again. */
const BOUNCE_RECEIPT = action({
  ...BOUNCED,
  event: 'receipt_bounced',
  moves: REVERSE,
  given: `${BOUNCED.given}
     sums    as (select b.received_paise - r.amount_paise - r.tds_paise as received,
                        b.state = '${REVERSE.from}'
                          and b.received_paise - r.amount_paise - r.tds_paise - b.refunded_paise < b.total_paise as reopens
                   from billing b, receipt r),`,
  from: `${BOUNCED.from}, sums s`,
  set: {
    state: `case when s.reopens then '${REVERSE.to}' else j.state end`,
    received_paise: 's.received',
    due_at: `case when s.reopens then greatest(j.due_at, now() + interval '${BOUNCE_GRACE_DAYS} days') else j.due_at end`,
  },
  after: `${BOUNCED.after} || jsonb_build_object('received_paise', s.received)`,
  message: {
    kind: `'bounced'`,
    detail: `jsonb_build_object('receipt', r.id, 'amount_paise', r.amount_paise + r.tds_paise)`,
  },
});

/** The end of the day in India until which the term is extended; null: no end. */
const DUE_AT = `((${value('dueOn')}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** Grants or changes the term of a pledge. */
const EXTEND = action({
  event: 'extended',
  refusals: [
    [`b.state <> '${PAY.from}'`, 'not_pledged'],
    [`${DUE_AT} <= now()`, 'date_in_past'],
  ],
  set: { due_at: DUE_AT },
  before: `jsonb_build_object('due_at', j.due_at)`,
  after: `jsonb_build_object('due_at', ${DUE_AT})`,
  message: { kind: `'extended'` },
});

/** Refusals of a change of seats, and the approval that paid seats need. */
const seatChange = (kind: 'cancel' | 'reduce'): Refusal[] => [
  [`b.state not in ${ADOPTED}`, 'not_adopted'],
  [`${value('request')} is not null and not exists (select from request where kind = '${kind}')`, 'request_gone'],
  [`exists (select from request r where ${NEEDS_OTHER_ADMIN('request', ADMIN)})`, 'second_admin'],
];
const NEEDS_APPROVAL: Refusal = [`${WAS_PAID('b')} and ${value('request')} is null`, 'needs_approval'];
const RECEIPT_WAITS: Refusal = [
  `exists (select from bank_receipts r where r.billing_id = b.id and r.state = 'recorded')`,
  'receipt_waits',
];
const APPROVE = `
     approved as (update change_requests q set state = 'approved', decided_by = ${ADMIN}, decided_at = now() from judged j
                   where j.verdict = 'done' and q.id in (select id from request)),`;

/**
 * Cancels an adoption: its seats are free again, and money received is owed back. Paid seats need an approved request.
 */
const CANCEL_ADOPTION = action({
  event: CANCEL.event,
  given: `${REQUEST}${lockedCourses(`b.state in ${ADOPTED}`)}`,
  refusals: [...seatChange('cancel'), RECEIPT_WAITS, NEEDS_APPROVAL],
  firstStepBy: '(select requested_by from request)',
  effects: `${APPROVE}
     moved   as (${writeCoursesText(`locked l, judged j where j.verdict = 'done'`, { adopted_seats: 'l.adopted_seats - l.seats' })}),`,
  set: { state: `'${CANCEL.to}'` },
  before: `jsonb_build_object('seats', (select sum(seats) from locked), 'total_paise', j.total_paise)`,
  after: `jsonb_build_object('seats', 0)`,
  message: { kind: `'cancelled'` },
});

/**
 * Reduces the seats of lines; a line with 0 seats is removed, at least one seat stays. Money beyond the new total is
 * owed back; a pledge whose money suffices for the rest is paid. Paid seats need an approved request, which then holds
 * the lines.
 */
const REDUCE = action({
  event: 'reduced',
  moves: PAY,
  given: `${REQUEST}
     wanted  as (select w.key::uuid as course_id, w.value::int as seats
                   from jsonb_each_text(coalesce((select lines from request), ${json('lines')})) as w),
     lines   as (select i.billing_id, i.course_id, i.price_paise, i.seats as was, coalesce(w.seats, i.seats) as seats
                   from items i left join wanted w on w.course_id = i.course_id),
     locked  as (select c.*, n.was - n.seats as returned from courses c join lines n on n.course_id = c.id
                   join billing b on b.id = n.billing_id
                  where b.state in ${ADOPTED} and n.seats < n.was order by c.id for no key update of c),
     sums    as (select sum(seats)::int as seats, sum(was)::int as was, sum(seats * price_paise)::bigint as total from lines),`,
  refusals: [
    ...seatChange('reduce'),
    [
      `exists (select from wanted w where not exists (select from items i where i.course_id = w.course_id))`,
      'line_unknown',
    ],
    [`exists (select from lines n where n.seats < 0 or n.seats > n.was)`, 'seats_range'],
    [`(select seats < 1 from sums)`, 'none_left'],
    [`(select seats = was from sums)`, 'unchanged'],
    NEEDS_APPROVAL,
  ],
  firstStepBy: '(select requested_by from request)',
  effects: `${APPROVE}
     fewer   as (update billing_items i set seats = n.seats from lines n, judged j
                  where j.verdict = 'done' and i.billing_id = n.billing_id and i.course_id = n.course_id and n.seats < n.was),
     moved   as (${writeCoursesText(`locked l, judged j where j.verdict = 'done'`, { adopted_seats: 'l.adopted_seats - l.returned' })}),`,
  from: ', sums s',
  set: {
    total_paise: 's.total',
    limit_seats: `case when cardinality(j.limit_keys) > 0 then s.seats else j.limit_seats end`,
    state: `case when j.received_paise > j.refunded_paise and j.received_paise - j.refunded_paise >= s.total then '${PAY.to}' else j.state end`,
  },
  before: `jsonb_build_object('seats', s.was, 'total_paise', j.total_paise)`,
  after: `jsonb_build_object('seats', s.seats, 'total_paise', s.total)`,
  detail: `jsonb_build_object('returned', (select jsonb_object_agg(n.course_id, n.was - n.seats) from lines n where n.seats < n.was))`,
  message: { kind: `'reduced'`, detail: `jsonb_build_object('seats_before', s.was)` },
});

/** Asks a second administrator to cancel or reduce paid seats. */
const REQUEST_CHANGE = action({
  event: 'change_requested',
  refusals: [
    [`b.state not in ${ADOPTED}`, 'not_adopted'],
    [
      `exists (select from change_requests q where q.billing_id = b.id and q.state = 'open' and q.requested_by is not null)`,
      'request_open',
    ],
  ],
  effects: `
     added   as (insert into change_requests (billing_id, kind, lines, reason, requested_by)
                 select j.id, ${value('kind')}, ${json('lines')}, ${REASON}, ${ADMIN} from judged j where j.verdict = 'done' returning *),`,
  from: ', added q',
  after: `jsonb_build_object('kind', q.kind)`,
  detail: `jsonb_build_object('request', q.id, 'lines', q.lines)`,
});

/** Declines an open request of a colleague, or answers the change request of a sponsor; the answer to a sponsor is sent. */
const ANSWER_REQUEST = action({
  event: 'change_answered',
  given: REQUEST,
  // An administrator's request is approved by the action that carries it out.
  refusals: [
    [
      `not exists (select from request q where q.requested_by is null or not ${value('accepts')}::boolean)`,
      'request_gone',
    ],
  ],
  effects: `
     answered as (update change_requests q
                     set state = case when ${value('accepts')}::boolean then 'approved' else 'declined' end,
                         answer = ${REASON}, decided_by = ${ADMIN}, decided_at = now() from judged j
                   where j.verdict = 'done' and q.id in (select id from request) returning q.*),`,
  from: ', answered q',
  after: `jsonb_build_object('kind', q.kind, 'decision', q.state)`,
  detail: `jsonb_build_object('request', q.id)`,
  message: {
    kind: `case when q.requested_by is null then 'answered' end`,
    detail: `jsonb_build_object('answer', q.answer, 'accepted', q.state = 'approved')`,
  },
});

/** jsonb of the corrected values, as they are in two SQL expressions of the sponsor and the details of papers. */
const correctedOf = (sponsor: string, details: string) => `
  coalesce((select jsonb_object_agg(k, ${sponsor}->k) from jsonb_object_keys(${json('sponsor')}) k
             where j.sponsor->k <> ${json('sponsor')}->k), '{}')
  || coalesce((select jsonb_object_agg(k, coalesce(${details}->>k, '')) from unnest(array['${PAPER_DETAILS_FIELDS.join(`', '`)}']) k
                where ${json('details')} is not null and (j.paper_details->>k) is distinct from (${json('details')}->>k)), '{}')`;

/**
 * Corrects the sponsor's name, company, e-mail or phone, or what papers show of the company. Issued papers keep the old
 * values. A former e-mail address is told that it was changed.
 */
const CORRECT = action({
  event: 'corrected',
  refusals: [
    [
      `b.sponsor @> ${json('sponsor')} and coalesce(${json('details')}, b.paper_details, '{}') = coalesce(b.paper_details, '{}')`,
      'unchanged',
    ],
  ],
  set: {
    paper_details: `coalesce(${json('details')}, j.paper_details)`,
    sponsor: `j.sponsor || ${json('sponsor')}`,
    // No code was sent to the corrected contact.
    verified_channel: `case when ${json('sponsor')}->>j.verified_channel <> j.sponsor->>j.verified_channel then null
                            else j.verified_channel end`,
  },
  before: correctedOf('j.sponsor', 'j.paper_details'),
  after: correctedOf(json('sponsor'), json('details')),
  message: {
    kind: `case when lower(j.sponsor->>'email') <> lower(${json('sponsor')}->>'email') then 'email_changed' end`,
    detail: `jsonb_build_object('former_email', j.sponsor->>'email')`,
  },
});

/** Writes a note for colleagues into the timeline. */
const ADD_NOTE = action({ event: 'note', after: `'{}'::jsonb` });

/** Sends the papers of the adoption once more. */
const SEND_PAPERS = action({
  event: 'papers_sent',
  after: `jsonb_build_object('email', j.sponsor->>'email')`,
  message: { kind: `'papers'` },
});

/**
 * Records a transfer back to the sponsor, at most what is owed and not on its way by the gateway; it counts once
 * confirmed.
 */
const RECORD_REFUND = action({
  event: 'refund_recorded',
  refusals: [
    [`${value('paidOn')}::date > ${TODAY}`, 'date_in_future'],
    [
      `exists (select from refunds r where r.mode = ${value('mode')} and r.reference = ${value('reference')} and r.state <> 'rejected')`,
      'reference_used',
    ],
    [`${value('amountPaise')}::bigint > ${REFUNDABLE('b')}`, 'refund_range'],
  ],
  effects: `
     added   as (insert into refunds (billing_id, mode, paid_on, amount_paise, reference, remark, recorded_by)
                 select j.id, ${value('mode')}, ${value('paidOn')}::date, ${value('amountPaise')}::bigint, ${value('reference')},
                        ${value('remark')}, ${ADMIN} from judged j where j.verdict = 'done' returning *),`,
  from: ', added r',
  after: `${moneyOf('r')} || jsonb_build_object('paid_on', r.paid_on)`,
  detail: `jsonb_build_object('refund', r.id)`,
});

/**
 * Pays money of an online payment back by its gateway, at most what is owed and what that payment has left. The job sends
 * it. It needs no second administrator: two have taken the seats away, and the money goes where it came from.
 */
const REFUND_ONLINE = action({
  event: 'refund_online',
  refusals: [
    [
      `${value('amountPaise')}::bigint > least(${REFUNDABLE('b')}, coalesce((select ${REFUNDABLE_OF_PAYMENT('p')} from payments p
         where p.id = ${value('payment')}::uuid and p.billing_id = b.id), 0))`,
      'refund_range',
    ],
  ],
  effects: `
     added   as (insert into payment_refunds (payment_id, billing_id, amount_paise, reason)
                 select ${value('payment')}::uuid, j.id, ${value('amountPaise')}::bigint, case j.state when '${CANCEL.to}' then 'cancelled' else 'reduced' end
                   from judged j where j.verdict = 'done' returning *),`,
  from: ', added r',
  after: `jsonb_build_object('mode', 'gateway', 'amount_paise', r.amount_paise)`,
  detail: `jsonb_build_object('online_refund', r.id)`,
});

/**
 * Ends a failed refund of money that never counted as received: somebody paid it back by bank. Nothing is entered, so it
 * needs no second administrator. Other failed refunds end by RECORD_REFUND.
 */
const SETTLE_ONLINE_REFUND = action({
  event: 'online_refund_settled',
  given: `
     refund  as (select r.* from payment_refunds r join billing b on b.id = r.billing_id join payments p on p.id = r.payment_id
                  where r.id = ${value('id')}::uuid and r.state = 'failed' and not ${IS_EXACT('p')} for no key update of r),`,
  refusals: [
    ['not exists (select from refund)', 'refund_gone'],
    [
      `exists (select from payment_refunds r where r.state = 'settled' and r.bank_reference = ${value('bank_reference')})
         or exists (select from refunds r where r.reference = ${value('bank_reference')} and r.state <> 'rejected')`,
      'reference_used',
    ],
  ],
  effects: `
     settled as (update payment_refunds r set state = 'settled', bank_reference = ${value('bank_reference')}
                   from judged j where j.verdict = 'done' and r.id = (select id from refund) returning r.*),`,
  from: ', settled r',
  after: `jsonb_build_object('bank_reference', r.bank_reference, 'amount_paise', r.amount_paise)`,
  detail: `jsonb_build_object('online_refund', r.id)`,
});

const REFUND_DONE = confirmEntry('refund', 'done');
/** Confirms a refund. An adoption that was paid too late is refunded once nothing is owed any more. */
const CONFIRM_REFUND = action({
  ...REFUND_DONE,
  event: 'refund_confirmed',
  moves: REFUNDED,
  refusals: [
    ...REFUND_DONE.refusals,
    [`(select amount_paise from refund) > ${REFUND_DUE('b')} - ${ONLINE_REFUNDS('b')}`, 'refund_range'],
  ],
  set: {
    refunded_paise: 'j.refunded_paise + r.amount_paise',
    state: `case when j.state = '${REFUNDED.from}' and j.received_paise <= j.refunded_paise + r.amount_paise
                 then '${REFUNDED.to}' else j.state end`,
  },
  after: `${REFUND_DONE.after} || jsonb_build_object('refunded_paise', j.refunded_paise + r.amount_paise)`,
  message: { kind: `'refunded'`, detail: `jsonb_build_object('refund', r.id, 'amount_paise', r.amount_paise)` },
});

/** Rejects a refund entry that nobody has confirmed. */
const REJECT_REFUND = action({ ...moveEntry('refund', 'recorded', 'rejected'), event: 'refund_rejected' });

/** Marks a confirmed refund as returned by the bank: its amount is owed again. */
const FAIL_REFUND = action({
  ...moveEntry('refund', 'done', 'failed'),
  event: 'refund_returned',
  moves: REFUND_FAILED,
  set: {
    refunded_paise: 'j.refunded_paise - r.amount_paise',
    state: `case when j.state = '${REFUNDED.to}' then '${REFUNDED.from}' else j.state end`,
  },
});

/** The statements by the name of their action. */
export const ACTIONS = {
  record_receipt: RECORD_RECEIPT,
  match_receipt: MATCH_RECEIPT,
  confirm_receipt: CONFIRM_RECEIPT,
  reject_receipt: REJECT_RECEIPT,
  bounce_receipt: BOUNCE_RECEIPT,
  extend: EXTEND,
  reduce: REDUCE,
  cancel: CANCEL_ADOPTION,
  request_change: REQUEST_CHANGE,
  answer_request: ANSWER_REQUEST,
  correct: CORRECT,
  add_note: ADD_NOTE,
  send_papers: SEND_PAPERS,
  refund_online: REFUND_ONLINE,
  settle_online_refund: SETTLE_ONLINE_REFUND,
  record_refund: RECORD_REFUND,
  confirm_refund: CONFIRM_REFUND,
  reject_refund: REJECT_REFUND,
  fail_refund: FAIL_REFUND,
} as const;
export type ActionName = keyof typeof ACTIONS;

/** Why an action was refused. `changed`: somebody changed the adoption since the page was read. */
export type ActionRefusal =
  | 'changed'
  | 'not_verified'
  | 'reference_used'
  | 'date_in_future'
  | 'receipt_gone'
  | 'part_range'
  | 'receipt_waits'
  | 'second_admin'
  | 'not_pledged'
  | 'date_in_past'
  | 'not_adopted'
  | 'needs_approval'
  | 'request_gone'
  | 'request_open'
  | 'line_unknown'
  | 'seats_range'
  | 'none_left'
  | 'unchanged'
  | 'refund_range'
  | 'refund_gone';

export type ActionRow = {
  /** `stale`: seats are missing while ended holds still have some; nothing was changed. */
  verdict: 'done' | 'stale' | ActionRefusal;
  billing_id: string;
  /** The new version; null after a refusal. */
  version: number | null;
  state: string;
  /** True if one administrator took both steps of an action that needs two, for want of a second one. */
  alone: boolean;
};

/** Parameters of the statements; `values` are the action's own. */
export type ActionValues = {
  reference: string;
  version: number;
  /** Null for a command of the operator, and so is the session. */
  adminId: string | null;
  sessionId: string | null;
  actor: string;
  reason: string;
  values: Record<string, unknown>;
};

/** Returns the parameters of a statement in order. */
export function actionParameters({ reference, version, adminId, sessionId, actor, reason, values }: ActionValues) {
  return [reference, version, adminId, actor, reason, JSON.stringify(values), sessionId];
}

/**
 * Runs a statement of ACTIONS. Returns undefined if no adoption has the reference. Throws HttpError 401 if the session
 * ended, or the role was changed, since the request was authorised.
 */
export async function runAction(sql: ISql, statement: string, values: ActionValues): Promise<ActionRow | undefined> {
  const [row] = await sql.unsafe<ActionRow[]>(statement, actionParameters(values), { prepare: true });
  if ((row?.verdict as string) === 'ended') throw new HttpError(401, 'admin.session_ended');
  return row;
}
