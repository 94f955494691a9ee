import { PageHead } from '@/components/admin/page-head';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'admin.notFound');

export const metadata = { title: t('title') };

/** Shown inside the shell for an unknown path of the area. */
export default function AdminNotFound() {
  return (
    <>
      <PageHead title={t('title')} />
      <EmptyState title={t('text')}>
        <Button asChild>
          <Link href="/admin/dashboard">{t('home')}</Link>
        </Button>
      </EmptyState>
    </>
  );
}
