import 'server-only';
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingEvents, billingItems, billings, companies, companyGroups, companyKeys, users } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { actorColumns, recordAction } from '@/lib/accounts/audit-log/mutations';
import { companyName } from '@/lib/admin/receipts/company-names';
import { normalReference } from '@/lib/adoption/core/reference';
import { COMPANY_COLUMNS, companyOf, recordOfAccount } from '@/lib/company/statements';
import { jsonDigest } from '@/lib/platform/json-digest';
import { toRupeeString } from '@/lib/platform/money';
import { duePapers, recordsOf } from './records';
import { CORRECTED_FIELDS, type CompanyChange, type CompanyDryRun, type CorrectedField } from './schema';
import {
  billingsOf,
  isAccountOf,
  keyOfAccount,
  keyOfAdoption,
  KEYS_OF_ACCOUNT,
  KEYS_OF_ADOPTION,
  lockCompanies,
  regroup,
} from './statements';

/*
 * Joining and parting move keys between companies; what adoptions, accounts and papers say stays as it is. A correction writes what
 * papers print into all records of a company at once.
 */

type Refused =
  | {
      ok: false;
      code: 'company.unknown' | 'company.same' | 'company.only_unknown' | 'company.none_chosen' | 'company.unchanged';
    }
  | { ok: false; code: 'company.check_again'; dryRun: CompanyDryRun };
type Changed = { ok: true; dryRun: CompanyDryRun; isDone: boolean } | Refused;

/** Ends the transaction: somebody else changed a record since it was planned. */
class Outdated extends Error {}

/** What is done after a check, in its transaction. */
type Plan = { ok: true; dryRun: CompanyDryRun; write: (tx: Database, by: AdminScope, reason: string) => Promise<void> };

/**
 * Joins a company, or one account or adoption of it, with another one; takes joined parts out again; or corrects its name and what papers
 * print of it. Joining gives no account anything to see, and changes no paper.
 * @param change as parsed by companyChangeSchema; without `apply` only what it would do is returned
 * @returns what it does; 'company.check_again' with the present dry run if that is another one than `apply` names
 * @throws HttpError 401 'admin.session_ended' if the administrator may not do it any more
 */
export async function changeCompany(
  by: AdminScope,
  id: string,
  change: CompanyChange,
  database: Database = db(),
): Promise<Changed> {
  const { apply } = change;
  const now = await planOf(id, change, database);
  if (!now.ok || !apply) return now.ok ? { ok: true, dryRun: now.dryRun, isDone: false } : now;
  try {
    return await transaction(async (tx): Promise<Changed> => {
      await lockCompanies(tx);
      const plan = await planOf(id, change, tx);
      if (!plan.ok) return plan;
      const { dryRun, write } = plan;
      if (apply.digest !== dryRun.digest) return { ok: false, code: 'company.check_again', dryRun };
      await write(tx, by, apply.reason);
      return { ok: true, dryRun, isDone: true };
    }, database);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    return { ok: false, code: 'company.check_again', dryRun: now.dryRun };
  }
}

function planOf(id: string, change: CompanyChange, tx: Database): Promise<Plan | Refused> {
  switch (change.action) {
    case 'join':
      return planJoin(id, change, tx);
    case 'part':
      return planPart(id, change, tx);
    case 'correct':
      return planCorrection(id, change, tx);
  }
}

const readGroup = async (id: string, tx: Database) =>
  (await tx.select().from(companyGroups).where(eq(companyGroups.id, id)))[0];

type Of<Action extends CompanyChange['action']> = Extract<CompanyChange, { action: Action }>;

/** Which of the keys move, and which adoptions and accounts with them, as conditions on KEYS_OF_ADOPTION and KEYS_OF_ACCOUNT. */
type Moving = { keys: string[]; adoptions: SQL; accounts: SQL };

