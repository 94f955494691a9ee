import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { Counts } from '@/components/figures/counts';
import { Figures } from '@/components/figures/figures';
import { Billings } from '@/components/records/billings';
import { FirstUsers } from '@/components/records/first-users';
import { Freshness } from '@/components/records/freshness';
import type { GivenParams } from '@/lib/core/search-params';
import { readFigures } from '@/lib/figures/queries';
import { getTranslator } from '@/lib/i18n/server';
import { countRecords } from '@/lib/records/queries';

const t = getTranslator('en', 'records');

export const metadata: Metadata = { title: t('dashboard') };

type DashboardProps = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** The administrator's dashboard (R-ADMIN-06 to R-ADMIN-18): counts, figures, the first users and all billings. */
export default adminPage(async (scope, { searchParams }: DashboardProps) => {
  const [counts, figures, params] = await Promise.all([countRecords(scope), readFigures(scope), searchParams]);
  return (
    <>
      <h1 className="sr-only">{t('dashboard')}</h1>
      <Freshness shown={counts} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
        <Counts counts={counts} figures={figures} />
        <Figures figures={figures} />
      </div>
      <FirstUsers scope={scope} total={counts.users} />
      <Billings scope={scope} params={params} total={counts.billings} />
    </>
  );
});
