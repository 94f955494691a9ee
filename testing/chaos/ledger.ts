import type { Sql } from 'postgres';
import { and, eq, isNotNull, sql as drizzle } from 'drizzle-orm';
import { dueAtOf, outstanding } from '@/db/balance';
import { databaseOn } from '@/db/client';
import { billings } from '@/db/schema';
import { findBookProblems, findMessageProblems } from '../../scripts/lib/books';

/** Seats by course id. */
export type Lines = Record<string, number>;

/** A request of an administrator. */
type Step = {
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

/** What the app has acknowledged to its clients, recorded outside of the app. */
export class Ledger {
  readonly steps: Step[] = [];
  readonly pledges = new Map<string, Lines>();
  /** By the transaction id of the response. */
  readonly payments = new Map<string, { billingId: string; lines: Lines }>();
  /** The parts that a sponsor chose for a pledge, by reference. */
  readonly parts = new Map<string, number>();
  /** Agreements that two administrators made, by id. */
  readonly reservations = new Map<string, { domain: string; courseId: string; seats: number }>();
  /** Requests to wait for seats, by id: the address. */
  readonly waiting = new Map<string, string>();
  /** Offers of free seats to those who waited, and those of which seats were adopted. */
  offers = 0;
  taken = 0;
  /** Ids of renewals. */
  readonly renewals = new Set<string>();
  /** Students whom an office entered, and the ids of the entries that it ended, as the student left or moved to another place. */
  students = 0;
  readonly left = new Set<string>();
  readonly moved = new Set<string>();
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
  const verified = await sql<BillingRow[]>`
    select b.id, b.reference, b.state,
           (select jsonb_object_agg(i.course_id, i.seats + coalesce((
              select sum((e.detail->'returned'->>i.course_id::text)::int) from billing_events e where e.billing_id = b.id), 0))
              from billing_items i where i.billing_id = b.id) as lines
      from billings b where b.state <> 'draft'`;
  const byReference = new Map(verified.map((billing) => [billing.reference, billing]));
  const byId = new Map(verified.map((billing) => [billing.id, billing]));
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
    ...(await findReservationProblems(sql, ledger)),
    ...(await findPartProblems(sql, ledger)),
    ...(await findStudentProblems(sql, ledger)),
    ...(await findBookProblems(databaseOn(sql))),
    ...(await findMessageProblems(databaseOn(sql))),
  ];
}

const sameLines = (a: Lines, b: Lines) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seats]) => b[id] === seats);

/**
 * Returns differences between the reservations of the ledger and the database: each agreement, renewal and waiting request is
 * stored as it was acknowledged, only its holder has drawn on it, before its end, and no more than it has, no offer is of two
 * requests, and no renewal of a cancelled adoption is open.
 */
async function findReservationProblems(sql: Sql, ledger: Ledger): Promise<string[]> {
  const { reservations } = ledger;
  const stored = await sql<{ id: string; holder: string; course_id: string; seats: number; is_proposed: boolean }[]>`
    select r.id, r.holder, i.course_id, i.seats, r.is_proposed
      from reservations r join reservation_items i on i.reservation_id = r.id`;
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lost = [...reservations].filter(([id, { domain, courseId, seats }]) => {
    const row = byId.get(id);
    const isSame = row?.holder === `domain:${domain}` && row.course_id === courseId && row.seats === seats;
    return !isSame || row.is_proposed;
  });
  const drawn = await sql<{ reference: string }[]>`
    select b.reference
      from billing_items i join billings b on b.id = i.billing_id join reservations r on r.id = i.reservation_id
     where i.reserved_seats > 0
       and (r.holder not in ('email:' || (b.sponsor->>'email'), 'domain:' || split_part(b.sponsor->>'email', '@', 2))
            or b.verified_at >= r.until)`;
  const waiting = await sql<{ id: string; holder: string }[]>`select id, holder from waiting_requests`;
  const holders = new Map(waiting.map((row) => [row.id, row.holder]));
  const forgotten = [...ledger.waiting].filter(([id, email]) => holders.get(id) !== `email:${email}`);
  const offered = await sql<{ id: string }[]>`
    select offer_id as id from waiting_requests where offer_id is not null group by 1 having count(*) > 1`;
  const continued = await sql<{ reference: string }[]>`
    select b.reference from renewal_lines l
      join reservations r on r.id = l.reservation_id and r.ended_at is null
      join reservation_items i on i.reservation_id = r.id and i.course_id = l.course_id and i.used_seats < i.seats
      join billings b on b.id = l.billing_id
      join billing_events e on e.billing_id = b.id and e.event = 'cancelled' and e.at < r.until`;
  const kept = await sql<{ id: string }[]>`select distinct reservation_id as id from renewal_lines`;
  const reservationIds = new Set(kept.map(({ id }) => id));
  return [
    ...lost.map(([id]) => `reservation ${id} is lost or changed`),
    ...forgotten.map(([id]) => `waiting request ${id} is lost or changed`),
    ...offered.map(({ id }) => `offer ${id} is of several requests`),
    ...continued.map(({ reference }) => `${reference} is cancelled, and its renewal has not ended`),
    ...[...ledger.renewals].filter((id) => !reservationIds.has(id)).map((id) => `renewal ${id} is lost`),
    ...drawn.map(({ reference }) => `${reference} has drawn on a reservation that is not its own, or has ended`),
  ];
}

