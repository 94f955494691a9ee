import 'server-only';
import type { Fragment } from 'postgres';
import { z } from 'zod';
import { sql } from '@/db/client';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
import type { Sponsor } from '@/lib/adoption/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { withQueryDeadline } from '@/lib/core/deadline';
import { toPaise } from '@/lib/core/money';
import type { SponsorScope } from '@/lib/identity/session';
import { maskEmail, maskPhone } from '@/lib/otp/rules';
import { PAYMENT_METHODS } from '@/lib/payment/schema';
import type { Cart } from '@/lib/selection/schema';
import { DOWNLOAD_TOKEN_SECONDS, readDownloadToken } from './download-token';
import type { ConfirmedContact, Paid, PaymentReceipt, Summary, SummaryLine } from './rules';

/**
 * The summary of the billing that a receipt token opens: its own snapshot, whatever a request says.
 * @throws DeadlineError when the database does not answer in time
 * @returns 'expired' for a genuine token of a billing verified over an hour ago by the database clock, null for any other token
 */
export async function summaryByDownloadToken(token: string): Promise<Summary | 'expired' | null> {
  const receipt = readDownloadToken(token);
  if (!receipt) return null;
  const billing = await readAdopted(sql()`b.id = ${receipt.billingId}`);
  if (!billing || !receipt.isGenuineFor(billing.date)) return null;
  return billing.expired ? 'expired' : billing.summary;
}

/**
 * The summary of one of the sponsor's own adoptions that has its seats; null for every other id, whatever it looks like.
 * @throws DeadlineError when the database does not answer in time
 */
export async function summaryOfAdoption(scope: SponsorScope, billingId: string): Promise<Summary | null> {
  const billing = await readOwn(scope, billingId);
  return billing?.summary ?? null;
}

/** The receipt of one of the sponsor's own paid adoptions; null for every other id. Throws DeadlineError as summaryOfAdoption. */
export async function receiptOfAdoption(scope: SponsorScope, billingId: string): Promise<PaymentReceipt | null> {
  const billing = await readOwn(scope, billingId);
  if (!billing?.summary.paid) return null;
  return { ...billing.summary, paid: billing.summary.paid };
}

async function readOwn({ userId }: SponsorScope, billingId: string) {
  const id = z.uuid().safeParse(billingId);
  return id.success ? readAdopted(sql()`b.id = ${id.data} and b.user_id = ${userId}`) : null;
}

type Adopted = { date: Date; expired: boolean; summary: Summary & { reference: string } };

/** An adoption as readAdopted reads it; moments in epoch milliseconds. */
type AdoptedRow = {
  reference: string;
  sponsor: Sponsor;
  verifiedMs: number;
  expired: boolean;
  transactionId: string | null;
  method: string | null;
  settledMs: number | null;
  provider: string | null;
  verifiedChannel: string | null;
  lines: SummaryLine[];
};

/** A billing `b` that has its seats for good, as it was when it was verified; null when there is none. */
async function readAdopted(which: Fragment): Promise<Adopted | null> {
  const [billing] = await withQueryDeadline(
    sql()<AdoptedRow[]>`
      select b.reference, b.sponsor, extract(epoch from b.verified_at)::float8 * 1000 as "verifiedMs",
             b.verified_at <= now() - ${DOWNLOAD_TOKEN_SECONDS} * interval '1 second' as expired,
             p.transaction_id as "transactionId", p.method, extract(epoch from p.settled_at)::float8 * 1000 as "settledMs", p.provider,
             b.verified_channel as "verifiedChannel",
             (select json_agg(json_build_object('courseName', i.course_name, 'branch', i.branch, 'institute', i.institute,
                              'city', i.city, 'seats', i.seats, 'pricePaise', i.price_paise) order by i.position)
                from billing_items i where i.billing_id = b.id) as lines
        from billings b left join payments p on p.billing_id = b.id and p.status = 'captured'
       where ${which} and b.state = any(${[...ADOPTED_STATES]})`,
  );
  if (!billing) return null;
  const { reference, sponsor, verifiedMs, expired, verifiedChannel, lines, ...payment } = billing;
  const confirmedBy = contactOf(verifiedChannel, sponsor);
  const date = new Date(verifiedMs);
  return { date, expired, summary: { reference, date, sponsor, confirmedBy, lines, paid: paidBy(payment) } };
}

