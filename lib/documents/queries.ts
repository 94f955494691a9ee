import 'server-only';
import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dueNext, outstanding } from '@/db/balance';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { isVoid } from '@/db/papers';
import { isLiveReservation } from '@/db/hold-conditions';
import {
  billingEvents,
  billingItems,
  billings,
  courses,
  institutes,
  papers,
  payments,
  reservationItems,
  reservations,
} from '@/db/schema';
import {
  ADOPTED_STATES,
  CANCELLED_STATES,
  isCancelled,
  type CancelledState,
  PAID_STATES,
  statesThat,
  type BillingState,
} from '@/db/schema/billing-states';
import { PAYMENT_METHODS, type PaperKind } from '@/db/schema/enums';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { linesOf, untilCoursesEnd } from '@/lib/adoption/core/line-statements';
import { isUnpaid } from '@/lib/adoption/pledge/term-statements';
import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/core/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { isoDate } from '@/lib/platform/dates';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { readSettings } from '@/lib/settings/queries';
import { maskEmail, maskPhone } from '@/lib/accounts/codes/rules';
import type { CartEntry } from '@/lib/selection/cart';
import { DOWNLOAD_TOKEN_SECONDS, readDownloadToken } from './download-token';
import type { RenewalOffer } from './renewal';
import { certifiedOf, type Certified, type PaperData, type PaperMoney, type PartPaid } from './paper-rules';
import type { ConfirmedContact, Paid, Summary, SummaryLine } from '@/lib/adoption/core/summary';

/**
 * Returns the summary of the billing of a download token, as it was recorded.
 * @throws DeadlineError if the database does not respond in time
 * @returns 'expired' for a valid token of a billing verified over an hour ago by the database clock, null for any other
 * token
 */
export async function summaryByDownloadToken(token: string): Promise<Summary | 'expired' | null> {
  const receipt = readDownloadToken(token);
  if (!receipt) return null;
  const billing = await readAdopted(eq(billings.id, receipt.billingId));
  if (!billing || !receipt.isGenuineFor(billing.date)) return null;
  return billing.expired ? 'expired' : billing.summary;
}

/**
 * Returns the summary of an adoption of the sponsor with adopted seats; null for any other id.
 * @throws DeadlineError if the database does not respond in time
 */
export async function summaryOfAdoption(scope: AdoptionScope, billingId: string): Promise<Summary | null> {
  const billing = await readAdopted(and(eq(billings.id, billingId), ownedBy(scope)));
  return billing?.summary ?? null;
}

/**
 * Returns the summary of an adoption for a message to its sponsor; null if its seats are not adopted.
 * @throws DeadlineError if the database does not respond in time
 */
export async function summaryForMessage(billingId: string): Promise<Summary | null> {
  const billing = await readAdopted(eq(billings.id, billingId));
  return billing?.summary ?? null;
}

/**
 * Returns the seats of a renewal that are left, with their promised prices, for the message that invites to it; null if there
 * are none.
 * @throws DeadlineError if the database does not respond in time
 */
export async function renewalForMessage(reservationId: string): Promise<RenewalOffer | null> {
  const left = sql<number>`(${reservationItems.seats} - ${reservationItems.usedSeats})`;
  const rows = await withQueryDeadline(
    db()
      .select({
        date: sql<Date>`now()`.mapWith(reservations.createdAt),
        until: reservations.until,
        company: reservations.company,
        email: reservations.email,
        line: {
          courseName: sql<string>`${courses.courseType}`,
          branch: courses.branch,
          branchHindi: courses.branchHindi,
          institute: sql<string>`coalesce(${institutes.name}, '')`,
          instituteHindi: institutes.hindi,
          city: courses.city,
          seats: left,
          pricePaise: sql<number>`least(${courses.pricePaise}, ${reservationItems.pricePaise})`,
          session: courses.session,
          studyYear: courses.studyYear,
        },
      })
      .from(reservations)
      .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
      .innerJoin(courses, eq(courses.id, reservationItems.courseId))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(and(eq(reservations.id, reservationId), sql`${isLiveReservation(reservations)}`, gt(left, 0)))
      .orderBy(courses.courseType, courses.branch, courses.id),
  );
  const [first] = rows;
  if (!first) return null;
  const { line: _, ...offer } = first;
  const { registrations, ...body } = await readSettings('body');
  const today = isoDate(new Date());
  const valid = registrations.filter(({ validUntil }) => validUntil === '' || validUntil >= today);
  return { ...offer, lines: rows.map(({ line }) => line), body: { ...body, registrations: valid } };
}

type Adopted = { date: Date; expired: boolean; summary: Summary & { reference: string } };

/** The sponsor as recorded; lacks the fields that the form has got since. */
type RecordedSponsor = Partial<Sponsor>;

