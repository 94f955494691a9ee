'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';

/** 'Failed to Load Courses' with its message; 'Try Again' requests the page once more. */
export function LoadFailure({ message }: { message: string }) {
  const t = useTranslations('list');
  const common = useTranslations('common');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <EmptyState title={t('failure.title')} text={message}>
      <Button pending={pending} onClick={() => startTransition(() => router.refresh())}>
        {common('tryAgain')}
      </Button>
    </EmptyState>
  );
}
