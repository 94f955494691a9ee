import type { ReactNode } from 'react';
import { toLakhOrCrore, type Stats } from '@/lib/admin/stats/rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

type CountsProps = { counts: { users: number; billings: number }; stats: Stats };

/**
 * The four figures at the top of the dashboard; a large value is shown in lakh or crore with the exact amount below,
 * and parted into what is paid and what is pledged.
 */
export function Counts({ counts, stats }: CountsProps) {
  const t = getTranslator('en', 'stats');
  const short = toLakhOrCrore(stats.valuePaise);
  const exact = formatINR(stats.valuePaise);
  return (
    <section aria-label={t('counts')}>
      <dl className="grid h-full grid-cols-2 rounded-2 border border-line bg-surface *:border-line *:px-4 *:py-4 xl:max-h-140 xl:grid-cols-1 xl:*:px-6 *:[&:nth-child(even)]:border-s xl:*:[&:nth-child(even)]:border-s-0 xl:*:[&:nth-child(n+2)]:border-t *:[&:nth-child(n+3)]:border-t">
        <Count name={t('users')} figure={formatCount(counts.users)} />
        <Count name={t('billings')} figure={formatCount(counts.billings)} />
        <Count name={t('seatsAdopted')} figure={formatCount(stats.seatsAdopted)} />
        <Count name={t('adoptedValue')} figure={short ? t(short.unit, { amount: short.amount }) : exact}>
          {short && <span className="block text-cap text-ink-2">{exact}</span>}
          {stats.valuePaise > 0 && (
            <span className="mt-1 grid text-cap text-ink-2">
              <span>{t('paid', { value: formatINR(stats.paidPaise) })}</span>
              <span>{t('pledged', { value: formatINR(stats.valuePaise - stats.paidPaise) })}</span>
            </span>
          )}
        </Count>
      </dl>
    </section>
  );
}

function Count({ name, figure, children }: { name: string; figure: string; children?: ReactNode }) {
  return (
    <div className="grid min-w-0 content-center">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <span className="block num text-h3 leading-tight">{figure}</span>
        {children}
      </dd>
    </div>
  );
}
