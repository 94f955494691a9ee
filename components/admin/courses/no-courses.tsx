import { EmptyState } from '@/components/ui/empty-state';
import { getTranslator } from '@/lib/i18n/server';

/** Stands where the table would be: nothing fits the filters, or there is no course at all. */
export function NoCourses({ filtered }: { filtered: boolean }) {
  const t = getTranslator('en', 'adminCourses.filter');
  return filtered ? (
    <EmptyState title={t('nothing')} text={t('nothingText')} />
  ) : (
    <EmptyState title={t('none')} text={t('noneText')} />
  );
}
