import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { unpreparedDb } from '@/db/client';
import { isVoid, isVoidAmongMany } from '@/db/papers';
import { auditLog, billings, papers, paperSeries, users } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { adoptionsOf, isAccountOf, KEYS_OF_ACCOUNT } from '@/lib/admin/companies/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { readFrom, type Place } from '@/lib/platform/keyset';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { PaperFilter, PaperRow, SeriesCheck } from './schema';

/** Ranges of missing numbers of a series and year that are named. */
const MAX_GAPS = 20;

const later = alias(papers, 'later');
const ofYear = sql`${papers.kind} in ('statement', 'use')`;

/** The state of a paper beside the one that replaced it, and its adoption. */
const STATE = sql<PaperRow['state']>`
  case when ${later.id} is not null then 'replaced' when ${ofYear} then 'newest' when ${isVoid(papers, billings)} then 'void' else 'valid' end`;

const isReplaced = sql`${papers.id} in (select ${later.replacesId} from ${papers} ${later} where ${later.replacesId} is not null)`;
const isInState: Record<PaperRow['state'], SQL> = {
  valid: sql`not ${isReplaced} and not ${ofYear} and not ${isVoidAmongMany(papers)}`,
  newest: sql`not ${isReplaced} and ${ofYear}`,
  replaced: isReplaced,
  void: sql`not ${isReplaced} and ${isVoidAmongMany(papers)}`,
};

/** What a paper is about, as it prints it: with the tax withheld. */
const money = (name: string) => sql`(${papers.data}->'money'->>${sql.raw(`'${name}'`)})::bigint`;
const AMOUNT = sql<number | null>`
  case when ${papers.kind} in ('receipt', 'credit_note') then ${money('amountPaise')} + coalesce(${money('tdsPaise')}, 0)
       when ${papers.kind} = 'proforma' then (${papers.data}->>'duePaise')::bigint end`;

const COMPANY = sql<string>`coalesce(nullif(${papers.data}->'sponsor'->>'company', ''), ${papers.data}->'sponsor'->>'fullName', '')`;

const conditionsOf = ({ series, year, state, companyId }: PaperFilter): SQL[] => [
  ...(companyId === undefined ? [] : [ofCompany(companyId)]),
  ...(series === undefined ? [] : [sql`${papers.series} = ${series}`]),
  ...(year === undefined ? [] : [sql`${papers.financialYear} = ${year}`]),
  ...(state === undefined ? [] : [isInState[state]]),
];
/** Of the adoptions of a company, or of a year of one of its accounts. */
const ofCompany = (id: string) =>
  sql`(${papers.billingId} in ${adoptionsOf(id)} or ${papers.userId} in (select ${users.id} from ${KEYS_OF_ACCOUNT} where ${isAccountOf(id)}))`;
const all = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

const KEY = sql`(${papers.financialYear}, ${papers.series}, ${papers.number})`;

function beyond({ before, after }: Place): SQL[] {
  const start = before ?? after;
  if (start === undefined) return [];
  const [series, year, number] = start.split('/') as [string, string, string];
  return [
    sql`${KEY} ${sql.raw(after === undefined ? '<' : '>')} (${year}::text, ${series}::text, ${Number(number)}::int)`,
  ];
}

/** Reads papers from a place on, the nearest first. */
function readPapers(filter: PaperFilter, place: Place, limit: number): Promise<PaperRow[]> {
  const dir = sql.raw(place.after === undefined ? 'desc' : 'asc');
  const order = sql`${papers.financialYear} ${dir}, ${papers.series} ${dir}, ${papers.number} ${dir}`;
  return withQueryDeadline(
    unpreparedDb().execute<PaperRow>(sql`
      with page as materialized (
        select ${papers}.* from ${papers} where ${all([...conditionsOf(filter), ...beyond(place)])} order by ${order} limit ${limit})
      select ${papers.id}, ${papers.kind}, ${papers.series}, ${papers.financialYear} as year, ${papers.number}, ${papers.serial},
             ${papers.issuedAt} as "issuedAt", ${billings.reference}, ${COMPANY} as company, ${AMOUNT} as "amountPaise", ${STATE} as state,
             ${later.serial} as "replacedBy"
        from page papers left join ${billings} on ${billings.id} = ${papers.billingId}
        left join lateral (select * from ${papers} ${later} where ${later.replacesId} = ${papers.id} limit 1) later on true
       order by ${order}`),
  );
}

