import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { drawMonths } from '@/lib/admin/stats/months-chart';
import { formatMonth, type MonthStats } from '@/lib/admin/stats/rules';
import { MonthsChart } from './months-chart';
import { MonthsTable } from './months-table';

/**
 * The last 12 months: columns of seats in the colours of the types, with key and scale, and the same data as a table.
 */
export function SeatsByMonth({ months }: { months: readonly MonthStats[] }) {
  const t = useTranslations('stats.month');
  const total = months.reduce((sum, { seats }) => sum + seats, 0);
  const drawing = total > 0 ? drawMonths(months) : null;
  const busiest = months.reduce((best, month) => (month.seats > best.seats ? month : best));
  return (
    <section aria-labelledby="by-month" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h2 id="by-month" className="text-lead">
          {t('title')}
        </h2>
        {drawing && (
          <ul className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            {drawing.paths.map(({ courseType }) => (
              <li key={courseType}>
                <TypeTag type={courseType} small />
              </li>
            ))}
            <li className="text-cap text-ink-2">{t('scale', { per: drawing.per })}</li>
          </ul>
        )}
      </div>
      {drawing ? (
        <MonthsChart
          drawing={drawing}
          label={t('picture', { total, most: busiest.seats, month: formatMonth(busiest.month) })}
        />
      ) : (
        <p className="text-small text-ink-2">{t('none')}</p>
      )}
      <details className="text-small print:[&::details-content]:h-auto print:[&::details-content]:[content-visibility:visible]">
        <summary className="w-fit cursor-pointer py-1 font-semibold text-link print:hidden">{t('table')}</summary>
        <MonthsTable months={months} />
      </details>
    </section>
  );
}
