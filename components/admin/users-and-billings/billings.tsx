import { courseName } from '@/components/admin/audit-log/course-name';
import { FilterForm } from '@/components/admin/filter-form';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ScrollToTable } from '@/components/admin/scroll-to-table';
import { AdminSection } from '@/components/admin/section';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { auditCourse } from '@/lib/admin/audit-log/queries';
import { cityNames } from '@/lib/admin/courses/queries';
import { listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { billingParams, parseBillingFilter } from '@/lib/admin/users-and-billings/rules';
import type { BillingFilter } from '@/lib/admin/users-and-billings/schema';
import type { GivenParams } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { BillingFields } from './billing-filters';
import { BillingTable } from './billing-table';
import { DownloadButton } from './download';
import { ResultCount } from './result-count';
import { PaymentLegend } from './legend';
import { findPage } from './pages';

const [PATH, SECTION] = ['/admin/dashboard', 'billings'];

type BillingsProps = {
  scope: AdminScope;
  /** The search parameters. */
  params: GivenParams;
  /** The number of billings without a filter. */
  total: number;
};

/** All billings: searched, filtered, sorted and paginated by the search parameters. */
export async function Billings({ scope, params, total }: BillingsProps) {
  const t = getTranslator('en', 'usersAndBillings');
  const { filter, page: requested, problems } = parseBillingFilter(params);
  const [found, cities, course] = await Promise.all([
    findPage(requested, (page) => listBillingRows(scope, filter, page)),
    cityNames(scope),
    filter.course === undefined ? null : auditCourse(scope, filter.course),
  ]);
  const { sort, dir, ...filters } = filter;
  const isFiltered = Object.keys(filters).length > 0;
  const query = billingParams(filter, found.page);
  const count = (
    <ResultCount count={found.total} total={isFiltered ? total : found.total} order={t(`order.${sort}.${dir}`)} />
  );
  const download = (
    <>
      <DownloadButton kind="billings" filterParams={billingParams(filter)} count={found.total} />
      <DownloadButton kind="lines" filterParams={billingParams(filter)} count={found.total} />
    </>
  );
  if (!isFiltered && found.total === 0)
    return (
      <AdminSection id={SECTION} title={t('billings.title')} actions={download}>
        <EmptyState title={t('billings.none')} text={t('billings.noneText')} />
      </AdminSection>
    );
  return (
    <AdminSection id={SECTION} title={t('billings.title')} note={count} actions={download}>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <FilterForm
        path={PATH}
        section={SECTION}
        label={t('billings.filters')}
        values={Object.fromEntries(new URLSearchParams(query))}
        isFiltered={isFiltered}
      >
        <BillingFields filter={filter} cities={cities} />
      </FilterForm>
      {filter.course && (
        <p className="font-semibold wrap-anywhere">
          {course ? t('filter.course', { course: courseName(course) }) : t('filter.courseUnknown')}
        </p>
      )}
      {found.total === 0 ? (
        <EmptyState title={t('filter.nothing')} text={t('filter.nothingText')} />
      ) : (
        <>
          <PaymentLegend />
          <BillingTable
            labelledBy={SECTION}
            rows={found.rows}
            order={filter}
            href={(order) => billingsHref({ ...filter, ...order })}
          />
        </>
      )}
      <Pager
        label={t('billings.pages')}
        page={found.page}
        pages={found.pages}
        href={(page) => `${billingsHref(filter, page)}#${SECTION}`}
      />
      <ScrollToTable section={SECTION} turn={query} />
    </AdminSection>
  );
}

function billingsHref(filter: BillingFilter, page?: number): string {
  const query = billingParams(filter, page);
  return query ? `${PATH}?${query}` : PATH;
}
