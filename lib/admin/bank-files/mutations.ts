import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { bankFiles, billings, payeeAccounts, refunds, releases } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { openAdoption, Refused } from '@/lib/admin/adoptions/change';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { orderRefund } from '@/lib/admin/adoptions/refunds';
import type { AdoptionAction } from '@/lib/admin/adoptions/schema';
import { lockBillings } from '@/lib/adoption/core/lock-billings';
import { addRelease, changeRelease } from '@/lib/funds/mutations';
import { readFunds, type InstituteFunds } from '@/lib/funds/queries';
import type { ReleaseAction } from '@/lib/funds/schema';
import { lockFunds } from '@/lib/funds/statements';
import { todayInIndia } from '@/db/days';
import type { Outcome, RefusalCode } from '@/lib/platform/errors';
import { fileNumberOf, fileReference } from './rules';
import type { BankFileAction, NewBankFile, PaidPayments } from './schema';

/*
 * A file for the bank is a group of transfers to institutes and refunds (docs/decisions/0047). They are recorded together by one
 * administrator, ordered once a second one confirms them, and count when the bank has paid them.
 */

const MODE = 'NEFT';

/** One file after the other gets its number. */
const LOCK_NUMBERS = sql`select pg_advisory_xact_lock(735008, 0)`;

type Made = { number: number; payments: number; refused: { payee: string; code: RefusalCode }[] };

/** Ends the transaction: there is nothing to pay. */
class Nothing extends Error {
  constructor(readonly refused: Made['refused']) {
    super('nothing to pay');
  }
}

/**
 * Records what is to be paid to institutes and sponsors as payments of a new file, each to its confirmed account. Who cannot be paid is
 * left out: 'payee.no_account', 'bank_file.nothing_due', or what refuses a transfer.
 * @returns the number of the file; 'bank_file.nothing' if nobody can be paid, 'adoption.date_in_past'
 * @throws HttpError 401 'admin.session_ended'
 */
export async function prepareBankFile(
  by: AdminScope,
  { pay_on: payOn, institutes, adoptions }: NewBankFile,
  database: Database = db(),
): Promise<Outcome<Made>> {
  const funds = institutes.length > 0 ? await readFunds(by) : [];
  const chosen = funds.filter(({ id }) => institutes.includes(id)).toSorted((a, b) => a.id.localeCompare(b.id, 'en'));
  const missing = institutes
    .filter((id) => !chosen.some((each) => each.id === id))
    .map((payee) => ({ payee, code: 'bank_file.nothing_due' as const }));
  try {
    return await transaction(async (tx): Promise<Outcome<Made>> => {
      for (const { id } of chosen) await tx.execute(lockFunds(id));
      const references = [...adoptions, ...chosen.flatMap(({ lines }) => lines.map(({ reference }) => reference))];
      const locked = await lockBillings(sql`${billings.reference} = any(${sql.param(references)}::text[])`, tx);
      await requireActingAdmin(by, FINANCE_ROLES, tx);
      const [today] = await tx.execute<{ isPast: boolean }>(sql`select ${payOn}::date < ${todayInIndia} as "isPast"`);
      if (today!.isPast) return { ok: false, code: 'adoption.date_in_past' };
      await tx.execute(LOCK_NUMBERS);
      const [file] = await tx
        .insert(bankFiles)
        .values({ number: sql`(select coalesce(max(number), 0) + 1 from ${bankFiles})`, payOn, preparedBy: by.adminId })
        .returning();
      const idOf = new Map(locked.map(({ id, reference }) => [reference, id]));
      const accounts = await confirmedAccounts([...chosen.map(({ id }) => id), ...idOf.values()], tx);
      const refused: Made['refused'] = [...missing];
      let payments = 0;
      const pay = async (payee: string, accountId: string | undefined, record: Record) => {
        if (accountId === undefined) return refused.push({ payee, code: 'payee.no_account' });
        const order = {
          mode: MODE,
          paidOn: payOn,
          reference: fileReference(file!.number, payments + 1),
          bankFileId: file!.id,
          bankFilePosition: payments + 1,
          payeeAccountId: accountId,
        } as const;
        const code = await record(order);
        return code === null ? ++payments : refused.push({ payee, code });
      };
      for (const institute of chosen)
        await pay(institute.id, accounts.get(institute.id), (order) => orderRelease(by, institute, order, idOf, tx));
      for (const reference of adoptions)
        await pay(reference, accounts.get(idOf.get(reference) ?? ''), async (order) => {
          try {
            const reason = `${order.reference}: ${payOn}`;
            await orderRefund(await openAdoption({ by, reference, version: null, reason }, tx), order);
            return null;
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            return error.refusal === 'refund_range' ? 'bank_file.nothing_due' : `adoption.${error.refusal}`;
          }
        });
      if (payments === 0) throw new Nothing(refused);
      const after = { number: file!.number, pay_on: payOn, payments };
      await recordAction(by, { action: 'bank_file.prepared', subject: file!.id, after }, tx);
      return { ok: true, number: file!.number, payments, refused };
    }, database);
  } catch (error) {
    if (!(error instanceof Nothing)) throw error;
    return { ok: false, code: error.refused[0]?.code ?? 'bank_file.nothing' };
  }
}

