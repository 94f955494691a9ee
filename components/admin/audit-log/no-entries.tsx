import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslator } from '@/lib/platform/i18n/server';

/** Shown instead of the table when the log is empty or no entry matches. */
export function NoEntries({ filtered }: { filtered: boolean }) {
  const t = getTranslator('en', 'auditLog');
  return (
    <EmptyState title={t('none')} text={filtered ? t('noneText') : t('emptyText')}>
      {filtered && (
        <Button asChild variant="line">
          <Link href="/admin/audit">{t('allEntries')}</Link>
        </Button>
      )}
    </EmptyState>
  );
}
