import { OverviewSkeleton } from '@/components/adoption/dashboard/overview';
import { DashboardPage } from '@/components/platform/shell/page';
import { Skeleton } from '@/components/platform/ui/skeleton';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown while the server counts seats: the parts of the sponsor's profile that this browser has stored. */
export default async function DashboardLoading() {
  const t = await getTranslations('dashboard');
  return (
    <DashboardPage loose>
      <h1>{t('title')}</h1>
      <h2>{(await getTranslations('adoptionHistory'))('title')}</h2>
      <Skeleton className="h-48 w-full" />
      <h2>{t('courses')}</h2>
      <Skeleton className="h-48 w-full" />
      <OverviewSkeleton room={<Skeleton className="h-10 w-full max-w-60" />} />
    </DashboardPage>
  );
}
