import { EmptyState } from '@/components/ui/empty-state';
import { getTranslator } from '@/lib/i18n/server';

/** Shown instead of the table when no course matches or none exists. */
export function NoCourses({ filtered }: { filtered: boolean }) {
  const t = getTranslator('en', 'adminCourses.filter');
  return filtered ? (
    <EmptyState title={t('nothing')} text={t('nothingText')} />
  ) : (
    <EmptyState title={t('none')} text={t('noneText')} />
  );
}
