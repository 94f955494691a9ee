import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { outstanding } from '@/db/balance';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, billingSearchIndex, companies, companyGroups, companyKeys, users } from '@/db/schema';
import { ADOPTED_STATES, type BillingPaymentStatus } from '@/db/schema/billing-states';
import type { ColleagueRole } from '@/db/schema/enums';
import type { AdminScope, AreaScope } from '@/lib/accounts/administrators/session';
import { paymentStatus } from '@/lib/admin/users-and-billings/statements';
import { LISTED_ADOPTION, type ListedAdoption } from '@/lib/adoption/core/listed-adoption';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { nearNames } from '@/lib/catalogue-import/institutes';
import { COMPANY_COLUMNS } from '@/lib/company/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { nameKeys } from './change';
import { recordsOf } from './records';
import { CORRECTED_FIELDS, type CorrectedField } from './schema';
import { billingsOf, isAccountOf, KEYS_OF_ACCOUNT, presentGroup } from './statements';

/** Names, people, joined parts and similar companies that are shown. */
const SHOWN = 50;
/** Names that are compared with that of the company, by their first letters. */
const COMPARED = 500;
const FIRST_LETTERS = 3;

/** A company as administrators see it; amounts in paise. */
export type CompanyRecord = {
  name: string;
  /** Of all adoptions; seats, pledged and outstanding of those that are adopted. */
  sums: { adoptions: number; seats: number; pledged: number; received: number; repaid: number; outstanding: number };
  /** How adoptions and accounts spell the name, and how often; the most frequent first. */
  names: { name: string; count: number }[];
  /** The values of its records by field, and how many records have each. */
  values: Record<CorrectedField, { value: string; count: number }[]>;
  /** What the form of a correction begins with: the value of the newest record that has one. */
  newest: Record<CorrectedField, string>;
  accounts: { id: string; name: string; email: string; phone: string; role: ColleagueRole | null; owner: string }[];
  guests: { name: string; email: string; phone: string; adoptions: number }[];
  /** What was joined with it, by whom and why; `home`: what that was called before, null of a part of another company. */
  joined: { key: string; name: string; home: string | null; by: string; at: Date; reason: string }[];
  /** Companies that may be the same, by the PAN or the name. */
  similar: { id: string; name: string; isPan: boolean }[];
};

/**
 * Returns a company; the id of the one that it was joined with if nothing of it is left; null for an unknown one.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readCompanyRecord(
  _: AdminScope,
  id: string,
): Promise<CompanyRecord | { joinedWith: string } | null> {
  const [[group], present] = await withQueryDeadline(
    Promise.all([db().select().from(companyGroups).where(eq(companyGroups.id, id)), presentGroup(db(), id)]),
  );
  if (!group) return null;
  if (present !== id) return { joinedWith: present };
  const records = recordsOf(billingsOf(id), isAccountOf(id));
  const [sums, names, stored, accounts, guests, joined, similar] = await withQueryDeadline(
    Promise.all([
      readSums(id),
      readNames(id),
      db()
        .select()
        .from(companies)
        .where(sql`${companies.id} in (${records})`)
        .orderBy(desc(companies.updatedAt)),
      readAccounts(id),
      readGuests(id),
      readJoined(id),
      readSimilar(id, group),
    ]),
  );
  const texts = (field: CorrectedField) =>
    stored.map((record) => record[COMPANY_COLUMNS[field]] ?? '').filter((value) => value !== '');
  const byField = <T>(of: (values: string[]) => T) =>
    Object.fromEntries(CORRECTED_FIELDS.map((field) => [field, of(texts(field))])) as Record<CorrectedField, T>;
  const counted = (values: string[]) =>
    [...new Set(values)].map((value) => ({ value, count: values.filter((other) => other === value).length }));
  const [values, newest] = [byField(counted), byField((found) => found[0] ?? '')];
  return { name: group.name, sums, names, values, newest, accounts, guests, joined, similar };
}

/** What fills the form of seats for a known company: its newest contact, what papers print, and its domain, '' without one. */
export type KnownCompany = {
  id: string;
  sponsor: Partial<Sponsor>;
  details: Record<CorrectedField, string>;
  domain: string;
};