/**
 * Returns a page of the numbered papers, the last number first.
 * @throws DeadlineError if the database does not respond in time
 */
export const listPapers = (_: AdminScope, filter: PaperFilter, place: Place, size = PAGE_SIZE) =>
  readFrom(place, size, (limit) => readPapers(filter, place, limit));

/** Yields all papers of a filter, in batches. */
export async function* paperBatches(
  _: AdminScope,
  filter: PaperFilter,
  size: number,
): AsyncGenerator<PaperRow[], void> {
  for (let before: string | undefined; ;) {
    const rows = await readPapers(filter, { before }, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    before = rows.at(-1)!.serial;
  }
}

/** Returns the number of papers of a filter. */
export async function countPapers(_: AdminScope, filter: PaperFilter): Promise<number> {
  const conditions = conditionsOf(filter);
  const [row] = await withQueryDeadline(
    unpreparedDb().execute<{ count: number }>(
      sql`select count(*)::int as count from ${papers} where ${all(conditions)}`,
    ),
  );
  return row!.count;
}

type Checked = Omit<SeriesCheck, 'missing'> & { missing: SeriesCheck['missing'] | null };

/**
 * Returns for each series and year, the newest year first, whether a number is without a paper, from 1 to the last one that was taken.
 * @throws DeadlineError if the database does not respond in time
 */
export async function checkSeries(_: AdminScope, { series, year }: PaperFilter): Promise<SeriesCheck[]> {
  const numbered = all(conditionsOf({ series, year }));
  const taken = all([
    ...(series === undefined ? [] : [sql`${paperSeries.series} = ${series}`]),
    ...(year === undefined ? [] : [sql`${paperSeries.financialYear} = ${year}`]),
  ]);
  // Most have no gap: their numbers are only counted.
  const rows = await withQueryDeadline(
    unpreparedDb().execute<Checked>(sql`
      with counted as (
        select ${papers.series} as series, ${papers.financialYear} as year, min(${papers.number}) as first, max(${papers.number}) as last, count(*)::int as count
          from ${papers} where ${numbered} group by 1, 2),
      known as (
        select coalesce(counted.series, ${paperSeries.series}) as series, coalesce(counted.year, ${paperSeries.financialYear}) as year,
               coalesce(counted.first, 0) as first, coalesce(counted.last, 0) as last, coalesce(counted.count, 0) as count,
               greatest(counted.last, ${paperSeries.lastNumber}) as taken
          from counted full join (select * from ${paperSeries} where ${taken}) paper_series
            on ${paperSeries.series} = counted.series and ${paperSeries.financialYear} = counted.year),
      edges as (
        select known.series, known.year, ${papers.number} as number, lag(${papers.number}, 1, 0) over (partition by known.series, known.year order by ${papers.number}) as before
          from known join ${papers} on ${papers.series} = known.series and ${papers.financialYear} = known.year where known.count < known.taken
        union all select series, year, taken + 1, last from known where count < taken and last < taken),
      gaps as (
        select edges.*, row_number() over (partition by series, year order by number) as place,
               exists (select from ${auditLog} where ${auditLog.action} = 'paper.numbers_skipped' and ${auditLog.subject} = edges.series || '/' || edges.year
                          and (${auditLog.after}->>'from')::int <= edges.before + 1 and (${auditLog.after}->>'to')::int >= edges.number - 1) as skipped
          from edges where number > before + 1)
      select known.series, known.year, known.first, known.last, known.count, known.taken, count(gaps.number)::int as gaps,
             json_agg(json_build_object('from', gaps.before + 1, 'to', gaps.number - 1, 'skipped', gaps.skipped) order by gaps.number)
               filter (where gaps.place <= ${MAX_GAPS}) as missing
        from known left join gaps on gaps.series = known.series and gaps.year = known.year
       group by 1, 2, 3, 4, 5, 6 order by known.year desc, known.series`),
  );
  return rows.map(({ missing, ...row }) => ({ ...row, missing: missing ?? [] }));
}

/** Returns the series and the financial years in which numbers were taken, the newest year first. */
export async function seriesAndYears(_: AdminScope): Promise<{ series: string[]; years: string[] }> {
  const rows = await withQueryDeadline(
    unpreparedDb().select({ series: paperSeries.series, year: paperSeries.financialYear }).from(paperSeries),
  );
  return {
    series: [...new Set(rows.map(({ series }) => series))].toSorted(),
    years: [...new Set(rows.map(({ year }) => year))].toSorted().reverse(),
  };
}
