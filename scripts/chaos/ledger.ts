import type { Sql } from 'postgres';
import { findBookProblems, findMessageProblems } from '../lib/books';

/** Seats by course id. */
export type Lines = Record<string, number>;

/** A request of an administrator. */
export type Step = {
  reference: string;
  /** The version of the adoption that it was based on. */
  version: number;
  /** A reason of its own. */
  reason: string;
  /** The action that was acknowledged; absent if it was refused or the response was lost. */
  acknowledged?: string;
  /** Of a receipt that it records. */
  bank_reference?: string;
  /** Id of the receipt that it confirms. */
  confirms?: string;
};

/** A change of the seats of a course, based on a version of it. */
export type Edit = { courseId: string; version: string; seats: number; isAcknowledged: boolean };

/** Money without an adoption, by its reference at the bank. */
export type UnmatchedReceipt = { reference: string; isAcknowledged: boolean };

/** A file with new courses, whose branches begin with `branch`. */
export type ImportedFile = { branch: string; courses: number; isAcknowledged: boolean };

/** What a sponsor asks for, with a text of its own. */
export type ChangeRequest = { message: string; isAcknowledged: boolean };

/** What the app has acknowledged to its clients, recorded outside of the app. */
export class Ledger {
  readonly steps: Step[] = [];
  readonly edits: Edit[] = [];
  readonly imports: ImportedFile[] = [];
  readonly receipts: UnmatchedReceipt[] = [];
  /** Ids of receipts without an adoption whose rejection was acknowledged. */
  readonly rejectedReceipts: string[] = [];
  /** By e-mail address: accounts that were acknowledged, and those whose end was. */
  readonly accounts = new Map<string, 'open' | 'gone'>();
  readonly requests: ChangeRequest[] = [];
  /** E-mails that announce acknowledged changes of accounts. */
  announced: { to: string; subject: string }[] = [];
  readonly pledges = new Map<string, Lines>();
  /** By the transaction id of the response. */
  readonly payments = new Map<string, { billingId: string; lines: Lines }>();
  /** Errors detected by clients, such as a valid code that was refused. */
  readonly problems: string[] = [];
  /** Number of responses by kind. */
  readonly answers = new Map<string, number>();
  /** Attempts to adopt that have ended, with or without success. */
  journeys = 0;

  count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  start(step: Step): Step {
    this.steps.push(step);
    return step;
  }

  get acknowledged(): number {
    return this.pledges.size + this.payments.size;
  }

  get acknowledgedSteps(): number {
    return this.steps.filter(({ acknowledged }) => acknowledged).length;
  }
}

/** `lines`: the seats that were adopted, also those that administrators returned since. */
type BillingRow = { id: string; reference: string; state: string; lines: Lines | null };

/**
 * Returns differences between the ledger and the database; empty if every acknowledged response is stored exactly once
 * and all seats add up.
 */
export async function compareWithBooks(sql: Sql, ledger: Ledger): Promise<string[]> {
  const problems = [...ledger.problems];
  const billings = await sql<BillingRow[]>`
    select b.id, b.reference, b.state,
           (select jsonb_object_agg(i.course_id, i.seats + coalesce((
              select sum((e.detail->'returned'->>i.course_id::text)::int) from billing_events e where e.billing_id = b.id), 0))
              from billing_items i where i.billing_id = b.id) as lines
      from billings b where b.state <> 'draft'`;
  const byReference = new Map(billings.map((billing) => [billing.reference, billing]));
  const byId = new Map(billings.map((billing) => [billing.id, billing]));
  const differs = (billing: BillingRow | undefined, states: string[], lines: Lines) =>
    !billing || !states.includes(billing.state) || !sameLines(billing.lines ?? {}, lines);

  const administered = new Set(ledger.steps.map(({ reference }) => reference));
  for (const [reference, lines] of ledger.pledges) {
    const states = administered.has(reference) ? ['pledged', 'completed', 'cancelled'] : ['pledged'];
    if (differs(byReference.get(reference), states, lines)) problems.push(`pledge ${reference} is lost or changed`);
  }

  const captured = await sql<{ transaction_id: string; billing_id: string }[]>`
    select transaction_id, billing_id from payments where status = 'captured'`;
  const billingOf = new Map(captured.map(({ transaction_id, billing_id }) => [transaction_id, billing_id]));
  for (const [transaction, { billingId, lines }] of ledger.payments)
    if (billingOf.get(transaction) !== billingId || differs(byId.get(billingId), ['completed'], lines))
      problems.push(`payment ${transaction} is lost or changed`);
  return [
    ...problems,
    ...(await findStepProblems(sql, ledger)),
    ...(await findReceiptProblems(sql, ledger)),
    ...(await findCatalogueProblems(sql, ledger)),
    ...(await findAccountProblems(sql, ledger)),
    ...(await findRequestProblems(sql, ledger)),
    ...(await findBookProblems(sql)),
    ...(await findMessageProblems(sql)),
  ];
}

