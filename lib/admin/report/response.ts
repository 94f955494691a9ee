import 'server-only';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { HttpError } from '@/lib/platform/errors';
import { formatCount } from '@/lib/platform/format-count';
import { isoDate } from '@/lib/platform/dates';
import { toRupees } from '@/lib/platform/money';
import { MAX_ROWS } from '@/lib/platform/spreadsheet/rules';
import { rowsResponse } from '@/lib/platform/spreadsheet/response';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readReport } from './queries';
import { NO_FIGURES } from './rules';
import {
  FIGURES,
  isAmount,
  isTold,
  REPORT_LIST,
  type Figure,
  type Figures,
  type Report,
  type ReportFilter,
} from './schema';

const t = getTranslator('en', 'report');

type Row = Pick<Report['rows'][number], 'name' | 'cells'>;

/**
 * Returns the sheet of the report with all of its rows, the sums last, and the number of rows.
 * @throws HttpError 400 'download.too_many' if a sheet has fewer rows
 */
export async function reportSheet(scope: AreaScope, filter: ReportFilter) {
  const report = await readReport(scope, filter, { page: 1, size: MAX_ROWS });
  if (report.total >= MAX_ROWS) throw new HttpError('download.too_many', { params: { max: formatCount(MAX_ROWS) } });
  const { rows: of, columns: by, figure } = filter;
  const shown =
    by === 'figures'
      ? FIGURES.flatMap((each) => columnsOf(t(`figure.${each}`), '', each))
      : report.columns.flatMap((column) => columnsOf(column, column, figure));
  const columns: Column<Row>[] = [{ header: t(`rows.${of}`), type: 'text', cell: ({ name }) => name }, ...shown];
  const rows: Row[] = [...report.rows, { name: t('all'), cells: report.sums }];
  return { name: t('title'), columns, rows, total: report.total };
}

/** Returns the report as a spreadsheet; it is in the audit log. @throws as reportSheet */
export async function reportResponse(scope: AreaScope, filter: ReportFilter): Promise<Response> {
  const { name, columns, rows, total } = await reportSheet(scope, filter);
  await recordAction(scope, { action: 'report.downloaded', after: { q: REPORT_LIST.query(filter), rows: total } });
  return rowsResponse(`report-${isoDate(new Date())}.xlsx`, name, columns, rows);
}

/** The column of a figure, and for students a second one with the seats of which only a word is told. */
function columnsOf(title: string, column: string, figure: Figure): Column<Row>[] {
  const of = ({ cells }: Row): Figures => cells.get(column) ?? NO_FIGURES;
  const own: Column<Row> = isAmount(figure)
    ? { header: title, type: 'rupees', cell: (row) => toRupees(of(row)[figure]) }
    : { header: title, type: 'number', cell: (row) => of(row)[figure] };
  if (!isTold(figure)) return [own];
  return [own, { header: t('partOfColumn', { title }), type: 'number', cell: (row) => of(row).of[figure] }];
}
