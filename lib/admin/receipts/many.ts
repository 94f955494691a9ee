import 'server-only';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { qualified } from '@/db/conditions';
import { bankReceipts, billingEvents, billings } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { actOnAdoption, type ActionProblem } from '@/lib/admin/adoptions/mutations';
import type { Credit } from '@/lib/admin/adoptions/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { MAX_RECEIPTS } from '@/lib/platform/limits';
import { recordCredit, type CreditProblem } from './mutations';

/*
 * Many receipts at once. Each is a transaction of its own, with its own entry in the audit log: what is refused leaves the others,
 * and what was done stays done if the rest cannot be. Repeating changes nothing that was done.
 */

/** What became of one of many: the adoptions with their new versions, or why it was refused. */
type Outcome<Code> = { ok: true; parts: { reference: string; version: number }[] } | { ok: false; code: Code };

/**
 * Records credits of the bank account, in their order.
 * @returns what became of each
 */
export async function recordCredits(
  by: AdminScope,
  credits: readonly Credit[],
  database: Database = db(),
): Promise<Outcome<CreditProblem['code']>[]> {
  const done: Outcome<CreditProblem['code']>[] = [];
  for (const credit of credits) {
    const outcome = await recordCredit(by, credit, database);
    done.push(outcome.ok ? { ok: true, parts: outcome.parts } : { ok: false, code: outcome.code });
  }
  return done;
}

/** A receipt that waits, and the version of its adoption that the administrator saw. */
type SeenReceipt = { id: string; version: number };

/** The receipts of a page; or all that waited at a time, in the order in which they wait. */
type SeenReceipts = { receipts: readonly SeenReceipt[] } | { until: Date };

/**
 * Confirms receipts of adoptions, at most MAX_RECEIPTS, those that wait longest first. What nobody can have seen, recorded or changed
 * since, is left.
 * @returns what became of each that waits: 'adoption.second_admin' for those that the administrator recorded, 'adoption.changed' if
 * somebody changed the adoption since it was seen
 */
export async function confirmReceipts(
  by: AdminScope,
  seen: SeenReceipts,
  reason: string,
  database: Database = db(),
): Promise<({ reference: string } & Outcome<ActionProblem['code']>)[]> {
  const versions = new Map('receipts' in seen ? seen.receipts.map(({ id, version }) => [id, version]) : []);
  // Each receipt makes another version of its adoption, which the next one of it is confirmed on.
  const made = new Map<string, { from: number; to: number }>();
  const done: ({ reference: string } & Outcome<ActionProblem['code']>)[] = [];
  for (const { id, reference, version: present, isChanged } of await waitingReceipts(seen, database)) {
    if (isChanged) {
      done.push({ reference, ok: false, code: 'adoption.changed' });
      continue;
    }
    const last = made.get(reference);
    const shown = versions.get(id) ?? last?.from ?? present;
    const version = last && shown === last.from ? last.to : shown;
    const outcome = await actOnAdoption(by, reference, { action: 'confirm_receipt', version, id, reason }, database);
    if (outcome.ok) made.set(reference, { from: last?.from ?? shown, to: outcome.version });
    done.push({
      reference,
      ...(outcome.ok ? { ok: true, parts: [{ reference, version: outcome.version }] } : outcome),
    });
  }
  return done;
}

/** The receipts that wait, of those that were seen. `isChanged`: something happened to the adoption after `until`. */
function waitingReceipts(seen: SeenReceipts, database: Database) {
  const { id, state, recordedAt } = bankReceipts;
  const isLater =
    'until' in seen
      ? sql<boolean>`exists (select from ${billingEvents} where ${billingEvents.billingId} = ${billings.id} and ${billingEvents.at} > ${seen.until.toISOString()}::timestamptz)`
      : sql<boolean>`false`;
  const isSeen =
    'until' in seen
      ? lte(recordedAt, seen.until)
      : inArray(
          id,
          seen.receipts.map((receipt) => receipt.id),
        );
  return withQueryDeadline(
    database
      .select({ id, reference: billings.reference, version: billings.version, isChanged: qualified(isLater) })
      .from(bankReceipts)
      .innerJoin(billings, eq(billings.id, bankReceipts.billingId))
      .where(and(eq(state, 'recorded'), isSeen))
      .orderBy(asc(recordedAt), asc(id))
      .limit(MAX_RECEIPTS),
  );
}

/** The time of the database: what is recorded later was not seen. */
export async function readSeenUntil(_: AdminScope): Promise<Date> {
  const [row] = await withQueryDeadline(db().execute<{ now: Date }>(sql`select now() as now`));
  return row!.now;
}
