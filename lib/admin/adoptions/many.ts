import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { endOfDay } from '@/db/conditions';
import { billings } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { chosenFilter } from '@/lib/platform/chosen-filter';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { indianIsoDay } from '@/lib/platform/dates';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { formatCount } from '@/lib/platform/format-count';
import { MAX_MANY } from '@/lib/platform/limits';
import type { RowChoice } from '@/lib/platform/row-choice';
import { actOnAdoption } from './mutations';
import type { ExtendedMany } from './schema';

/*
 * Many adoptions at once. Each is a transaction of its own with its own entry in the audit log and message: what is refused leaves the
 * others, and what was done stays done if the rest cannot be.
 */

type Results = ExtendedMany['results'];

/**
 * Returns what another last day of their terms does to the chosen adoptions. Read-only.
 * @param dueOn YYYY-MM-DD
 * @returns 'adoption.not_pledged' and 'adoption.term_later' for those that are left out; or why none can be chosen
 */
export async function checkExtensions(
  scope: AdminScope,
  choice: RowChoice,
  dueOn: string,
): Promise<
  | { ok: true; results: Results }
  | { ok: false; code: 'adoption.none_chosen' | 'adoption.date_in_past' }
  | { ok: false; code: 'adoption.too_many_chosen'; params: { max: string } }
> {
  const ids = choice.by === 'ids' ? choice.ids : await idsOf(scope, choice.filter);
  if (ids.length > MAX_MANY)
    return { ok: false, code: 'adoption.too_many_chosen', params: { max: formatCount(MAX_MANY) } };
  const end = endOfDay(dueOn);
  const rows = await withQueryDeadline(
    db()
      .select({
        reference: LISTED_ADOPTION.reference,
        company: LISTED_ADOPTION.company,
        version: billings.version,
        state: billings.state,
        dueAt: billings.dueAt,
        isLater: sql<boolean>`coalesce(${billings.dueAt} >= ${end}, true)`,
        isPast: sql<boolean>`${end} <= now()`,
      })
      .from(billings)
      .where(inArray(billings.id, ids))
      .orderBy(billings.dueAt, billings.reference),
  );
  if (rows.length === 0) return { ok: false, code: 'adoption.none_chosen' };
  if (rows[0]!.isPast) return { ok: false, code: 'adoption.date_in_past' };
  const results = rows.map(({ reference, company, version, state, dueAt, isLater }) => ({
    reference,
    company_name: company,
    version,
    // A term ends with its last day.
    due_on: dueAt && indianIsoDay(new Date(dueAt.getTime() - 1)),
    code: state !== 'pledged' ? 'adoption.not_pledged' : isLater ? 'adoption.term_later' : null,
  }));
  return { ok: true, results };
}

/** The ids of the billings that a filter of BILLING_LIST finds now; one more than MAX_MANY, if there are more. */
async function idsOf(scope: AdminScope, given: string): Promise<string[]> {
  const { rows } = await listBillingRows(scope, chosenFilter(BILLING_LIST, given), { page: 1, size: MAX_MANY + 1 });
  return rows.map(({ id }) => id);
}

/**
 * Extends adoptions to a last day, in their order.
 * @param versions of the adoptions, as the check showed them: 'adoption.changed' if somebody changed one since
 * @returns what became of each, with its new version
 * @throws HttpError 401 'admin.session_ended' as soon as the administrator may not act any more; what was done stays
 */
export async function extendMany(
  by: AdminScope,
  versions: readonly { reference: string; version: number }[],
  dueOn: string,
  reason: string,
  database: Database = db(),
): Promise<Results> {
  const done: Results = [];
  for (const { reference, version } of versions) {
    const action = { action: 'extend', version, reason, due_on: dueOn } as const;
    const outcome = await actOnAdoption(by, reference, action, database);
    done.push({
      reference,
      version: outcome.ok ? outcome.version : version,
      code: outcome.ok ? null : outcome.code,
    });
  }
  return done;
}
