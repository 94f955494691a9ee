import type { Metadata } from 'next';
import { ConfirmPassword } from '@/components/profile/confirm-password';
import { People } from '@/components/profile/people';
import { ProfileView } from '@/components/profile/profile-view';
import { DashboardPage } from '@/components/shell/page';
import { listColleagues } from '@/lib/company/queries';
import { env } from '@/lib/core/env';
import { getTranslations } from '@/lib/i18n/server';
import { unconfirmedEmail } from '@/lib/identity/queries';
import { requireSponsorPage } from '@/lib/identity/session';

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
        <ProfileView minLength={env().PASSWORD_MIN_LENGTH} isOwner={isOwner} />
        {isOwner && <People colleagues={await listColleagues(scope)} unconfirmed={await unconfirmedEmail(scope)} />}
      </ConfirmPassword>
    </DashboardPage>
  );
}
