'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useRetry } from '@/components/ui/use-retry';
import { errorText } from '@/lib/i18n/errors';
import { PageHead } from './page-head';

/** Shown instead of a page that could not be rendered, with a retry. */
export function AdminFailure({ reset }: { reset: () => void }) {
  const t = useTranslations('failure');
  const { pending, tryAgain } = useRetry(reset);
  return (
    <>
      <PageHead title={t('title')} />
      <EmptyState title={errorText('admin.data_failed')}>
        <Button pending={pending} onClick={tryAgain}>
          {t('again')}
        </Button>
      </EmptyState>
    </>
  );
}
