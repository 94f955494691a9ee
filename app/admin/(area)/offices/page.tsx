import type { Metadata } from 'next';
import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { adminPage } from '@/components/admin/admin-page';
import { CloseOffice } from '@/components/admin/offices/close-office';
import { InviteOffices } from '@/components/admin/offices/invite-offices';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countOffices, linesOfContacts, listOfficePeople } from '@/lib/accounts/offices/queries';
import * as accounts from '@/lib/api/admin-accounts';
import * as endpoints from '@/lib/api/offices';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { MAX_OFFICE_INVITATIONS } from '@/lib/platform/limits';

const t = getTranslator('en', 'offices');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'people';

/** /admin/offices: the people in the offices of institutes, and their invitation. */
export default adminPage(async (scope) => {
  const mayInvite = mayCall(scope, endpoints.inviteOffices);
  const [people, counts, contacts] = await Promise.all([
    listOfficePeople(scope),
    countOffices(scope),
    mayInvite ? linesOfContacts(scope, MAX_OFFICE_INVITATIONS) : [],
  ]);
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')}>
          <Button asChild variant="line">
            <Link href="/admin/offices/reports">{t('reports.open')}</Link>
          </Button>
          {mayInvite && <InviteOffices contacts={contacts} />}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('lead', counts)}</p>
      <AdminSection id={SECTION} title={t('people')}>
        <DataTable
          labelledBy={SECTION}
          rows={people}
          rowKey={({ id }) => id}
          none={t('none')}
          columns={[
            { title: t('column.person'), as: 'name', cell: ({ username }) => username },
            { title: t('column.role'), cell: ({ role }) => t(`role.${role}`) },
            { title: t('column.institutes'), as: 'long', cell: ({ institutes }) => institutes.join('; ') },
            { title: t('column.state'), cell: ({ isInvited }) => t(isInvited ? 'state.invited' : 'state.active') },
            { title: t('column.factor'), cell: ({ hasFactor }) => t(hasFactor ? 'factor.yes' : 'factor.no') },
            {
              title: t('column.used'),
              as: 'digits',
              cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : '–'),
            },
            {
              title: t('column.actions'),
              as: 'actions',
              cell: ({ id, username, hasFactor }) => (
                <span className="flex gap-2 *:px-1">
                  {hasFactor && mayCall(scope, accounts.removeAdministratorFactor) && (
                    <RemoveFactor other={{ id, username }} />
                  )}
                  {mayInvite && <CloseOffice id={id} username={username} />}
                </span>
              ),
            },
          ]}
        />
      </AdminSection>
    </>
  );
});