const sameLines = (a: Lines, b: Lines) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seats]) => b[id] === seats);

/** The event of an action. */
const EVENTS: Record<string, string> = {
  record_receipt: 'receipt_recorded',
  match_receipt: 'receipt_matched',
  confirm_receipt: 'receipt_confirmed',
  reject_receipt: 'receipt_rejected',
  reduce: 'reduced',
  cancel: 'cancelled',
  request_change: 'change_requested',
  add_note: 'note',
  answer_request: 'change_answered',
};

type StepRow = { reason: string; events: string[]; entries: number; receipts: number };

/**
 * Returns differences between the steps of administrators and the database: every acknowledged step happened once, any
 * other at most once, no two on one version of an adoption, and no adoption is cancelled twice.
 */
async function findStepProblems(sql: Sql, { steps }: Ledger): Promise<string[]> {
  const rows = await sql<StepRow[]>`
    select s.reason, coalesce(e.events, '{}') as events, coalesce(l.entries, 0) as entries, coalesce(r.receipts, 0) as receipts
      from jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as s (reason text, bank_reference text)
      left join (select detail->>'reason' as reason, array_agg(event) as events from billing_events group by 1) e using (reason)
      left join (select after->>'reason' as reason, count(*)::int as entries from audit_log group by 1) l using (reason)
      left join (select reference as bank_reference, count(*)::int as receipts from bank_receipts group by 1) r
        using (bank_reference)`;
  const found = new Map(rows.map((row) => [row.reason, row]));
  const confirmed = new Set(
    (await sql<{ id: string }[]>`select id from bank_receipts where state = 'confirmed'`).map(({ id }) => id),
  );
  const cancelled = await sql<{ reference: string }[]>`
    select b.reference from billings b join billing_events e on e.billing_id = b.id and e.event = 'cancelled'
     group by b.id having count(*) <> 1 or b.state <> 'cancelled'`;
  const acted = new Set<string>();
  const problems = steps.flatMap(({ reference, version, reason, acknowledged, bank_reference, confirms }) => {
    const { events, entries, receipts } = found.get(reason)!;
    const base = `${reference} ${version}`;
    const what = [
      ...(events.length > 1 ? [`happened ${events.length} times`] : []),
      ...(acknowledged && events[0] !== EVENTS[acknowledged] ? ['is lost'] : []),
      ...(entries !== events.length ? [`has ${entries} audit entries`] : []),
      ...(events.length > 0 && acted.has(base) ? ['is the second on its version'] : []),
      ...(bank_reference && receipts !== events.length ? [`recorded ${receipts} receipts`] : []),
      ...(acknowledged && confirms && !confirmed.has(confirms) ? ['is undone'] : []),
    ];
    if (events.length > 0) acted.add(base);
    return what.map((each) => `${acknowledged ?? 'a step'} on version ${version} of ${reference} ${each}`);
  });
  return [...problems, ...cancelled.map(({ reference }) => `${reference} is not cancelled once`)];
}

type CountRow = { key: string; count: number };

/** Returns keys that are in the database more than once, and acknowledged ones that are not there. */
function findLostOrDoubled(
  sent: readonly { key: string; isAcknowledged: boolean }[],
  rows: readonly CountRow[],
): string[] {
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return sent.flatMap(({ key, isAcknowledged }) => {
    const count = counts.get(key) ?? 0;
    return count > 1 || (isAcknowledged && count === 0) ? [`'${key}' is there ${count} times`] : [];
  });
}

/**
 * Returns differences between receipts without an adoption and the database: acknowledged ones are there once, others at most
 * once, none is assigned twice, and a rejected one belongs to no adoption.
 */
