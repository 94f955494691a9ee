import { PgDialect } from 'drizzle-orm/pg-core';
import type { Query, SQL } from 'drizzle-orm';
import postgres from 'postgres';
import { connect, databaseOn, sql } from '@/db/client';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema, type ActionBody } from '@/lib/admin/adoptions/schema';
import { holdSeats, pledgeSeats } from '@/lib/adoption/take/mutations';
import { holdStatement, pledgeStatement, type TakeRow } from '@/lib/adoption/take/take-statements';
import { beginValues, payForAdoption } from '@/lib/money/mutations';
import {
  beginStatement,
  settleStatement,
  type BeginValues,
  type BegunPayment,
  type SettledPayment,
} from '@/lib/money/statements';
import {
  makeSponsor,
  prepareAdoption,
  prepareHold,
  takeValues,
  type Prepared,
  type PreparedHold,
} from '@/testing/db/adoption';
import { makeAdmin } from '@/testing/db/admin';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { captureOf } from '@/testing/payment/capture';
import { makeProvider, paymentRequest, prepareProcessPayment } from '@/testing/db/payment';
import { makeMany, measureRow, rate, type Row } from './measure';

const ADOPTIONS = 200;
const SPONSORS = 40;
const dialect = new PgDialect();

let companies = 0;
/**
 * Returns an e-mail address of a separate company: unpaid seats are limited per company, and its adoptions wait for
 * each other.
 */
const ownEmail = () => `hr@works-${++companies}.example`;

/** Both sides have as many connections as concurrent sponsors. */
async function withPools(
  measure: (pools: { library: postgres.Sql; bare: postgres.Sql }) => Promise<Row>,
): Promise<Row> {
  const url = process.env.DATABASE_URL!;
  const pools = { library: connect(url, { max: SPONSORS }).sql, bare: postgres(url, { max: SPONSORS }) };
  // The statements of both sides take JSON as text.
  databaseOn(pools.bare);
  const row = await measure(pools);
  await Promise.all([pools.library.end(), pools.bare.end()]);
  return row;
}

/** One seat of each of 200 courses, so that few wait for each other. */
async function makeLines() {
  const courses = await makeMany(ADOPTIONS, () => makeCourse({ city: 'Indore', totalSeats: 10_000 }));
  return courses.map((course) => [{ course, seats: 1 }]);
}

/** Seats locked per second: pledgeSeats compared with its bare statement issued by postgres.js. */
export const measurePledges = () =>
  withPools(async ({ library, bare }) => {
    const lines = await makeLines();
    const database = databaseOn(library);
    const program = ({ subject, code }: Prepared) => pledgeSeats(subject, code, database).then(({ ok }) => ok);
    const floor = async ({ sql: text, params }: Query) => {
      const [row] = await bare.unsafe<TakeRow[]>(text, params as never[], { prepare: true });
      return row?.state === 'pledged';
    };
    const prepare = (n: number) => prepareAdoption(lines[n]!, makeSponsor({ email: ownEmail() }));
    return measureRow({ what: 'seats locked, library : bare statement', unit: 'seats/s', target: 0.8 }, async () => {
      const [mine, theirs] = [await makeMany(ADOPTIONS, prepare), await makeMany(ADOPTIONS, prepare)];
      const values = theirs.map((one) => dialect.sqlToQuery(pledgeStatement(takeValues(one, one.code))));
      return { program: () => rate(mine, SPONSORS, program), floor: () => rate(values, SPONSORS, floor) };
    });
  });

/** Seats held per second: holdSeats compared with its bare statement issued by postgres.js. */
export const measureHolds = () =>
  withPools(async ({ library, bare }) => {
    const [lines, accounts] = [
      await makeLines(),
      await makeMany(2 * ADOPTIONS, () => makeSponsorAccount({ email: ownEmail() })),
    ];
    const database = databaseOn(library);
    const program = ({ scope, code }: PreparedHold) => holdSeats(scope, code, database).then(({ ok }) => ok);
    const floor = async ({ sql: text, params }: Query) => {
      const [row] = await bare.unsafe<TakeRow[]>(text, params as never[], { prepare: true });
      return row?.state === 'held';
    };
    return measureRow({ what: 'seats held, library : bare statement', unit: 'seats/s', target: 0.8 }, async () => {
      const mine = await makeMany(ADOPTIONS, (n) => prepareHold(lines[n]!, accounts[n]!));
      const theirs = await makeMany(ADOPTIONS, (n) => prepareHold(lines[n]!, accounts[ADOPTIONS + n]!));
      const values = theirs.map((one) => dialect.sqlToQuery(holdStatement(takeValues(one, one.code))));
      return { program: () => rate(mine, SPONSORS, program), floor: () => rate(values, SPONSORS, floor) };
    });
  });

/**
 * Holds paid and completed per second, by a provider that responds at once: payForAdoption compared with its two bare
 * statements.
 */
