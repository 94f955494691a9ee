import type { Metadata } from 'next';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { InviteOffices } from '@/components/admin/offices/invite-offices';
import { WriteMany } from '@/components/admin/mailings/write-many';
import { OfficeTable } from '@/components/admin/offices/office-table';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { RowSelection, SelectionBar } from '@/components/platform/ui/row-selection';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { countOffices, linesOfContacts, listInstituteOffices } from '@/lib/admin/offices/queries';
import { OFFICE_LIST, OFFICE_STATES } from '@/lib/admin/offices/schema';
import * as accounts from '@/lib/api/administrators';
import * as endpoints from '@/lib/api/offices';
import { getTranslator } from '@/lib/platform/i18n/server';
import { findPage } from '@/lib/platform/list';
import { MAX_OFFICE_INVITATIONS, MAX_RECIPIENTS } from '@/lib/platform/limits';

const t = getTranslator('en', 'offices');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'institutes';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/offices: institutes with and without an office, the people there, and their invitation. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = OFFICE_LIST.parse(await searchParams);
  const mayInvite = mayCall(scope, endpoints.inviteOffices);
  const [found, counts, contacts] = await Promise.all([
    findPage(requested, ({ page }) => listInstituteOffices(scope, filter, page)),
    countOffices(scope),
    mayInvite ? linesOfContacts(scope, filter, MAX_OFFICE_INVITATIONS) : [],
  ]);
  const none = OFFICE_LIST.isFiltered(filter) ? 'nothing' : 'none';
  const lineOf = Object.fromEntries(found.rows.flatMap(({ id, invitation }) => (invitation ? [[id, invitation]] : [])));
  const all = found.total <= MAX_RECIPIENTS && { count: found.total, filter: OFFICE_LIST.query(filter) };
  return (
    <RowSelection values={mayInvite ? found.rows.map(({ id }) => id) : []} all={all}>
      <div className="grid gap-1">
        <BackLink href="/admin/catalogue">{t('back')}</BackLink>
        <PageHead title={t('title')}>
          <Button asChild variant="line">
            <Link href="/admin/offices/reports">{t('reports.open')}</Link>
          </Button>
          <Button asChild variant="line">
            <Link href="/admin/mailings">{getTranslator('en', 'mailings')('title')}</Link>
          </Button>
          {mayInvite && <InviteOffices contacts={contacts} lineOf={lineOf} />}
        </PageHead>
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('lead', counts)}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={OFFICE_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('filter.q'), state: t('filter.state') }}
        choices={{ state: OFFICE_STATES.map((state) => [state, t(`officeState.${state}`)]) }}
      />
      <ListSection
        list={OFFICE_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('list')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
      >
        {mayInvite && (
          <SelectionBar>
            <WriteMany target="offices" />
          </SelectionBar>
        )}
        <OfficeTable
          labelledBy={SECTION}
          rows={found.rows}
          canChoose={mayInvite}
          mayClose={mayInvite}
          mayRemoveFactor={mayCall(scope, accounts.removeAdministratorFactor)}
        />
      </ListSection>
    </RowSelection>
  );
}, IN_AREA);
