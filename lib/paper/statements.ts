import 'server-only';
import type { ISql } from 'postgres';
import { IS_EXACT, OUTSTANDING } from '@/db/balance';
import { stateList } from '@/db/schema/billing-states';
import { BELONGS_TO_USER } from '@/lib/adoption/access';
import { defaultSettings, type Settings } from '@/lib/settings/schema';
import type { PaperKind } from '@/lib/document/paper-rules';
import { CANCELLATION_STATES, PROFORMA_STATES } from './rules';

/*
 * Issuing a paper is one SQL statement. It reads the present data, takes the next number of the series and inserts the
 * paper: if any of that fails, the number is not taken either, so a series has no gaps. The row of `paper_series` stays
 * locked until the statement ends, so two papers never get the same number.
 * Two statements that issue the same paper at once collide in the unique index of kind, source and revision; the loser
 * is rolled back whole and, when repeated, finds the winner's paper.
 */

/** The financial year (April to March, in India) of a time, such as '2026-27'. @param moment SQL of a timestamptz */
export const financialYearOf = (moment: string) => `(
  select y.year || '-' || lpad(((y.year + 1) % 100)::text, 2, '0')
    from (select extract(year from ${moment} at time zone 'Asia/Kolkata' - interval '3 months')::int as year) y)`;

const indianDay = (moment: string) => `to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;

/** The setting of the series of each kind; a cancellation shares the series of credit notes. */
const SERIES = {
  proforma: 'proforma',
  receipt: 'receipt',
  credit_note: 'creditNote',
  cancellation: 'creditNote',
  statement: 'statement',
} as const satisfies Record<PaperKind | 'statement', keyof Settings['numbering']>;

const prefixOf = (kind: PaperKind | 'statement') =>
  `coalesce((select s.value->>'${SERIES[kind]}' from settings s where s."group" = 'numbering'), '${defaultSettings('numbering')[SERIES[kind]]}')`;

/** The receiving body with the registrations that were valid on a day. @param day SQL of a text such as '2026-04-01' */
const bodyOn = (day: string) => `
  coalesce((select jsonb_set(s.value, '{registrations}', coalesce(
                     (select jsonb_agg(r.entry order by r.position)
                        from jsonb_array_elements(s.value->'registrations') with ordinality r (entry, position)
                       where r.entry->>'validUntil' = '' or r.entry->>'validUntil' >= ${day}), '[]'::jsonb))
              from settings s where s."group" = 'body'), '{}'::jsonb)`;
/** The day that a paper is about: of its money or its cancellation, otherwise today. */
const PAPER_DAY = `coalesce(f.facts->'money'->>'on', f.facts->>'on', ${indianDay('now()')})`;

/** The newest papers of these kinds of the billing `b`, as a JSON array. */
const concernedPapers = (kinds: PaperKind[]) => `
  coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'serial', p.serial, 'on', ${indianDay('p.issued_at')}) order by p.issued_at, p.serial)
              from papers p
             where p.billing_id = b.id and p.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})
               and not exists (select from papers n where n.replaces_id = p.id)), '[]'::jsonb)`;

/** Money of a confirmed bank receipt or a captured online payment with the id $2, of the billing `b`. */
const RECEIVED = `
  select jsonb_build_object('mode', r.mode, 'reference', r.reference, 'on', r.credited_on, 'amountPaise', r.amount_paise, 'tdsPaise', r.tds_paise,
                            'payer', r.payer, 'payerBank', r.payer_bank) as money, false as test
    from bank_receipts r where r.id = $2::text::uuid and r.billing_id = b.id and r.state = 'confirmed'
  union all
  select jsonb_build_object('mode', p.method, 'reference', p.transaction_id, 'on', ${indianDay('p.settled_at')}, 'amountPaise', p.amount_paise,
                            'tdsPaise', 0, 'payer', '', 'payerBank', ''), p.is_test
    from payments p where p.id = $2::text::uuid and p.billing_id = b.id and ${IS_EXACT('p')}`;

/** What each kind shows besides the adoption itself; no row if the paper is not possible now. */
const FACTS: Record<PaperKind, string> = {
  proforma: `
    select jsonb_build_object('receivedPaise', b.received_paise - b.refunded_paise, 'duePaise', ${OUTSTANDING('b')},
                              'validUntil', ${indianDay(`(b.due_at - interval '1 microsecond')`)}) as facts
     where b.id = $2::text::uuid and b.state in (${stateList(PROFORMA_STATES)})`,
  receipt: `select jsonb_build_object('money', m.money, 'test', m.test) as facts from (${RECEIVED}) m`,
  credit_note: `
    select jsonb_build_object('money', jsonb_build_object('mode', r.mode, 'reference', r.reference, 'on', r.paid_on, 'amountPaise', r.amount_paise,
                                                          'tdsPaise', 0, 'payer', '', 'payerBank', ''),
                              'test', r.mode = 'gateway' and exists (select from payments p where p.billing_id = b.id
                                                                       and p.transaction_id is not null and p.is_test),
                              'concerns', ${concernedPapers(['receipt'])}) as facts
      from refunds r where r.id = $2::text::uuid and r.billing_id = b.id and r.state = 'done'`,
  cancellation: `
    select jsonb_build_object('cause', b.state, 'on', ${indianDay('e.at')}, 'receivedPaise', b.received_paise - b.refunded_paise,
                              'concerns', ${concernedPapers(['proforma', 'receipt'])}) as facts
      from (select max(e.at) as at from billing_events e where e.billing_id = b.id and e.to_state = b.state and e.from_state <> b.state) e
     where b.id = $2::text::uuid and b.state in (${stateList(CANCELLATION_STATES)})`,
};

/**
 * CTEs after `written` (subject, source and data of the paper), and the result: the paper that shows this data, new or
 * not. Papers that a paper concerns do not count as a difference: they may be issued after it. An administrator who
 * issues a paper is audited. @param admin, actor parameters with the administrator, null for anybody else
 */
const numbered = (kind: PaperKind | 'statement', subject: 'billing_id' | 'user_id', admin: string, actor: string) => `
     newest   as (select p.* from papers p join written w on p.source = w.source where p.kind = '${kind}' order by p.revision desc limit 1),
     needed   as (select w.* from written w where not exists (select from newest n where n.data - 'concerns' = w.data - 'concerns')),
     number   as (insert into paper_series as s (series, financial_year, last_number)
                  select ${prefixOf(kind)}, ${financialYearOf('now()')}, 1 from needed
                      on conflict (series, financial_year) do update set last_number = s.last_number + 1
                  returning series, financial_year, last_number),
     issued   as (insert into papers (kind, ${subject}, source, revision, series, financial_year, number, serial, data, replaces_id)
                  select '${kind}', d.subject, d.source, coalesce(n.revision, 0) + 1, s.series, s.financial_year, s.last_number,
                         s.series || '/' || s.financial_year || '/' || lpad(s.last_number::text, 6, '0'), d.data, n.id
                    from needed d cross join number s left join newest n on true returning *),
     audited  as (insert into audit_log (admin_id, actor, action, subject, after)
                  select ${admin}::uuid, ${actor}::text, 'paper.issued', ${subject}::text,
                         jsonb_strip_nulls(jsonb_build_object('reference', data->>'reference', 'paper', kind, 'serial', serial))
                    from issued where ${actor}::text is not null)
