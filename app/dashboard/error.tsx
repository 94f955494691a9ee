'use client';

import { useTranslations } from 'use-intl';
import { DashboardPage } from '@/components/platform/shell/page';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { reloadPage } from '@/components/platform/ui/reload-page';

/** Error boundary of the dashboard's pages, inside the shell; the layout renders `<main>`. */
export default function DashboardError() {
  const t = useTranslations('failure');
  return (
    <DashboardPage>
      <EmptyState level="h1" title={t('title')} text={t('text')}>
        <Button onClick={reloadPage}>{t('again')}</Button>
      </EmptyState>
    </DashboardPage>
  );
}