/** What a payment of a file has. */
type Order = {
  mode: typeof MODE;
  paidOn: string;
  reference: string;
  bankFileId: string;
  bankFilePosition: number;
  payeeAccountId: string;
};
/** Records a payment. @returns why it cannot be; null: it is recorded */
type Record = (order: Order) => Promise<RefusalCode | null>;

async function orderRelease(
  by: AdminScope,
  { id: instituteId, lines }: InstituteFunds,
  order: Order,
  idOf: ReadonlyMap<string, string>,
  tx: Database,
): Promise<RefusalCode | null> {
  const parts = lines.map(({ reference, courseId, passablePaise }) => ({
    billingId: idOf.get(reference) ?? '',
    courseId,
    amountPaise: passablePaise,
  }));
  const added = await addRelease(by, { kind: 'passed_on', instituteId, ...order }, parts, tx);
  return added.ok ? null : added.code;
}

/** Returns the ids of the accounts that payees are paid to, and keeps them as they are until the transaction ends. */
async function confirmedAccounts(payees: readonly string[], tx: Database): Promise<Map<string, string>> {
  if (payees.length === 0) return new Map();
  const { id, instituteId, billingId, state } = payeeAccounts;
  const payee = sql<string>`coalesce(${instituteId}, ${billingId})`;
  const rows = await tx
    .select({ payee, id })
    .from(payeeAccounts)
    .where(and(eq(state, 'confirmed'), sql`${payee} = any(${sql.param([...payees])}::uuid[])`))
    .for('share');
  return new Map(rows.map((row) => [row.payee, row.id]));
}

/** A payment of a file; `reference` as in the file. */
type Payment = { reference: string; state: string } & ({ release: string } | { refund: string; adoption: string });

async function paymentsOf(numbers: readonly number[], database: Database): Promise<Payment[]> {
  const { number } = bankFiles;
  const [ofReleases, ofRefunds] = await Promise.all([
    database
      .select({ release: releases.id, number, position: releases.bankFilePosition, state: releases.state })
      .from(releases)
      .innerJoin(bankFiles, eq(bankFiles.id, releases.bankFileId))
      .where(inArray(number, [...numbers])),
    database
      .select({
        refund: refunds.id,
        number,
        position: refunds.bankFilePosition,
        state: refunds.state,
        adoption: billings.reference,
      })
      .from(refunds)
      .innerJoin(bankFiles, eq(bankFiles.id, refunds.bankFileId))
      .innerJoin(billings, eq(billings.id, refunds.billingId))
      .where(inArray(number, [...numbers])),
  ]);
  return [...ofReleases, ...ofRefunds]
    .map(({ number: file, position, ...payment }) => ({ ...payment, reference: fileReference(file, position!) }))
    .toSorted((a, b) => a.reference.localeCompare(b.reference, 'en'));
}

type Step = { do: 'confirm' | 'reject' } | { do: 'pay'; paid_on: string; bank_reference: string };

/** Takes a step of one payment, in a transaction of its own. @returns why it was refused; null: it was taken */
async function stepOf(by: AdminScope, payment: Payment, step: Step, reason: string): Promise<RefusalCode | null> {
  const { do: action, ...fields } = step;
  if ('release' in payment) {
    const outcome = await changeRelease(by, payment.release, { action, ...fields, reason } as ReleaseAction);
    return outcome.ok ? null : outcome.code;
  }
  const [billing] = await db()
    .select({ version: billings.version })
    .from(billings)
    .where(eq(billings.reference, payment.adoption));
  const outcome = await actOnAdoption(by, payment.adoption, {
    action: `${action}_refund`,
    ...fields,
    id: payment.refund,
    version: billing!.version,
    reason,
  } as AdoptionAction);
  return outcome.ok ? null : outcome.code;
}

type Results = { results: { reference: string; code: RefusalCode | null }[] };

/**
 * Confirms all payments of a file that wait, which orders them, or rejects all that the bank has not paid; each by itself: what is refused
 * leaves the others.
 * @returns what became of each; 'bank_file.not_found', 'bank_file.changed' if none waits
 */
export async function actOnBankFile(
  by: AdminScope,
  number: number,
  { action, reason }: BankFileAction,
): Promise<Outcome<Results>> {
  if ((await db().$count(bankFiles, eq(bankFiles.number, number))) === 0)
    return { ok: false, code: 'bank_file.not_found' };
  const states = action === 'confirm' ? ['recorded'] : ['recorded', 'ordered'];
  const waiting = (await paymentsOf([number], db())).filter(({ state }) => states.includes(state));
  if (waiting.length === 0) return { ok: false, code: 'bank_file.changed' };
  const results: Results['results'] = [];
  for (const payment of waiting)
    results.push({ reference: payment.reference, code: await stepOf(by, payment, { do: action }, reason) });
  return { ok: true, results };
}

/** Enters what the bank paid of files, each payment by itself. @returns what became of each, in the order of the request */
export async function enterPaid(by: AdminScope, { payments, reason }: PaidPayments): Promise<Results> {
  const numbers = payments.flatMap(({ reference }) => fileNumberOf(reference) ?? []);
  const known = new Map((await paymentsOf(numbers, db())).map((payment) => [payment.reference, payment]));
  const results: Results['results'] = [];
  for (const { reference, ...paid } of payments) {
    const payment = known.get(reference);
    const code = payment ? await stepOf(by, payment, { do: 'pay', ...paid }, reason) : 'bank_file.payment_unknown';
    results.push({ reference, code });
  }
  return { results };
}
