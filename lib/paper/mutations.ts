import 'server-only';
import type { ISql, Sql } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { IS_VOID } from '@/db/papers';
import { stateList, type BillingState } from '@/db/schema/billing-states';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { retryOnConflict } from '@/db/conflict';
import { withQueryDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import { PAPER_DETAILS } from '@/lib/core/limits';
import { limiter } from '@/lib/core/rate-limit';
import { actorFragments, belongsTo, type AdoptionScope } from '@/lib/adoption/access';
import type { PaperKind } from '@/lib/document/paper-rules';
import type { PaperDetails } from '@/lib/adoption/schema';
import { PAPER_STATES, withoutEmpty } from './rules';
import type { IssuedPaper } from './schema';
import { ISSUE, ISSUE_STATEMENT, runIssue, type IssuedRow } from './statements';

/** Of 40 at once that issue the same paper, each loses at most once: its retry finds the paper of the first. */
const ATTEMPTS = 5;

/** The subject of a paper. `source`: billing id of a proforma or a cancellation, otherwise the id named by the kind. */
type PaperSubject = { kind: PaperKind; billingId: string; source: string };

/** A paper that was just issued, or shows the present data already. */
type NewPaper = Omit<IssuedPaper, 'replacedById' | 'isVoid'>;

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
): Promise<NewPaper> {
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
 * Issues every valid paper of an adoption again that does not show the present data; the new one replaces it. A paper
 * that the adoption cannot have any more, such as the proforma of paid seats, stays.
 * @param connection within a transaction, so that nothing is issued for a change that fails
 * @returns the papers that show the present data
 */
export async function reissuePapers(connection: ISql, billingId: string, by?: AdminScope): Promise<NewPaper[]> {
  // In one order, so that two transactions take the rows of the series in the same one.
  const current = await connection<{ kind: PaperKind; source: string }[]>`
    select p.kind, p.source from papers p join billings b on b.id = p.billing_id
     where p.billing_id = ${billingId} and not exists (select from papers n where n.replaces_id = p.id) and not ${raw(IS_VOID('p', 'b'))}
     order by p.kind, p.source`;
  const papers: NewPaper[] = [];
  for (const { kind, source } of current) {
    const row = await runIssue(connection, ISSUE[kind], [billingId, source, ...adminOf(by)]);
    if (row) papers.push({ id: row.id, kind, serial: row.serial, issuedAt: new Date(row.issued_ms) });
  }
  return papers;
}

/**
 * Stores what the papers of a sponsor's adoption should show, and issues its papers again (reissuePapers), in one
 * transaction with the event. The stored details again change nothing and are not counted.
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
  const given = JSON.stringify(withoutEmpty(details));
  const isOwn = sql()`b.id = ${billingId} and ${belongsTo(scope)} and b.state in (${raw(stateList(states))})`;
  const isNew = sql()`coalesce(b.paper_details, '{}') <> ${given}::text::jsonb`;
  const [adoption] = await withQueryDeadline(
    sql()<{ isNew: boolean }[]>`select ${isNew} as "isNew" from billings b where ${isOwn}`,
  );
  if (!adoption) throw new HttpError(404, 'document.not_found');
  if (adoption.isNew) await countDetails(billingId);
  const { actor, person } = actorFragments(scope);
  const { count, papers } = (await retryOnConflict(ATTEMPTS, () =>
    sql().begin(async (connection) => {
      const { count } = await connection`
        with changed as (update billings b set paper_details = ${given}::text::jsonb, version = b.version + 1
                          where ${isOwn} and ${isNew} returning b.id, b.state)
        insert into billing_events (billing_id, event, from_state, to_state, actor, person)
        select id, 'paper_details', state, state, ${actor}, ${person} from changed`;
      return { count, papers: await reissuePapers(connection, billingId) };
    }),
  ))!;
  // A concurrent request stored the same details.
  if (adoption.isNew && count === 0) await detailsPerAdoption.refund(billingId);
  return papers;
}

async function countDetails(billingId: string): Promise<void> {
  const allowed = await detailsPerAdoption.consume(billingId);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    throw new HttpError(429, 'paper.too_many', { params: { max: PAPER_DETAILS.points }, retryAfterSeconds });
  }
}
