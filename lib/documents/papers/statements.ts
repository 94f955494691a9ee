import 'server-only';
import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dueNext, instalmentsOf, isExact, partsPaid, withheld } from '@/db/balance';
import { hasState } from '@/db/conditions';
import { dayInIndia, financialYearOf, financialYearOfDay, THIS_YEAR } from '@/db/days';
import {
  auditLog,
  bankReceipts,
  billingEvents,
  billings,
  papers,
  paperSeries,
  payments,
  refunds,
  settings,
  users,
} from '@/db/schema';
import { CANCELLED_STATES, PAID_STATES } from '@/db/schema/billing-states';
import { insertSelect, setColumns } from '@/db/writes';
import type { PaperKind } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { ownedByUser } from '@/lib/accounts/ownership';
import { linesOf, untilCoursesEnd } from '@/lib/adoption/core/line-statements';
import { companyOf, printedCompany, recordOfAccount } from '@/lib/company/statements';
import type { GivenCertificate, GivenUse } from '@/lib/documents/paper-rules';
import { daysOfYear } from '@/lib/platform/financial-year';
import { defaultSettings, type Settings } from '@/lib/settings/schema';
import { PROFORMA_STATES } from './rules';

/*
 * Issuing a paper is one SQL statement. It reads the present data, takes the next number of the series and inserts the
 * paper: if any of that fails, the number is not taken either, so a series has no gaps. The row of `paper_series` stays
 * locked until the statement ends, so two papers never get the same number.
 * Two statements that issue the same paper at once collide in the unique index of kind, source and revision; the loser
 * is rolled back whole and, when repeated, finds the winner's paper.
 */

/** A word of this program as a literal. */
const literal = (word: string): SQL => sql.raw(`'${word}'`);

