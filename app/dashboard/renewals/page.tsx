import type { Metadata } from 'next';
import { RenewalView } from '@/components/adoption/renewal/renewal-view';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { openRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage } from '@/lib/accounts/session';
import { getTranslations } from '@/lib/platform/i18n/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('adoptionPage.renewal'))('page') };
}

/** /dashboard/renewals: the seats of the next year that the signed-in sponsor can renew or give back. */
export default async function RenewalsPage() {
  const scope = await requireSponsorPage();
  const [t, adoption] = [await getTranslations('adoptionPage.renewal'), await getTranslations('adoptionPage')];
  return (
    <DashboardPage>
      <BackLink href="/dashboard/adoptions">{adoption('back')}</BackLink>
      <h1>{t('page')}</h1>
      <RenewalView
        renewals={await openRenewals(scope)}
        scope={scope}
        mayAdopt={includesRole(scope.role, 'adopt')}
        bearer={null}
      />
    </DashboardPage>
  );
}
