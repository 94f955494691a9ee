import 'server-only';
import { and, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { db } from '@/db/client';
import {
  billings,
  billingSearchIndex,
  companyGroups,
  courses,
  institutes,
  lineMonths,
  lineMonthsProgress,
} from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { areaOf, citiesIn, type AreaConditions } from '@/lib/catalogue/areas/queries';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { placeOf } from '@/lib/platform/place-of';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { isoDate } from '@/lib/platform/dates';
import { daysOfYear, lastDayOf, yearsBetween } from '@/lib/platform/financial-year';
import { groupBy } from '@/lib/platform/group-by';
import type { Page } from '@/lib/platform/list';
import { isUuid } from '@/lib/platform/uuid';
import { getTranslator } from '@/lib/platform/i18n/server';
import { addUpBy, yearOfMonth, type FigureRow } from './rules';
import {
  isTold,
  UNASSIGNED,
  type CellAdoption,
  type CellFilter,
  type CellSum,
  type Report,
  type ReportFilter,
  type ReportRows,
} from './schema';

const t = getTranslator('en', 'report');
const line = lineMonths;

/** The columns that are added up, by their names in the result. */
const ADDED = {
  seats: line.seats,
  pledged: line.pledgedPaise,
  received: line.receivedPaise,
  tds: line.tdsPaise,
  repaid: line.repaidPaise,
  outstanding: line.outstandingPaise,
  passed: line.passedPaise,
  used: line.usedPaise,
  enrolled: line.enrolled,
  attending: line.attending,
  completed: line.completed,
  enrolledOf: line.enrolledOf,
  attendingOf: line.attendingOf,
  completedOf: line.completedOf,
} satisfies Record<keyof FigureRow, SQLWrapper>;

const SUMS = sql.join(
  Object.entries(ADDED).map(([name, column]) => sql`sum(${column})::bigint as ${sql.identifier(name)}`),
  sql`, `,
);

/** The spelling of the company of an adoption in lower case, and the company. */
const company = sql`${billingSearchIndex.company}`;
const group = sql`${billingSearchIndex.groupId}`;

/** What the rows are, in SQL: cities are put together to districts afterwards, institutes and companies named. */
const KEYS = {
  district: sql`${line.city}`,
  type: sql`${line.courseType}`,
  institute: sql`coalesce(${institutes.name}, '') || E'\n' || coalesce(${institutes.city}, ${line.city})`,
  company: sql`coalesce(${group}::text, ${UNASSIGNED})`,
  month: sql`to_char(${line.month}, 'YYYY-MM')`,
} satisfies Record<ReportRows, SQL>;

const month = KEYS.month;

const isInYear = (year: string): SQL =>
  sql`${line.month} between ${daysOfYear(year)[0]}::date and ${lastDayOf(year)}::date`;

/** The cities of the filter's district, null without one, and the area of the administrator. */
type Within = { cities: readonly string[] | null; area: AreaConditions | null };

const withinOf = async (scope: AreaScope, district: string | undefined): Promise<Within> => ({
  cities: district === undefined ? null : await citiesIn([district]),
  area: await areaOf(scope),
});

/** Conditions for rows of `line_months`, joined with what `rows` and the filter need. */
function linesOf(filter: ReportFilter, rows: ReportRows | null, { cities, area }: Within, more?: SQL): SQL {
  const needs = (name: 'institute' | 'company') => rows === name || filter[name] !== undefined;
  const { type, session, year, institute, company: words } = filter;
  const where = and(
    sql`(${line.seats} > 0 or ${line.receivedPaise} <> 0 or ${line.repaidPaise} <> 0 or ${line.passedPaise} <> 0 or ${line.usedPaise} <> 0)`,
    type ? eq(line.courseType, type) : undefined,
    session ? eq(line.session, session) : undefined,
    year ? isInYear(year) : undefined,
    cities ? inArray(line.city, cities) : undefined,
    area?.courseOf(line.courseId),
    institute
      ? sql`strpos(lower(${institutes.name} || ' ' || ${institutes.city}), lower(${institute})) > 0`
      : undefined,
    words ? sql`strpos(${company}, lower(${words})) > 0` : undefined,
    more,
  );
  return sql`${line}
    ${needs('institute') ? sql`join ${courses} on ${courses.id} = ${line.courseId} left join ${institutes} on ${institutes.id} = ${courses.instituteId}` : sql.empty()}
    ${needs('company') ? sql`join ${billingSearchIndex} on ${billingSearchIndex.billingId} = ${line.billingId}` : sql.empty()}
    where ${where}`;
}

type Cell = FigureRow & { column: string };
type RowCell = Cell & { key: string };

/**
 * Returns a page of the report: figures by row and column, with the sums of all pages.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readReport(scope: AreaScope, filter: ReportFilter, page: Page): Promise<Report> {
  const { rows, columns } = filter;
  const places = await loadPlaces();
  const districtOf = (city: string) => places.districtOf(city) ?? city;
  const within = await withinOf(scope, filter.district);
  // There may be as many companies as adoptions: only those of the page are added up.
  const companies = rows === 'company' ? await readCompanies(filter, within, page) : null;
  const column = { figures: sql`''`, session: sql`${line.session}`, year: month }[columns];
  const isShown =
    companies &&
    or(
      sql`${group} = any(${sql.param(companies.shown.map(({ key }) => key))}::uuid[])`,
      companies.withUnassigned ? isNull(group) : undefined,
    );
  const [cells, totals, [progress]] = await withQueryDeadline(
    Promise.all([
      db().execute<RowCell>(sql`
        select ${KEYS[rows]} as key, ${column} as "column", ${SUMS} from ${linesOf(filter, rows, within, isShown ?? undefined)} group by 1, 2`),
      db().execute<Cell>(sql`
        select ${column} as "column", ${SUMS} from ${linesOf(filter, null, within)} group by 1`),
      db()
        .select({
          upto: lineMonthsProgress.upto,
          first: sql<string>`to_char(coalesce((select min(${line.month}) from ${line}), now()), 'YYYY-MM')`,
        })
        .from(lineMonthsProgress),
    ]),
  );
  const columnOf = (cell: Cell) => (columns === 'year' ? yearOfMonth(cell.column) : cell.column);
  const keyOf = ({ key }: RowCell) => (rows === 'district' ? districtOf(key) : key);
  const names = new Map(companies?.shown.map(({ key, name }) => [key, name])).set(UNASSIGNED, t('unassigned'));
  const all = [...groupBy(cells, keyOf)]
    .map(([key, own]) => ({ key, name: names.get(key) ?? nameOf(rows, key), cells: addUpBy(own, columnOf) }))
    .toSorted((a, b) => (rows === 'month' ? b.key.localeCompare(a.key, 'en') : a.name.localeCompare(b.name, 'en')))
    .toSorted((a, b) => Number(a.key === UNASSIGNED) - Number(b.key === UNASSIGNED));
  const first = (page.page - 1) * page.size;
  return {
    rows: companies ? all : all.slice(first, first + page.size),
    sums: addUpBy(totals, columnOf),
    columns: columns === 'figures' ? [''] : [...new Set(totals.map(columnOf))].toSorted(),
    years: yearsBetween(yearOfMonth(progress!.first), yearOfMonth(isoDate(progress!.upto))),
    total: companies?.total ?? all.length,
    upto: progress!.upto.getTime() === 0 ? null : progress!.upto,
  };
}

/**
 * Returns a page of the companies with lines of a filter, in the order of the alphabet.
 * @returns `total`: of rows, one more than companies if some adoptions are not assigned to one yet. That row is the last one:
 * `withUnassigned` says whether it is on the page
 */
async function readCompanies(filter: ReportFilter, within: Within, { page, size }: Page) {
  const isThere = sql`exists (select from ${linesOf({ ...filter, company: undefined }, null, within, sql`${line.billingId} = ${billingSearchIndex.billingId}`)})`;
  const which = and(isThere, filter.company ? sql`strpos(${company}, lower(${filter.company})) > 0` : undefined);
  // Few have the words: they are found first. Otherwise the first ones in the order are soon found.
  const found = sql`select ${group} from ${billingSearchIndex} where ${which}`;
  const isShown = filter.company
    ? sql`${companyGroups.id} = any(array(${found} group by 1))`
    : sql`exists (${found} and ${group} = ${companyGroups.id})`;
  const [shown, [assigned], [unassigned]] = await withQueryDeadline(
    Promise.all([
      db().execute<{ key: string; name: string }>(sql`
        select ${companyGroups.id} as key, ${companyGroups.name} from ${companyGroups}
         where ${isShown}
         order by lower(${companyGroups.name} collate "und-x-icu") collate "C", ${companyGroups.id} limit ${size}::int offset ${(page - 1) * size}::int`),
      db().execute<{ companies: number }>(sql`
        select count(*)::int as companies from (
          select from ${billingSearchIndex} where ${group} is not null and ${which} group by ${group}) company`),
      db().execute<{ isThere: boolean }>(sql`
        select exists (select from ${billingSearchIndex} where ${isNull(group)} and ${which}) as "isThere"`),
    ]),
  );
  const total = assigned!.companies + Number(unassigned!.isThere);
  return { shown, total, withUnassigned: unassigned!.isThere && page * size >= total && (page - 1) * size < total };
}

function nameOf(rows: ReportRows, key: string): string {
  if (rows !== 'institute') return key;
  const [institute, city] = key.split('\n') as [string, string];
  return institute ? placeOf(institute, city, city) : city;
}

/** Returns the districts of the catalogue that lie in the area, in the order of the alphabet. */
export async function readDistricts(scope: AreaScope): Promise<string[]> {
  const area = await areaOf(scope);
  const [places, cities] = await Promise.all([
    loadPlaces(),
    withQueryDeadline(db().selectDistinct({ city: courses.city }).from(courses).where(area?.course)),
  ]);
  return [...new Set(cities.map(({ city }) => places.districtOf(city) ?? city))].toSorted();
}

const isOfCompany = (row: string): SQL => {
  if (row === UNASSIGNED) return isNull(group);
  return isUuid(row) ? sql`${group} = ${row}` : sql`false`;
};

/** Returns a page of the adoptions behind a number of the report, those of the newest months first, and the sum of all of them. */
export async function readCell(
  scope: AreaScope,
  filter: CellFilter,
  { page, size }: Page,
): Promise<{ rows: CellAdoption[]; total: number; sum: CellSum }> {
  const { rows: of, columns, row, column, figure } = filter;
  const within = await withinOf(scope, of === 'district' && row !== undefined ? row : filter.district);
  const partOf = isTold(figure) ? ADDED[`${figure}Of`] : null;
  const more = and(
    // Rows without anything of the figure change no sum.
    partOf ? sql`(${ADDED[figure]} <> 0 or ${partOf} <> 0)` : sql`${ADDED[figure]} <> 0`,
    row !== undefined && of === 'company' ? isOfCompany(row) : undefined,
    row !== undefined && of !== 'district' && of !== 'company' ? sql`${KEYS[of]} = ${row}` : undefined,
    column !== undefined && columns === 'session' ? eq(line.session, column) : undefined,
    column !== undefined && columns === 'year' ? isInYear(column) : undefined,
  );
  const listed = Object.entries(LISTED_ADOPTION).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`);
  const found = await withQueryDeadline(
    db().execute<(CellAdoption | { reference: null }) & Record<'sum' | 'sumOf' | 'adoptions', number>>(sql`
      with adoption as materialized (
        select ${line.billingId} as id, max(${line.month}) as month, sum(${ADDED[figure]})::bigint as value, ${partOf ? sql`sum(${partOf})::bigint` : sql`0::bigint`} as of
          from ${linesOf(filter, of, within, more)} group by 1 having sum(${ADDED[figure]}) <> 0 ${partOf ? sql`or sum(${partOf}) <> 0` : sql.empty()}),
      -- By month: for an order by day all of them would be looked up.
      page as (select * from adoption order by month desc, id limit ${size}::int offset ${(page - 1) * size}::int),
      shown as (
        select ${sql.join(listed, sql`, `)}, page.value, page.of, page.month, ${billings.verifiedAt}
          from page join ${billings} on ${billings.id} = page.id)
      select shown.*, total.* from shown right join (
               select coalesce(sum(value), 0)::bigint as sum, coalesce(sum(of), 0)::bigint as "sumOf", count(*)::int as adoptions from adoption
             ) total on true order by shown.month desc, shown.verified_at desc, shown.reference`),
  );
  const { sum, sumOf, adoptions } = found[0]!;
  return {
    rows: found.flatMap((row) => (row.reference === null ? [] : [row])),
    total: adoptions,
    sum: { value: sum, of: sumOf },
  };
}