async function planJoin(id: string, { into, only }: Of<'join'>, tx: Database): Promise<Plan | Refused> {
  const [from, target] = [await readGroup(id, tx), await readGroup(into, tx)];
  if (!from || !target) return { ok: false, code: 'company.unknown' };
  if (id === into) return { ok: false, code: 'company.same' };
  const moving = only === '' ? await everythingOf(id, tx) : await onlyOf(id, only, tx);
  if (!moving || moving.keys.length === 0)
    return { ok: false, code: only === '' ? 'company.unknown' : 'company.only_unknown' };
  const there = [recordsOf(billingsOf(into), isAccountOf(into)), billingsOf(into)] as const;
  const dryRun = await dryRunOf(moving, [id, into], there, tx);
  return {
    ok: true,
    dryRun,
    write: async (tx, by, reason) => {
      await requireActingAdmin(by, FINANCE_ROLES, tx);
      const joined = { groupId: into, joinedBy: by.username, joinedAt: sql`now()`, reason };
      if (only !== '')
        await tx
          .insert(companyKeys)
          .values({ key: moving.keys[0]!, ...joined })
          .onConflictDoNothing();
      const isMoving = inArray(companyKeys.key, moving.keys);
      // What comes home again is not joined any more.
      await tx
        .update(companyKeys)
        .set({ groupId: into, joinedBy: null, joinedAt: null, reason: null })
        .where(and(isMoving, eq(companyKeys.homeId, into)));
      await tx
        .update(companyKeys)
        .set(joined)
        .where(and(isMoving, sql`${companyKeys.homeId} is distinct from ${into}`));
      await regroup(tx, moving.adoptions);
      await recordAction(
        by,
        { action: 'company.joined', subject: id, ...shown(from.name, target.name, dryRun, reason) },
        tx,
      );
    },
  };
}

const shown = (from: string, into: string, { adoptions, accounts, keys }: CompanyDryRun, reason: string) => ({
  before: { company: from },
  after: { company: into, members: keys.length, adoptions, users: accounts, reason },
});

const keysOf = async (which: SQL | undefined, tx: Database) =>
  (await tx.select({ key: companyKeys.key }).from(companyKeys).where(which).orderBy(companyKeys.key)).map(
    ({ key }) => key,
  );

async function everythingOf(id: string, tx: Database): Promise<Moving> {
  const keys = await keysOf(eq(companyKeys.groupId, id), tx);
  return { keys, adoptions: billingsOf(id), accounts: isAccountOf(id) };
}

async function onlyOf(id: string, only: string, tx: Database): Promise<Moving | null> {
  if (only.includes('@')) {
    const [account] = await tx.execute<{ id: string }>(
      sql`select ${users.id} from ${KEYS_OF_ACCOUNT} where ${isAccountOf(id)} and lower(${users.email}) = lower(${only})`,
    );
    if (!account) return null;
    const isIt = sql`${users.id} = ${account.id}`;
    // An adoption that was joined by itself stays where it is.
    const own = sql`${billingsOf(id)} and ${billings.userId} = ${account.id} and ${keyOfAdoption} not like 'adoption:%'`;
    return { keys: [`user:${account.id}`], adoptions: own, accounts: isIt };
  }
  const [adoption] = await tx.execute<{ id: string }>(
    sql`select ${billings.id} from ${KEYS_OF_ADOPTION} where ${billingsOf(id)} and ${billings.reference} = ${normalReference(only)}`,
  );
  if (!adoption) return null;
  return { keys: [`adoption:${adoption.id}`], adoptions: sql`${billings.id} = ${adoption.id}`, accounts: sql`false` };
}

