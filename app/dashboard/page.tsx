import type { Metadata } from 'next';
import { DashboardPage } from '@/components/shell/page';
import { requireSponsorPage } from '@/lib/identity/session';
import { getTranslations } from '@/lib/text/server';

const t = getTranslations('dashboard');

export const metadata: Metadata = { title: t('title') };

/** The dashboard's home (R-DASH-01 to R-DASH-07). */
export default async function DashboardHome() {
  await requireSponsorPage();
  return (
    <DashboardPage>
      <h1>{t('title')}</h1>
    </DashboardPage>
  );
}
