import { ProfileSkeleton } from '@/components/accounts/profile/profile-view';
import { DashboardPage } from '@/components/platform/shell/page';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown while the server checks the session. */
export default async function ProfileLoading() {
  return (
    <DashboardPage>
      <h1>{(await getTranslations('profile'))('title')}</h1>
      <ProfileSkeleton />
    </DashboardPage>
  );
}
