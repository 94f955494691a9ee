import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import { billings, billingSearchIndex, companyKeys, users } from '@/db/schema';

/** The key of an account, and that of an adoption. */
const userKey = (id: SQL): SQL<string> => sql`'user:' || ${id}`;
const adoptionKey = (id: SQL): SQL<string> => sql`'adoption:' || ${id}`;

/** Locks what companies consist of until the transaction ends: before everything else (db/transaction.ts). */
export const lockCompanies = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('companies'))`);

const ofAdoption = alias(companyKeys, 'key_of_adoption');
const ofAccount = alias(companyKeys, 'key_of_account');
const natural = alias(companyKeys, 'natural_key');

/**
 * The tables that the next two expressions need: of an adoption that an administrator joined by itself, of its account that was, and of
 * what it has by nature.
 */
export const KEYS_OF_ADOPTION = sql`
  ${billingSearchIndex} join ${billings} on ${billings.id} = ${billingSearchIndex.billingId}
  left join ${companyKeys} ${ofAdoption} on ${ofAdoption.key} = ${adoptionKey(sql`${billings.id}`)} and ${ofAdoption.joinedAt} is not null
  left join ${users} on ${users.id} = ${billings.userId} and ${users.kind} <> 'guest'
  left join ${companyKeys} ${ofAccount} on ${ofAccount.key} = ${userKey(sql`${users.id}`)} and ${ofAccount.joinedAt} is not null
  left join ${companyKeys} ${natural} on ${natural.key} = ${billingSearchIndex.companyKey}`;
export const keyOfAdoption = sql<string>`coalesce(${ofAdoption.key}, ${ofAccount.key}, ${natural.key})`;
const groupOf = sql<string | null>`coalesce(${ofAdoption.groupId}, ${ofAccount.groupId}, ${natural.groupId})`;

/** The same for accounts: everybody with a password but colleagues, who belong to the account of the owner. */
export const KEYS_OF_ACCOUNT = sql`
  ${users}
  left join ${companyKeys} ${ofAccount} on ${ofAccount.key} = ${userKey(sql`${users.id}`)} and ${ofAccount.joinedAt} is not null
  left join ${companyKeys} ${natural} on ${natural.key} = ${users.companyKey}`;
export const keyOfAccount = sql<string>`coalesce(${ofAccount.key}, ${natural.key})`;

/** Condition on KEYS_OF_ACCOUNT: the account belongs to a company. The first part finds those that may by an index. */
export const isAccountOf = (groupId: SQL | string): SQL => sql`
  ${users.id} in (
    select candidate.id from ${users} candidate where candidate.company_key in (select key from ${companyKeys} where ${companyKeys.groupId} = ${groupId})
    union all
    select substr(${companyKeys.key}, 6)::uuid from ${companyKeys} where ${companyKeys.groupId} = ${groupId} and ${companyKeys.key} like 'user:%')
  and ${users.kind} = 'registered' and ${users.memberOf} is null and coalesce(${ofAccount.groupId}, ${natural.groupId}) = ${groupId}`;

/** Condition on KEYS_OF_ADOPTION: the company of an adoption as it was written, by an index. */
export const billingsOf = (groupId: SQL | string): SQL => sql`${billingSearchIndex.groupId} = ${groupId}`;

/** The ids of the adoptions of a company, in parentheses. */
export const adoptionsOf = (groupId: string): SQL =>
  sql`(select ${billingSearchIndex.billingId} from ${billingSearchIndex} where ${billingsOf(groupId)})`;

/** Writes the company of adoptions anew. @param which condition on KEYS_OF_ADOPTION */
export const regroup = (tx: Database, which: SQL) =>
  tx.execute(sql`
    update ${billingSearchIndex} set group_id = found.group_id from (
      select ${billingSearchIndex.billingId} as id, ${groupOf} as group_id from ${KEYS_OF_ADOPTION} where ${which}) found
     where ${billingSearchIndex.billingId} = found.id and ${billingSearchIndex.groupId} is distinct from found.group_id`);

/** Returns the company of a key; null for an unknown one. */
export async function groupOfKey(tx: Database, key: string): Promise<string | null> {
  const [row] = await tx.select({ id: companyKeys.groupId }).from(companyKeys).where(eq(companyKeys.key, key));
  return row?.id ?? null;
}

/** Returns the company that one was joined with if nothing of it is left, otherwise the same. */
export async function presentGroup(tx: Database, id: string): Promise<string> {
  const { groupId, homeId } = companyKeys;
  if ((await tx.$count(companyKeys, eq(groupId, id))) > 0) return id;
  const [row] = await tx.select({ id: groupId }).from(companyKeys).where(eq(homeId, id)).limit(1);
  return row?.id ?? id;
}
