'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { DashboardPage } from '@/components/shell/page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** The last resort of a dashboard page, within the shell; its `<main>` is the layout's. */
export default function DashboardError({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('common');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  // What failed was made by the server, so it is asked again; the boundary alone would show the same failure.
  const tryAgain = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <DashboardPage>
      <EmptyState title={t('failure.title')} text={t('failure.text')}>
        <Button pending={pending} onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
      </EmptyState>
    </DashboardPage>
  );
}
