import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { MissingNote } from '@/components/admin/settings/missing-note';
import { Counts } from '@/components/admin/stats/counts';
import { StatsPanels } from '@/components/admin/stats/stats';
import { Billings } from '@/components/admin/users-and-billings/billings';
import { LatestUsers } from '@/components/admin/users-and-billings/latest-users';
import { NewDataBanner } from '@/components/admin/users-and-billings/new-data-banner';
import { isUnlimited } from '@/lib/accounts/administrators/session';
import { readStats } from '@/lib/admin/stats/queries';
import { countRecords } from '@/lib/admin/users-and-billings/queries';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'usersAndBillings');

export const metadata: Metadata = { title: t('title') };

type DashboardProps = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** The administrator's dashboard: counts, statistics, the latest users and all billings. Who is limited to an area begins with the report. */
export default adminPage(async (scope, { searchParams }: DashboardProps) => {
  if (!isUnlimited(scope)) redirect('/admin/report');
  const [counts, stats, params] = await Promise.all([countRecords(scope), readStats(scope), searchParams]);
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <MissingNote />
      <NewDataBanner shown={counts} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
        <Counts counts={counts} stats={stats} />
        <StatsPanels stats={stats} />
      </div>
      <LatestUsers scope={scope} total={counts.users} />
      <Billings scope={scope} params={params} total={counts.billings} />
    </>
  );
}, IN_AREA);
