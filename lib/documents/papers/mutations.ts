import 'server-only';
import { and, eq, not, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { retryOnConflict } from '@/db/conflict';
import { isVoid } from '@/db/papers';
import { billings, papers, users } from '@/db/schema';
import type { BillingState } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import type { PaperKind } from '@/db/schema/values';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { daysOfYear } from '@/lib/platform/financial-year';
import { HttpError } from '@/lib/platform/errors';
import { PAPER_DETAILS } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import type { PaperDetails } from '@/lib/adoption/core/schema';
import type { GivenCertificate } from '@/lib/documents/paper-rules';
import { PAPER_STATES, withoutEmpty } from './rules';
import { annualStatement, paperStatement, type IssuedRow } from './statements';

/** Even with 40 concurrent callers one retry is enough: it finds the paper of the first. */
const ATTEMPTS = 5;

/**
 * The subject of a paper. `source`: billing id of a proforma or a cancellation, otherwise the id named by the kind. `given`: what a
 * certificate says.
 */
type PaperSubject = { kind: PaperKind; billingId: string; source: string; given?: GivenCertificate };

/** A paper that was just issued, or shows the present data already. */
export type NewPaper = IssuedRow & { kind: PaperKind };

type Options = { database?: Database; by?: AdminScope };

/**
 * Issues a paper of an adoption, numbered without gaps in its series and financial year: a proforma invoice of a pledge
 * (source: billing id), a receipt (source: id of a confirmed bank receipt or a captured payment), a credit note (source:
 * id of a completed refund), a cancellation (source: billing id), or a certificate (source: ids of billing and course). If the newest paper of that kind and source shows
 * the present data, it is returned instead; otherwise the new one replaces it.
 * @param by the administrator who asked for it, for the audit log
 * @throws HttpError 404 'document.not_found' if the adoption cannot have such a paper now
 */
export async function issuePaper(
  { kind, billingId, source, given }: PaperSubject,
  { database = db(), by }: Options = {},
): Promise<NewPaper> {
  return { kind, ...(await issue(database, paperStatement(kind, billingId, source, by, given))) };
}

/**
 * Issues the paper of money in the transaction that makes the money count, so that no receipt or credit note waits for somebody to ask for it.
 * Locks the series of the paper until the transaction ends.
 */
export async function issueWith(
  tx: Database,
  { kind, billingId, source }: Omit<PaperSubject, 'given'> & { kind: 'receipt' | 'credit_note' },
): Promise<void> {
  await tx.execute(paperStatement(kind, billingId, source));
}

/**
 * Issues the annual statement of a sponsor for a financial year, like issuePaper.
 * @throws HttpError 404 'document.not_found' if no money of the sponsor moved in that year
 */
export async function issueStatement(
  userId: string,
  financialYear: string,
  { database = db(), by }: Options = {},
): Promise<IssuedRow> {
  return issue(database, annualStatement(userId, financialYear, daysOfYear(financialYear), by));
}

async function issue(database: Database, statement: SQL): Promise<IssuedRow> {
  const rows = await retryOnConflict(ATTEMPTS, async () => [...(await database.execute<IssuedRow>(statement))]);
  if (!rows?.[0]) throw new HttpError('document.not_found');
  return rows[0];
}

const detailsPerAdoption = limiter('paper_details', PAPER_DETAILS);

/**
 * Issues every valid paper of an adoption again that does not show the present data; the new one replaces it. A paper
 * that the adoption cannot have any more, such as the proforma of paid seats, stays.
 * @param tx of the change, so that nothing is issued for one that fails
 * @returns the papers that show the present data
 */
export async function reissuePapers(tx: Database, billingId: string, by?: AdminScope): Promise<NewPaper[]> {
  const later = alias(papers, 'later');
  const replacement = tx.select({ id: later.id }).from(later).where(eq(later.replacesId, papers.id));
  const current = await tx
    .select({ kind: sql<PaperKind>`${papers.kind}`, source: papers.source })
    .from(papers)
    .innerJoin(billings, eq(billings.id, papers.billingId))
    .where(and(eq(papers.billingId, billingId), notExists(replacement), not(isVoid(papers, billings))))
    // In one order, so that two transactions take the rows of the series in the same one.
    .orderBy(papers.kind, papers.source);
  const reissued: NewPaper[] = [];
  for (const { kind, source } of current) {
    const [paper] = await tx.execute<IssuedRow>(paperStatement(kind, billingId, source, by));
    if (paper) reissued.push({ kind, ...paper });
  }
  return reissued;
}

/**
 * Stores what the papers of a sponsor's adoption should show, and issues its papers again (reissuePapers), in one
 * transaction with the event. The next adoptions of an account start with the same, except the order number. The stored details again change nothing and are not counted.
 * @param states those in which the adoption may be
 * @throws HttpError 404 'document.not_found', the same for an unknown id, another sponsor's and other states; 429 'paper.too_many'
 * after too many changes of one adoption
 */
export async function savePaperDetails(
  scope: AdoptionScope,
  billingId: string,
  details: PaperDetails,
  states: readonly BillingState[] = PAPER_STATES,
): Promise<NewPaper[]> {
  const newDetails = withoutEmpty(details);
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, states));
  const isNew = sql<boolean>`(coalesce(${billings.paperDetails}, '{}') <> ${JSON.stringify(newDetails)}::jsonb)`;
  const [adoption] = await withQueryDeadline(db().select({ isNew }).from(billings).where(isOwn));
  if (!adoption) throw new HttpError('document.not_found');
  if (adoption.isNew) await countDetails(billingId);
  const { isChanged, reissued } = await transaction(async (tx) => {
    const changed = await tx
      .update(billings)
      .set({ paperDetails: newDetails })
      .where(and(isOwn, isNew))
      .returning({ id: billings.id });
    if (changed.length > 0) await recordEvent(tx, scope, billingId, 'paper_details');
    if (changed.length > 0 && !('billingId' in scope)) {
      const { purchase_order: _, ...billingDetails } = newDetails;
      await tx.update(users).set({ billingDetails }).where(eq(users.id, scope.accountId));
    }
    return { isChanged: changed.length > 0, reissued: await reissuePapers(tx, billingId) };
  });
  // A concurrent request stored the same details.
  if (adoption.isNew && !isChanged) await detailsPerAdoption.refund(billingId);
  return reissued;
}

async function countDetails(billingId: string): Promise<void> {
  const allowed = await detailsPerAdoption.consume(billingId);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    throw new HttpError('paper.too_many', { params: { max: PAPER_DETAILS.points }, retryAfterSeconds });
  }
}
