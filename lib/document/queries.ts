import 'server-only';
import { and, asc, count, eq, sql, sum } from 'drizzle-orm';
import { db } from '@/db/client';
import { billingItems, billings } from '@/db/schema';
import type { Sponsor } from '@/lib/adoption/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { withDeadline } from '@/lib/core/deadline';
import { toPaise } from '@/lib/core/money';
import type { Cart } from '@/lib/selection/schema';
import { readReceiptToken, RECEIPT_SECONDS } from './receipt';
import type { Summary, SummaryLine } from './rules';

/** How long the database may take to answer, in milliseconds: drawing a document may take longer, and a page has no other limit. */
const DEADLINE_MS = 5000;
const inTime = <T>(query: PromiseLike<T>): Promise<T> => withDeadline(Promise.resolve(query), DEADLINE_MS);

/**
 * The summary of the billing that a receipt token opens: its own snapshot, whatever a request says.
 * @throws DeadlineError when the database does not answer in time
 * @returns 'expired' for a genuine token of a billing verified over an hour ago by the database clock, null for any other token
 */
export async function summaryByReceipt(token: string): Promise<Summary | 'expired' | null> {
  const receipt = readReceiptToken(token);
  if (!receipt) return null;
  const [billing] = await inTime(
    db()
      .select({
        reference: billings.reference,
        sponsor: billings.sponsor,
        verifiedAt: billings.verifiedAt,
        expired: sql<boolean>`${billings.verifiedAt} <= now() - make_interval(secs => ${RECEIPT_SECONDS})`,
      })
      .from(billings)
      .where(and(eq(billings.id, receipt.billingId), eq(billings.state, 'pledged'))),
  );
  if (!billing?.verifiedAt || !receipt.isGenuineFor(billing.verifiedAt)) return null;
  if (billing.expired) return 'expired';
  const lines = await inTime(
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
      .where(eq(billingItems.billingId, receipt.billingId))
      .orderBy(asc(billingItems.position)),
  );
  return { reference: billing.reference, date: billing.verifiedAt, sponsor: billing.sponsor, lines };
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
  return { reference: null, date: new Date(), sponsor, lines };
}

/** What anybody who holds a summary may confirm: no name, e-mail or phone, only the company. */
export type Confirmation = { reference: string; date: Date; company: string; seats: number; courses: number };

/** Looks a printed reference up; null when no verified adoption carries it. Throws DeadlineError when the database does not answer in time. */
export async function confirmReference(reference: string): Promise<Confirmation | null> {
  const [found] = await inTime(
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
      .where(and(eq(billings.reference, reference), eq(billings.state, 'pledged')))
      .groupBy(billings.id),
  );
  return found?.date ? { ...found, date: found.date } : null;
}
