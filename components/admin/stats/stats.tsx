'use client';

import { useTranslations } from 'use-intl';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Link } from '@/components/platform/ui/link';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import type { Stats } from '@/lib/admin/stats/rules';
import { SeatsByMonth } from './seats-by-month';

/**
 * The adopted seats of the last 12 months, as a chart and a table; the report has the rest. A client component, so that the
 * page carries their figures as data and not as elements.
 */
export function StatsPanels({ stats }: { stats: Stats }) {
  const t = useTranslations('stats');
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-2 border border-line bg-surface px-4 py-4 sm:px-6">
      {stats.seatsAdopted === 0 ? (
        <section aria-labelledby="by-month" className="grid content-center gap-3">
          <h2 id="by-month" className="text-lead">
            {t('month.title')}
          </h2>
          <SeatField total={10} taken={0} unit={2} />
          <p className="text-small text-ink-2">{t('none')}</p>
        </section>
      ) : (
        <>
          <SeatsByMonth months={stats.byMonth} />
          <Link
            href={REPORT_LIST.path}
            className="justify-self-start text-small text-link underline underline-offset-4"
          >
            {t('report')}
          </Link>
        </>
      )}
    </div>
  );
}
