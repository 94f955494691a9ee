import 'server-only';
import { and, desc, eq, inArray, isNotNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { db, unpreparedDb } from '@/db/client';
import { likeText, qualified } from '@/db/conditions';
import {
  bankCredits,
  bankReceipts,
  billings,
  billingSearchIndex,
  companyGroups,
  companyKeys,
  formerInstitutes,
  institutes,
  papers,
  payments,
  users,
} from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { mayBeReference, normalReference } from '@/lib/adoption/core/reference';
import { readChosenCourses } from '@/lib/admin/courses/queries';
import { ADMIN_COURSE_LIST } from '@/lib/admin/courses/schema';
import { companyPath } from '@/lib/admin/companies/path';
import { phoneOf, searchWords } from '@/lib/admin/users-and-billings/rules';
import { USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { areaOf, type AreaConditions } from '@/lib/catalogue/areas/queries';
import { paymentStatus } from '@/lib/admin/users-and-billings/statements';
import { adminInstitutePath } from '@/lib/catalogue/institute-path';
import { PROVIDER_NAMES } from '@/lib/money/provider';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { formatINR } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';
import { getTranslator } from '@/lib/platform/i18n/server';
import { MAX_FOUND, type Found } from './schema';

/*
 * One search over everything that administrators look for. Each kind is a statement that reads by an index: by the words of names, by
 * a number as a whole, or (institutes and courses, of which there are some thousands) all of them.
 */

const contains = (column: SQLWrapper, word: string): SQL =>
  sql`${column} like '%' || search_key(${likeText(word)}) || '%'`;
const containsAll = (column: SQLWrapper, words: readonly string[]) =>
  and(...words.map((word) => contains(column, word)));

const tTables = getTranslator('en', 'usersAndBillings');
const tMoney = getTranslator('en', 'adminAdoption');
const tPapers = getTranslator('en', 'paper.title');

const adoptionPath = (reference: string) => `/admin/billings/${reference}`;
const { company } = LISTED_ADOPTION;

/**
 * Returns what a text may mean, at most MAX_FOUND of a kind: the newest adoptions by reference (whole, in any form, or a part of it),
 * company, e-mail or order number; money by the bank's reference or cheque number; payments and papers by their numbers; people by
 * name, company, e-mail or phone number with or without +91; institutes; courses. An administrator who is limited to an area finds
 * adoptions, institutes and courses that lie in it.
 * @throws DeadlineError when the database does not answer in time
 */
export async function search(scope: AreaScope, q: string): Promise<Found[]> {
  const area = await areaOf(scope);
  const words = searchWords(q);
  const found = await withQueryDeadline(
    Promise.all([
      ...(area ? [] : [findCompanies(words)]),
      findAdoptions(area, q, words),
      ...(area ? [] : [findReceipts(q), findPayments(q), findPapers(q), findPeople(q, words)]),
      findInstitutes(area, words),
      findCourses(area, q),
    ]),
  );
  return found.flat();
}

/** Of so many companies with the words the first ones are found: among more of them, to sort all costs more than a search may. */
const MAX_SORTED = 200;

/** Companies with something left in them. */
async function findCompanies(words: readonly string[]): Promise<Found[]> {
  const { id, name } = companyGroups;
  const isLeft = sql`exists (select from ${companyKeys} where ${companyKeys.groupId} = ${id})`;
  const some = unpreparedDb()
    .select({ id, name })
    .from(companyGroups)
    .where(and(containsAll(sql`search_key(${name})`, words), isLeft))
    .limit(MAX_SORTED)
    .as('some');
  const rows = await unpreparedDb()
    .select({
      id: some.id,
      name: some.name,
      note: qualified(
        sql<
          string | null
        >`(select string_agg(substr(${companyKeys.key}, 8), ', ') from ${companyKeys} where ${companyKeys.groupId} = ${some.id} and ${companyKeys.key} like 'domain:%')`,
      ),
    })
    .from(some)
    .orderBy(some.name, some.id)
    .limit(MAX_FOUND);
  return rows.map(({ id: company, name: called, note }) => ({
    kind: 'company',
    name: called,
    note: note ?? '',
    state: null,
    path: companyPath(company),
  }));
}

async function findAdoptions(area: AreaConditions | null, q: string, words: readonly string[]): Promise<Found[]> {
  const { searchText, createdAt, billingId } = billingSearchIndex;
  const reference = normalReference(q);
  const rows = await unpreparedDb()
    .select({ reference: billings.reference, company, state: paymentStatus(billings) })
    .from(billingSearchIndex)
    .innerJoin(billings, eq(billings.id, billingId))
    .where(
      and(
        mayBeReference(reference) ? contains(searchText, reference) : containsAll(searchText, words),
        area?.adoption(billingId),
      ),
    )
    .orderBy(desc(createdAt), desc(billingId))
    .limit(MAX_FOUND);
  return rows.map(({ reference: name, company: note, state }) => ({
    kind: 'adoption',
    name,
    note,
    state: tTables(`status.${state}`),
    path: adoptionPath(name),
  }));
}

/** Numbers are found as a whole, in any case and with spaces. */
const numberOf = (q: string) => q.toUpperCase().replace(/\s+/gu, '');

async function findReceipts(q: string): Promise<Found[]> {
  const number = numberOf(q);
  if (!/\d/.test(number)) return [];
  // A bank reference is the same however it is written; the key of a cheque has its bank and day, too.
  const byKey = sql`${bankReceipts.creditId} = any(array(
    select ${bankCredits.id} from ${bankCredits} where ${bankCredits.key} = credit_key('NEFT', ${number}, '', null) and ${bankCredits.partsPaise} > 0))`;
  const rows = await unpreparedDb()
    .select({
      number: bankReceipts.reference,
      amountPaise: bankReceipts.amountPaise,
      payer: bankReceipts.payer,
      state: bankReceipts.state,
      reference: billings.reference,
    })
    .from(bankReceipts)
    .leftJoin(billings, eq(billings.id, bankReceipts.billingId))
    .where(or(eq(bankReceipts.reference, number), byKey))
    .orderBy(desc(bankReceipts.recordedAt))
    .limit(MAX_FOUND);
  return rows.map(({ number: name, amountPaise, payer, state, reference }) => ({
    kind: 'receipt',
    name,
    note: `${formatINR(amountPaise)}, ${payer}`,
    state: tMoney(`moneyState.${state}`),
    path: reference === null ? '/admin/attention?kind=unmatched' : adoptionPath(reference),
  }));
}

async function findPayments(q: string): Promise<Found[]> {
  const id = q.trim();
  const rows = await db()
    .select({
      id: sql<string>`coalesce(${payments.transactionId}, ${payments.providerRef})`,
      amountPaise: payments.amountPaise,
      state: payments.status,
      reference: billings.reference,
      company,
    })
    .from(payments)
    .innerJoin(billings, eq(billings.id, payments.billingId))
    .where(
      or(
        eq(payments.transactionId, id),
        and(
          inArray(payments.provider, [...PROVIDER_NAMES]),
          isNotNull(payments.providerRef),
          eq(payments.providerRef, id),
        ),
      ),
    )
    .limit(MAX_FOUND);
  return rows.map(({ id: name, amountPaise, state, reference, company: payer }) => ({
    kind: 'payment',
    name,
    note: `${formatINR(amountPaise)}, ${payer}`,
    state: tMoney(`payments.status.${state}`),
    path: adoptionPath(reference),
  }));
}

/** The last number of a paper may be typed without its zeros. */
const serialOf = (q: string) =>
  numberOf(q).replace(/\/(\d{1,5})$/, (_, number: string) => `/${number.padStart(6, '0')}`);

async function findPapers(q: string): Promise<Found[]> {
  const rows = await db()
    .select({ serial: papers.serial, kind: papers.kind, reference: billings.reference, company, email: users.email })
    .from(papers)
    .leftJoin(billings, eq(billings.id, papers.billingId))
    .leftJoin(users, eq(users.id, papers.userId))
    .where(eq(papers.serial, serialOf(q)))
    .limit(MAX_FOUND);
  return rows.map(({ serial, kind, reference, company: of, email }) => ({
    kind: 'paper',
    name: serial,
    note: reference === null ? (email ?? '') : of,
    state: tPapers(kind),
    path: reference === null ? USER_LIST.href({ q: email ?? '' }) : adoptionPath(reference),
  }));
}

async function findPeople(q: string, words: readonly string[]): Promise<Found[]> {
  const phone = phoneOf(q);
  const rows = await unpreparedDb()
    .select({ name: users.fullName, company: users.companyName, email: users.email, kind: users.kind })
    .from(users)
    .where(phone ? contains(users.searchText, phone) : containsAll(users.searchText, words))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(MAX_FOUND);
  return rows.map(({ name, company: of, email, kind }) => ({
    kind: 'person',
    name: name || email,
    note: [of, email].filter(Boolean).join(', '),
    state: tTables(`kind.${kind}`),
    path: USER_LIST.href({ q: email }),
  }));
}

async function findInstitutes(area: AreaConditions | null, words: readonly string[]): Promise<Found[]> {
  const text = sql`search_key(concat_ws(' ', ${institutes.name}, ${institutes.city}, ${institutes.hindi}, ${institutes.number},
    (select string_agg(${formerInstitutes.name}, ' ') from ${formerInstitutes} where ${formerInstitutes.instituteId} = ${institutes.id})))`;
  const rows = await db()
    .select({ id: institutes.id, name: institutes.name, city: institutes.city })
    .from(institutes)
    .where(and(containsAll(text, words), area?.institute))
    .orderBy(institutes.name, institutes.city)
    .limit(MAX_FOUND);
  return rows.map(({ id, name, city }) => ({
    kind: 'institute',
    name,
    note: city,
    state: null,
    path: adminInstitutePath(id),
  }));
}

async function findCourses(area: AreaConditions | null, q: string): Promise<Found[]> {
  const choice = { by: 'filter', filter: ADMIN_COURSE_LIST.query({ q }) } as const;
  const rows = await readChosenCourses(choice, { area, limit: MAX_FOUND }, db());
  return rows.map(({ courseType, branch, institute, city, session }) => ({
    kind: 'course',
    name: `${courseType} ${branch}`,
    note: `${institute === null ? city : placeOf(institute, city)}, ${session}`,
    state: null,
    path: ADMIN_COURSE_LIST.href({ q: [branch, institute ?? city].join(' ').slice(0, 100), type: courseType, session }),
  }));
}
