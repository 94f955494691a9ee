import 'server-only';
import { buffer } from 'node:stream/consumers';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { recordAction } from '@/lib/admin/audit-log/mutations';
import { toRupees } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import type { Column } from '@/lib/spreadsheet/schema';
import { begin, writeWorkbook } from '@/lib/spreadsheet/workbook';
import type { InstituteDetails } from '../institute-details';
import { COLUMN_TITLES, OPTIONAL_TITLES, type ImportRow } from './schema';

type ExportRow = Required<Omit<ImportRow, 'line'>> & InstituteDetails;

const COLUMNS: readonly Column<ExportRow>[] = [
  { header: COLUMN_TITLES.city, type: 'text', cell: ({ city }) => city },
  { header: COLUMN_TITLES.institute, type: 'text', cell: ({ institute }) => institute },
  { header: COLUMN_TITLES.courseType, type: 'text', cell: ({ courseType }) => courseType },
  { header: COLUMN_TITLES.branch, type: 'text', cell: ({ branch }) => branch },
  { header: COLUMN_TITLES.totalSeats, type: 'number', cell: ({ totalSeats }) => totalSeats },
  { header: COLUMN_TITLES.price, type: 'rupees', cell: ({ pricePaise }) => toRupees(pricePaise) },
  { header: OPTIONAL_TITLES.duration, type: 'number', cell: ({ durationYears }) => durationYears },
  { header: OPTIONAL_TITLES.open, type: 'text', cell: ({ isOpen }) => (isOpen ? 'yes' : 'no') },
  { header: OPTIONAL_TITLES.kind, type: 'text', cell: ({ kind }) => kind },
  { header: OPTIONAL_TITLES.address, type: 'text', cell: ({ address }) => address },
  { header: OPTIONAL_TITLES.website, type: 'text', cell: ({ website }) => website },
  { header: OPTIONAL_TITLES.contact, type: 'text', cell: ({ contact }) => contact },
];

/**
 * Returns the current catalogue as a workbook; importing it unchanged changes nothing. Names are text cells, so that
 * none is evaluated as a formula (security 40). Built in memory, since it is a few megabytes at most. The audit log
 * entry is written before the file is created.
 */
export async function exportCatalogue(scope: AdminScope): Promise<Buffer> {
  const rows = await sql()<ExportRow[]>`
    select c.city, i.name as institute, c.course_type as "courseType", c.branch, c.total_seats as "totalSeats", c.price_paise::float8 as "pricePaise",
           c.duration_years as "durationYears", c.is_open as "isOpen", i.kind, i.address, i.website, i.contact
      from courses c left join institutes i on i.id = c.institute_id
     order by lower(c.city), lower(i.name) nulls last, c.course_type, lower(c.branch), c.id`;
  await recordAction(scope, { action: 'catalogue.downloaded', after: { rows: rows.length } });
  return buffer(writeWorkbook(getTranslator('en', 'adminCourses')('title'), COLUMNS, await begin(only(rows))));
}

async function* only<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows;
}
