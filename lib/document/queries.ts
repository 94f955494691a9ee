import 'server-only';
import type { Fragment } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { IS_VOID } from '@/db/papers';
import { statesThat, type BillingState } from '@/db/schema/billing-states';
import { belongsTo, type AdoptionScope } from '@/lib/adoption/access';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { withQueryDeadline } from '@/lib/core/deadline';
import { maskEmail, maskPhone } from '@/lib/otp/rules';
import { PAYMENT_METHODS } from '@/lib/adoption/payment-method';
import type { CartEntry } from '@/lib/selection/cart';
import { DOWNLOAD_TOKEN_SECONDS, readDownloadToken } from './download-token';
import type { PaperKind } from './paper-rules';
import type { ConfirmedContact, Paid, Summary, SummaryLine } from '@/lib/adoption/summary';

/**
 * Returns the summary of the billing of a download token, as it was recorded.
 * @throws DeadlineError if the database does not respond in time
 * @returns 'expired' for a valid token of a billing verified over an hour ago by the database clock, null for any other
 * token
 */
export async function summaryByDownloadToken(token: string): Promise<Summary | 'expired' | null> {
  const receipt = readDownloadToken(token);
  if (!receipt) return null;
  const billing = await readAdopted(sql()`b.id = ${receipt.billingId}`);
  if (!billing || !receipt.isGenuineFor(billing.date)) return null;
  return billing.expired ? 'expired' : billing.summary;
}

/**
 * Returns the summary of an adoption of the sponsor with adopted seats; null for any other id.
 * @throws DeadlineError if the database does not respond in time
 */
export async function summaryOfAdoption(scope: AdoptionScope, billingId: string): Promise<Summary | null> {
  const billing = await readAdopted(sql()`b.id = ${billingId} and ${belongsTo(scope)}`);
  return billing?.summary ?? null;
}

/**
 * Returns the summary of an adoption for a message to its sponsor; null if its seats are not adopted.
 * @throws DeadlineError if the database does not respond in time
 */
export async function summaryForMessage(billingId: string): Promise<Summary | null> {
  const billing = await readAdopted(sql()`b.id = ${billingId}`);
  return billing?.summary ?? null;
}

type Adopted = { date: Date; expired: boolean; summary: Summary & { reference: string } };

/** The sponsor as recorded; lacks the fields that the form has got since. */
type RecordedSponsor = Partial<Sponsor>;

/** A row of readAdopted; times are in epoch milliseconds. */
type AdoptedRow = {
  reference: string;
  sponsor: RecordedSponsor;
  verifiedMs: number;
  expired: boolean;
  transactionId: string | null;
  method: string | null;
  settledMs: number | null;
  isTest: boolean | null;
  verifiedChannel: string | null;
  lines: SummaryLine[];
  isPaid: boolean;
};

/** Returns a billing with adopted seats, as it was verified, or null. `which` is a condition on the billing `b`. */
async function readAdopted(which: Fragment): Promise<Adopted | null> {
  const [billing] = await withQueryDeadline(
    sql()<AdoptedRow[]>`
      select b.reference, b.sponsor, extract(epoch from b.verified_at)::float8 * 1000 as "verifiedMs",
             b.verified_at <= now() - ${DOWNLOAD_TOKEN_SECONDS} * interval '1 second' as expired,
             p.transaction_id as "transactionId", p.method, extract(epoch from p.settled_at)::float8 * 1000 as "settledMs", p.is_test as "isTest",
             b.verified_channel as "verifiedChannel", b.state = any(${PAID}) as "isPaid",
             (select json_agg(json_build_object('courseName', i.course_name, 'branch', i.branch, 'institute', i.institute,
                              'city', i.city, 'seats', i.seats, 'pricePaise', i.price_paise) order by i.position)
                from billing_items i where i.billing_id = b.id and i.seats > 0) as lines
        from billings b left join payments p on p.billing_id = b.id and p.status = 'captured'
       where ${which} and b.state = any(${ADOPTED_STATES})`,
  );
  if (!billing) return null;
  const { reference, verifiedMs, expired, verifiedChannel, lines, isPaid, ...payment } = billing;
  const sponsor = { ...EMPTY_SPONSOR, ...billing.sponsor };
  const confirmedBy = contactOf(verifiedChannel, sponsor);
  const paid = paidBy(payment);
  const date = new Date(verifiedMs);
  return {
    date,
    expired,
    summary: { reference, date, sponsor, confirmedBy, lines, paid, isPaidByBank: isPaid && paid === null },
  };
}

