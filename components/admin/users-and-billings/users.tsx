import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListPager } from '@/components/admin/list-pager';
import { AdminSection } from '@/components/admin/section';
import { EmptyState } from '@/components/platform/ui/empty-state';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { listUserRows } from '@/lib/admin/users-and-billings/queries';
import { USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { USER_FILTERS } from '@/lib/admin/users-and-billings/texts';
import { findPage } from '@/lib/platform/list';
import { packRows } from '@/lib/platform/packed-rows';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';
import { SpreadsheetButton } from './download';
import { ResultCount } from './result-count';
import { UserTable } from './user-table';

const SECTION = 'users';

/**
 * All users including guests: searched, filtered, sorted and paginated by the search parameters; `total` is their
 * number without a filter.
 */
export async function Users({ scope, params, total }: { scope: AdminScope; params: GivenParams; total: number }) {
  const t = getTranslator('en', 'usersAndBillings');
  const { filter, page: requested, problems } = USER_LIST.parse(params);
  const found = await findPage(requested, (page) => listUserRows(scope, filter, page));
  const isFiltered = USER_LIST.isFiltered(filter);
  if (!isFiltered && found.total === 0) return <EmptyState title={t('users.none')} text={t('users.noneText')} />;
  return (
    <AdminSection
      id={SECTION}
      title={t('users.pageTitle')}
      note={
        <ResultCount
          count={found.total}
          total={isFiltered ? total : found.total}
          order={t(`order.${filter.sort}.${filter.dir}`)}
        />
      }
      actions={<SpreadsheetButton kind="users" filterParams={USER_LIST.query(filter)} count={found.total} />}
    >
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters list={USER_LIST} filter={filter} section={SECTION} label={t('users.filters')} {...USER_FILTERS} />
      {found.total === 0 ? (
        <EmptyState title={t('filter.nothing')} text={t('filter.nothingText')} />
      ) : (
        <UserTable
          labelledBy={SECTION}
          rows={packRows(found.rows)}
          sorting={USER_LIST.sorting(filter)}
          shown={{ columns: filter.shown }}
        />
      )}
      <ListPager list={USER_LIST} filter={filter} found={found} section={SECTION} label={t('users.pages')} />
    </AdminSection>
  );
}
