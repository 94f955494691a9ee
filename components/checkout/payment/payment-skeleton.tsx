'use client';

import { useTranslations } from 'use-intl';
import { Skeleton } from '@/components/platform/ui/skeleton';

/** Shown until the browser's storage has been read, and while the page is being left. */
export function PaymentSkeleton() {
  const t = useTranslations('dashboardPayment');
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
