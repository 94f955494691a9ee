import 'server-only';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { institutes, payeeAccounts, releases } from '@/db/schema';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import type { AdminScope, AreaScope } from '@/lib/accounts/administrators/session';
import { isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { endingOf, NO_ACCOUNTS, type AccountSummary, type PayeeAccounts } from './schema';

const isOpen = ne(payeeAccounts.state, 'ended');

/**
 * Returns the accounts of payees by the id of their institute or adoption.
 * @param ids of institutes and adoptions; those without an account are not in the result
 */
export async function readPayeeAccounts(
  scope: AreaScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayeeAccounts>> {
  if (ids.length === 0) return new Map();
  const { instituteId, billingId } = payeeAccounts;
  const rows = await withQueryDeadline(
    db()
      .select({
        payee: sql<string>`coalesce(${instituteId}, ${billingId})`,
        account: {
          id: payeeAccounts.id,
          state: payeeAccounts.state,
          holder: payeeAccounts.holder,
          accountNumber: payeeAccounts.accountNumber,
          ifsc: payeeAccounts.ifsc,
          needsOther: needsOtherAdmin(firstStepOf.account(payeeAccounts), scope.adminId),
        },
      })
      .from(payeeAccounts)
      .where(
        and(
          isOpen,
          sql`(${instituteId} = any(${sql.param([...ids])}::uuid[]) or ${billingId} = any(${sql.param([...ids])}::uuid[]))`,
        ),
      ),
  );
  const found = new Map<string, PayeeAccounts>();
  for (const { payee, account } of rows)
    found.set(payee, { ...(found.get(payee) ?? NO_ACCOUNTS), [account.state]: account });
  return found;
}

/** Returns the institutes with an account that waits, by name: also those to which no money can be passed on yet. */
export const listStatedInstitutes = (_scope: AdminScope): Promise<{ id: string; name: string; city: string }[]> =>
  withQueryDeadline(
    db()
      .select({ id: institutes.id, name: institutes.name, city: institutes.city })
      .from(payeeAccounts)
      .innerJoin(institutes, eq(institutes.id, payeeAccounts.instituteId))
      .where(eq(payeeAccounts.state, 'stated'))
      .orderBy(institutes.name, institutes.city),
  );

/** The account of an institute of an office. */
export type OfficeAccount = {
  instituteId: string;
  institute: string;
  hindi: string | null;
  account: AccountSummary | null;
};

/**
 * Returns the accounts of the institutes of an office, the newest of each; none as long as the site passes no money on: nobody has
 * entered an account of an institute, or a transfer to one.
 */
export async function readOfficeAccounts(scope: InstituteScope): Promise<OfficeAccount[]> {
  const rows = await withQueryDeadline(
    db()
      .selectDistinctOn([institutes.id], {
        instituteId: institutes.id,
        institute: institutes.name,
        hindi: institutes.hindi,
        accountNumber: payeeAccounts.accountNumber,
        state: payeeAccounts.state,
      })
      .from(institutes)
      .leftJoin(payeeAccounts, and(eq(payeeAccounts.instituteId, institutes.id), isOpen))
      .where(
        and(
          isOwnInstitute(scope, institutes.id),
          sql`(exists (select from ${releases}) or exists (select from ${payeeAccounts} any_account where any_account.institute_id is not null))`,
        ),
      )
      .orderBy(institutes.id, sql`${payeeAccounts.state} = 'stated' desc`),
  );
  return rows.map(({ accountNumber, state, ...institute }) => ({
    ...institute,
    account: accountNumber === null ? null : { ending: endingOf(accountNumber), isConfirmed: state === 'confirmed' },
  }));
}

/** Returns the newest account to which money of an adoption is paid back, for its sponsor; null if there is none. */
export async function readSponsorAccount(billingId: string): Promise<AccountSummary | null> {
  const [newest] = await withQueryDeadline(
    db()
      .select({ accountNumber: payeeAccounts.accountNumber, state: payeeAccounts.state })
      .from(payeeAccounts)
      .where(and(eq(payeeAccounts.billingId, billingId), inArray(payeeAccounts.state, ['stated', 'confirmed'])))
      .orderBy(desc(payeeAccounts.statedAt))
      .limit(1),
  );
  return newest ? { ending: endingOf(newest.accountNumber), isConfirmed: newest.state === 'confirmed' } : null;
}
