import 'server-only';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { billingItems, billings, courses } from '@/db/schema';
import { GROUPS } from '@/db/schema/report-kinds';
import { namesIn } from '@/lib/catalogue/localized-names';
import { offerTexts } from '@/lib/catalogue/names';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { isLocalArea } from '@/lib/company/rules';
import { companyDetails, companyOf } from '@/lib/company/statements';
import type { CompanyDetails } from '@/lib/company/schema';
import { modeName } from '@/lib/documents/mode-name';
import { leftOf, type StatementEntry, type UseData } from '@/lib/documents/paper-rules';
import { issueUse } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { ofSubject, type YearSubject } from '@/lib/documents/papers/statements';
import { lineKey } from '@/lib/funds/rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { HttpError } from '@/lib/platform/errors';
import { groupBy } from '@/lib/platform/group-by';
import type texts from '@/lib/platform/i18n/en/year-end.json';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { toRupees } from '@/lib/platform/money';
import { rowsResponse } from '@/lib/platform/spreadsheet/response';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { groupText, seatsText } from '@/lib/published/progress-texts';
import { readSettings } from '@/lib/settings/queries';
import { givenUse, readYear, type YearLine } from './queries';

/*
 * The CSR support pack: the facts of a financial year that form CSR-2 and Annexure II of the annual report ask for, one row a line
 * of an adoption. Companies fill in what only they know; the exact columns of those forms are not ours to say.
 */

/** A line with what else the pack says of it. */
type PackLine = YearLine & {
  /** Its number among the lines of its adoption. */
  number: number;
  adoptedAt: Date;
  /** From its year of study until the end of the course; null if the catalogue does not know. */
  years: number | null;
  valuePaise: number;
  district: string;
  /** Whether a plant of the company is in the district or the city; null if the company has named none. */
  isLocal: boolean | null;
  entries: StatementEntry[];
};

type Pack = { lines: PackLine[]; isOver: boolean; serial: string; body: UseData['body']; item: string };

/**
 * Returns the support pack of a year as a spreadsheet. It issues the statement of use, which it names.
 * @throws HttpError 404 'document.not_found' for a year without money
 */
export async function supportPackResponse(subject: YearSubject, year: string, locale: Locale): Promise<Response> {
  const pack = await readPack(subject, year);
  const name = getTranslator(locale, 'yearEnd')('pack.sheet');
  return rowsResponse(`csr_support_pack_${year}.xlsx`, name, columnsOf(pack, locale), pack.lines);
}

async function readPack(subject: YearSubject, year: string): Promise<Pack> {
  const yearEnd = await readYear(subject, year);
  const given = givenUse(yearEnd);
  if (!given) throw new HttpError('document.not_found');
  const { id } = await issueUse(subject, given);
  const [{ serial, data }, facts, places, { scheduleItem }] = await Promise.all([
    readPaper(id),
    readFacts(subject, [...new Set(yearEnd.lines.map(({ billingId }) => billingId))]),
    loadPlaces(),
    readSettings('terms'),
  ]);
  if (data.kind !== 'use') throw new HttpError('document.not_found');
  const factsOf = new Map(facts.map((row) => [lineKey(row), row]));
  const entriesOf = groupBy(data.entries, ({ adoption }) => adoption);
  const lines = yearEnd.lines.map((line): PackLine => {
    const { number, adoptedAt, years, valuePaise, company } = factsOf.get(lineKey(line))!;
    const district = places.districtOf(line.city) ?? line.city;
    return {
      ...line,
      ...{ number, adoptedAt, years, valuePaise, district },
      isLocal: isLocalArea(company?.plants ?? [], [district, line.city]),
      entries: entriesOf.get(line.reference) ?? [],
    };
  });
  return { lines, isOver: yearEnd.isOver, serial, body: data.body, item: scheduleItem };
}

