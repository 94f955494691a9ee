'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { errorText } from '@/lib/text/errors';
import { PageHead } from './page-head';

/** Stands in place of a page that the server could not make, and asks for it again (R-ADMIN-16). */
export function AdminFailure({ reset }: { reset: () => void }) {
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
    <>
      <PageHead title={t('failure.title')} />
      <EmptyState title={errorText('admin.data_failed')}>
        <Button pending={pending} onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
      </EmptyState>
    </>
  );
}
