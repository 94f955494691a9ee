import Link from 'next/link';
import { PageHead } from '@/components/admin/page-head';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { texts } from '@/lib/text/server';

const t = texts('en', 'admin.notFound');

export const metadata = { title: t('title') };

/** An address of the area with nothing behind it, within the shell. */
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
