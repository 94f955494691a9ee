'use client';

import { useTranslations } from 'use-intl';
import { Skeleton } from '@/components/platform/ui/skeleton';

/** Shown until the browser's storage has been read. */
export function CheckoutSkeleton() {
  const t = useTranslations('payment');
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-36 w-full md:h-28" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-185 w-full md:h-116" />
    </div>
  );
}
