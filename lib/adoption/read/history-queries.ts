import 'server-only';
import { and, asc, desc, eq, exists, gt, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { dueNext, outstanding } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { hasState, personOf, type Columns } from '@/db/conditions';
import { isLiveHold } from '@/db/hold-conditions';
import { hasOpenPayment, isAtBank } from '@/db/payment-conditions';
import { billingItems, billings, payments } from '@/db/schema';
import { ADOPTED_STATES, PAID_STATES, statesThat } from '@/db/schema/billing-states';
import { COURSE_TYPES, type PaymentStatus } from '@/db/schema/enums';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { VISIBLE_STATES } from '@/lib/adoption/core/rules';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { hasEnded, linesWithYears } from '@/lib/adoption/core/line-statements';
import { seatCount, type TypeSeats } from '@/lib/adoption/core/summary';
import type { SponsorScope } from '@/lib/accounts/session';
import type { AdoptionPage, AdoptionStatus } from './history-rules';

const PAYABLE = statesThat(({ on }) => 'paid' in on);

/**
 * Returns the adoptions of a scope, newest first, in one query. An expired hold has the status 'expired' even
 * before its seats are released. Drafts are left out, also replaced ones.
 * @param page from 1; a page past the last one is empty
 * @param id restricts it to one adoption
 * @param database a transaction to read in, or the shared pool
 * @throws DeadlineError if the database does not respond in time
 */
export async function listAdoptions(
  scope: AdoptionScope,
  {
    page = 1,
    size,
    id = null,
    database = db(),
  }: { page?: number; size: number; id?: string | null; database?: Database },
): Promise<AdoptionPage> {
  const paymentsThat = (billing: Columns<'id'>, status: PaymentStatus, ...conditions: SQL[]) =>
    database
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.billingId, billing.id), eq(payments.status, status), ...conditions));
  const isPaying = sql<boolean>`${and(hasState(billings, PAYABLE), hasOpenPayment(billings))}`;
  const isReplacedHold = and(eq(billings.state, 'replaced'), isNotNull(billings.verifiedAt));
  const shown = database.$with('shown').as(
    database
      .select({
        id: billings.id,
        reference: billings.reference,
        orderNumber: billings.orderNumber,
        state: billings.state,
        verifiedAt: billings.verifiedAt,
        holdExpiresAt: billings.holdExpiresAt,
        totalPaise: billings.totalPaise,
        personId: personOf(billings).as('person_id'),
        isPaying: isPaying.as('is_paying'),
        total: sql<number>`count(*) over ()`.as('total'),
      })
      .from(billings)
      .where(
        and(
          ownedBy(scope),
          id === null ? undefined : eq(billings.id, id),
          or(hasState(billings, VISIBLE_STATES), isPaying, isReplacedHold),
        ),
      )
      .orderBy(desc(billings.verifiedAt), asc(billings.id))
      .limit(size)
      .offset((page - 1) * size),
  );
  const isLive = isLiveHold(shown);
  const rows = await withQueryDeadline(
    database
      .with(shown)
      .select({
        total: shown.total,
        adoption: {
          id: shown.id,
          reference: shown.reference,
          orderNumber: shown.orderNumber,
          date: sql<Date>`${shown.verifiedAt}`,
          totalPaise: shown.totalPaise,
          isPaying: shown.isPaying,
          status: sql<AdoptionStatus>`case
            when ${shown.isPaying} and (${isLive} or ${shown.state} = 'pledged')
            then case when ${hasOpenPayment(shown, isAtBank)} then 'confirming' else 'begun' end
            when ${shown.state} = 'held' and not ${isLive} then 'expired' else ${shown.state} end`,
          secondsLeft: sql<
            number | null
          >`case when ${isLive} then ceil(extract(epoch from ${shown.holdExpiresAt} - now()))::int end`,
          isMine: 'billingId' in scope ? sql<boolean>`false` : sql<boolean>`${shown.personId} = ${scope.personId}`,
          paidTwice: sql<boolean>`${hasState(shown, PAID_STATES)} and ${exists(paymentsThat(shown, 'refund_due'))}`,
          paidOnline: sql<boolean>`${exists(paymentsThat(shown, 'captured'))}`,
          hasEnded: hasEnded(shown),
          lines: linesWithYears(shown),
        },
      })
      .from(shown)
      .orderBy(desc(shown.verifiedAt), asc(shown.id)),
  );
  return {
    adoptions: rows.map(({ adoption }) => ({ ...adoption, seats: seatCount(adoption.lines) })),
    total: rows[0]?.total ?? 0,
  };
}

/** The payment of a pledge that is due next; `isOver` if its last day has passed. */
export type NextPayment = {
  billingId: string;
  reference: string;
  dueAt: Date;
  /** Money that is due then. */
  duePaise: number;
  isOver: boolean;
};

/**
 * Returns the unpaid pledge of the sponsor whose term ends first, or null.
 * @throws DeadlineError if the database does not respond in time
 */
export async function nextPayment(scope: SponsorScope): Promise<NextPayment | null> {
  const [next] = await withQueryDeadline(
    db()
      .select({
        billingId: billings.id,
        reference: billings.reference,
        dueAt: sql<Date>`${billings.dueAt}`,
        duePaise: dueNext(billings),
        isOver: sql<boolean>`${billings.dueAt} <= now()`,
      })
      .from(billings)
      .where(
        and(ownedBy(scope), eq(billings.state, 'pledged'), isNotNull(billings.dueAt), gt(outstanding(billings), 0)),
      )
      .orderBy(asc(billings.dueAt), asc(billings.id))
      .limit(1),
  );
  return next ?? null;
}

/**
 * Returns the adopted seats of the sponsor by course type, in the order of the types. Their sum is the number of
 * students.
 * @throws DeadlineError if the database does not respond in time
 */
export async function adoptedSeatsByType(scope: SponsorScope): Promise<TypeSeats[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ courseName: billingItems.courseName, seats: sql<number>`sum(${billingItems.seats})` })
      .from(billings)
      .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
      .where(and(ownedBy(scope), gt(billingItems.seats, 0), hasState(billings, ADOPTED_STATES)))
      .groupBy(billingItems.courseName),
  );
  const rank = ({ courseName }: TypeSeats) => COURSE_TYPES.findIndex((type) => type === courseName);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
