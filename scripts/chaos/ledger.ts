import type { Sql } from 'postgres';
import { findBookProblems, findMessageProblems } from '../lib/books';

/** Seats by course id. */
export type Lines = Record<string, number>;

/** What the app has acknowledged to its clients, recorded outside of the app. */
export class Ledger {
  readonly pledges = new Map<string, Lines>();
  /** By the transaction id of the response. */
  readonly payments = new Map<string, { billingId: string; lines: Lines }>();
  /** Errors detected by clients, such as a valid code that was refused. */
  readonly problems: string[] = [];
  /** Number of responses by kind. */
  readonly answers = new Map<string, number>();

  count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  get acknowledged(): number {
    return this.pledges.size + this.payments.size;
  }
}

type BillingRow = { id: string; reference: string; state: string; lines: Lines | null };

/**
 * Returns differences between the ledger and the database; empty if every acknowledged response is stored exactly once
 * and all seats add up.
 */
export async function compareWithBooks(sql: Sql, ledger: Ledger): Promise<string[]> {
  const problems = [...ledger.problems];
  const billings = await sql<BillingRow[]>`
    select b.id, b.reference, b.state, (select jsonb_object_agg(i.course_id, i.seats) from billing_items i where i.billing_id = b.id) as lines
      from billings b where b.state <> 'draft'`;
  const byReference = new Map(billings.map((billing) => [billing.reference, billing]));
  const byId = new Map(billings.map((billing) => [billing.id, billing]));
  const differs = (billing: BillingRow | undefined, state: string, lines: Lines) =>
    !billing || billing.state !== state || !sameLines(billing.lines ?? {}, lines);

  for (const [reference, lines] of ledger.pledges)
    if (differs(byReference.get(reference), 'pledged', lines)) problems.push(`pledge ${reference} is lost or changed`);

  const captured = await sql<{ transaction_id: string; billing_id: string }[]>`
    select transaction_id, billing_id from payments where status = 'captured'`;
  const billingOf = new Map(captured.map(({ transaction_id, billing_id }) => [transaction_id, billing_id]));
  for (const [transaction, { billingId, lines }] of ledger.payments)
    if (billingOf.get(transaction) !== billingId || differs(byId.get(billingId), 'completed', lines))
      problems.push(`payment ${transaction} is lost or changed`);
  return [...problems, ...(await findBookProblems(sql)), ...(await findMessageProblems(sql))];
}

const sameLines = (a: Lines, b: Lines) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seats]) => b[id] === seats);
