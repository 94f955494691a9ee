import 'server-only';
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { refundDue } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { admins, billings, institutes, officeInstitutes, outboundMessages, payeeAccounts } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { insertSelect } from '@/db/writes';
import { FINANCE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import type { Outcome } from '@/lib/platform/errors';
import { endingOf, type AccountDecision, type AccountInput, type ToldAccount } from './schema';

/*
 * Of a payee one account is paid to, the confirmed one. Another one that somebody states waits until an administrator confirms it;
 * stating one more replaces that. Rows are never changed but for their state, so that a payment names the account that it went to.
 */

/** As a request names it: by the id of the institute, or the reference of the adoption. */
type ToldPayee = { institute_id: string } | { reference: string };
type Payee = { instituteId: string; billingId: null } | { instituteId: null; billingId: string };
/** Who states an account; null: the sponsor. */
type StatedBy = string | null;

const isOf = ({ instituteId, billingId }: Payee) =>
  instituteId === null ? eq(payeeAccounts.billingId, billingId) : eq(payeeAccounts.instituteId, instituteId);

const ended = { state: 'ended', endedAt: sql`clock_timestamp()` } as const;

/**
 * States an account of a payee whose row is locked. The same one as before changes nothing.
 * @returns its id; null if nothing changed
 */
async function writeAccount(payee: Payee, account: AccountInput, statedBy: StatedBy, tx: Database) {
  const { holder, account_number: accountNumber, ifsc } = account;
  const open = await tx
    .select()
    .from(payeeAccounts)
    .where(and(isOf(payee), ne(payeeAccounts.state, 'ended')));
  const waiting = open.find(({ state }) => state === 'stated');
  const newest = waiting ?? open[0];
  if (newest?.holder === holder && newest.accountNumber === accountNumber && newest.ifsc === ifsc) return null;
  if (waiting) await tx.update(payeeAccounts).set(ended).where(eq(payeeAccounts.id, waiting.id));
  const [added] = await tx
    .insert(payeeAccounts)
    .values({ ...payee, holder, accountNumber, ifsc, statedBy })
    .returning({ id: payeeAccounts.id });
  return added!.id;
}

/** What the audit log shows of an account. */
const auditFields = (payee: string, { holder, account_number, ifsc }: AccountInput) => ({
  payee,
  holder,
  account_number,
  ifsc,
});

const inputOf = ({ holder, accountNumber, ifsc }: typeof payeeAccounts.$inferSelect): AccountInput => ({
  holder,
  account_number: accountNumber,
  ifsc,
});

/** Tells the heads of an institute's office that an account was stated for it or confirmed: whoever did it, they notice. */
async function tellHeads(
  instituteId: string,
  { account_number: accountNumber }: AccountInput,
  step: 'stated' | 'confirmed',
  tx: Database,
): Promise<void> {
  await tx.execute(sql`
    ${insertSelect(outboundMessages, {
      kind: sql`'payee_account'`,
      recipient: admins.username,
      locale: admins.locale,
      detail: sql`jsonb_build_object('institute', ${institutes.name}, 'hindi', ${institutes.hindi}, 'step', ${step}::text,
                                     'ending', ${endingOf(accountNumber)}::text)`,
    })}
      from ${officeInstitutes}
      join ${institutes} on ${institutes.id} = ${officeInstitutes.instituteId}
      join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
     where ${officeInstitutes.instituteId} = ${instituteId} and ${admins.role} = 'head'
       and ${admins.deactivatedAt} is null and ${admins.passwordHash} is not null`);
}

async function lockInstitute(id: string, tx: Database) {
  const [institute] = await tx
    .select({ name: institutes.name })
    .from(institutes)
    .where(eq(institutes.id, id))
    .for('no key update');
  return institute;
}

/**
 * States the account of an institute, by a head of its office.
 * @returns 'institute.not_found' for an institute of another office
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function stateOfficeAccount(
  scope: InstituteScope,
  instituteId: string,
  account: AccountInput,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    if (!scope.institutes.some(({ id }) => id === instituteId)) return { ok: false, code: 'institute.not_found' };
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [instituteId] }, tx);
    const institute = await lockInstitute(instituteId, tx);
    const id = await writeAccount({ instituteId, billingId: null }, account, scope.adminId, tx);
    if (id === null) return { ok: true };
    await tellHeads(instituteId, account, 'stated', tx);
    const after = auditFields(institute!.name, account);
    await recordAction(scope, { action: 'payee.account_stated', subject: id, after }, tx);
    return { ok: true };
  });
}

/**
 * States the account to which money of an own adoption is paid back.
 * @returns 'own_adoption.not_found' for an id outside the scope, 'payee.nothing_due' if nothing is to be paid back
 */
export function stateSponsorAccount(
  scope: AdoptionScope,
  billingId: string,
  account: AccountInput,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const [billing] = await tx
      .select({ duePaise: refundDue(billings) })
      .from(billings)
      .where(and(eq(billings.id, billingId), ownedBy(scope)))
      .for('no key update');
    if (!billing) return { ok: false, code: 'own_adoption.not_found' };
    if (billing.duePaise === 0) return { ok: false, code: 'payee.nothing_due' };
    const id = await writeAccount({ instituteId: null, billingId }, account, null, tx);
    if (id !== null) await recordEvent(tx, scope, billingId, 'account_stated');
    return { ok: true };
  });
}

