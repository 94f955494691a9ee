import { figure } from '@/lib/core/figure';
import { getTranslator } from '@/lib/i18n/server';

/** How many rows a table shows of how many, and in which order; told anew when a filter changes it. */
export function Found({ count, total, order }: { count: number; total: number; order: string }) {
  const t = getTranslator('en', 'records.found');
  const text =
    count === total
      ? t('all', { total: figure(total), order })
      : t('some', { count: figure(count), total: figure(total), order });
  return <span role="status">{text}</span>;
}
