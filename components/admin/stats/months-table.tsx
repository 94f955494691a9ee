import { TableRegion } from '@/components/admin/table-region';
import { formatMonth, type MonthStats } from '@/lib/admin/stats/rules';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/core/format-count';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';

/** The data of the chart by month and type, with their value; newest month first, as in the other tables. */
export function MonthsTable({ months }: { months: readonly MonthStats[] }) {
  const t = getTranslator('en', 'stats.month');
  const seatsOf = (some: readonly MonthStats[]) => some.reduce((sum, { seats }) => sum + seats, 0);
  const valueOf = (some: readonly MonthStats[]) => some.reduce((sum, { valuePaise }) => sum + valuePaise, 0);
  const paidOf = (some: readonly MonthStats[]) => some.reduce((sum, { paidPaise }) => sum + paidPaise, 0);
  const ofType = (some: readonly MonthStats[], index: number) =>
    some.reduce((sum, { byType }) => sum + byType[index]!.seats, 0);
  const row = (name: string, some: readonly MonthStats[]) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {COURSE_TYPES.map((type, index) => (
        <td key={type} className="figure">
          {formatCount(ofType(some, index))}
        </td>
      ))}
      <td className="figure">{formatCount(seatsOf(some))}</td>
      <td className="figure">{formatINR(valueOf(some))}</td>
      <td className="figure">{formatINR(paidOf(some))}</td>
      <td className="figure">{formatINR(valueOf(some) - paidOf(some))}</td>
    </tr>
  );
  return (
    <TableRegion labelledBy="by-month-caption" className="mt-2">
      <caption id="by-month-caption" className="sr-only">
        {t('caption')}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          {[...COURSE_TYPES, t('seats'), t('value'), t('paid'), t('pledged')].map((name) => (
            <th key={name} scope="col" className="figure">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{months.toReversed().map((month) => row(formatMonth(month.month), [month]))}</tbody>
      <tfoot className="*:*:border-t *:*:font-semibold">{row(t('total'), months)}</tfoot>
    </TableRegion>
  );
}
