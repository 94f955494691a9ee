import 'server-only';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { bankReceipts, billings } from '@/db/schema';
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
export type SeenReceipt = { id: string; version: number };

/**
 * Confirms receipts of adoptions, those that wait longest first.
 * @param seen those to confirm; null: all that wait, at most MAX_RECEIPTS
 * @returns what became of each that waits: 'adoption.second_admin' for those that the administrator recorded, 'adoption.changed' if
 * somebody changed the adoption since it was seen
 */
export async function confirmReceipts(
  by: AdminScope,
  seen: readonly SeenReceipt[] | null,
  reason: string,
  database: Database = db(),
): Promise<({ reference: string } & Outcome<ActionProblem['code']>)[]> {
  const seenVersions = new Map(seen?.map(({ id, version }) => [id, version]));
  // Each receipt makes another version of its adoption, which the next one of it is confirmed on.
  const made = new Map<string, { from: number; to: number }>();
  const done: ({ reference: string } & Outcome<ActionProblem['code']>)[] = [];
  for (const { id, reference, version: present } of await waitingReceipts(seen && [...seenVersions.keys()], database)) {
    const last = made.get(reference);
    const shown = seenVersions.get(id) ?? last?.from ?? present;
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

const waitingReceipts = (ids: readonly string[] | null, database: Database) =>
  withQueryDeadline(
    database
      .select({ id: bankReceipts.id, reference: billings.reference, version: billings.version })
      .from(bankReceipts)
      .innerJoin(billings, eq(billings.id, bankReceipts.billingId))
      .where(and(eq(bankReceipts.state, 'recorded'), ids ? inArray(bankReceipts.id, [...ids]) : undefined))
      .orderBy(asc(bankReceipts.recordedAt), asc(bankReceipts.id))
      .limit(MAX_RECEIPTS),
  );
