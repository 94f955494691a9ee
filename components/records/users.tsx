import { Choice } from '@/components/admin/choice';
import { Dropped } from '@/components/admin/dropped';
import { FilterForm } from '@/components/admin/filter-form';
import { KeptOrder } from '@/components/admin/kept-order';
import { PageTurn } from '@/components/admin/page-turn';
import { AdminSection } from '@/components/admin/section';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Pager } from '@/components/ui/pager';
import type { AdminScope } from '@/lib/admin/session';
import { MAX_SEARCH_LENGTH, type GivenParams } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { listUserRows } from '@/lib/records/queries';
import { parseUserFilter, userParams } from '@/lib/records/rules';
import { userFilterSchema, type UserFilter } from '@/lib/records/schema';
import { DownloadButton } from './download';
import { Found } from './found';
import { findPage } from './pages';
import { UserTable } from './user-table';

const [PATH, SECTION] = ['/admin/users', 'users'];

const USUAL = userFilterSchema.parse({});

/** All users, guests as well: searched, filtered, sorted and in pages as the address says; `total` is how many there are without a filter. */
export async function Users({ scope, params, total }: { scope: AdminScope; params: GivenParams; total: number }) {
  const t = getTranslator('en', 'records');
  const { filter, page: asked, problems } = parseUserFilter(params);
  const found = await findPage(asked, (page) => listUserRows(scope, filter, page));
  const { sort, dir, ...filters } = filter;
  const isFiltered = Object.keys(filters).length > 0;
  const query = userParams(filter, found.page);
  const count = (
    <Found count={found.total} total={isFiltered ? total : found.total} order={t(`order.${sort}.${dir}`)} />
  );
  if (!isFiltered && found.total === 0) return <EmptyState title={t('users.none')} text={t('users.noneText')} />;
  return (
    <AdminSection
      id={SECTION}
      title={t('users.pageTitle')}
      note={count}
      actions={<DownloadButton kind="users" filterParams={userParams(filter)} count={found.total} />}
    >
      <Dropped names={problems} missing={found.missing} />
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
        <Choice
          name="kind"
          label={t('filter.kind')}
          value={filter.kind}
          options={(['registered', 'guest'] as const).map((kind) => [kind, t(`kind.${kind}`)])}
        />
        <KeptOrder order={filter} usual={USUAL} />
      </FilterForm>
      {found.total === 0 ? (
        <EmptyState title={t('filter.nothing')} text={t('filter.nothingText')} />
      ) : (
        <UserTable
          labelledBy={SECTION}
          rows={found.rows}
          sorting={{ order: filter, href: (order) => addressOf({ ...filter, ...order }) }}
        />
      )}
      <Pager
        label={t('users.pages')}
        page={found.page}
        pages={found.pages}
        href={(page) => `${addressOf(filter, page)}#${SECTION}`}
      />
      <PageTurn section={SECTION} turn={query} />
    </AdminSection>
  );
}

function addressOf(filter: UserFilter, page?: number): string {
  const query = userParams(filter, page);
  return query ? `${PATH}?${query}` : PATH;
}
