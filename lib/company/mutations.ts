import 'server-only';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { companies, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { personName } from '@/lib/accounts/ownership';
import type { SponsorScope } from '@/lib/accounts/session';
import { HttpError } from '@/lib/platform/errors';
import { PAPER_DETAILS } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { changedCompany, companyChanges, NO_COMPANY } from './rules';
import type { Company, CompanyDetails, CompanyInput } from './schema';
import { readCompany } from './queries';
import { companyColumns, companyDetails } from './statements';

const counted = limiter('paper_details', PAPER_DETAILS);

/**
 * Counts a change of what papers show, for work that returns whether it changed anything; otherwise it is not counted.
 * @param key of the account, or of the adoption
 * @throws HttpError 429 'paper.too_many' after too many changes
 */
export async function countingChange<Done extends { isChanged: boolean }>(
  key: string,
  work: () => Promise<Done>,
): Promise<Done> {
  const allowed = await counted.consume(key);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    throw new HttpError('paper.too_many', { params: { max: PAPER_DETAILS.points }, retryAfterSeconds });
  }
  const done = await work();
  // A concurrent request stored the same.
  if (!done.isChanged) await counted.refund(key);
  return done;
}

/**
 * Locks the account until the transaction ends, so that it is not deleted meanwhile. Lock it before adoptions.
 * @throws HttpError 401 'auth.required' if it was
 */
export async function lockAccount(tx: Database, { accountId }: Pick<SponsorScope, 'accountId'>): Promise<void> {
  const isRegistered = and(eq(users.id, accountId), eq(users.kind, 'registered'));
  const [account] = await tx.select({ id: users.id }).from(users).where(isRegistered).for('share');
  if (!account) throw new HttpError('auth.required');
}

/**
 * Changes the record of the sponsor's account. The papers of its adoptions follow by a job (reissueDuePapers).
 * @returns the version of the record
 * @throws HttpError 409 'company.changed' if it has another version than the request names; 429 'paper.too_many'
 */
export async function saveCompany(scope: SponsorScope, given: CompanyInput): Promise<number> {
  const before = await readCompany(scope);
  const isSame = companyChanges(before, changedCompany(before, given)).length === 0;
  if (isSame && before.version === given.version) return before.version;
  await countingChange(scope.accountId, () =>
    transaction(async (tx) => {
      await lockAccount(tx, scope);
      const written = await writeCompany(tx, { ownerId: scope.accountId }, given, personName(scope.personId));
      if (written === 'changed') throw new HttpError('company.changed');
      return { isChanged: written.changes.length > 0 };
    }),
  );
  return (await readCompany(scope)).version;
}

/** Whose record: the one of an account, or that of a guest's adoption, which has none yet if it is null. */
type Whose = { ownerId: string } | { recordId: string | null };

type Written = { id: string | null; changes: (keyof Company)[]; before: CompanyDetails };

/**
 * Changes a record, which exists afterwards unless nothing was given. Of two people who read the same version the second is
 * refused, and reads again; clients that name no version overwrite each other in the order of their requests.
 * @param tx of the change; locks the record until it ends
 * @param person who changes it, as of personName
 * @returns the id of the record, null if there is none, and the fields that differ with the record before; 'changed' if it has
 * another version than the request names
 */
export async function writeCompany(
  tx: Database,
  whose: Whose,
  given: CompanyInput,
  person: SQL<string | null>,
): Promise<Written | 'changed'> {
  const isWanted = companyChanges(NO_COMPANY, changedCompany(NO_COMPANY, given)).length > 0;
  const stored = await lockRecord(tx, whose, isWanted);
  const details = stored?.details ?? NO_COMPANY;
  if (given.version !== undefined && given.version !== details.version) return 'changed';
  const changed = changedCompany(details, given);
  const changes = companyChanges(details, changed);
  if (!stored || changes.length === 0) return { id: stored?.id ?? null, changes: [], before: details };
  await tx
    .update(companies)
    .set({
      ...companyColumns(changed),
      papersDue: sql`${companies.ownerId} is not null`,
      version: sql`${companies.version} + 1`,
      updatedAt: sql`now()`,
      updatedBy: person,
    })
    .where(eq(companies.id, stored.id));
  return { id: stored.id, changes, before: details };
}

/** Locks the record. @param isWanted whether it is made if there is none */
async function lockRecord(
  tx: Database,
  whose: Whose,
  isWanted: boolean,
): Promise<{ id: string; details: CompanyDetails } | null> {
  const locked = async (which: SQL) => {
    const [row] = await tx.select({ id: companies.id }).from(companies).where(which).for('no key update');
    if (!row) return null;
    // Read by a later statement than the lock: as whoever had it before left it.
    const [read] = await tx.execute<{ details: CompanyDetails }>(
      sql`select ${companyDetails(sql`${row.id}::uuid`)} as details`,
    );
    return { id: row.id, details: read!.details };
  };
  const found = 'ownerId' in whose ? await locked(eq(companies.ownerId, whose.ownerId)) : null;
  if (found) return found;
  if ('recordId' in whose && whose.recordId !== null) return locked(eq(companies.id, whose.recordId));
  if (!isWanted) return null;
  if ('ownerId' in whose) {
    // A concurrent request may make it: one of them does, and both find it.
    await tx.insert(companies).values({ ownerId: whose.ownerId }).onConflictDoNothing();
    return locked(eq(companies.ownerId, whose.ownerId));
  }
  const [made] = await tx.insert(companies).values({}).returning({ id: companies.id });
  return locked(eq(companies.id, made!.id));
}
