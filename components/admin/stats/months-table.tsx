import { useTranslations } from 'use-intl';
import { COURSE_TYPES } from '@/db/schema/enums';
import { DataTable, type Column } from '@/components/platform/ui/data-table';
import { formatMonth, type MonthStats } from '@/lib/admin/stats/rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';

const rupees = (paise: number) => formatINR(paise);

/** The data of the chart by month and type, with their value; newest month first, as in the other tables. */
export function MonthsTable({ months }: { months: readonly MonthStats[] }) {
  const t = useTranslations('stats.month');
  const figure = (
    title: string,
    value: (month: MonthStats) => number,
    format: (value: number) => string,
  ): Column<MonthStats> => ({
    title,
    as: 'figure',
    cell: (month) => format(value(month)),
    sum: format(months.reduce((sum, month) => sum + value(month), 0)),
  });
  return (
    <div className="mt-2">
      <DataTable
        labelledBy="by-month-caption"
        caption={t('caption')}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        columns={[
          { title: t('name'), cell: ({ month }) => formatMonth(month), sum: t('total') },
          ...COURSE_TYPES.map((type, index) => figure(type, ({ byType }) => byType[index]!.seats, formatCount)),
          figure(t('seats'), ({ seats }) => seats, formatCount),
          figure(t('value'), ({ valuePaise }) => valuePaise, rupees),
          figure(t('paid'), ({ paidPaise }) => paidPaise, rupees),
          figure(t('pledged'), ({ valuePaise, paidPaise }) => valuePaise - paidPaise, rupees),
        ]}
      />
    </div>
  );
}