export const measurePayments = () =>
  withPools(async ({ library, bare }) => {
    const [lines, accounts] = [
      await makeLines(),
      await makeMany(2 * ADOPTIONS, () => makeSponsorAccount({ email: ownEmail() })),
    ];
    const provider = makeProvider();
    const database = databaseOn(library);
    const run = async <Result>(statement: SQL) => {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      const [row] = await bare.unsafe(text, params as never[], { prepare: true });
      return row as Result;
    };
    const prepare = (n: number, account: SponsorAccount) => prepareProcessPayment(lines[n]!, account);
    type Payment = Awaited<ReturnType<typeof prepare>>;
    const program = ({ scope, request }: Payment) =>
      payForAdoption(scope, request, { provider, database }).then(({ ok }) => ok);
    const floor = async (values: BeginValues) => {
      const { paymentId, amountPaise } = await run<BegunPayment>(beginStatement(values));
      const capture = captureOf(`TEST-${paymentId}`, Number(amountPaise));
      const captured = { paymentId: paymentId!, provider: 'test', status: 'captured', capture } as const;
      return (await run<SettledPayment>(settleStatement(captured))).state === 'completed';
    };
    return measureRow({ what: 'holds paid, library : bare statements', unit: 'payments/s', target: 0.8 }, async () => {
      const mine = await makeMany(ADOPTIONS, (n) => prepare(n, accounts[n]!));
      await makeMany(ADOPTIONS, (n) => prepare(n, accounts[ADOPTIONS + n]!));
      const values = lines.map((chosen, n) => {
        const account = accounts[ADOPTIONS + n]!;
        return beginValues(account.scope, paymentRequest(chosen, account), { provider, key: null });
      });
      return { program: () => rate(mine, SPONSORS, program), floor: () => rate(values, SPONSORS, floor) };
    });
  });

/** An administrator, and the request of an action on an adoption with its reference. */
type Act = { scope: AdminScope; reference: string; action: ActionBody<'confirm_receipt'> };

/** The same writes in a transaction of postgres.js, one statement each. */
const confirmBare = (bare: postgres.Sql, { scope, reference, action }: Act) =>
  bare.begin(async (transaction) => {
    const [billing] = await transaction<{ id: string; total: string }[]>`
      select id, total_paise as total from billings where reference = ${reference} for no key update`;
    const { id, total } = billing!;
    await transaction`select from admin_sessions where id = ${scope.sessionId} for share`;
    await transaction`
      update bank_receipts set state = 'confirmed', confirmed_by = ${scope.adminId}, confirmed_at = now() where id = ${action.id}`;
    await transaction`update billings set state = 'completed', received_paise = ${total}, version = version + 1 where id = ${id}`;
    await transaction`
      insert into billing_events (billing_id, event, from_state, to_state, actor)
      values (${id}, 'receipt_confirmed', 'pledged', 'pledged', 'admin'), (${id}, 'paid', 'pledged', 'completed', 'admin')`;
    await transaction`insert into outbound_messages (billing_id, kind) values (${id}, 'paid')`;
    await transaction`insert into audit_log (admin_id, actor, action, subject) values (${scope.adminId}, ${scope.username}, 'adoption.receipt_confirmed', ${id})`;
    return true;
  });

type Line = Parameters<typeof prepareAdoption>[0][number];

async function pledge(lines: Line[]): Promise<string> {
  const { subject, code } = await prepareAdoption(lines, makeSponsor({ email: ownEmail() }));
  const pledged = await pledgeSeats(subject, code);
  if (!pledged.ok) throw new Error(pledged.code);
  return pledged.reference;
}

let receipts = 0;

/** Bank receipts confirmed per second, each of which settles a pledge: actOnAdoption compared with confirmBare. */
export const measureSettlements = () =>
  withPools(async ({ library, bare }) => {
    const lines = await makeLines();
    const [first, second] = [(await makeAdmin()).scope, (await makeAdmin()).scope];
    const database = databaseOn(library);
    const program = ({ scope, reference, action }: Act) =>
      actOnAdoption(scope, reference, action, database).then(({ ok }) => ok);
    const floor = (act: Act) => confirmBare(bare, act);
    const prepare = async (n: number): Promise<Act> => {
      const reference = await pledge(lines[n]!);
      const recorded = adoptionActionSchema.parse({
        action: 'record_receipt',
        version: 0,
        reason: 'Bank statement',
        mode: 'NEFT',
        credited_on: '2026-04-01',
        amount: 125_000,
        bank_reference: `BENCH${++receipts}`,
        payer: 'Works Limited',
      });
      await actOnAdoption(first, reference, recorded);
      const [receipt] = await sql()<{ id: string }[]>`
        select r.id from bank_receipts r join billings b on b.id = r.billing_id where b.reference = ${reference}`;
      const confirmation = {
        action: 'confirm_receipt',
        version: 1,
        reason: 'Bank statement',
        id: receipt!.id,
      } as const;
      return { scope: second, reference, action: confirmation };
    };
    return measureRow(
      { what: 'pledges settled, library : bare transaction', unit: 'actions/s', target: 0.4 },
      async () => {
        const [mine, theirs] = [await makeMany(ADOPTIONS, prepare), await makeMany(ADOPTIONS, prepare)];
        return { program: () => rate(mine, SPONSORS, program), floor: () => rate(theirs, SPONSORS, floor) };
      },
    );
  });