type CapturedPayment = Pick<AdoptedRow, 'transactionId' | 'method' | 'settledMs' | 'provider'>;

function paidBy({ transactionId, method, settledMs, provider }: CapturedPayment): Paid | null {
  const known = PAYMENT_METHODS.find((name) => name === method);
  if (transactionId === null || settledMs === null || !known) return null;
  return { transactionId, method: known, at: new Date(settledMs), test: provider === 'sandbox' };
}

/**
 * A draft for an unverified selection, in its order: seats from the request, texts and prices from the catalogue.
 * @returns null when a course is unknown, closed or named twice
 */
export async function draftSummary(sponsor: Sponsor, selection: Cart): Promise<Summary | null> {
  const entries = Object.values(selection);
  const courses = await listCourses({ ids: entries.map(({ id }) => id) });
  if (courses.length !== entries.length) return null;
  const byId = new Map(courses.map((course) => [course.id, course]));
  const lines: SummaryLine[] = [];
  for (const { id, selectedSeats } of entries) {
    const course = byId.get(id.toLowerCase());
    const pricePaise = course && toPaise(course.price_per_seat);
    if (!course || pricePaise == null) return null;
    const { course_name: courseName, branch, institute_name: institute, city } = course;
    lines.push({ courseName, branch, institute, city, seats: selectedSeats, pricePaise });
  }
  return { reference: null, date: new Date(), sponsor, confirmedBy: null, lines, paid: null };
}

/**
 * What anybody who holds a summary may confirm: no name, e-mail or phone, only the company; which contact is proven, masked,
 * for comparison with the one on paper (security 68); and whether the adoption was cancelled after the paper was printed.
 */
export type Confirmation = {
  reference: string;
  date: Date;
  company: string;
  confirmedBy: ConfirmedContact | null;
  seats: number;
  courses: number;
  isCancelled: boolean;
};

/** Looks a printed reference up; null when no adoption that has its seats, or had them until it was cancelled, carries it. Throws DeadlineError when the database does not answer in time. */
export async function confirmReference(reference: string): Promise<Confirmation | null> {
  const [found] = await withQueryDeadline(
    sql()<ConfirmationRow[]>`
      select b.reference, extract(epoch from b.verified_at)::float8 * 1000 as "verifiedMs", b.sponsor,
             b.verified_channel as "verifiedChannel", b.state = 'cancelled' as "isCancelled",
             sum(i.seats)::int as seats, count(*)::int as courses
        from billings b join billing_items i on i.billing_id = b.id
       where b.reference = ${reference} and b.state = any(${[...ADOPTED_STATES, 'cancelled']})
       group by b.id`,
  );
  if (!found) return null;
  const { sponsor, verifiedChannel, verifiedMs, ...counts } = found;
  const proven = contactOf(verifiedChannel, sponsor);
  const mask = { email: maskEmail, phone: maskPhone };
  const confirmedBy = proven && { ...proven, contact: mask[proven.channel](proven.contact) };
  return { ...counts, date: new Date(verifiedMs), company: sponsor.company, confirmedBy };
}

type ConfirmationRow = Pick<Confirmation, 'reference' | 'seats' | 'courses' | 'isCancelled'> & {
  sponsor: Sponsor;
  verifiedChannel: string | null;
  verifiedMs: number;
};

/** The contact that a code was sent to; null where it is not known which. */
function contactOf(channel: string | null, sponsor: Sponsor): ConfirmedContact | null {
  return channel === 'email' || channel === 'phone' ? { channel, contact: sponsor[channel] } : null;
}
