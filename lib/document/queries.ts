import 'server-only';
import { and, asc, count, eq, inArray, sql, sum, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '@/db/client';
import { billingItems, billings, payments } from '@/db/schema';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
import type { Sponsor } from '@/lib/adoption/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { withQueryDeadline } from '@/lib/core/deadline';
import { toPaise } from '@/lib/core/money';
import type { SponsorScope } from '@/lib/identity/session';
import { PAYMENT_METHODS } from '@/lib/payment/schema';
import type { Cart } from '@/lib/selection/schema';
import { readReceiptToken, RECEIPT_SECONDS } from './receipt';
import type { Paid, PaymentReceipt, Summary, SummaryLine } from './rules';

/**
 * The summary of the billing that a receipt token opens: its own snapshot, whatever a request says.
 * @throws DeadlineError when the database does not answer in time
 * @returns 'expired' for a genuine token of a billing verified over an hour ago by the database clock, null for any other token
 */
export async function summaryByReceipt(token: string): Promise<Summary | 'expired' | null> {
  const receipt = readReceiptToken(token);
  if (!receipt) return null;
  const billing = await readAdopted(eq(billings.id, receipt.billingId));
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
  return id.success ? readAdopted(and(eq(billings.id, id.data), eq(billings.userId, userId))!) : null;
}

type Adopted = { date: Date; expired: boolean; summary: Summary & { reference: string } };

/** A billing that has its seats for good, as it was when it was verified; null when there is none. */
async function readAdopted(which: SQL): Promise<Adopted | null> {
  const [billing] = await withQueryDeadline(
    db()
      .select({
        id: billings.id,
        reference: billings.reference,
        sponsor: billings.sponsor,
        date: billings.verifiedAt,
        expired: sql<boolean>`${billings.verifiedAt} <= now() - make_interval(secs => ${RECEIPT_SECONDS})`,
        transactionId: payments.transactionId,
        method: payments.method,
        at: payments.settledAt,
        provider: payments.provider,
      })
      .from(billings)
      .leftJoin(payments, and(eq(payments.billingId, billings.id), eq(payments.status, 'captured')))
      .where(and(which, inArray(billings.state, [...ADOPTED_STATES]))),
  );
  if (!billing?.date) return null;
  const { id, reference, sponsor, date, expired, ...payment } = billing;
  const lines = await withQueryDeadline(
    db()
      .select({
        courseName: billingItems.courseName,
        branch: billingItems.branch,
        institute: billingItems.institute,
        city: billingItems.city,
        seats: billingItems.seats,
        pricePaise: billingItems.pricePaise,
      })
      .from(billingItems)
      .where(eq(billingItems.billingId, id))
      .orderBy(asc(billingItems.position)),
  );
  return { date, expired, summary: { reference, date, sponsor, lines, paid: paidBy(payment) } };
}

type CapturedPayment = {
  transactionId: string | null;
  method: string | null;
  at: Date | null;
  provider: string | null;
};

function paidBy({ transactionId, method, at, provider }: CapturedPayment): Paid | null {
  const known = PAYMENT_METHODS.find((name) => name === method);
  if (transactionId === null || at === null || !known) return null;
  return { transactionId, method: known, at, test: provider === 'sandbox' };
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
  return { reference: null, date: new Date(), sponsor, lines, paid: null };
}

/** What anybody who holds a summary may confirm: no name, e-mail or phone, only the company. */
export type Confirmation = { reference: string; date: Date; company: string; seats: number; courses: number };

/** Looks a printed reference up; null when no adoption that has its seats carries it. Throws DeadlineError when the database does not answer in time. */
export async function confirmReference(reference: string): Promise<Confirmation | null> {
  const [found] = await withQueryDeadline(
    db()
      .select({
        reference: billings.reference,
        date: billings.verifiedAt,
        company: sql<string>`${billings.sponsor}->>'company'`,
        seats: sum(billingItems.seats).mapWith(Number),
        courses: count(),
      })
      .from(billings)
      .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
      .where(and(eq(billings.reference, reference), inArray(billings.state, [...ADOPTED_STATES])))
      .groupBy(billings.id),
  );
  return found?.date ? { ...found, date: found.date } : null;
}
