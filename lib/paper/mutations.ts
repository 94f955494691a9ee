import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { retryOnConflict } from '@/lib/core/conflict';
import { HttpError } from '@/lib/core/errors';
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
): Promise<IssuedPaper> {
  const { id, serial, issuedAt } = await issue(connection, ISSUE[kind], [billingId, source, ...adminOf(by)]);
  return { id, kind, serial, issuedAt, replacedById: null };
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
  const source = `${userId}/${financialYear}`;
  const parameters = [userId, source, financialYear, ...daysOf(financialYear), ...adminOf(by)];
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

/**
 * Stores what the papers of a sponsor's adoption should show; later papers use it.
 * @throws HttpError 404 'document.not_found', the same for an unknown id and another sponsor's
 */
export async function savePaperDetails(scope: AdoptionScope, billingId: string, details: PaperDetails): Promise<void> {
  const given = JSON.stringify(details);
  const { count } = await sql()`
    update billings b
       set paper_details = ${given}::text::jsonb,
           version = b.version + (b.paper_details is distinct from ${given}::text::jsonb)::int
     where b.id = ${billingId} and ${belongsTo(scope)} and b.state = 'pledged'`;
  if (count === 0) throw new HttpError(404, 'document.not_found');
}
