import type { KeepingTotals } from '@/lib/catalogue/keeping/queries';
import { figure } from '@/lib/core/figure';
import { getTranslations } from '@/lib/text/server';

const SHOWN = ['courses', 'seats', 'adopted', 'held', 'left'] as const;

/** The sums of every course that matches, on this page or another. */
export function Totals({ totals }: { totals: KeepingTotals }) {
  const t = getTranslations('keeping.totals');
  return (
    <dl
      aria-label={t('label')}
      className="flex flex-wrap gap-x-8 gap-y-3 rounded-2 border border-line bg-surface px-4 py-3"
    >
      {SHOWN.map((name) => (
        <div key={name} className="grid">
          <dt className="text-cap text-ink-2">{t(name)}</dt>
          <dd className="num text-h3 leading-tight">{figure(totals[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