async function planPart(id: string, { keys: chosen }: Of<'part'>, tx: Database): Promise<Plan | Refused> {
  const group = await readGroup(id, tx);
  if (!group) return { ok: false, code: 'company.unknown' };
  const isChosen = and(eq(companyKeys.groupId, id), isNotNull(companyKeys.joinedAt), inArray(companyKeys.key, chosen));
  const keys = await keysOf(isChosen, tx);
  if (keys.length === 0) return { ok: false, code: 'company.none_chosen' };
  const isOne = (key: SQL) => sql`${key} = any(${sql.param(keys)}::text[])`;
  const adoptions = sql`${billingsOf(id)} and ${isOne(keyOfAdoption)}`;
  const moving = { keys, adoptions, accounts: sql`${isAccountOf(id)} and ${isOne(keyOfAccount)}` };
  const stays = sql`${billingsOf(id)} and not ${isOne(keyOfAdoption)}`;
  const there = [recordsOf(stays, sql`${isAccountOf(id)} and not ${isOne(keyOfAccount)}`), stays] as const;
  const dryRun = await dryRunOf(moving, [id], there, tx);
  return {
    ok: true,
    dryRun,
    write: async (tx, by, reason) => {
      await requireActingAdmin(by, FINANCE_ROLES, tx);
      const isMoving = inArray(companyKeys.key, keys);
      await tx.delete(companyKeys).where(and(isMoving, isNull(companyKeys.homeId)));
      await tx
        .update(companyKeys)
        .set({ groupId: sql`${companyKeys.homeId}`, joinedBy: null, joinedAt: null, reason: null })
        .where(isMoving);
      await regroup(tx, billingsOf(id));
      const names = dryRun.keys.map(({ name }) => name).join(', ');
      await recordAction(
        by,
        { action: 'company.parted', subject: id, ...shown(group.name, names.slice(0, 500), dryRun, reason) },
        tx,
      );
    },
  };
}

/** Values of a kind that are named. */
const NAMED = 5;

/** What comes along, and what is different there. @param ids what the digest is of besides @param there records and adoptions */
async function dryRunOf(
  { keys, adoptions, accounts }: Moving,
  ids: readonly string[],
  [otherRecords, otherAdoptions]: readonly [records: SQL, adoptions: SQL],
  tx: Database,
): Promise<CompanyDryRun> {
  const [sums] = await tx.execute<{
    adoptions: number;
    seats: number;
    paise: number;
    papers: number;
    accounts: number;
  }>(sql`
    with own as materialized (
      select ${billings.id}, ${billings.receivedPaise}, ${hasState(billings, ADOPTED_STATES)} as is_adopted from ${KEYS_OF_ADOPTION} where ${adoptions})
    select (select count(*)::int from own) as adoptions, (select coalesce(sum(received_paise), 0)::bigint from own) as paise,
           (select coalesce(sum(${billingItems.seats}), 0)::int from own join ${billingItems} on ${billingItems.billingId} = own.id where own.is_adopted) as seats,
           (select count(*)::int from own join papers on papers.billing_id = own.id) as papers,
           (select count(*)::int from ${KEYS_OF_ACCOUNT} where ${accounts}) as accounts`);
  const named = async (records: SQL, of: SQL) => ({ ...(await valuesOf(records, tx)), name: await namesOf(of, tx) });
  const [here, other] = [
    await named(recordsOf(adoptions, accounts), adoptions),
    await named(otherRecords, otherAdoptions),
  ];
  const differs = (['name', ...CORRECTED_FIELDS] as const).flatMap((field) => {
    const [own, others] = [here[field], other[field]];
    const isSame = own.length === 0 || others.length === 0 || own.join('\n') === others.join('\n');
    return isSame ? [] : [{ field, here: own.slice(0, NAMED), there: others.slice(0, NAMED) }];
  });
  const { paise, ...counts } = sums!;
  const content = {
    keys: await nameKeys(keys, tx),
    ...counts,
    received: toRupeeString(paise),
    serials: [],
    records: 0,
    differs,
  };
  return { ...content, digest: jsonDigest([ids, content]) };
}

/** Returns the keys with the domain, the address of the account or guest, or the reference. */
export async function nameKeys(keys: readonly string[], tx: Database): Promise<CompanyDryRun['keys']> {
  const named = await tx.execute<{ key: string; name: string | null }>(sql`
    select key, case when key like 'domain:%' then substr(key, 8)
                     when key like 'user:%' then (select ${users.email} from ${users} where ${users.id} = substr(key, 6)::uuid)
                     else (select ${billings.reference} from ${billings} where ${billings.id} = substr(key, 10)::uuid) end as name
      from unnest(${sql.param([...keys])}::text[]) as key order by key`);
  return named.map(({ key, name }) => ({ key, name: name ?? key }));
}