/** The day in India of a time, such as '2026-04-01'. */
const indianDay = (moment: SQL): SQL => sql`to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;

type Numbered = PaperKind | 'statement' | 'use';

/** The setting of the series of each kind; a cancellation shares the series of credit notes. */
const SERIES = {
  proforma: 'proforma',
  receipt: 'receipt',
  credit_note: 'creditNote',
  cancellation: 'creditNote',
  statement: 'statement',
  certificate: 'certificate',
  use: 'use',
} as const satisfies Record<Numbered, keyof Settings['numbering']>;

const prefixOf = (kind: Numbered): SQL => sql`coalesce(
  (select ${settings.value}->>${literal(SERIES[kind])} from ${settings} where ${settings.group} = 'numbering'),
  ${literal(defaultSettings('numbering')[SERIES[kind]])})`;

/** The receiving body with the registrations that were valid on a day. @param day a text such as '2026-04-01' */
const bodyOn = (day: SQL): SQL => sql`
  coalesce((select jsonb_set(${settings.value}, '{registrations}', coalesce(
                     (select jsonb_agg(registration.entry order by registration.position)
                        from jsonb_array_elements(${settings.value}->'registrations') with ordinality registration (entry, position)
                       where registration.entry->>'validUntil' = '' or registration.entry->>'validUntil' >= ${day}), '[]'::jsonb))
              from ${settings} where ${settings.group} = 'body'), '{}'::jsonb)`;

/** The day that a paper is about, such as '2026-04-01': of its money or its cancellation, otherwise today. */
const dayOf = (facts: SQL): SQL => sql`coalesce(${facts}->'money'->>'on', ${facts}->>'on', ${indianDay(sql`now()`)})`;

/** The newest papers of these kinds of the billing, as a JSON array. */
function concernedPapers(kinds: PaperKind[]): SQL {
  const [concerned, later] = [alias(papers, 'concerned'), alias(papers, 'later')];
  const entry = sql`jsonb_build_object('kind', ${concerned.kind}, 'serial', ${concerned.serial},
                                       'on', ${indianDay(sql`${concerned.issuedAt}`)})`;
  return sql`
    coalesce((select jsonb_agg(${entry} order by ${concerned.issuedAt}, ${concerned.serial})
                from ${papers} ${concerned}
               where ${concerned.billingId} = ${billings.id} and ${concerned.kind} in (${sql.join(kinds.map(literal), sql`, `)})
                 and not exists (select from ${papers} ${later} where ${later.replacesId} = ${concerned.id})), '[]'::jsonb)`;
}

/** Money of a confirmed bank receipt or a captured online payment of the billing. @param source its id */
const received = (source: string): SQL => sql`
  select jsonb_build_object('mode', ${bankReceipts.mode}, 'reference', ${bankReceipts.reference}, 'on', ${bankReceipts.creditedOn},
                            'amountPaise', ${bankReceipts.amountPaise}, 'tdsPaise', ${bankReceipts.tdsPaise},
                            'payer', ${bankReceipts.payer}, 'payerBank', ${bankReceipts.payerBank}) as money, false as test,
         ${bankReceipts.confirmedAt} as at
    from ${bankReceipts}
   where ${bankReceipts.id} = ${source} and ${bankReceipts.billingId} = ${billings.id} and ${bankReceipts.state} = 'confirmed'
  union all
  select jsonb_build_object('mode', ${payments.method}, 'reference', ${payments.transactionId},
                            'on', ${indianDay(sql`${payments.settledAt}`)}, 'amountPaise', ${payments.amountPaise},
                            'tdsPaise', 0, 'payer', '', 'payerBank', ''), ${payments.isTest}, ${payments.settledAt}
    from ${payments}
   where ${payments.id} = ${source} and ${payments.billingId} = ${billings.id} and ${isExact(payments)}`;

/** Sums of an entry table of the billing up to the time of the received money. */
const sumUpTo = (entries: SQLWrapper, value: SQL, at: SQLWrapper, isCounted: SQL): SQL => sql`
  (select coalesce(sum(${value}), 0)::bigint from ${entries} where ${isCounted} and ${at} <= received.at)`;

/**
 * What a receipt says if its money is not the whole (PartPaid), otherwise null: the parts that it pays, what was received and
 * paid back up to it, and what was still to pay. Money counts in the order in which it was confirmed, so that the paper
 * of the first part says the same when it is issued again after the last one.
 */
const partPaid = ((): SQL => {
  const bank = (value: SQL) =>
    sumUpTo(
      bankReceipts,
      value,
      bankReceipts.confirmedAt,
      sql`${bankReceipts.billingId} = ${billings.id} and ${bankReceipts.state} = 'confirmed'`,
    );
  const online = sumUpTo(
    payments,
    sql`${payments.amountPaise}`,
    payments.settledAt,
    sql`${payments.billingId} = ${billings.id} and ${isExact(payments)}`,
  );
  const back = sumUpTo(
    refunds,
    sql`${refunds.amountPaise}`,
    refunds.confirmedAt,
    sql`${refunds.billingId} = ${billings.id} and ${refunds.state} = 'done'`,
  );
  const own = sql`((received.money->>'amountPaise')::bigint + (received.money->>'tdsPaise')::bigint)`;
  const after = sql`(so_far.credited + so_far.tds - so_far.back)`;
  return sql`
    (select case when ${after} <> ${own} or ${own} < ${billings.totalPaise} then jsonb_build_object(
              'parts', ${partsPaid(billings, sql`(${after} - ${own})`, after)}, 'receivedPaise', so_far.credited, 'tdsPaise', so_far.tds,
              'refundedPaise', so_far.back, 'duePaise', greatest(${billings.totalPaise} - ${after}, 0)) end
       from (select ${bank(sql`${bankReceipts.amountPaise}`)} + ${online} as credited, ${bank(sql`${bankReceipts.tdsPaise}`)} as tds,
                    ${back} as back) so_far)`;
})();

const certified = alias(papers, 'certified');

/** That a test payment paid the billing; nothing otherwise, so that a paper without it is as it was. */
const testMark = sql`(case when exists (select from ${payments} where ${payments.billingId} = ${billings.id}
  and ${isExact(payments)} and ${payments.isTest}) then '{"test": true}'::jsonb else '{}'::jsonb end)`;

/** What each kind shows besides the adoption itself, of the billing; no row if the paper is not possible now. */
const FACTS: Record<PaperKind, (source: string, given?: GivenCertificate) => SQL> = {
  proforma: (source) => sql`
    select jsonb_build_object('receivedPaise', ${billings.receivedPaise} - ${billings.refundedPaise},
                              'withheldPaise', ${withheld(billings)}, 'duePaise', ${dueNext(billings)}, 'instalments', ${instalmentsOf(billings)},
                              'validUntil', ${indianDay(sql`(${billings.dueAt} - interval '1 microsecond')`)},
                              'coursesPaise', ${untilCoursesEnd(billings)}) as facts
     where ${billings.id} = ${source} and ${hasState(billings, PROFORMA_STATES)}`,
  receipt: (source) => sql`
    select jsonb_build_object('money', received.money, 'test', received.test, 'part', ${partPaid},
                              'coursesPaise', ${untilCoursesEnd(billings)}) as facts
      from (${received(source)}) received`,
  credit_note: (source) => sql`
    select jsonb_build_object('money', jsonb_build_object('mode', ${refunds.mode}, 'reference', ${refunds.reference},
                                                          'on', ${refunds.paidOn}, 'amountPaise', ${refunds.amountPaise},
                                                          'tdsPaise', 0, 'payer', '', 'payerBank', ''),
                              'test', ${refunds.mode} = 'gateway'
                                      and exists (select from ${payments}
                                                   where ${payments.billingId} = ${billings.id}
                                                     and ${payments.transactionId} is not null and ${payments.isTest}),
                              'concerns', ${concernedPapers(['receipt'])}) as facts
      from ${refunds}
     where ${refunds.id} = ${source} and ${refunds.billingId} = ${billings.id} and ${refunds.state} = 'done'`,
  // Issued again, such as for another address, it says of the students what it said, in the form in which it did.
  certificate: (source, issuedFacts) =>
    issuedFacts
      ? sql`select ${JSON.stringify({ ...issuedFacts, lines: [] })}::text::jsonb || ${testMark} as facts where ${hasState(billings, PAID_STATES)}`
      : sql`
    select (select jsonb_object_agg(said.key, said.value) from jsonb_each(${certified.data}) said
             where said.key in ('session', 'courses', 'students', 'line', 'result', 'report'))
           || '{"lines": []}' || ${testMark} as facts
      from ${papers} ${certified} where ${certified.kind} = 'certificate' and ${certified.source} = ${source}::text
     order by ${certified.revision} desc limit 1`,
  cancellation: (source) => sql`
    select jsonb_build_object('cause', ${billings.state}, 'on', ${indianDay(sql`ending.at`)},
                              'receivedPaise', ${billings.receivedPaise} - ${billings.refundedPaise},
                              'withheldPaise', ${withheld(billings)}, 'concerns', ${concernedPapers(['proforma', 'receipt'])}) as facts
      from (select max(${billingEvents.at}) as at from ${billingEvents}
             where ${billingEvents.billingId} = ${billings.id} and ${billingEvents.toState} = ${billings.state}
               and ${billingEvents.fromState} <> ${billings.state}) ending
     where ${billings.id} = ${source} and ${hasState(billings, CANCELLED_STATES)}`,
};

/**
 * Takes the next number of the series of a kind if the CTE `changed` has a row: in the financial year of the day that the
 * paper is about, because money belongs to the year in which it moved, whenever somebody confirms it or asks for its paper.
 */
export const nextNumber = (kind: Numbered): SQL => sql`
  ${insertSelect(paperSeries, {
    series: prefixOf(kind),
    financialYear: financialYearOfDay(dayOf(sql`changed.data`)),
    lastNumber: sql`1`,
  })} from changed
  on conflict (series, financial_year)
  do update ${setColumns(paperSeries, { lastNumber: sql`${paperSeries.lastNumber} + 1` })}
  returning ${paperSeries}.*`;

const newest = alias(papers, 'newest');
const next = alias(paperSeries, 'next_number');
const issued = alias(papers, 'issued');

/** Keys of a paper's data that make no new paper necessary. */
const UNCOMPARED = sql`'{concerns,coursesPaise,lines,part,students,withheldPaise}'::text[]`;

/** What of a paper's data makes a new paper necessary if it differs. Papers of before do not name sessions, and have empty details. */
const compared = (data: SQLWrapper): SQL => sql`
  row(${data} - ${UNCOMPARED} - 'details', coalesce(nullif(${data}->'details', 'null'), '{}'),
      (select jsonb_agg(line - '{session,studyYear}'::text[]) from jsonb_array_elements(${data}->'lines') line))`;

/**
 * CTEs after `present` (subject, source and data of the paper), and the result: the paper that shows this data, new or
 * not. Papers that a paper concerns do not count as a difference: they may be issued after it. What the courses cost until
 * they end does not either, nor what part a receipt is for, the tax withheld, or how many students a certificate draws: older
 * papers lack them. An administrator who
 * issues a paper is audited.
 */
function numbered(kind: Numbered, subject: 'billingId' | 'userId', by: AdminScope | undefined): SQL {
  const serial = sql`${next.series} || '/' || ${next.financialYear} || '/' || lpad(${next.lastNumber}::text, 6, '0')`;
  const paper = insertSelect(papers, {
    kind: literal(kind),
    [subject]: sql`changed.subject`,
    source: sql`changed.source`,
    revision: sql`coalesce(${newest.revision}, 0) + 1`,
    series: next.series,
    financialYear: next.financialYear,
    number: next.lastNumber,
    serial,
    data: sql`changed.data`,
    replacesId: newest.id,
  });
  const auditEntry =
    by &&
    insertSelect(auditLog, {
      adminId: sql`${by.adminId}::uuid`,
      actor: sql`${by.username}::text`,
      action: literal('paper.issued'),
      subject: sql`${issued[subject]}::text`,
      after: sql`jsonb_strip_nulls(jsonb_build_object('reference', ${issued.data}->'reference', 'paper', ${issued.kind},
                                                      'serial', ${issued.serial}))`,
    });
  return sql`
    newest as (
      select ${papers}.* from ${papers} join present on ${papers.source} = present.source
       where ${papers.kind} = ${literal(kind)} order by ${papers.revision} desc limit 1),
    changed as (
      select present.* from present
       where not exists (select from newest where ${compared(newest.data)} is not distinct from ${compared(sql`present.data`)})),
    next_number as (${nextNumber(kind)}),
    issued as (${paper} from changed cross join next_number left join newest on true returning *)
    ${auditEntry ? sql`, audit_entry as (${auditEntry} from issued)` : sql``}
    select ${issued.id}, ${issued.serial}, ${issued.issuedAt} as "issuedAt" from issued
    union all
    select ${newest.id}, ${newest.serial}, ${newest.issuedAt} from newest
     where exists (select from present) and not exists (select from changed)`;
}

/** A paper that was issued now, or that shows the present data already. */
export type IssuedRow = { id: string; serial: string; issuedAt: Date };

/** Issues a paper of a kind (IssuedRow). No row if the adoption cannot have such a paper. */
export const paperStatement = (
  kind: PaperKind,
  billingId: string,
  source: string,
  by?: AdminScope,
  given?: GivenCertificate,
): SQL => sql`
  with present as (
    select ${billings.id} as subject, ${kind === 'certificate' ? sql`${source}::text` : sql`${source}::uuid::text`} as source,
           jsonb_build_object('kind', ${literal(kind)}, 'reference', ${billings.reference}, 'sponsor', ${billings.sponsor},
                              'details', ${printedCompany(companyOf(billings), sql`${billings.orderNumber}`)}, 'body', ${bodyOn(dayOf(sql`shown.facts`))}, 'totalPaise', ${billings.totalPaise},
                              'lines', ${linesOf(billings)})
           || shown.facts as data
      from ${billings} cross join lateral (${FACTS[kind](source, given)}) shown where ${billings.id} = ${billingId}),
  ${numbered(kind, 'billingId', by)}`;

const LAST_YEAR = financialYearOf(sql`now() - interval '1 year'`);

const PREFIXES = (Object.keys(SERIES) as Numbered[]).map((kind) => sql`select ${prefixOf(kind)} as series`);

/**
 * Leaves out the next numbers of every series of this financial year and the one before, and of every older one with numbers,
 * with an audit log entry for each, which is the record of the gap. Papers of a lost database may have them: a receipt of
 * money that was confirmed late has a number of an earlier year.
 * @param count whole number of numbers
 */
export function skipNumbers(count: number): SQL {
  const skipped = alias(paperSeries, 'skipped');
  const numbers = sql.raw(String(Math.trunc(count)));
  const entry = insertSelect(auditLog, {
    actor: literal('command'),
    action: literal('paper.numbers_skipped'),
    subject: sql`${skipped.series} || '/' || ${skipped.financialYear}`,
    after: sql`jsonb_build_object('from', ${skipped.lastNumber} - ${numbers} + 1, 'to', ${skipped.lastNumber})`,
  });
  return sql`
    with used as (
      select prefix.series, year.name as financial_year
        from (${sql.join(PREFIXES, sql` union `)}) prefix
       cross join (select ${THIS_YEAR} as name union all select ${LAST_YEAR}) year
      union select ${paperSeries.series}, ${paperSeries.financialYear} from ${paperSeries}),
    skipped as (
      ${insertSelect(paperSeries, { series: sql`used.series`, financialYear: sql`used.financial_year`, lastNumber: numbers })} from used
      on conflict (series, financial_year)
      do update ${setColumns(paperSeries, { lastNumber: sql`${paperSeries.lastNumber} + ${numbers}` })}
      returning *)
    ${entry} from skipped order by 3`;
}

/** The serial of the newest paper of a kind and source. */
const serialOf = (kind: PaperKind, source: SQL): SQL => sql`
  (select ${papers.serial} from ${papers} where ${papers.kind} = ${literal(kind)} and ${papers.source} = ${source}::text
    order by ${papers.revision} desc limit 1)`;

/**
 * Selects the money received and paid back on days for some adoptions, in its order (StatementEntry) as `entry`.
 * @param which a condition on `billings`
 * @param days the first and the last, YYYY-MM-DD
 */
export function moneyEntries(which: SQL, days: readonly [string, string]): SQL {
  const isInYear = (day: SQL) => sql`${day} between ${days[0]}::date and ${days[1]}::date`;
  const paidOn = dayInIndia(payments.settledAt);
  return sql`
    select ${bankReceipts.creditedOn} as on_day, ${bankReceipts.recordedAt} as at,
           jsonb_build_object('kind', 'received', 'adoption', ${billings.reference}, 'mode', ${bankReceipts.mode},
                              'reference', ${bankReceipts.reference}, 'on', ${bankReceipts.creditedOn},
                              'amountPaise', ${bankReceipts.amountPaise}, 'tdsPaise', ${bankReceipts.tdsPaise},
                              'serial', ${serialOf('receipt', sql`${bankReceipts.id}`)}, 'test', false) as entry
      from ${bankReceipts} join ${billings} on ${billings.id} = ${bankReceipts.billingId}
     where ${which} and ${bankReceipts.state} = 'confirmed' and ${isInYear(sql`${bankReceipts.creditedOn}`)}
    union all
    select ${paidOn}, ${payments.settledAt},
           jsonb_build_object('kind', 'received', 'adoption', ${billings.reference}, 'mode', ${payments.method},
                              'reference', ${payments.transactionId}, 'on', ${paidOn},
                              'amountPaise', ${payments.amountPaise}, 'tdsPaise', 0,
                              'serial', ${serialOf('receipt', sql`${payments.id}`)}, 'test', ${payments.isTest})
      from ${payments} join ${billings} on ${billings.id} = ${payments.billingId}
     where ${which} and ${isExact(payments)} and ${isInYear(paidOn)}
    union all
    select ${refunds.paidOn}, ${refunds.recordedAt},
           jsonb_build_object('kind', 'refunded', 'adoption', ${billings.reference}, 'mode', ${refunds.mode},
                              'reference', ${refunds.reference}, 'on', ${refunds.paidOn},
                              'amountPaise', ${refunds.amountPaise}, 'tdsPaise', 0,
                              'serial', ${serialOf('credit_note', sql`${refunds.id}`)}, 'test', false)
      from ${refunds} join ${billings} on ${billings.id} = ${refunds.billingId}
     where ${which} and ${refunds.state} = 'done' and ${isInYear(sql`${refunds.paidOn}`)}`;
}

/** The entries of the CTE `entries` as a JSON array; null if there are none. */
const entriesInOrder = sql`(
  select jsonb_agg(entries.entry order by entries.on_day, entries.at, entries.entry->>'reference') from entries)`;

const ofPerson = (value: SQL) => sql`case ${users.kind} when 'deleted' then '' else ${value} end`;

/** A sponsor as papers of a year name it. */
const sponsorOfYear = sql`jsonb_build_object(
  'fullName', ${ofPerson(sql`${users.fullName}`)}, 'email', ${ofPerson(sql`${users.email}`)}, 'company', coalesce(${users.companyName}, ''))`;

/**
 * Issues the annual statement of a sponsor (IssuedRow): money received and paid back on days of the year for the
 * adoptions that belong to them. No row if no money moved.
 * @param days the first and the last of the year, YYYY-MM-DD
 */
export const annualStatement = (
  userId: string,
  financialYear: string,
  days: readonly [string, string],
  by?: AdminScope,
): SQL => sql`
  with entries as (${moneyEntries(ownedByUser(userId), days)}),
  present as (
    select ${users.id} as subject, ${users.id} || '/' || ${financialYear}::text as source,
           jsonb_build_object('kind', 'statement', 'financialYear', ${financialYear}::text, 'body', ${bodyOn(sql`${days[0]}::text`)},
                              'sponsor', ${sponsorOfYear}, 'details', ${printedCompany(recordOfAccount(sql`${users.id}`))},
                              'entries', ${entriesInOrder}) as data
      from ${users} where ${users.id} = ${userId} and exists (select from entries)),
  ${numbered('statement', 'userId', by)}`;

/** Whose year a paper is about: a company with an account, or a single adoption of a guest. */
export type YearSubject = { userId: string } | { billingId: string };

/** Condition: a billing is of the subject. */
export const ofSubject = (subject: YearSubject): SQL =>
  'userId' in subject ? ownedByUser(subject.userId) : eq(billings.id, subject.billingId);

/** The CTE `present` of a statement of use: the money of the year, and what is given of its lines. */
function presentUse(subject: YearSubject, given: GivenUse): SQL {
  const days = daysOfYear(given.financialYear);
  const data = (sponsor: SQL, company: SQL, reference: SQL) => sql`
    ${JSON.stringify(given)}::text::jsonb || jsonb_build_object(
      'kind', 'use', 'reference', ${reference}, 'sponsor', ${sponsor}, 'details', ${printedCompany(company)},
      'body', ${bodyOn(sql`${days[1]}::text`)}, 'entries', coalesce(${entriesInOrder}, '[]'::jsonb))`;
  const source = (id: SQLWrapper) => sql`${id} || '/' || ${given.financialYear}::text`;
  const subjectRow =
    'userId' in subject
      ? sql`select ${users.id} as subject, ${source(users.id)} as source,
                   ${data(sponsorOfYear, recordOfAccount(sql`${users.id}`), sql`null`)} as data
              from ${users} where ${users.id} = ${subject.userId}`
      : // A guest, too, has a row of users.
        sql`select ${billings.userId} as subject, ${source(billings.id)} as source,
                   ${data(
                     sql`jsonb_build_object('fullName', ${billings.sponsor}->>'fullName', 'email', ${billings.sponsor}->>'email',
                                            'company', ${billings.sponsor}->>'company')`,
                     companyOf(billings),
                     sql`${billings.reference}`,
                   )} as data
              from ${billings} where ${billings.id} = ${subject.billingId}`;
  return sql`entries as (${moneyEntries(ofSubject(subject), days)}), present as (${subjectRow})`;
}

/** Issues the statement of use of a financial year (IssuedRow). */
export const statementOfUse = (subject: YearSubject, given: GivenUse, by?: AdminScope): SQL => sql`
  with ${presentUse(subject, given)}, ${numbered('use', 'userId', by)}`;

/** Selects whether the newest statement of use shows the present data, as `holds`, with its id; no row if there is none. */
export const newestStatementOfUse = (subject: YearSubject, given: GivenUse): SQL => sql`
  with ${presentUse(subject, given)}
  select ${newest.id}, ${newest.serial}, ${newest.issuedAt} as "issuedAt",
         ${compared(newest.data)} is not distinct from ${compared(sql`present.data`)} as holds
    from ${papers} newest cross join present
   where ${newest.kind} = 'use' and ${newest.source} = present.source order by ${newest.revision} desc limit 1`;

/** Returns the financial years in which money of a sponsor moved, newest first. */
export const statementYears = (userId: string): SQL => sql`
  select distinct ${financialYearOf(sql`movement.moment`)} as year
    from ${billings} cross join lateral (
         select ${payments.settledAt} as moment from ${payments}
          where ${payments.billingId} = ${billings.id} and ${isExact(payments)}
         union all
         select ${bankReceipts.creditedOn}::timestamp at time zone 'Asia/Kolkata' from ${bankReceipts}
          where ${bankReceipts.billingId} = ${billings.id} and ${bankReceipts.state} = 'confirmed'
         union all
         select ${refunds.paidOn}::timestamp at time zone 'Asia/Kolkata' from ${refunds}
          where ${refunds.billingId} = ${billings.id} and ${refunds.state} = 'done') movement
   where ${ownedByUser(userId)} order by year desc`;