async function findReceiptProblems(sql: Sql, { receipts, rejectedReceipts }: Ledger): Promise<string[]> {
  const references = receipts.map(({ reference }) => reference);
  const rows = await sql<CountRow[]>`
    select reference as key, count(distinct credit_id)::int as count from bank_receipts where reference = any(${references}) group by 1`;
  const assignedTwice = await sql<{ id: string }[]>`
    select detail->>'receipt' as id from billing_events where event = 'receipt_matched' group by 1 having count(*) > 1`;
  const kept = await sql<{ id: string }[]>`
    select id from bank_receipts where id = any(${rejectedReceipts}) and (state <> 'rejected' or billing_id is not null)`;
  return [
    ...findLostOrDoubled(
      receipts.map(({ reference, isAcknowledged }) => ({ key: reference, isAcknowledged })),
      rows,
    ).map((problem) => `the receipt ${problem}`),
    ...assignedTwice.map(({ id }) => `the receipt ${id} is assigned to two adoptions`),
    ...kept.map(({ id }) => `the receipt ${id} is not rejected`),
  ];
}

/**
 * Returns differences between changes of the catalogue and the database: acknowledged edits are in the audit log, as often
 * as they were acknowledged and no two on one version; a file is imported in full or not at all, and once.
 */
async function findCatalogueProblems(sql: Sql, { edits, imports }: Ledger): Promise<string[]> {
  const problems: string[] = [];
  const acknowledged = edits.filter(({ isAcknowledged }) => isAcknowledged);
  const versions = new Set(acknowledged.map(({ courseId, version }) => `${courseId} ${version}`));
  if (versions.size < acknowledged.length)
    problems.push(`${acknowledged.length - versions.size} changes of courses are the second on their version`);
  const entries = await sql<{ edit: string; count: number }[]>`
    select concat(subject, ' ', after->>'total_seats') as edit, count(*)::int as count
      from audit_log where action = 'course.changed' group by 1`;
  const left = new Map(entries.map(({ edit, count }) => [edit, count]));
  for (const { courseId, seats } of acknowledged) {
    const edit = `${courseId} ${seats}`;
    left.set(edit, (left.get(edit) ?? 0) - 1);
    if (left.get(edit)! < 0) problems.push(`the change of course ${courseId} to ${seats} seats is lost`);
  }
  for (const { branch, courses, isAcknowledged } of imports) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from courses where starts_with(branch, ${branch})`;
    if (row!.count !== courses && (isAcknowledged || row!.count !== 0))
      problems.push(`${row!.count} of ${courses} courses of a file are there`);
  }
  return problems;
}

/** Returns accounts that are lost or doubled, and those that are there after their end. */
async function findAccountProblems(sql: Sql, { accounts }: Ledger): Promise<string[]> {
  const rows = await sql<{ email: string; count: number }[]>`
    select email, count(*)::int as count from users where kind = 'registered' group by email`;
  const counts = new Map(rows.map(({ email, count }) => [email, count]));
  return [...accounts].flatMap(([email, state]) => {
    const count = counts.get(email) ?? 0;
    return count === (state === 'open' ? 1 : 0) ? [] : [`the account ${email} is ${state}, and there ${count} times`];
  });
}

/**
 * Returns differences between what sponsors asked for and the database: acknowledged requests are there once, others at
 * most once, each with an event, and answered ones with a message.
 */
async function findRequestProblems(sql: Sql, { requests }: Ledger): Promise<string[]> {
  const rows = await sql<CountRow[]>`
    select reason as key, count(*)::int as count from change_requests where kind = 'wish' group by reason`;
  const unannounced = await sql`
    select b.id from billings b
      join lateral (select count(*) as asked, count(*) filter (where state <> 'open') as answered
                      from change_requests q where q.billing_id = b.id and q.kind = 'wish') requests on true
     where asked <> (select count(*) from billing_events e where e.billing_id = b.id and e.event = 'change_asked')
        or answered <> (select count(*) from outbound_messages m where m.billing_id = b.id and m.kind = 'answered')`;
  return [
    ...findLostOrDoubled(
      requests.map(({ message, isAcknowledged }) => ({ key: message, isAcknowledged })),
      rows,
    ).map((problem) => `the request ${problem}`),
    ...(unannounced.length > 0 ? [`requests of ${unannounced.length} adoptions lack an event or a message`] : []),
  ];
}