/**
 * Returns differences between the students that the office was told about, the register and the audit log: every entry is
 * stored and logged in full or not at all, nobody has two places, and whoever moved has exactly one more entry.
 */
async function findStudentProblems(sql: Sql, { students, left, moved }: Ledger): Promise<string[]> {
  const [row] = await sql<
    Record<'entered' | 'logged' | 'ended' | 'loggedEnds' | 'moves' | 'loggedMoves' | 'lost' | 'twice', number>[]
  >`
    select (select count(*)::int from enrolments where reason is distinct from 'mistake') as entered,
           (select coalesce(sum((after->>'students')::int), 0)::int from audit_log where action = 'students.entered') as logged,
           (select count(*)::int from enrolments where reason <> 'mistake') as ended,
           (select count(*)::int from audit_log where action = 'student.left') as "loggedEnds",
           (select count(*)::int from enrolments where reason = 'mistake') as moves,
           (select count(*)::int from audit_log where action = 'student.moved') as "loggedMoves",
           (select count(*)::int from (
              select from enrolments group by roll_hash having count(*) filter (where reason is distinct from 'mistake') <> 1) others) as lost,
           (select count(*)::int from (
              select from enrolments where until_day is null group by billing_id, course_id, place having count(*) > 1
              union all select from enrolments where until_day is null group by roll_hash having count(*) > 1) again) as twice`;
  const { entered, logged, ended, loggedEnds, moves, loggedMoves, lost, twice } = row!;
  const gone = await sql<{ id: string; moved: boolean }[]>`
    select id, reason = 'mistake' as moved from enrolments where until_day is not null`;
  const movedById = new Map(gone.map((each) => [each.id, each.moved]));
  return [
    ...(entered < students ? [`${students - entered} acknowledged students are not in the register`] : []),
    ...(entered !== logged ? [`${entered} students are in the register, ${logged} in the audit log`] : []),
    ...(ended !== loggedEnds ? [`${ended} students left, ${loggedEnds} by the audit log`] : []),
    ...(twice > 0 ? [`${twice} places or students are there twice`] : []),
    ...(moves !== loggedMoves ? [`${moves} students moved, ${loggedMoves} by the audit log`] : []),
    ...(lost > 0 ? [`${lost} students who moved have no place, or several`] : []),
    ...[...left].filter((id) => movedById.get(id) !== false).map((id) => `the end of enrolment ${id} is lost`),
    ...[...moved].filter((id) => movedById.get(id) !== true).map((id) => `the move of enrolment ${id} is lost`),
  ];
}

/**
 * Returns differences between the pledges in parts of the ledger and the database: each has its parts, and the term of every
 * pledge in parts is the day of the first one that is not paid.
 */
async function findPartProblems(sql: Sql, { parts }: Ledger): Promise<string[]> {
  const stored = await sql<{ reference: string; parts: number }[]>`
    select reference, cardinality(instalments) as parts from billings where instalments is not null`;
  const byReference = new Map(stored.map((row) => [row.reference, row.parts]));
  const lost = [...parts].filter(([reference, chosen]) => byReference.get(reference) !== chosen);
  const late = await databaseOn(sql)
    .select({ reference: billings.reference })
    .from(billings)
    .where(
      and(
        eq(billings.state, 'pledged'),
        isNotNull(billings.instalments),
        drizzle`${outstanding(billings)} > 0 and ${billings.dueAt} <> ${dueAtOf(billings)}`,
      ),
    );
  return [
    ...lost.map(([reference]) => `the parts of ${reference} are lost or changed`),
    ...late.map(({ reference }) => `the term of ${reference} is not that of its next part`),
  ];
}

/** The event of an action. */
const EVENTS: Record<string, string> = {
  record_receipt: 'receipt_recorded',
  confirm_receipt: 'receipt_confirmed',
  reject_receipt: 'receipt_rejected',
  reduce: 'reduced',
  cancel: 'cancelled',
  request_change: 'change_requested',
  add_note: 'note',
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