/** Returns a billing with adopted seats, as it was verified, or null. `which` is a condition on `billings`. */
async function readAdopted(which: SQL | undefined): Promise<Adopted | null> {
  const [billing] = await withQueryDeadline(
    db()
      .select({
        reference: billings.reference,
        recorded: sql<RecordedSponsor>`${billings.sponsor}`,
        date: sql<Date>`${billings.verifiedAt}`,
        expired: sql<boolean>`${billings.verifiedAt} <= now() - ${DOWNLOAD_TOKEN_SECONDS} * interval '1 second'`,
        verifiedChannel: billings.verifiedChannel,
        isPaid: sql<boolean>`${hasState(billings, PAID_STATES)}`,
        lines: linesOf(billings),
        payment: payments,
        state: billings.state,
        outstandingPaise: outstanding(billings),
        nextPaise: dueNext(billings),
        dueAt: billings.dueAt,
        lapses: sql<boolean>`${isUnpaid(billings)}`,
        coursesPaise: untilCoursesEnd(billings),
        orderNumber: billings.orderNumber,
      })
      .from(billings)
      .leftJoin(payments, and(eq(payments.billingId, billings.id), eq(payments.status, 'captured')))
      .where(and(which, hasState(billings, ADOPTED_STATES))),
  );
  if (!billing) return null;
  const { reference, recorded, date, expired, verifiedChannel, lines, isPaid, payment, coursesPaise, orderNumber } =
    billing;
  const { state, outstandingPaise, nextPaise, dueAt, lapses } = billing;
  const { accountName, accountNumber, ifsc, bankName, legalName } = await readSettings('body');
  const body = { accountName, accountNumber, ifsc, bankName, legalName };
  const sponsor = { ...EMPTY_SPONSOR, ...recorded };
  const confirmedBy = contactOf(verifiedChannel, sponsor);
  const paid = payment && paidBy(payment);
  return {
    date,
    expired,
    summary: {
      reference,
      date,
      sponsor,
      orderNumber,
      confirmedBy,
      lines,
      paid,
      coursesPaise,
      isPaidByBank: isPaid && paid === null,
      toPay: state === 'pledged' && outstandingPaise > 0 ? { paise: nextPaise, dueAt, lapses, body } : null,
    },
  };
}

function paidBy({ transactionId, method, settledAt, isTest }: typeof payments.$inferSelect): Paid | null {
  const knownMethod = PAYMENT_METHODS.find((name) => name === method);
  if (transactionId === null || settledAt === null || !knownMethod) return null;
  return { transactionId, method: knownMethod, at: settledAt, test: isTest };
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
    const { session, study_year: studyYear, branch_hindi: branchHindi, institute_hindi: instituteHindi } = course;
    const names = { courseName, branch, branchHindi, institute, instituteHindi, city };
    lines.push({ ...names, seats: selectedSeats, pricePaise, session, studyYear });
  }
  return { reference: null, date: new Date(), sponsor, confirmedBy: null, lines, paid: null };
}

/** What is true of an adoption now; `late`: its money came when the seats were no longer available. */
type AdoptionStatus = CancelledState | 'late' | 'paid' | 'adopted';

/** A paper of an adoption, as /verify names it; amounts in paise. */
export type ConfirmedPaper = {
  kind: PaperKind;
  serial: string;
  issuedAt: Date;
  hasBody: boolean;
  /** Null for a cancellation and a certificate. */
  amountPaise: number | null;
  /** What a receipt says that is not for the whole; null for other papers. */
  part: PartPaid | null;
  /** What a certificate says; null for other papers. */
  certified: Certified | null;
  replacedBy: { serial: string; at: Date } | null;
  /**
   * Why what it says is no longer true (isVoid): that of its kind, or 'corrected' for a certificate whose seats are still
   * adopted; null if it is true.
   */
  voidReason: PaperKind | 'corrected' | null;
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
  /** The names of their sessions, in order. */
  sessions: string[];
  status: AdoptionStatus;
  since: Date;
  /** When its seats were last reduced, and how many there were before. */
  reduced: { at: Date; seatsBefore: number } | null;
  /** The paper asked for; null if none was, or if the adoption has no such paper. */
  paper: ConfirmedPaper | null;
};

const GENUINE = statesThat(({ verify }) => verify === 'genuine');

/** States of adoptions whose money came too late; only their papers are confirmed. */
const LATE = statesThat(({ verify, isPaid }) => verify === null && isPaid);

const statusOf = (state: BillingState): AdoptionStatus => {
  if (LATE.includes(state)) return 'late';
  if (PAID_STATES.includes(state)) return 'paid';
  return isCancelled(state) ? state : 'adopted';
};

/**
 * Returns the confirmation of a reference; null if no adopted or cancelled adoption has it.
 * @param serial number of a paper of the adoption that is to be confirmed, too
 * @throws DeadlineError if the database does not respond in time
 */
