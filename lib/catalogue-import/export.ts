import 'server-only';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { courses, institutes } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { toRupees } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { begin, writeWorkbook } from '@/lib/platform/spreadsheet/workbook';
import type { InstituteDetails } from '@/lib/catalogue/institute-details';
import { COLUMN_TITLES, OPTIONAL_TITLES, type ImportRow } from './schema';

type ExportRow = Required<Omit<ImportRow, 'line'>> & InstituteDetails;

const COLUMNS: readonly Column<ExportRow>[] = [
  { header: COLUMN_TITLES.city, type: 'text', cell: ({ city }) => city },
  { header: COLUMN_TITLES.institute, type: 'text', cell: ({ institute }) => institute },
  { header: COLUMN_TITLES.courseType, type: 'text', cell: ({ courseType }) => courseType },
  { header: COLUMN_TITLES.branch, type: 'text', cell: ({ branch }) => branch },
  { header: COLUMN_TITLES.totalSeats, type: 'number', cell: ({ totalSeats }) => totalSeats },
  { header: COLUMN_TITLES.price, type: 'rupees', cell: ({ pricePaise }) => toRupees(pricePaise) },
  { header: OPTIONAL_TITLES.number, type: 'text', cell: ({ number }) => number },
  { header: OPTIONAL_TITLES.hindi, type: 'text', cell: ({ hindi }) => hindi },
  { header: OPTIONAL_TITLES.branchHindi, type: 'text', cell: ({ branchHindi }) => branchHindi },
  { header: OPTIONAL_TITLES.duration, type: 'number', cell: ({ durationYears }) => durationYears },
  { header: OPTIONAL_TITLES.open, type: 'text', cell: ({ isOpen }) => (isOpen ? 'yes' : 'no') },
  { header: OPTIONAL_TITLES.kind, type: 'text', cell: ({ kind }) => kind },
  { header: OPTIONAL_TITLES.address, type: 'text', cell: ({ address }) => address },
  { header: OPTIONAL_TITLES.website, type: 'text', cell: ({ website }) => website },
  { header: OPTIONAL_TITLES.contact, type: 'text', cell: ({ contact }) => contact },
  { header: OPTIONAL_TITLES.session, type: 'text', cell: ({ session }) => session },
  { header: OPTIONAL_TITLES.studyYear, type: 'number', cell: ({ studyYear }) => studyYear },
];

/**
 * Returns the current catalogue as a workbook; importing it unchanged changes nothing. Names are text cells, so that
 * none is evaluated as a formula (security 40). Built in memory, since it is a few megabytes at most. The audit log
 * entry is written before the file is created.
 */
export async function exportCatalogue(scope: AdminScope): Promise<Buffer> {
  const { number, hindi, kind, address, website, contact } = institutes;
  const rows = await db()
    .select({
      city: courses.city,
      institute: institutes.name,
      courseType: courses.courseType,
      branch: courses.branch,
      totalSeats: courses.totalSeats,
      pricePaise: courses.pricePaise,
      durationYears: courses.durationYears,
      isOpen: courses.isOpen,
      session: courses.session,
      studyYear: courses.studyYear,
      branchHindi: courses.branchHindi,
      number,
      hindi,
      kind,
      address,
      website,
      contact,
    })
    .from(courses)
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .orderBy(
      sql`lower(${courses.city})`,
      sql`lower(${institutes.name}) nulls last`,
      courses.courseType,
      sql`lower(${courses.branch})`,
      courses.session,
      courses.studyYear,
      courses.id,
    );
  await recordAction(scope, { action: 'catalogue.downloaded', after: { rows: rows.length } });
  return buffer(writeWorkbook(getTranslator('en', 'adminCourses')('title'), COLUMNS, await begin(only(rows))));
}

async function* only<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows;
}
