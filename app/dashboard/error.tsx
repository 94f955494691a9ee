'use client';

import { useTranslations } from 'use-intl';
import { DashboardPage } from '@/components/shell/page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useRetry } from '@/components/ui/use-retry';

/** The last resort of a dashboard page, within the shell; its `<main>` is the layout's. */
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