/**
 * States an account that a payee has told: an institute, or the sponsor of an adoption. A second administrator confirms it.
 * @returns 'institute.not_found' or 'adoption.not_found'
 * @throws HttpError 401 'admin.session_ended'
 */
export function stateToldAccount(
  by: AdminScope,
  told: ToldAccount,
  database: Database = db(),
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const payee = await lockPayee(told, tx);
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    if (!payee) return { ok: false, code: 'institute_id' in told ? 'institute.not_found' : 'adoption.not_found' };
    const { name, ...of } = payee;
    const id = await writeAccount(of, told, by.adminId, tx);
    if (id === null) return { ok: true };
    if (of.instituteId !== null) await tellHeads(of.instituteId, told, 'stated', tx);
    await recordAction(by, { action: 'payee.account_stated', subject: id, after: auditFields(name, told) }, tx);
    return { ok: true };
  }, database);
}

async function lockPayee(told: ToldPayee, tx: Database): Promise<(Payee & { name: string }) | null> {
  if ('institute_id' in told) {
    const institute = await lockInstitute(told.institute_id, tx);
    return institute ? { instituteId: told.institute_id, billingId: null, name: institute.name } : null;
  }
  const [billing] = await tx
    .select({ id: billings.id })
    .from(billings)
    .where(eq(billings.reference, told.reference))
    .for('no key update');
  return billing ? { instituteId: null, billingId: billing.id, name: told.reference } : null;
}

/**
 * Confirms the account of a payee that waits, which then is the one that is paid to, or rejects it. Where nobody else could confirm what
 * an administrator stated, the same one does.
 * @returns `alone`: the administrator who stated it confirmed it; 'payee.changed' if it does not wait any more, 'adoption.second_admin'
 * @throws HttpError 401 'admin.session_ended'
 */
export function decideAccount(
  by: AdminScope,
  id: string,
  { action, reason }: AccountDecision,
  database: Database = db(),
): Promise<Outcome<{ alone: boolean }>> {
  return transaction(async (tx): Promise<Outcome<{ alone: boolean }>> => {
    const [found] = await tx
      .select({ instituteId: payeeAccounts.instituteId, reference: billings.reference })
      .from(payeeAccounts)
      .leftJoin(billings, eq(billings.id, payeeAccounts.billingId))
      .where(eq(payeeAccounts.id, id));
    if (!found) return { ok: false, code: 'payee.not_found' };
    const { instituteId, reference } = found;
    const payee = await lockPayee(instituteId === null ? { reference: reference! } : { institute_id: instituteId }, tx);
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const needsOther = needsOtherAdmin(firstStepOf.account(payeeAccounts), by.adminId);
    const [account] = await tx
      .select({ ...getTableColumns(payeeAccounts), needsOther })
      .from(payeeAccounts)
      .where(eq(payeeAccounts.id, id));
    if (account!.state !== 'stated') return { ok: false, code: 'payee.changed' };
    if (action === 'confirm' && account!.needsOther) return { ok: false, code: 'adoption.second_admin' };
    const isOfPayee = and(isOf(account as Payee), eq(payeeAccounts.state, 'confirmed'));
    if (action === 'confirm') await tx.update(payeeAccounts).set(ended).where(isOfPayee);
    await tx
      .update(payeeAccounts)
      .set(
        action === 'confirm'
          ? { state: 'confirmed', confirmedBy: by.adminId, confirmedAt: sql`clock_timestamp()` }
          : ended,
      )
      .where(eq(payeeAccounts.id, id));
    const input = inputOf(account!);
    if (action === 'confirm' && instituteId !== null) await tellHeads(instituteId, input, 'confirmed', tx);
    const after = { ...auditFields(payee!.name, input), reason };
    const done = action === 'confirm' ? 'payee.account_confirmed' : 'payee.account_rejected';
    await recordAction(by, { action: done, subject: id, after }, tx);
    return { ok: true, alone: action === 'confirm' && account!.statedBy === by.adminId };
  }, database);
}
