import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { Users } from '@/components/admin/users-and-billings/users';
import { countRecords } from '@/lib/admin/users-and-billings/queries';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'usersAndBillings.users');

export const metadata: Metadata = { title: t('title') };

type UsersProps = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/users: all users; the dashboard shows only the latest five. */
export default adminPage(async (scope, { searchParams }: UsersProps) => {
  const [{ users: total }, params] = await Promise.all([countRecords(scope), searchParams]);
  return (
    <>
      <PageHead title={t('title')} />
      <Users scope={scope} params={params} total={total} />
    </>
  );
});
