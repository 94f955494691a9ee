import type { Metadata } from 'next';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { YearEndView } from '@/components/year-end/year-end-view';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage } from '@/lib/accounts/session';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('yearEnd'))('title') };
}

type YearEndProps = { searchParams: Promise<{ year?: string | string[] }> };

/** /dashboard/year-end: the money of the signed-in sponsor in a financial year. */
export default async function YearEndPage({ searchParams }: YearEndProps) {
  const scope = await requireSponsorPage();
  const [t, adoption] = [await getTranslations('yearEnd'), await getTranslations('adoptionPage')];
  return (
    <DashboardPage>
      <BackLink href="/dashboard/adoptions">{adoption('back')}</BackLink>
      <h1>{t('title')}</h1>
      <YearEndView
        scope={scope}
        asked={(await searchParams).year}
        path="/dashboard/year-end"
        reader={{ as: 'account' }}
        mayShare={includesRole(scope.role, 'pay')}
      />
    </DashboardPage>
  );
}
