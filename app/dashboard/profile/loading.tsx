import { ProfileSkeleton } from '@/components/profile/profile-view';
import { DashboardPage } from '@/components/shell/page';
import { getTranslations } from '@/lib/i18n/server';

/** The profile's page at once, while the server asks who wants to see it. */
export default async function ProfileLoading() {
  return (
    <DashboardPage>
      <h1>{(await getTranslations('profile'))('title')}</h1>
      <ProfileSkeleton />
    </DashboardPage>
  );
}
