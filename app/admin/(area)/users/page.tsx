import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { DonorFiles } from '@/components/admin/users-and-billings/donor-files';
import { Users } from '@/components/admin/users-and-billings/users';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countRecords } from '@/lib/admin/users-and-billings/queries';
import * as endpoints from '@/lib/api/year-end';
import { donorYears } from '@/lib/year-end/donors';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'usersAndBillings.users');
const tDonors = getTranslator('en', 'usersAndBillings.donors');

export const metadata: Metadata = { title: t('title') };

type UsersProps = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/users: all users; the dashboard shows only the latest five. Finance also downloads the donors of a year. */
export default adminPage(async (scope, { searchParams }: UsersProps) => {
  const [{ users: total }, params, years] = await Promise.all([
    countRecords(scope),
    searchParams,
    mayCall(scope, endpoints.readDonors) ? donorYears(scope) : [],
  ]);
  return (
    <>
      <PageHead title={t('title')} />
      <Users scope={scope} params={params} total={total} />
      {years.length > 0 && (
        <AdminSection id="donors" title={tDonors('title')}>
          <p className="max-w-prose text-small text-ink-2">{tDonors('text')}</p>
          <DonorFiles years={years} />
        </AdminSection>
      )}
    </>
  );
});
