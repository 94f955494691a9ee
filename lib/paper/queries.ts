import 'server-only';
import { IS_EXACT } from '@/db/balance';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { IS_VOID } from '@/db/papers';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { withQueryDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import { isUuid } from '@/lib/core/uuid';
import { renderPaper, renderStatement } from '@/lib/document/render';
import type { Locale } from '@/lib/i18n/locale';
import { belongsTo, type AdoptionScope } from '@/lib/adoption/access';
import { EMPTY_SPONSOR } from '@/lib/adoption/schema';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { SponsorScope } from '@/lib/identity/session';
import { settingsSchemas } from '@/lib/settings/schema';
import { paperFileName } from './rules';
import type { PaperData, StatementData } from '@/lib/document/paper-rules';
import type { IssuedPaper } from './schema';
import { STATEMENT_YEARS } from './statements';

const BUSY_SECONDS = 3;

type PaperRow = {
  serial: string;
  issuedMs: number;
  data: PaperData | StatementData;
  replaces: string | null;
  replacedBy: string | null;
  /** True if what it says is no longer true (IS_VOID). */
  isVoid: boolean;
};

/**
 * Returns an issued paper or annual statement.
 * @throws HttpError 404 'document.not_found' for an unknown id
 */
export async function readPaper(paperId: string): Promise<Omit<PaperRow, 'issuedMs'> & { issuedAt: Date }> {
  const [row] = await withQueryDeadline(
    sql()<PaperRow[]>`
      select p.serial, extract(epoch from p.issued_at)::float8 * 1000 as "issuedMs", p.data,
             (select r.serial from papers r where r.id = p.replaces_id) as replaces,
             (select n.serial from papers n where n.replaces_id = p.id) as "replacedBy",
             coalesce(${raw(IS_VOID('p', 'b'))}, false) as "isVoid"
        from papers p left join billings b on b.id = p.billing_id where p.id = ${paperId}`,
  );
  if (!row) throw new HttpError(404, 'document.not_found');
  const { issuedMs, data, ...rest } = row;
  // A body that was issued before it had a field gets that field's default; so does a sponsor recorded before.
  const body = settingsSchemas.body.parse(data.body);
  const complete =
    data.kind === 'statement' ? { ...data, body } : { ...data, body, sponsor: { ...EMPTY_SPONSOR, ...data.sponsor } };
  return { ...rest, issuedAt: new Date(issuedMs), data: complete };
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
      : await renderPaper({ ...paper, data }, locale, requester);
  if (!pdf) throw new HttpError(503, 'document.busy', { retryAfterSeconds: BUSY_SECONDS });
  return { fileName: paperFileName(paper.serial, 'pdf'), pdf: new Uint8Array(pdf) };
}

/** Returns the papers of an adoption, newest first. */
export async function papersOf(billingId: string): Promise<IssuedPaper[]> {
  const rows = await withQueryDeadline(
    sql()<(Omit<IssuedPaper, 'issuedAt'> & { issuedMs: number })[]>`
      select p.id, p.kind, p.serial, extract(epoch from p.issued_at)::float8 * 1000 as "issuedMs",
             (select n.id from papers n where n.replaces_id = p.id) as "replacedById", ${raw(IS_VOID('p', 'b'))} as "isVoid"
        from papers p join billings b on b.id = p.billing_id where p.billing_id = ${billingId} order by p.issued_at desc, p.serial desc`,
  );
  return rows.map(({ issuedMs, ...paper }) => ({ ...paper, issuedAt: new Date(issuedMs) }));
}

const PAID = stateList(statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid));

/**
 * Returns the id of the online payment that pays for an adoption: the source of its receipt.
 * @throws HttpError 404 'document.not_found', the same for an unknown id, another sponsor's, and one not paid online
 */
export async function paymentOf(scope: AdoptionScope, billingId: string): Promise<string> {
  if (!isUuid(billingId)) throw new HttpError(404, 'document.not_found');
  const [payment] = await withQueryDeadline(
    sql()<{ id: string }[]>`
      select p.id from payments p join billings b on b.id = p.billing_id
       where b.id = ${billingId} and ${belongsTo(scope)} and b.state in (${raw(PAID)})
         and p.status = 'captured' and ${raw(IS_EXACT('p'))}`,
  );
  if (!payment) throw new HttpError(404, 'document.not_found');
  return payment.id;
}

/**
 * Requires that a billing, and with `paperId` the paper of that billing, belongs to the requester.
 * @throws HttpError 404 'document.not_found', the same for an unknown id and another sponsor's
 */
export async function requireOwnPaper(scope: AdoptionScope, billingId: string, paperId?: string): Promise<void> {
  const [row] = await withQueryDeadline(
    sql()`
      select from billings b
       where b.id = ${billingId} and ${belongsTo(scope)}
         and (${paperId ?? null}::uuid is null
              or exists (select from papers p where p.id = ${paperId ?? null}::uuid and p.billing_id = b.id))`,
  );
  if (!row) throw new HttpError(404, 'document.not_found');
}

/** Returns the financial years ('2026-27') for which a sponsor has an annual statement, newest first. */
export const statementYears = ({ accountId }: SponsorScope): Promise<string[]> => yearsOf(accountId);

/** Returns the same years of any sponsor for an administrator. */
export const statementYearsOf = (_scope: AdminScope, userId: string): Promise<string[]> => yearsOf(userId);

async function yearsOf(userId: string): Promise<string[]> {
  const rows = await withQueryDeadline(sql().unsafe<{ year: string }[]>(STATEMENT_YEARS, [userId], { prepare: true }));
  return rows.map(({ year }) => year);
}

/** Returns the id of the adoption with a reference. @throws HttpError 404 'document.not_found' */
export async function billingIdOf(reference: string): Promise<string> {
  const [row] = await withQueryDeadline(
    sql()<{ id: string }[]>`select id from billings where reference = ${reference}`,
  );
  if (!row) throw new HttpError(404, 'document.not_found');
  return row.id;
}