const readFacts = (subject: YearSubject, billingIds: readonly string[]) =>
  withQueryDeadline(
    db()
      .select({
        billingId: billingItems.billingId,
        courseId: billingItems.courseId,
        number:
          sql<number>`row_number() over (partition by ${billingItems.billingId} order by ${billingItems.position})`.mapWith(
            Number,
          ),
        adoptedAt: sql<Date>`${billings.verifiedAt}`.mapWith(billings.verifiedAt),
        years: sql<number | null>`${courses.durationYears} - ${billingItems.studyYear} + 1`,
        valuePaise: sql<number>`(${billingItems.seats} * ${billingItems.pricePaise})::bigint`.mapWith(Number),
        company: sql<CompanyDetails | null>`${companyDetails(companyOf(billings))}`,
      })
      .from(billingItems)
      .innerJoin(billings, eq(billings.id, billingItems.billingId))
      .innerJoin(courses, eq(courses.id, billingItems.courseId))
      .where(and(ofSubject(subject), isNotNull(billings.verifiedAt), inArray(billings.id, [...billingIds]))),
  );

/** The number of a registration of the receiving body for CSR, 'CSR' and eight digits; empty if it has entered none. */
const csrNumberOf = ({ registrations }: UseData['body']): string =>
  registrations.find(({ number }) => /^CSR\d{8}$/.test(number))?.number ?? '';

function columnsOf({ isOver, serial, body, item }: Pack, locale: Locale): Column<PackLine>[] {
  const [t, paper, progress] = [
    getTranslator(locale, 'yearEnd'),
    getTranslator(locale, 'paper'),
    getTranslator(locale, 'adoptionPage.progress'),
  ];
  const names = namesIn(locale);
  const column = (name: PackColumn) => t(`pack.column.${name}`, { over: String(isOver) });
  const text = (name: PackColumn, cell: (line: PackLine) => string | null): Column<PackLine> => ({
    header: column(name),
    type: 'text',
    cell,
  });
  const rupees = (name: PackColumn, paise: (line: PackLine) => number | null): Column<PackLine> => ({
    header: column(name),
    type: 'rupees',
    cell: (line) => {
      const value = paise(line);
      return value === null ? null : toRupees(value);
    },
  });
  const list = (line: PackLine, one: (entry: StatementEntry) => string) =>
    line.entries
      .filter(({ kind }) => kind === 'received')
      .map(one)
      .join('; ');
  return [
    text('project', ({ reference, number }) => `${reference}-${number}`),
    text('order', ({ orderNumber }) => orderNumber),
    text('name', (line) => offerTexts(names, line).join(' · ')),
    text('item', () => item),
    text('ongoing', ({ years }) => (years === null ? null : t(years > 1 ? 'pack.yes' : 'pack.no'))),
    { header: column('start'), type: 'moment', cell: ({ adoptedAt }) => adoptedAt },
    { header: column('years'), type: 'number', cell: ({ years }) => years },
    text('state', () => 'Madhya Pradesh'),
    text('district', ({ district }) => names.place(district)),
    text('local', ({ isLocal }) => (isLocal === null ? null : t(isLocal ? 'pack.yes' : 'pack.no'))),
    rupees('pledged', ({ pledgedPaise }) => pledgedPaise),
    rupees('allocated', ({ valuePaise }) => valuePaise),
    rupees('opening', ({ openingPaise }) => openingPaise),
    rupees('received', ({ receivedPaise }) => receivedPaise),
    text('receivedOn', (line) => list(line, ({ on }) => formatDate(indianDay(on), locale))),
    text('mode', (line) => list(line, ({ mode }) => modeName(mode, paper))),
    text('reference', (line) => list(line, ({ reference }) => reference)),
    text('receipt', (line) => list(line, (entry) => entry.serial ?? '–')),
    rupees('tds', ({ tdsPaise }) => tdsPaise),
    rupees('passed', ({ passedPaise }) => passedPaise),
    rupees('used', ({ usedPaise }) => usedPaise),
    rupees('unused', leftOf),
    rupees('unstated', ({ unstatedPaise }) => unstatedPaise),
    rupees('returned', ({ returnedPaise }) => returnedPaise),
    text('certificate', () => serial),
    text('implementation', () => t('pack.agency')),
    text('agency', () => body.legalName),
    text('csrNumber', () => csrNumberOf(body)),
    { header: column('places'), type: 'number', cell: ({ seats }) => seats },
    text('enrolled', ({ students, seats, enrolled }) => seatsText(progress, { state: students, seats, enrolled })),
    ...GROUPS.map((group) => text(group, ({ composition }) => groupText(progress, composition?.[group]))),
    text('asset', () => t('pack.none')),
  ];
}

/** The columns have their texts. */
type PackColumn = keyof (typeof texts)['pack']['column'];