/** Returns a known company; null for an unknown one. */
export async function readKnownCompany(scope: AdminScope, given: string): Promise<KnownCompany | null> {
  const id = await presentGroup(db(), given);
  const company = await readCompanyRecord(scope, id);
  if (!company || 'joinedWith' in company) return null;
  const [[newest], [key]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({ sponsor: sql<Partial<Sponsor>>`${billings.sponsor}` })
        .from(billingSearchIndex)
        .innerJoin(billings, eq(billings.id, billingSearchIndex.billingId))
        .where(and(billingsOf(id), sql`${billings.sponsor}->>'email' <> ''`))
        .orderBy(desc(billingSearchIndex.createdAt))
        .limit(1),
      db()
        .select({ key: companyKeys.key })
        .from(companyKeys)
        .where(and(eq(companyKeys.groupId, id), sql`${companyKeys.key} like 'domain:%'`))
        .orderBy(companyKeys.key)
        .limit(1),
    ]),
  );
  const sponsor = { ...newest?.sponsor, company: company.name };
  return { id, sponsor, details: company.newest, domain: key?.key.slice('domain:'.length) ?? '' };
}

/** Returns what administrators call a company; null for an unknown one. */
export async function companyNameOf(_: AreaScope, id: string): Promise<string | null> {
  const { name } = companyGroups;
  const [row] = await withQueryDeadline(db().select({ name }).from(companyGroups).where(eq(companyGroups.id, id)));
  return row?.name ?? null;
}

const isAdopted = hasState(billings, ADOPTED_STATES);

async function readSums(id: string): Promise<CompanyRecord['sums']> {
  const [sums] = await db().execute<CompanyRecord['sums']>(sql`
    with own as materialized (
      select ${billings.id}, ${billings.totalPaise} as total, ${billings.receivedPaise} as received, ${billings.refundedPaise} as repaid,
             ${outstanding(billings)} as outstanding, ${isAdopted} as is_adopted
        from ${billingSearchIndex} join ${billings} on ${billings.id} = ${billingSearchIndex.billingId} where ${billingsOf(id)})
    select count(*)::int as adoptions, coalesce(sum(total) filter (where is_adopted), 0)::bigint as pledged, coalesce(sum(received), 0)::bigint as received,
           coalesce(sum(repaid), 0)::bigint as repaid, coalesce(sum(outstanding), 0)::bigint as outstanding,
           (select coalesce(sum(${billingItems.seats}), 0)::int from own join ${billingItems} on ${billingItems.billingId} = own.id where own.is_adopted) as seats
      from own`);
  return sums!;
}

const readNames = (id: string): Promise<CompanyRecord['names']> =>
  db().execute<CompanyRecord['names'][number]>(sql`
    select name, count(*)::int from (
      select trim(${billings.sponsor}->>'company') as name from ${billingSearchIndex} join ${billings} on ${billings.id} = ${billingSearchIndex.billingId} where ${billingsOf(id)}
      union all select trim(${users.companyName}) from ${KEYS_OF_ACCOUNT} where ${isAccountOf(id)}) named
     where name <> '' group by 1 order by 2 desc, 1 limit ${SHOWN}`);

/** The owners of accounts, each with the colleagues. */
const readAccounts = (id: string): Promise<CompanyRecord['accounts']> =>
  db().execute<CompanyRecord['accounts'][number]>(sql`
    with owner as materialized (
      select ${users.id}, ${users.email} from ${KEYS_OF_ACCOUNT} where ${isAccountOf(id)} order by ${users.createdAt} limit ${SHOWN})
    select ${users.id}, ${users.fullName} as name, ${users.email}, ${users.phoneNumber} as phone, ${users.memberRole} as role, owner.email as owner
      from owner join ${users} on ${users.id} = owner.id or ${users.memberOf} = owner.id
     order by owner.email, ${users.memberOf} nulls first, ${users.email} limit ${SHOWN}`);

const readGuests = (id: string): Promise<CompanyRecord['guests']> =>
  db().execute<CompanyRecord['guests'][number]>(sql`
    select min(${billings.sponsor}->>'fullName') as name, lower(${billings.sponsor}->>'email') as email, min(${billings.sponsor}->>'phone') as phone, count(*)::int as adoptions
      from ${billingSearchIndex} join ${billings} on ${billings.id} = ${billingSearchIndex.billingId} join ${users} on ${users.id} = ${billings.userId}
     where ${billingsOf(id)} and ${users.kind} = 'guest' group by 2 order by 4 desc, 2 limit ${SHOWN}`);

