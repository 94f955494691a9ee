import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { billings, billingSearchIndex, companyGroups, companyKeys, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { companyName } from '@/lib/admin/receipts/company-names';
import { companyDomain } from '@/lib/company/company-domain';
import { lockCompanies, regroup } from './statements';

/** Accounts and adoptions per transaction. */
const BATCH = 500;

/** No adoption has this id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the company of accounts and verified adoptions that have none yet, or whose address changed, by what is proven: the domain of
 * an address, not one of a public provider; otherwise the address, or the adoption alone. What an administrator joined stays joined.
 * @param hasTime once false, the next run continues
 * @returns the number of accounts and adoptions
 */
export async function assignCompanies(database: Database = db(), hasTime: () => boolean = () => true): Promise<number> {
  let all = 0;
  let after: string | null = BEFORE_ALL;
  do {
    const from: string = after;
    const batch = await transaction(async (tx) => {
      await lockCompanies(tx);
      const accounts = await assignAccounts(tx);
      return accounts > 0 ? { done: accounts, last: from } : assignAdoptions(tx, from);
    }, database);
    all += batch.done;
    after = batch.last;
  } while (after !== null && hasTime());
  return all;
}

/** The key of a company by an address. @param otherwise the key if the address has no domain of a company */
function keyOf(email: string, otherwise: string): string {
  const domain = companyDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain === null ? otherwise : `domain:${domain}`;
}

async function assignAccounts(tx: Database): Promise<number> {
  const { id, email, emailVerifiedAt, memberOf, companyName: name } = users;
  const found = await tx
    .select({ id, email, memberOf, name, isProven: sql<boolean>`${isNotNull(emailVerifiedAt)}` })
    .from(users)
    .where(and(isNull(users.companyKey), sql`${users.kind} = 'registered'`))
    .limit(BATCH);
  if (found.length === 0) return 0;
  const keys = found.map((account) => {
    // A colleague belongs to the account of the owner.
    const own = `user:${account.memberOf ?? account.id}`;
    return account.isProven && account.memberOf === null ? keyOf(account.email, own) : own;
  });
  const owners = found.map((account, at) => ({ ...account, key: keys[at]! })).filter((each) => each.memberOf === null);
  await makeKeys(tx, owners);
  const pairs = sql`unnest(${sql.param(found.map((account) => account.id))}::uuid[], ${sql.param(keys)}::text[]) as found(id, key)`;
  await tx
    .update(users)
    .set({ companyKey: sql`found.key` })
    .from(pairs)
    .where(eq(users.id, sql`found.id`));
  // Their adoptions follow.
  await tx.execute(sql`
    update ${billingSearchIndex} set company_key = null from ${billings}
     where ${billings.id} = ${billingSearchIndex.billingId} and ${inArray(
       billings.userId,
       owners.map((owner) => owner.id),
     )} and ${billingSearchIndex.companyKey} is not null`);
  return found.length;
}

/**
 * @param after the adoption before the batch: what earlier batches of the run have left behind in the index is not read again
 * @returns `last` the last one of the batch, also one that is not verified yet; null after all of them
 */
async function assignAdoptions(tx: Database, after: string): Promise<{ done: number; last: string | null }> {
  const batch = tx
    .select({ id: billingSearchIndex.billingId })
    .from(billingSearchIndex)
    .where(and(isNull(billingSearchIndex.companyKey), gt(billingSearchIndex.billingId, after)))
    .orderBy(billingSearchIndex.billingId)
    .limit(BATCH)
    .as('batch');
  const read = await tx
    .select({
      id: billings.id,
      userId: billings.userId,
      name: sql<string>`coalesce(${billings.sponsor}->>'company', '')`,
      email: sql<string>`coalesce(${billings.sponsor}->>'email', '')`,
      channel: billings.verifiedChannel,
      domain: sql<
        string | null
      >`(select key from unnest(${billings.limitKeys}) as key where key like 'domain:%' limit 1)`,
      kind: users.kind,
      ofAccount: users.companyKey,
      isVerified: sql<boolean>`${isNotNull(billings.verifiedAt)}`,
    })
    .from(batch)
    .innerJoin(billings, eq(billings.id, batch.id))
    .innerJoin(users, eq(users.id, billings.userId))
    .orderBy(billings.id);
  const last = read.at(-1)?.id ?? null;
  const found = read.filter(({ isVerified }) => isVerified);
  if (found.length === 0) return { done: 0, last };
  const keyed = found.map(({ id, name, ...adoption }) => {
    const { userId, email, channel, domain, kind, ofAccount } = adoption;
    const alone = `adoption:${id}`;
    if (kind !== 'guest') return { id, name, key: ofAccount ?? `user:${userId}` };
    // Without a code sent to it the address is nobody's; the limits know the domain that was proven once.
    const isProven = channel === 'email' || channel === 'paper';
    return { id, name, key: isProven ? keyOf(email, `user:${userId}`) : (domain ?? alone) };
  });
  await makeKeys(tx, keyed);
  const [ids, keys] = [keyed.map(({ id }) => id), keyed.map(({ key }) => key)];
  await tx
    .update(billingSearchIndex)
    .set({ companyKey: sql`found.key` })
    .from(sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) as found(id, key)`)
    .where(eq(billingSearchIndex.billingId, sql`found.id`));
  await regroup(tx, inArray(billingSearchIndex.billingId, ids));
  return { done: found.length, last };
}

/** Adds the keys that are missing, each as a company of its own. */
async function makeKeys(tx: Database, wanted: readonly { key: string; name: string }[]): Promise<void> {
  const names = new Map(wanted.toReversed().map(({ key, name }) => [key, name]));
  const known = await tx
    .select({ key: companyKeys.key })
    .from(companyKeys)
    .where(inArray(companyKeys.key, [...names.keys()]));
  for (const { key } of known) names.delete(key);
  if (names.size === 0) return;
  const alike = await alikeKeys(tx, [...names.keys()]);
  const earlier = new Map(alike.map(({ key, ...same }) => [key, same]));
  const made = [...names]
    .filter(([key]) => !earlier.has(key))
    .map(([key, name]) => ({ key, id: randomUUID(), name, nameKey: companyName(name).key }));
  if (made.length > 0) await tx.insert(companyGroups).values(made.map(({ key: _, ...group }) => group));
  await tx
    .insert(companyKeys)
    .values([
      ...made.map(({ key, id }) => ({ key, homeId: id, groupId: id })),
      ...[...earlier].map(([key, same]) => ({ key, ...same })),
    ]);
}

/** The keys of others with the same proven address: whoever registers stays where the guest was joined, and the other way round. */
function alikeKeys(tx: Database, keys: readonly string[]) {
  const ids = keys.filter((key) => key.startsWith('user:')).map((key) => key.slice('user:'.length));
  const [mine, other] = [alias(users, 'mine'), alias(users, 'other')];
  const isProven = ({ kind, emailVerifiedAt }: typeof mine | typeof other) =>
    sql`(${kind} = 'guest' or ${emailVerifiedAt} is not null)`;
  const { homeId, groupId, joinedBy, joinedAt, reason } = companyKeys;
  return tx
    .select({ key: sql<string>`'user:' || ${mine.id}`, homeId, groupId, joinedBy, joinedAt, reason })
    .from(mine)
    .innerJoin(other, and(sql`lower(${other.email}) = lower(${mine.email})`, ne(other.id, mine.id), isProven(other)))
    .innerJoin(companyKeys, eq(companyKeys.key, sql`'user:' || ${other.id}`))
    .where(and(sql`${mine.id} = any(${sql.param(ids)}::uuid[])`, isProven(mine)));
}