export async function confirmReference(reference: string, serial: string | null = null): Promise<Confirmation | null> {
  const later = alias(papers, 'later');
  const isOfBilling = eq(billingEvents.billingId, billings.id);
  const entry = db()
    .select({ at: sql<Date>`max(${billingEvents.at})`.as('entered_at') })
    .from(billingEvents)
    .where(
      and(
        isOfBilling,
        eq(billingEvents.toState, billings.state),
        sql`${billingEvents.fromState} is distinct from ${billings.state}`,
      ),
    )
    .as('entry');
  const reduction = db()
    .select({ at: billingEvents.at, detail: billingEvents.detail })
    .from(billingEvents)
    .where(and(isOfBilling, eq(billingEvents.event, 'reduced')))
    .orderBy(desc(billingEvents.id))
    .limit(1)
    .as('reduction');
  const items = db()
    .select({
      seats: sql<number>`sum(${billingItems.seats})`.as('sum_of_seats'),
      courses: sql<number>`count(*)`.as('courses'),
      sessions: sql<string[]>`array_agg(distinct ${billingItems.session} order by ${billingItems.session})`.as(
        'sessions',
      ),
    })
    .from(billingItems)
    .where(and(eq(billingItems.billingId, billings.id), gt(billingItems.seats, 0)))
    .as('items');
  const [found] = await withQueryDeadline(
    db()
      .select({
        billing: billings,
        since: entry.at,
        reducedAt: reduction.at,
        reduction: reduction.detail,
        seats: items.seats,
        courses: items.courses,
        sessions: items.sessions,
        paper: papers,
        replacement: { serial: later.serial, at: later.issuedAt },
        isVoid: isVoid(papers, billings),
      })
      .from(billings)
      .innerJoinLateral(items, gt(items.courses, 0))
      .leftJoinLateral(entry, sql`true`)
      .leftJoinLateral(reduction, sql`true`)
      .leftJoin(papers, and(eq(papers.billingId, billings.id), eq(papers.serial, sql`${serial}::text`)))
      .leftJoin(later, eq(later.replacesId, papers.id))
      .where(and(eq(billings.reference, reference), hasState(billings, [...GENUINE, ...CANCELLED_STATES, ...LATE]))),
  );
  if (!found) return null;
  const { billing, since, reducedAt, seats, courses, sessions, paper } = found;
  const state = billing.state as BillingState;
  if (LATE.includes(state) && !paper) return null;
  const date = billing.verifiedAt!;
  const sponsor = { ...EMPTY_SPONSOR, ...billing.sponsor };
  const proven = contactOf(billing.verifiedChannel, sponsor);
  const mask = { email: maskEmail, phone: maskPhone };
  const confirmedBy = proven && { ...proven, contact: mask[proven.channel](proven.contact) };
  return {
    reference: billing.reference,
    date,
    company: sponsor.company,
    confirmedBy,
    seats,
    courses,
    sessions,
    status: statusOf(state),
    since: since ?? date,
    reduced: reducedAt && { at: reducedAt, seatsBefore: seatsBefore(found.reduction as Reduction) },
    paper: paper && toConfirmedPaper(paper, found.replacement, found.isVoid ? voidReasonOf(paper.kind, state) : null),
  };
}

/** Of an event 'reduced': the seats after it, and the returned ones by course. */
type Reduction = { seats: number; returned: Record<string, number> };

const seatsBefore = ({ seats, returned }: Reduction): number =>
  Object.values(returned).reduce((sum, count) => sum + Number(count), seats);

const voidReasonOf = (kind: string, state: BillingState) =>
  kind === 'certificate' && GENUINE.includes(state) ? 'corrected' : (kind as PaperKind);

/** What papers of some kinds show. */
type Shown = { money?: PaperMoney; duePaise?: number; part?: PartPaid | null };

function toConfirmedPaper(
  { kind, serial, issuedAt, data }: typeof papers.$inferSelect,
  replacedBy: ConfirmedPaper['replacedBy'],
  voidReason: ConfirmedPaper['voidReason'],
): ConfirmedPaper {
  const { body, money, duePaise = null, part = null } = data as Pick<PaperData, 'body'> & Shown;
  const amountPaise = money ? money.amountPaise + money.tdsPaise : duePaise;
  return {
    kind: kind as PaperKind,
    serial,
    issuedAt,
    hasBody: Boolean(body.legalName),
    amountPaise,
    part,
    certified: kind === 'certificate' ? certifiedOf(data as Parameters<typeof certifiedOf>[0]) : null,
    replacedBy,
    voidReason,
  };
}

/** Returns the contact that a code was sent to; null if unknown. */
function contactOf(channel: string | null, sponsor: Sponsor): ConfirmedContact | null {
  return channel === 'email' || channel === 'phone' ? { channel, contact: sponsor[channel] } : null;
}
