import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { AdministratorTable } from '@/components/admin/administrators/administrator-table';
import { InviteAdministrator } from '@/components/admin/administrators/invite';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { listAdmins } from '@/lib/accounts/administrators/queries';
import * as endpoints from '@/lib/api/administrators';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'administrators');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'accounts';

/** /admin/administrators: for owners; roles, state and sessions of all administrators. */
export default adminPage(async (scope) => {
  const rows = await listAdmins(scope);
  return (
    <>
      <PageHead title={t('title')}>
        <InviteAdministrator />
      </PageHead>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <AdminSection id={SECTION} title={t('accounts')}>
        <AdministratorTable labelledBy={SECTION} rows={rows} own={scope.sessionId} />
      </AdminSection>
    </>
  );
}, endpoints.editAdministrator);
