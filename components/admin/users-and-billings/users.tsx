import { FilterForm } from '@/components/admin/filter-form';
import { FilterSelect } from '@/components/admin/filter-select';
import { HiddenSortFields } from '@/components/admin/hidden-sort-fields';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ScrollToTable } from '@/components/admin/scroll-to-table';
import { AdminSection } from '@/components/admin/section';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Pager } from '@/components/ui/pager';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { listUserRows } from '@/lib/admin/users-and-billings/queries';
import { parseUserFilter, userParams } from '@/lib/admin/users-and-billings/rules';
import { USER_KINDS, userFilterSchema, type UserFilter } from '@/lib/admin/users-and-billings/schema';
import { MAX_SEARCH_LENGTH, type GivenParams } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { DownloadButton } from './download';
import { ResultCount } from './result-count';
import { findPage } from './pages';
import { UserTable } from './user-table';

const [PATH, SECTION] = ['/admin/users', 'users'];

const USUAL = userFilterSchema.parse({});

/**
 * All users including guests: searched, filtered, sorted and paginated by the search parameters; `total` is their
 * number without a filter.
 */
export async function Users({ scope, params, total }: { scope: AdminScope; params: GivenParams; total: number }) {
  const t = getTranslator('en', 'usersAndBillings');
  const { filter, page: requested, problems } = parseUserFilter(params);
  const found = await findPage(requested, (page) => listUserRows(scope, filter, page));
  const { sort, dir, ...filters } = filter;
  const isFiltered = Object.keys(filters).length > 0;
  const query = userParams(filter, found.page);
  const count = (
    <ResultCount count={found.total} total={isFiltered ? total : found.total} order={t(`order.${sort}.${dir}`)} />
  );
  if (!isFiltered && found.total === 0) return <EmptyState title={t('users.none')} text={t('users.noneText')} />;
  return (
    <AdminSection
      id={SECTION}
      title={t('users.pageTitle')}
      note={count}
      actions={<DownloadButton kind="users" filterParams={userParams(filter)} count={found.total} />}
    >
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <FilterForm
        path={PATH}
        section={SECTION}
        label={t('users.filters')}
        values={Object.fromEntries(new URLSearchParams(query))}
        isFiltered={isFiltered}
      >
        <Field
          className="col-span-full lg:col-span-2"
          label={t('users.search')}
          type="search"
          name="q"
          maxLength={MAX_SEARCH_LENGTH}
          defaultValue={filter.q ?? ''}
        />
        <FilterSelect
          name="kind"
          label={t('filter.kind')}
          value={filter.kind}
          options={USER_KINDS.map((kind) => [kind, t(`kind.${kind}`)])}
        />
        <HiddenSortFields order={filter} usual={USUAL} />
      </FilterForm>
      {found.total === 0 ? (
        <EmptyState title={t('filter.nothing')} text={t('filter.nothingText')} />
      ) : (
        <UserTable
          labelledBy={SECTION}
          rows={found.rows}
          sorting={{ order: filter, href: (order) => usersHref({ ...filter, ...order }) }}
        />
      )}
      <Pager
        label={t('users.pages')}
        page={found.page}
        pages={found.pages}
        href={(page) => `${usersHref(filter, page)}#${SECTION}`}
      />
      <ScrollToTable section={SECTION} turn={query} />
    </AdminSection>
  );
}

function usersHref(filter: UserFilter, page?: number): string {
  const query = userParams(filter, page);
  return query ? `${PATH}?${query}` : PATH;
}