type CapturedPayment = Pick<AdoptedRow, 'transactionId' | 'method' | 'settledMs' | 'isTest'>;

function paidBy({ transactionId, method, settledMs, isTest }: CapturedPayment): Paid | null {
  const known = PAYMENT_METHODS.find((name) => name === method);
  if (transactionId === null || settledMs === null || !known) return null;
  return { transactionId, method: known, at: new Date(settledMs), test: isTest === true };
}

type DraftLine = Pick<CartEntry, 'id' | 'selectedSeats'>;

/**
 * Returns a draft summary of an unverified selection, in its order. Seats come from the request, texts and prices from
 * the catalogue.
 * @returns null if a course is unknown, closed or listed twice
 */
export async function draftSummary(sponsor: Sponsor, entries: readonly DraftLine[]): Promise<Summary | null> {
  const courses = await listCourses({ ids: entries.map(({ id }) => id) });
  if (courses.length !== entries.length) return null;
  const byId = new Map(courses.map((course) => [course.id, course]));
  const lines: SummaryLine[] = [];
  for (const { id, selectedSeats } of entries) {
    const course = byId.get(id.toLowerCase());
    if (!course) return null;
    const { course_name: courseName, branch, institute_name: institute, city, price_paise: pricePaise } = course;
    lines.push({ courseName, branch, institute, city, seats: selectedSeats, pricePaise });
  }
  return { reference: null, date: new Date(), sponsor, confirmedBy: null, lines, paid: null };
}

/** What is true of an adoption now; `late`: its money came when the seats were no longer available. */
type AdoptionStatus = 'cancelled' | 'lapsed' | 'late' | 'paid' | 'adopted';

/** A paper of an adoption, as /verify names it; amounts in paise. */
export type ConfirmedPaper = {
  kind: PaperKind;
  serial: string;
  issuedAt: Date;
  hasBody: boolean;
  /** Null for a cancellation. */
  amountPaise: number | null;
  replacedBy: { serial: string; at: Date } | null;
  /** True if what it says is no longer true (IS_VOID). */
  isVoid: boolean;
};

/**
 * Public confirmation of an adoption: the company, but no name, e-mail or phone; the verified contact, masked, for
 * comparison with the document; and what is true of it now, since when.
 */
export type Confirmation = {
  reference: string;
  date: Date;
  company: string;
  confirmedBy: ConfirmedContact | null;
  seats: number;
  courses: number;
  status: AdoptionStatus;
  since: Date;
  /** When its seats were last reduced, and how many there were before. */
  reduced: { at: Date; seatsBefore: number } | null;
  /** The paper asked for; null if none was, or if the adoption has no such paper. */
  paper: ConfirmedPaper | null;
};

const GENUINE = statesThat(({ verify }) => verify === 'genuine');
const CANCELLED = statesThat(({ verify }) => verify === 'cancelled');

/** States of adoptions whose money came too late; only their papers are confirmed. */
const LATE = statesThat(({ verify, isPaid }) => verify === null && isPaid);
const PAID = statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid);

const statusOf = (state: BillingState): AdoptionStatus => {
  if (LATE.includes(state)) return 'late';
  if (PAID.includes(state)) return 'paid';
  if (!CANCELLED.includes(state)) return 'adopted';
  return state === 'lapsed' ? 'lapsed' : 'cancelled';
};

/**
 * Returns the confirmation of a reference; null if no adopted or cancelled adoption has it.
 * @param serial number of a paper of the adoption that is to be confirmed, too
 * @throws DeadlineError if the database does not respond in time
 */
