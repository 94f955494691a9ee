'use client';

import { useTranslations } from 'use-intl';
import { RowSkeletons } from '@/components/catalogue/course/row-skeleton';
import { Skeleton } from '@/components/platform/ui/skeleton';
import { StepBar } from './step-bar';

/** The wizard while its courses are loading or the stored step is unknown. */
export function WizardSkeleton() {
  const t = useTranslations('list');
  return (
    <div aria-busy="true">
      <StepBar step={null} />
      <div className="wrap grid gap-3 pt-6 pb-18">
        <p className="sr-only">{t('loading')}</p>
        <Skeleton className="h-11 w-48" />
        <Skeleton className="mb-6 h-6 w-full" />
        <RowSkeletons />
      </div>
    </div>
  );
}