/** The values of records by field, without empty ones, in their order. */
async function valuesOf(records: SQL, tx: Database): Promise<Record<CorrectedField, string[]>> {
  const lists = CORRECTED_FIELDS.map((field) => {
    const column = companies[COMPANY_COLUMNS[field]];
    return sql`coalesce(jsonb_agg(distinct ${column} order by ${column}) filter (where ${column} <> ''), '[]') as ${sql.identifier(field)}`;
  });
  const [row] = await tx.execute<Record<CorrectedField, string[]>>(
    sql`select ${sql.join(lists, sql`, `)} from ${companies} where ${companies.id} in (${records})`,
  );
  return row!;
}

async function namesOf(adoptions: SQL, tx: Database): Promise<string[]> {
  const rows = await tx.execute<{ name: string }>(
    sql`select distinct trim(${billings.sponsor}->>'company') as name from ${KEYS_OF_ADOPTION} where ${adoptions} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Papers whose numbers are named. */
const SERIALS = 20;

async function planCorrection(id: string, change: Of<'correct'>, tx: Database): Promise<Plan | Refused> {
  const group = await readGroup(id, tx);
  if (!group) return { ok: false, code: 'company.unknown' };
  const { name, action: _, apply: __, ...values } = change;
  const given = { ...values, kind: values.kind || null };
  const [adoptions, accounts] = [sql`${billingsOf(id)}`, isAccountOf(id)];
  const records = recordsOf(adoptions, accounts);
  const isOther = or(
    ...CORRECTED_FIELDS.map((field) => sql`${companies[COMPANY_COLUMNS[field]]} is distinct from ${given[field]}`),
  )!;
  const before = await valuesOf(records, tx);
  const changed = await tx
    .select({ id: companies.id, version: companies.version })
    .from(companies)
    .where(and(sql`${companies.id} in (${records})`, isOther))
    .orderBy(companies.id);
  const isEmpty = CORRECTED_FIELDS.every((field) => (given[field] ?? '') === '');
  // Without anything to say nobody gets a record.
  const without = isEmpty ? NOBODY : await withoutRecord(adoptions, tx);
  const count = changed.length + without.owners.length + without.guests.length;
  if (count === 0 && name === group.name) return { ok: false, code: 'company.unchanged' };
  const papers = await duePapers(tx, id, given);
  const [sums] = await tx.execute<{ adoptions: number; accounts: number }>(sql`
    select (select count(*)::int from ${KEYS_OF_ADOPTION} where ${adoptions}) as adoptions,
           (select count(*)::int from ${KEYS_OF_ACCOUNT} where ${accounts}) as accounts`);
  const differs = (['name', ...CORRECTED_FIELDS] as const).flatMap((field) => {
    const here = field === 'name' ? [group.name] : before[field];
    const there = (field === 'name' ? name : given[field]) || '';
    const isSame = here.length === 0 ? there === '' : here.length === 1 && here[0] === there;
    return isSame ? [] : [{ field, here: here.slice(0, NAMED), there: there === '' ? [] : [there] }];
  });
  const content = {
    ...sums!,
    ...{ keys: [], seats: 0, received: '0', papers: papers.length, records: count, differs },
    serials: papers.slice(0, SERIALS).map(({ serial }) => serial),
  };
  const dryRun = { ...content, digest: jsonDigest([id, name, given, content, changed, without]) };
  return {
    ok: true,
    dryRun,
    write: async (tx, by, reason) => {
      const ofRecords = changed.map((record) => record.id);
      const accountsThere = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(inArray(users.id, without.owners), sql`${users.kind} = 'registered'`))
        .orderBy(users.id)
        .for('share');
      // Guests have the record of the adoption alone, whose history says that it was corrected.
      const guests = await tx
        .select({ id: billings.id, companyId: billings.companyId, state: billings.state })
        .from(billings)
        .innerJoin(users, and(eq(users.id, billings.userId), sql`${users.kind} = 'guest'`))
        .where(or(inArray(billings.id, without.guests), inArray(billings.companyId, ofRecords)))
        .orderBy(billings.id)
        .for('no key update', { of: billings });
      await requireActingAdmin(by, FINANCE_ROLES, tx);
      const written = { ...columnsOf(given), papersDue: true };
      const versions = sql`unnest(${sql.param(ofRecords)}::uuid[], ${sql.param(changed.map((record) => record.version))}::int[]) as seen(id, version)`;
      const { count: updated } = await tx
        .update(companies)
        .set({ ...written, version: sql`${companies.version} + 1`, updatedAt: sql`now()`, updatedBy: null })
        .from(versions)
        .where(sql`${companies.id} = seen.id and ${companies.version} = seen.version`);
      const ofOwners = without.owners.map((ownerId) => ({ ...written, ownerId }));
      const made =
        ofOwners.length === 0
          ? []
          : await tx.insert(companies).values(ofOwners).onConflictDoNothing().returning({ id: companies.id });
      const bare = guests.filter(({ companyId }) => companyId === null);
      const isSame =
        updated === changed.length &&
        made.length === ofOwners.length &&
        accountsThere.length === ofOwners.length &&
        bare.length === without.guests.length;
      if (!isSame) throw new Outdated();
      for (const { id: billingId, companyId, state } of guests) {
        const [own] =
          companyId === null ? await tx.insert(companies).values(written).returning({ id: companies.id }) : [];
        await tx
          .update(billings)
          .set({ version: sql`${billings.version} + 1`, ...(own && { companyId: own.id }) })
          .where(eq(billings.id, billingId));
        const detail = { ...values, by: actorColumns(by).actor, reason };
        const event = {
          billingId,
          event: 'corrected',
          fromState: state,
          toState: state,
          actor: 'admin',
          detail,
        } as const;
        await tx.insert(billingEvents).values(event);
      }
      await tx
        .update(companyGroups)
        .set({ name, nameKey: companyName(name).key })
        .where(eq(companyGroups.id, id));
      const texts = (side: 'here' | 'there') =>
        Object.fromEntries(
          differs.map(({ field, ...sides }) => [field === 'name' ? 'company' : field, sides[side].join(', ')]),
        );
      const after = { company: name, ...texts('there'), records: count, reason };
      await recordAction(
        by,
        { action: 'company.corrected', subject: id, before: { company: group.name, ...texts('here') }, after },
        tx,
      );
    },
  };
}

const NOBODY = { owners: [] as string[], guests: [] as string[] };

const columnsOf = (given: Record<CorrectedField, string | null>) =>
  Object.fromEntries(CORRECTED_FIELDS.map((field) => [COMPANY_COLUMNS[field], given[field]])) as Partial<
    typeof companies.$inferInsert
  >;

/** The accounts with adoptions, and the adoptions of guests, that have no record yet. */
async function withoutRecord(adoptions: SQL, tx: Database): Promise<typeof NOBODY> {
  const rows = await tx.execute<{ id: string; owner: string | null }>(sql`
    select ${billings.id}, ${users.id} as owner from ${KEYS_OF_ADOPTION} where ${adoptions} and ${companyOf(billings)} is null order by 1`);
  const owners = [...new Set(rows.flatMap(({ owner }) => (owner === null ? [] : [owner])))].toSorted();
  const kept = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, owners),
        sql`${users.kind} = 'registered'`,
        sql`${recordOfAccount(sql`${users.id}`)} is null`,
      ),
    )
    .orderBy(users.id);
  return { owners: kept.map(({ id }) => id), guests: rows.filter(({ owner }) => owner === null).map(({ id }) => id) };
}
