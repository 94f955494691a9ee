import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';

/** The number of shown and total rows, and the order; announced when a filter changes it. */
export function ResultCount({ count, total, order }: { count: number; total: number; order: string }) {
  const t = getTranslator('en', 'usersAndBillings.found');
  const text =
    count === total
      ? t('all', { total: formatCount(total), order })
      : t('some', { count: formatCount(count), total: formatCount(total), order });
  return <span role="status">{text}</span>;
}
