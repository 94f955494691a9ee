import type { Metadata } from 'next';
import { DashboardPage } from '@/components/platform/shell/page';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.notFound'))('title') };
}

/** Shown inside the shell for an unknown path of the dashboard. */
export default async function DashboardNotFound() {
  const t = await getTranslations('shell.notFound');
  return (
    <DashboardPage>
      <h1>{t('title')}</h1>
      <EmptyState title={t('text')}>
        <Button asChild>
          <Link href="/dashboard">{t('home')}</Link>
        </Button>
      </EmptyState>
    </DashboardPage>
  );
}
