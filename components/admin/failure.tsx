'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { reloadPage } from '@/components/platform/ui/reload-page';
import { errorText } from '@/lib/platform/i18n/errors';
import { PageHead } from './page-head';

/** Shown instead of a page that could not be rendered, with a retry. */
export function AdminFailure() {
  const t = useTranslations('failure');
  return (
    <>
      <PageHead title={t('title')} />
      <EmptyState title={errorText('admin.data_failed')}>
        <Button onClick={reloadPage}>{t('again')}</Button>
      </EmptyState>
    </>
  );
}
