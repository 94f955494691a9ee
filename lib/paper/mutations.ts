import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { retryOnConflict } from '@/lib/core/conflict';
import { withQueryDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import { PAPER_DETAILS } from '@/lib/core/limits';
import { limiter } from '@/lib/core/rate-limit';
import { belongsTo, type AdoptionScope } from '@/lib/adoption/access';
import type { PaperDetails, PaperKind } from '@/lib/document/paper-rules';
import type { IssuedPaper } from './schema';
import { ISSUE, ISSUE_STATEMENT, runIssue, type IssuedRow } from './statements';

/** Of 40 at once that issue the same paper, each loses at most once: its retry finds the paper of the first. */
const ATTEMPTS = 5;

/** The subject of a paper. `source`: billing id of a proforma or a cancellation, otherwise the id named by the kind. */
export type PaperSubject = { kind: PaperKind; billingId: string; source: string };

type Options = { connection?: Sql; by?: AdminScope };

/**
 * Issues a paper of an adoption, numbered without gaps in its series and financial year: a proforma invoice of a pledge
 * (source: billing id), a receipt (source: id of a confirmed bank receipt or a captured payment), a credit note (source:
 * id of a completed refund), or a cancellation (source: billing id). If the newest paper of that kind and source shows
 * the present data, it is returned instead; otherwise the new one replaces it.
 * @param by the administrator who asked for it, for the audit log
 * @throws HttpError 404 'document.not_found' if the adoption cannot have such a paper now
 */
export async function issuePaper(
  { kind, billingId, source }: PaperSubject,
  { connection = sql(), by }: Options = {},
): Promise<Omit<IssuedPaper, 'replacedById' | 'isVoid'>> {
  const { id, serial, issuedAt } = await issue(connection, ISSUE[kind], [billingId, source, ...adminOf(by)]);
  return { id, kind, serial, issuedAt };
}

/** First and last day of a financial year ('2026-27'), YYYY-MM-DD. */
function daysOf(financialYear: string): [string, string] {
  const year = Number(financialYear.slice(0, 4));
  return [`${year}-04-01`, `${year + 1}-03-31`];
}

/**
 * Issues the annual statement of a sponsor for a financial year, like issuePaper.
 * @throws HttpError 404 'document.not_found' if no money of the sponsor moved in that year
 */
export async function issueStatement(
  userId: string,
  financialYear: string,
  { connection = sql(), by }: Options = {},
): Promise<{ id: string; serial: string; issuedAt: Date }> {
  const parameters = [userId, financialYear, ...daysOf(financialYear), ...adminOf(by)];
  return issue(connection, ISSUE_STATEMENT, parameters);
}

async function issue(connection: Sql, statement: string, parameters: (string | null)[]) {
  const row = await retryOnConflict<IssuedRow | null>(
    ATTEMPTS,
    async () => (await runIssue(connection, statement, parameters)) ?? null,
  );
  if (!row) throw new HttpError(404, 'document.not_found');
  return { id: row.id, serial: row.serial, issuedAt: new Date(row.issued_ms) };
}

function adminOf(by: AdminScope | undefined): [string | null, string | null] {
  if (!by) return [null, null];
  const { adminId, actor } = actorColumns(by);
  return [adminId, actor];
}

const detailsPerAdoption = limiter('paper_details', PAPER_DETAILS);

/**
 * Stores what the papers of a sponsor's adoption should show; later papers use it. The stored details again change
 * nothing and are not counted.
 * @throws HttpError 404 'document.not_found', the same for an unknown id and another sponsor's; 429 'paper.too_many'
 * after too many changes of one adoption
 */
export async function savePaperDetails(scope: AdoptionScope, billingId: string, details: PaperDetails): Promise<void> {
  const given = JSON.stringify(details);
  const isOwn = sql()`b.id = ${billingId} and ${belongsTo(scope)} and b.state = 'pledged'`;
  const isNew = sql()`b.paper_details is distinct from ${given}::text::jsonb`;
  const [pledge] = await withQueryDeadline(
    sql()<{ isNew: boolean }[]>`select ${isNew} as "isNew" from billings b where ${isOwn}`,
  );
  if (!pledge) throw new HttpError(404, 'document.not_found');
  if (!pledge.isNew) return;
  const allowed = await detailsPerAdoption.consume(billingId);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    throw new HttpError(429, 'paper.too_many', { params: { max: PAPER_DETAILS.points }, retryAfterSeconds });
  }
  const { count } = await sql()`
    update billings b set paper_details = ${given}::text::jsonb, version = b.version + 1 where ${isOwn} and ${isNew}`;
  // A concurrent request stored the same details, or the pledge was paid meanwhile.
  if (count === 0) await detailsPerAdoption.refund(billingId);
}
