'use client';

import { useTranslations } from 'use-intl';
import { DashboardPage } from '@/components/shell/page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useRetry } from '@/components/ui/use-retry';

/** Error boundary of the dashboard's pages, inside the shell; the layout renders `<main>`. */
export default function DashboardError({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('failure');
  const { pending, tryAgain } = useRetry(reset);
  return (
    <DashboardPage>
      <EmptyState level="h1" title={t('title')} text={t('text')}>
        <Button pending={pending} onClick={tryAgain}>
          {t('again')}
        </Button>
      </EmptyState>
    </DashboardPage>
  );
}
