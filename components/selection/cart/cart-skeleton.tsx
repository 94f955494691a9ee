'use client';

import { useTranslations } from 'use-intl';
import { Skeleton } from '@/components/platform/ui/skeleton';

/** Shown until the browser's storage has been read. */
export function CartSkeleton() {
  const t = useTranslations('cart');
  return (
    <div aria-busy="true" className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <p className="sr-only">{t('loading')}</p>
      <div className="grid content-start gap-3">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-28 w-full md:h-18" />
        <Skeleton className="h-28 w-full md:h-18" />
      </div>
      <Skeleton className="h-85 w-full" />
    </div>
  );
}
