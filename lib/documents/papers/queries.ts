import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isExact } from '@/db/balance';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { isVoid } from '@/db/papers';
import { billings, papers, payments } from '@/db/schema';
import { PAID_STATES } from '@/db/schema/billing-states';
import type { PaperKind } from '@/db/schema/enums';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { HttpError } from '@/lib/platform/errors';
import { isUuid } from '@/lib/platform/uuid';
import { renderPaper, renderStatement, renderUse } from '@/lib/documents/render';
import type { Locale } from '@/lib/platform/i18n/locale';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { EMPTY_SPONSOR } from '@/lib/adoption/core/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { defaultSettings } from '@/lib/settings/schema';
import { paperFileName } from './rules';
import type { PaperData, StatementData, UseData } from '@/lib/documents/paper-rules';
import { statementYears as yearsStatement } from './statements';

const BUSY_SECONDS = 3;

/** The paper that replaces another one. */
const later = alias(papers, 'later');

type PaperRow = {
  serial: string;
  issuedAt: Date;
  data: PaperData | StatementData | UseData;
  replaces: string | null;
  replacedBy: string | null;
  /** True if what it says is no longer true (isVoid). */
  isVoid: boolean;
};

/**
 * Returns an issued paper. Of a statement of use `isVoid` is not known here (lib/year-end).
 * @throws HttpError 404 'document.not_found' for an unknown id
 */
export async function readPaper(paperId: string): Promise<PaperRow> {
  const former = alias(papers, 'former');
  const [row] = await withQueryDeadline(
    db()
      .select({
        serial: papers.serial,
        issuedAt: papers.issuedAt,
        data: papers.data,
        replaces: former.serial,
        replacedBy: later.serial,
        isVoid: sql<boolean>`coalesce(${isVoid(papers, billings)}, false)`,
      })
      .from(papers)
      .leftJoin(billings, eq(billings.id, papers.billingId))
      .leftJoin(former, eq(former.id, papers.replacesId))
      .leftJoin(later, eq(later.replacesId, papers.id))
      .where(eq(papers.id, paperId)),
  );
  if (!row) throw new HttpError('document.not_found');
  const data = row.data as PaperRow['data'];
  // A body that was issued before it had a field gets that field's default; so does a sponsor recorded before.
  const body = { ...defaultSettings('body'), ...data.body };
  const complete =
    data.kind === 'statement' || data.kind === 'use'
      ? { ...data, body }
      : { ...data, body, sponsor: { ...EMPTY_SPONSOR, ...data.sponsor } };
  return { ...row, data: complete };
}

/**
 * Returns the PDF of an issued paper in a language, from the data that was stored with it. A paper that was replaced or is
 * void says so.
 * @param requester client address; the render queue serves addresses in turn
 * @throws HttpError 404 'document.not_found' for an unknown id, 503 'document.busy' if the render queue is full
 */
export async function paperPdf(
  paperId: string,
  locale: Locale,
  requester = 'server',
): Promise<{ fileName: string; pdf: Uint8Array<ArrayBuffer> }> {
  const { data, ...paper } = await readPaper(paperId);
  const pdf =
    data.kind === 'statement'
      ? await renderStatement({ ...paper, data }, locale, requester)
      : data.kind === 'use'
        ? await renderUse({ ...paper, data }, paperId, locale, requester)
        : await renderPaper({ ...paper, data }, locale, requester);
  if (!pdf) throw new HttpError('document.busy', { retryAfterSeconds: BUSY_SECONDS });
  return { fileName: paperFileName(paper.serial, 'pdf'), pdf: new Uint8Array(pdf) };
}

/** Returns the papers of an adoption, newest first; `replacedById` is null for the newest revision. */
export const papersOf = (billingId: string) =>
  withQueryDeadline(
    db()
      .select({
        id: papers.id,
        kind: sql<PaperKind>`${papers.kind}`,
        serial: papers.serial,
        issuedAt: papers.issuedAt,
        replacedById: later.id,
        isVoid: isVoid(papers, billings),
      })
      .from(papers)
      .innerJoin(billings, eq(billings.id, papers.billingId))
      .leftJoin(later, eq(later.replacesId, papers.id))
      .where(eq(papers.billingId, billingId))
      .orderBy(desc(papers.issuedAt), desc(papers.serial)),
  );

/**
 * Returns the id of the online payment that pays for an adoption: the source of its receipt.
 * @throws HttpError 404 'document.not_found', the same for an unknown id, another sponsor's, and one not paid online
 */
export async function paymentOf(scope: AdoptionScope, billingId: string): Promise<string> {
  if (!isUuid(billingId)) throw new HttpError('document.not_found');
  const [payment] = await withQueryDeadline(
    db()
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(billings, eq(billings.id, payments.billingId))
      .where(
        and(
          eq(billings.id, billingId),
          ownedBy(scope),
          hasState(billings, PAID_STATES),
          eq(payments.status, 'captured'),
          isExact(payments),
        ),
      ),
  );
  if (!payment) throw new HttpError('document.not_found');
  return payment.id;
}

/**
 * Requires that a billing, and with `paperId` the paper of that billing, belongs to the requester.
 * @throws HttpError 404 'document.not_found', the same for an unknown id and another sponsor's
 */
export async function requireOwnPaper(scope: AdoptionScope, billingId: string, paperId?: string): Promise<void> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope));
  const [row] = await withQueryDeadline(
    paperId === undefined
      ? db().select({ id: billings.id }).from(billings).where(isOwn)
      : db()
          .select({ id: billings.id })
          .from(billings)
          .innerJoin(papers, eq(papers.billingId, billings.id))
          .where(and(isOwn, eq(papers.id, paperId))),
  );
  if (!row) throw new HttpError('document.not_found');
}

/** Returns the financial years ('2026-27') for which a sponsor has an annual statement, newest first. */
export const statementYearsOf = (_scope: AdminScope, userId: string): Promise<string[]> => yearsOf(userId);

async function yearsOf(userId: string): Promise<string[]> {
  const rows = await withQueryDeadline(db().execute<{ year: string }>(yearsStatement(userId)));
  return rows.map(({ year }) => year);
}

/** Returns the id of the adoption with a reference. @throws HttpError 404 'document.not_found' */
export async function billingIdOf(reference: string): Promise<string> {
  const [row] = await withQueryDeadline(
    db().select({ id: billings.id }).from(billings).where(eq(billings.reference, reference)),
  );
  if (!row) throw new HttpError('document.not_found');
  return row.id;
}
