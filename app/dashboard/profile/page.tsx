import type { Metadata } from 'next';
import { Company } from '@/components/accounts/profile/company';
import { ConfirmPassword } from '@/components/accounts/profile/confirm-password';
import { People } from '@/components/accounts/profile/people';
import { ProfileView } from '@/components/accounts/profile/profile-view';
import { DashboardPage } from '@/components/platform/shell/page';
import { listColleagues } from '@/lib/company/people/queries';
import { readCompany } from '@/lib/company/queries';
import { env } from '@/lib/platform/env';
import { getTranslations } from '@/lib/platform/i18n/server';
import { unconfirmedEmail } from '@/lib/accounts/queries';
import { requireSponsorPage } from '@/lib/accounts/session';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title') };
}

/** /dashboard/profile: the profile is fetched in the browser, since it can be edited here. */
export default async function ProfilePage() {
  const t = await getTranslations('profile');
  const scope = await requireSponsorPage();
  const isOwner = scope.role === 'owner';
  return (
    <DashboardPage>
      <h1>{t('title')}</h1>
      <ConfirmPassword>
        <ProfileView minLength={env().PASSWORD_MIN_LENGTH} isOwner={isOwner}>
          <Company company={await readCompany(scope)} mayChange={scope.role !== 'view'} />
        </ProfileView>
        {isOwner && <People colleagues={await listColleagues(scope)} unconfirmed={await unconfirmedEmail(scope)} />}
      </ConfirmPassword>
    </DashboardPage>
  );
}