select p.id, p.kind, p.serial, extract(epoch from p.issued_at)::float8 * 1000 as issued_ms, p.is_new
  from (select id, kind, serial, issued_at, true as is_new from issued
        union all
        select id, kind, serial, issued_at, false from newest where exists (select from written) and not exists (select from needed)) p`;

/** Issues a paper of a kind; $1 billing, $2 source, $3 and $4 administrator. No row if there is no such paper. */
const issue = (kind: PaperKind) => `
with written  as (select b.id as subject, $2::text::uuid::text as source,
                         jsonb_build_object('kind', '${kind}', 'reference', b.reference, 'sponsor', b.sponsor, 'details', b.paper_details,
                                            'body', ${bodyOn(PAPER_DAY)}, 'totalPaise', b.total_paise,
                                            'lines', (select jsonb_agg(jsonb_build_object('courseName', i.course_name, 'branch', i.branch,
                                                               'institute', i.institute, 'city', i.city, 'seats', i.seats,
                                                               'pricePaise', i.price_paise) order by i.position)
                                                        from billing_items i where i.billing_id = b.id and i.seats > 0)) || f.facts as data
                    from billings b cross join lateral (${FACTS[kind]}) f where b.id = $1::uuid),
${numbered(kind, 'billing_id', '$3', '$4')}`;

/** The statements by the kind of paper. */
export const ISSUE: Record<PaperKind, string> = {
  proforma: issue('proforma'),
  receipt: issue('receipt'),
  credit_note: issue('credit_note'),
  cancellation: issue('cancellation'),
};

const PREFIXES = (Object.keys(SERIES) as (keyof typeof SERIES)[]).map((kind) => `select ${prefixOf(kind)} as series`);

/**
 * Leaves out the next $1 numbers of every series of this financial year, with an audit log entry for each, which is the
 * record of the gap. Papers of a lost database may have them.
 */
export const SKIP_NUMBERS = `
with this_year as (select ${financialYearOf('now()')} as year),
     used    as (${PREFIXES.join(' union ')} union select p.series from paper_series p, this_year y where p.financial_year = y.year),
     skipped as (insert into paper_series as s (series, financial_year, last_number) select u.series, y.year, $1::int from used u, this_year y
                     on conflict (series, financial_year) do update set last_number = s.last_number + $1::int
                 returning series, financial_year, last_number)
