import 'server-only';
import { and, eq, exists, isNull, not, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { retryOnConflict } from '@/db/conflict';
import { isVoid } from '@/db/papers';
import { billings, companies, papers } from '@/db/schema';
import type { BillingState } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import type { PaperKind } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { daysOfYear } from '@/lib/platform/financial-year';
import { HttpError } from '@/lib/platform/errors';
import { actorOf, ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { countingChange, lockAccount, writeCompany } from '@/lib/company/mutations';
import { changedCompany, companyChanges, NO_COMPANY } from '@/lib/company/rules';
import type { CompanyInput } from '@/lib/company/schema';
import { companyDetails, companyOf, printedCompany, recordOfAccount } from '@/lib/company/statements';
import type { GivenCertificate, GivenUse } from '@/lib/documents/paper-rules';
import { PAPER_STATES } from './rules';
import type { PaperDetails } from './schema';
import { annualStatement, paperStatement, statementOfUse, type IssuedRow, type YearSubject } from './statements';

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
 * id of a completed refund), a cancellation (source: billing id), or a certificate (source: id of the billing, and session). If the newest paper of that kind and source shows
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

/**
 * Issues the statement of use of a company, or of a guest's adoption, for a financial year, like issuePaper.
 * @param given what is known of its lines (lib/year-end)
 */
export const issueUse = (
  subject: YearSubject,
  given: GivenUse,
  { database = db(), by }: Options = {},
): Promise<IssuedRow> => issue(database, statementOfUse(subject, given, by));

async function issue(database: Database, statement: SQL): Promise<IssuedRow> {
  const rows = await retryOnConflict(ATTEMPTS, async () => [...(await database.execute<IssuedRow>(statement))]);
  if (!rows?.[0]) throw new HttpError('document.not_found');
  return rows[0];
}

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
 * transaction with the event. A sponsor changes the record of the account, which the adoption has from then on; papers of its
 * other adoptions follow (reissueDuePapers). A guest changes the record of the adoption alone. What is stored already changes
 * nothing and is not counted.
 * @param states those in which the adoption may be
 * @throws HttpError 404 'document.not_found', the same for an unknown id, another sponsor's and other states; 409
 * 'company.changed', see writeCompany; 429 'paper.too_many' after too many changes of one adoption or account
 */
export async function savePaperDetails(
  scope: AdoptionScope,
  billingId: string,
  { purchase_order: orderNumber = '', ...given }: PaperDetails,
  states: readonly BillingState[] = PAPER_STATES,
): Promise<NewPaper[]> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, states));
  const record = 'billingId' in scope ? companyOf(billings) : recordOfAccount(sql`${scope.accountId}::uuid`);
  const [before] = await withQueryDeadline(
    db()
      .select({ ...ADOPTION, details: companyDetails(record), record: sql<string | null>`${record}` })
      .from(billings)
      .where(isOwn),
  );
  if (!before) throw new HttpError('document.not_found');
  const details = before.details ?? NO_COMPANY;
  const isSame = companyChanges(details, changedCompany(details, given)).length === 0;
  const isSameAdoption =
    before.orderNumber === orderNumber && (before.record === null || before.record === before.shown);
  if (isSame && isSameAdoption) return transaction((tx) => reissuePapers(tx, billingId));
  const store = () =>
    transaction(async (tx) => {
      if (!('billingId' in scope)) await lockAccount(tx, scope);
      const isChanged = await storeDetails(tx, scope, { id: billingId, isOwn }, { orderNumber, ...given });
      return { isChanged, reissued: await reissuePapers(tx, billingId) };
    });
  const { reissued } = await countingChange(isSame || 'billingId' in scope ? billingId : scope.accountId, store);
  return reissued;
}

/** What of an adoption decides about its papers: `shown` is the id of its record, `own` that of one that no account has. */
const ADOPTION = {
  orderNumber: sql<string>`coalesce(${billings.orderNumber}, '')`,
  shown: sql<string | null>`${companyOf(billings)}`,
  own: sql<
    string | null
  >`(select ${companies.id} from ${companies} where ${companies.id} = ${billings.companyId} and ${companies.ownerId} is null)`,
};

/** Stores details of savePaperDetails. @returns whether they are new */
async function storeDetails(
  tx: Database,
  scope: AdoptionScope,
  { id, isOwn }: { id: string; isOwn: SQL | undefined },
  { orderNumber, ...given }: CompanyInput & { orderNumber: string },
): Promise<boolean> {
  const [adoption] = await tx.select(ADOPTION).from(billings).where(isOwn).for('no key update');
  if (!adoption) throw new HttpError('document.not_found');
  const whose = 'billingId' in scope ? { recordId: adoption.own } : { ownerId: scope.accountId };
  const written = await writeCompany(tx, whose, given, actorOf(scope).person);
  if (written === 'changed') throw new HttpError('company.changed');
  const isLinked = written.id !== null && written.id !== adoption.shown;
  const isOrderNew = orderNumber !== adoption.orderNumber;
  if (written.changes.length === 0 && !isLinked && !isOrderNew) return false;
  await tx
    .update(billings)
    .set({ orderNumber: orderNumber || null, ...(isLinked && { companyId: written.id }) })
    .where(eq(billings.id, id));
  // The record of the guest is nobody's now.
  if (isLinked && adoption.own !== null) await tx.delete(companies).where(eq(companies.id, adoption.own));
  await recordEvent(tx, scope, id, 'paper_details');
  return true;
}

/**
 * Issues the papers again that still show what a record of an account said before it was changed, one adoption in a
 * transaction.
 * @param hasTime once false, the next run continues
 * @returns the number of adoptions
 */
export async function reissueDuePapers(database: Database, hasTime = () => true): Promise<number> {
  let count = 0;
  const { id, version, papersDue, ownerId, updatedAt } = companies;
  const due = await database
    .select({ id, version, ownerId })
    .from(companies)
    .where(sql`${papersDue}`);
  for (const company of due) {
    const isOfCompany = or(
      eq(billings.companyId, company.id),
      and(isNull(billings.companyId), eq(billings.userId, sql`${company.ownerId}::uuid`)),
    );
    const printed = sql`coalesce(${printedCompany(sql`${company.id}::uuid`)}, '{}')`;
    const isOther = sql`coalesce(nullif(${papers.data}->'details', 'null'), '{}') - 'purchase_order' <> ${printed}`;
    const later = alias(papers, 'later');
    const isReplaced = exists(database.select({ id: later.id }).from(later).where(eq(later.replacesId, papers.id)));
    const older = await database
      .selectDistinct({ id: billings.id })
      .from(billings)
      .innerJoin(papers, eq(papers.billingId, billings.id))
      .where(and(isOfCompany, isOther, not(isReplaced)))
      .orderBy(billings.id);
    for (const { id: billingId } of older) {
      if (!hasTime()) return count;
      await transaction((tx) => reissuePapers(tx, billingId), database);
      count++;
    }
    // Changed meanwhile, or just now, so that a paper may still be issued that did not see it: the next run looks again.
    const isSeen = and(
      eq(id, company.id),
      eq(version, company.version),
      sql`${updatedAt} < now() - interval '1 minute'`,
    );
    await database.update(companies).set({ papersDue: false }).where(isSeen);
  }
  return count;
}
