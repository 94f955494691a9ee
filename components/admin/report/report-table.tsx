import { CompanyLink } from '@/components/admin/companies/company-link';
import { Link } from '@/components/platform/ui/link';
import { DataTable } from '@/components/platform/ui/data-table';
import {
  CELL_LIST,
  FIGURES,
  isTold,
  UNASSIGNED,
  type Figure,
  type Figures,
  type Report,
  type ReportFilter,
} from '@/lib/admin/report/schema';
import { NO_FIGURES } from '@/lib/admin/report/rules';
import { getTranslator } from '@/lib/platform/i18n/server';
import { figureText, partText } from './figure';

const t = getTranslator('en', 'report');

type ReportTableProps = { labelledBy: string; report: Report; filter: ReportFilter };

/** The figures by row and column, each number a link to the adoptions behind it. */
export function ReportTable({ labelledBy, report, filter }: ReportTableProps) {
  const { rows, columns, figure } = filter;
  const shown: { column: string; figure: Figure; title: string }[] =
    columns === 'figures'
      ? FIGURES.map((each) => ({ column: '', figure: each, title: t(`figure.${each}`) }))
      : report.columns.map((column) => ({ column, figure, title: column }));
  const cell = (of: (typeof shown)[number], figures: Figures | undefined, row?: { key: string; name: string }) => (
    <Cell filter={filter} {...of} figures={figures ?? NO_FIGURES} row={row} />
  );
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={report.rows}
      rowKey={({ key }) => key}
      columns={[
        {
          title: t(`rows.${rows}`),
          as: 'name',
          cell: ({ key, name }) =>
            rows === 'company' ? <CompanyLink company={name} groupId={key === UNASSIGNED ? null : key} /> : name,
          sum: t('all'),
        },
        ...shown.map((of) => ({
          title: of.title,
          as: 'figure' as const,
          cell: (row: Report['rows'][number]) => cell(of, row.cells.get(of.column), row),
          sum: cell(of, report.sums.get(of.column)),
        })),
      ]}
    />
  );
}

type CellProps = {
  filter: ReportFilter;
  column: string;
  figure: Figure;
  title: string;
  figures: Figures;
  /** None for the sums of all rows. */
  row: { key: string; name: string } | undefined;
};

function Cell({ filter, column, figure, title, figures, row }: CellProps) {
  const value = figureText(figure, figures[figure]);
  const part = partText(isTold(figure) ? figures.of[figure] : 0);
  if (figures[figure] === 0 && part === null) return value;
  const of = { ...filter, figure, row: row?.key, column: column || undefined };
  return (
    <>
      <Link
        href={CELL_LIST.href(of)}
        prefetch={false}
        aria-label={t('link', { figure: t(`figure.${figure}`), row: row?.name ?? t('all'), column: title, value })}
        className="text-link underline underline-offset-4"
      >
        {value}
      </Link>
      {part && <span className="block text-cap text-ink-2">{part}</span>}
    </>
  );
}