insert into audit_log (actor, action, subject, after)
select 'command', 'paper.numbers_skipped', series || '/' || financial_year,
       jsonb_build_object('from', last_number - $1::int + 1, 'to', last_number) from skipped order by 3`;

/** The serial of the newest paper of a kind and source. */
const serialOf = (kind: PaperKind, source: string) =>
  `(select p.serial from papers p where p.kind = '${kind}' and p.source = ${source}::text order by p.revision desc limit 1)`;

/**
 * Issues the annual statement of a sponsor: money received and paid back on days of the year for the adoptions that
 * belong to them. $1 user, $2 financial year, $3 its first and $4 its last day, $5 and $6 administrator. No row
 * if no money moved.
 */
export const ISSUE_STATEMENT = `
with entries  as (select r.credited_on as on_day, r.recorded_at as at, jsonb_build_object('kind', 'received', 'adoption', b.reference, 'mode', r.mode,
                         'reference', r.reference, 'on', r.credited_on, 'amountPaise', r.amount_paise, 'tdsPaise', r.tds_paise,
                         'serial', ${serialOf('receipt', 'r.id')}, 'test', false) as entry
                    from bank_receipts r join billings b on b.id = r.billing_id
                   where ${BELONGS_TO_USER('$1::uuid')} and r.state = 'confirmed' and r.credited_on between $3::date and $4::date
                  union all
                  select m.on_day, p.settled_at, jsonb_build_object('kind', 'received', 'adoption', b.reference, 'mode', p.method,
                         'reference', p.transaction_id, 'on', m.on_day, 'amountPaise', p.amount_paise, 'tdsPaise', 0,
                         'serial', ${serialOf('receipt', 'p.id')}, 'test', p.is_test)
                    from payments p join billings b on b.id = p.billing_id
                         cross join lateral (select (p.settled_at at time zone 'Asia/Kolkata')::date as on_day) m
                   where ${BELONGS_TO_USER('$1::uuid')} and ${IS_EXACT('p')} and m.on_day between $3::date and $4::date
                  union all
                  select r.paid_on, r.recorded_at, jsonb_build_object('kind', 'refunded', 'adoption', b.reference, 'mode', r.mode,
                         'reference', r.reference, 'on', r.paid_on, 'amountPaise', r.amount_paise, 'tdsPaise', 0,
                         'serial', ${serialOf('credit_note', 'r.id')}, 'test', false)
                    from refunds r join billings b on b.id = r.billing_id
                   where ${BELONGS_TO_USER('$1::uuid')} and r.state = 'done' and r.paid_on between $3::date and $4::date),
     written  as (select u.id as subject, u.id || '/' || $2::text as source,
                         jsonb_build_object('kind', 'statement', 'financialYear', $2::text, 'body', ${bodyOn(`to_char($3::date, 'YYYY-MM-DD')`)},
                                            'sponsor', jsonb_build_object('fullName', case u.kind when 'deleted' then '' else u.full_name end,
                                                                          'email', case u.kind when 'deleted' then '' else u.email end, 'company', coalesce(u.company_name, '')),
                                            'entries', (select jsonb_agg(e.entry order by e.on_day, e.at, e.entry->>'reference') from entries e)) as data
                    from users u where u.id = $1::uuid and exists (select from entries)),
${numbered('statement', 'user_id', '$5', '$6')}`;

/** The financial years in which money of a sponsor moved, newest first. $1 user. */
export const STATEMENT_YEARS = `
select distinct ${financialYearOf('m.moment')} as year
  from billings b cross join lateral (
       select p.settled_at as moment from payments p where p.billing_id = b.id and ${IS_EXACT('p')}
       union all
       select r.credited_on::timestamp at time zone 'Asia/Kolkata' from bank_receipts r where r.billing_id = b.id and r.state = 'confirmed'
       union all
       select r.paid_on::timestamp at time zone 'Asia/Kolkata' from refunds r where r.billing_id = b.id and r.state = 'done') m
 where ${BELONGS_TO_USER('$1::uuid')} order by year desc`;

/** A row of the statements that issue; the time is in epoch milliseconds. */
export type IssuedRow = {
  id: string;
  kind: PaperKind | 'statement';
  serial: string;
  issued_ms: number;
  /** False if the newest paper shows the same data already. */
  is_new: boolean;
};

/** Runs a statement that issues. Returns undefined if there is no such paper. */
export async function runIssue(
  sql: ISql,
  statement: string,
  parameters: (string | null)[],
): Promise<IssuedRow | undefined> {
  const [row] = await sql.unsafe<IssuedRow[]>(statement, parameters, { prepare: true });
  return row;
}