async function readJoined(id: string): Promise<CompanyRecord['joined']> {
  const { key, homeId, joinedBy, joinedAt, reason } = companyKeys;
  const rows = await db()
    .select({ key, home: companyGroups.name, by: joinedBy, at: joinedAt, reason })
    .from(companyKeys)
    .leftJoin(companyGroups, eq(companyGroups.id, homeId))
    .where(and(eq(companyKeys.groupId, id), isNotNull(joinedAt)))
    .orderBy(desc(joinedAt), asc(key))
    .limit(SHOWN);
  const names = new Map(
    (
      await nameKeys(
        rows.map((row) => row.key),
        db(),
      )
    ).map((each) => [each.key, each.name]),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.key)!, by: row.by!, at: row.at!, reason: row.reason! }));
}

/** Companies with a record of the same PAN, or nearly the same name. */
async function readSimilar(id: string, group: typeof companyGroups.$inferSelect): Promise<CompanyRecord['similar']> {
  const { name, nameKey } = group;
  const own = recordsOf(billingsOf(id), isAccountOf(id));
  const start = nameKey.slice(0, FIRST_LETTERS);
  const [samePan, candidates] = await Promise.all([
    db().execute<{ id: string }>(sql`
      with same as materialized (
        select other.id, other.owner_id from ${companies} mine join ${companies} other on other.pan = mine.pan where mine.pan <> '' and mine.id in (${own}) limit ${COMPARED})
      select distinct ${billingSearchIndex.groupId} as id from same join ${billings} on ${billings.companyId} = same.id or ${billings.userId} = same.owner_id
        join ${billingSearchIndex} on ${billingSearchIndex.billingId} = ${billings.id} where ${billingSearchIndex.groupId} is not null and ${billingSearchIndex.groupId} <> ${id} limit ${SHOWN}`),
    start === ''
      ? []
      : db()
          .select({ id: companyGroups.id, name: companyGroups.name, key: companyGroups.nameKey })
          .from(companyGroups)
          .where(
            and(
              sql`${companyGroups.nameKey} collate "C" between ${start} and ${`${start}\u{10FFFF}`}`,
              ne(companyGroups.id, id),
              // What was joined elsewhere has nothing any more.
              inArray(companyGroups.id, db().select({ id: companyKeys.groupId }).from(companyKeys)),
            ),
          )
          .orderBy(sql`${companyGroups.nameKey} = ${nameKey} desc, ${companyGroups.nameKey} collate "C"`)
          .limit(COMPARED),
  ]);
  const near = nearNames(
    name,
    candidates.map((other) => other.name),
  );
  const isPan = new Set(samePan.map((other) => other.id));
  const named = candidates.filter((other) => !isPan.has(other.id) && (other.key === nameKey || near.has(other.name)));
  const withPan = await db()
    .select({ id: companyGroups.id, name: companyGroups.name })
    .from(companyGroups)
    .where(inArray(companyGroups.id, [...isPan]));
  return [
    ...withPan.map((other) => ({ ...other, isPan: true })),
    ...named.map((other) => ({ id: other.id, name: other.name, isPan: false })),
  ].slice(0, SHOWN);
}

/** An adoption of a company; amounts in paise, of what is adopted. */
export type CompanyAdoption = ListedAdoption & {
  createdAt: Date;
  status: BillingPaymentStatus;
  seats: number;
  pledged: number;
  received: number;
  outstanding: number;
};

/** Returns the newest adoptions of a company. @param limit how many at most */
export const listCompanyAdoptions = (_: AdminScope, id: string, limit: number): Promise<CompanyAdoption[]> =>
  withQueryDeadline(
    db()
      .select({
        ...LISTED_ADOPTION,
        createdAt: billings.createdAt,
        status: paymentStatus(billings),
        seats: sql<number>`case when ${isAdopted} then (select coalesce(sum(${billingItems.seats}), 0)::int from ${billingItems} where ${billingItems.billingId} = ${billings.id}) else 0 end`,
        pledged: sql<number>`case when ${isAdopted} then ${billings.totalPaise} else 0 end`.mapWith(Number),
        received: billings.receivedPaise,
        outstanding: sql<number>`${outstanding(billings)}`.mapWith(Number),
      })
      .from(billingSearchIndex)
      .innerJoin(billings, eq(billings.id, billingSearchIndex.billingId))
      .where(billingsOf(id))
      .orderBy(desc(billingSearchIndex.createdAt), desc(billingSearchIndex.billingId))
      .limit(limit),
  );