export async function confirmReference(reference: string, serial: string | null = null): Promise<Confirmation | null> {
  const [found] = await withQueryDeadline(
    sql()<ConfirmationRow[]>`
      select b.reference, extract(epoch from b.verified_at)::float8 * 1000 as "verifiedMs", b.sponsor,
             b.verified_channel as "verifiedChannel", b.state,
             (select extract(epoch from max(e.at))::float8 * 1000 from billing_events e
               where e.billing_id = b.id and e.to_state = b.state and e.from_state is distinct from b.state) as "sinceMs",
             (select json_build_object('ms', extract(epoch from e.at) * 1000, 'seats', e.detail->'seats',
                                       'returned', (select sum(r.value::int) from jsonb_each_text(e.detail->'returned') r))
                from billing_events e where e.billing_id = b.id and e.event = 'reduced' order by e.id desc limit 1) as reduction,
             (select json_build_object('kind', p.kind, 'serial', p.serial, 'ms', extract(epoch from p.issued_at) * 1000,
                                       'hasBody', p.data->'body'->>'legalName' <> '',
                                       'paise', coalesce((p.data->'money'->>'amountPaise')::bigint + (p.data->'money'->>'tdsPaise')::bigint,
                                                         (p.data->>'duePaise')::bigint),
                                       'replacedBy', n.serial, 'replacedMs', extract(epoch from n.issued_at) * 1000,
                                       'isVoid', ${raw(IS_VOID('p', 'b'))})
                from papers p left join papers n on n.replaces_id = p.id
               where p.billing_id = b.id and p.serial = ${serial}) as paper,
             sum(i.seats)::int as seats, count(*)::int as courses
        from billings b join billing_items i on i.billing_id = b.id
       where b.reference = ${reference} and i.seats > 0 and b.state = any(${[...GENUINE, ...CANCELLED, ...LATE]})
       group by b.id`,
  );
  if (!found || (LATE.includes(found.state) && !found.paper)) return null;
  const { sponsor: recorded, verifiedChannel, verifiedMs, sinceMs, reduction, state, paper, ...counts } = found;
  const sponsor = { ...EMPTY_SPONSOR, ...recorded };
  const proven = contactOf(verifiedChannel, sponsor);
  const mask = { email: maskEmail, phone: maskPhone };
  const confirmedBy = proven && { ...proven, contact: mask[proven.channel](proven.contact) };
  return {
    ...counts,
    date: new Date(verifiedMs),
    company: sponsor.company,
    confirmedBy,
    status: statusOf(state),
    since: new Date(sinceMs ?? verifiedMs),
    reduced: reduction && { at: new Date(reduction.ms), seatsBefore: reduction.seats + reduction.returned },
    paper: paper && toConfirmedPaper(paper),
  };
}

type PaperOfRow = {
  kind: PaperKind;
  serial: string;
  ms: number;
  hasBody: boolean;
  paise: number | null;
  replacedBy: string | null;
  replacedMs: number | null;
  isVoid: boolean;
};

function toConfirmedPaper({ ms, paise, replacedBy, replacedMs, ...paper }: PaperOfRow): ConfirmedPaper {
  return {
    ...paper,
    issuedAt: new Date(ms),
    amountPaise: paise,
    replacedBy: replacedBy === null ? null : { serial: replacedBy, at: new Date(replacedMs!) },
  };
}

/** Times are in epoch milliseconds. */
type ConfirmationRow = Pick<Confirmation, 'reference' | 'seats' | 'courses'> & {
  state: BillingState;
  sinceMs: number | null;
  reduction: { ms: number; seats: number; returned: number } | null;
  paper: PaperOfRow | null;
  sponsor: RecordedSponsor;
  verifiedChannel: string | null;
  verifiedMs: number;
};

/** Returns the contact that a code was sent to; null if unknown. */
function contactOf(channel: string | null, sponsor: Sponsor): ConfirmedContact | null {
  return channel === 'email' || channel === 'phone' ? { channel, contact: sponsor[channel] } : null;
}
