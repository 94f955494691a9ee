import { courseName } from '@/components/admin/audit-log/course-name';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { CompanyLink } from '@/components/admin/companies/company-link';
import { ListFilters } from '@/components/admin/list-filters';
import { ListPager } from '@/components/admin/list-pager';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { auditCourse } from '@/lib/admin/audit-log/queries';
import { companyNameOf } from '@/lib/admin/companies/queries';
import { cityNames } from '@/lib/admin/courses/queries';
import { ENTRY_LIST } from '@/lib/entries/schema';
import { sessionNames } from '@/lib/sessions/queries';
import { listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { BILLING_FILTERS } from '@/lib/admin/users-and-billings/texts';
import { extendAdoptions } from '@/lib/api/admin-adoption';
import { MAX_RECIPIENTS } from '@/lib/platform/limits';
import { findPage } from '@/lib/platform/list';
import { packRows } from '@/lib/platform/packed-rows';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';
import { BillingTable } from './billing-table';
import { SpreadsheetButton } from './download';
import { PaymentLegend } from './legend';
import { ResultCount } from './result-count';

const SECTION = 'billings';

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
  const { filter, page: requested, problems } = BILLING_LIST.parse(params);
  const [found, cities, sessions, course, company] = await Promise.all([
    findPage(requested, (page) => listBillingRows(scope, filter, page)),
    cityNames(scope),
    sessionNames(scope),
    filter.course === undefined ? null : auditCourse(scope, filter.course),
    filter.companyId === undefined ? null : companyNameOf(scope, filter.companyId),
  ]);
  const isFiltered = BILLING_LIST.isFiltered(filter);
  const download = (
    <>
      <Button asChild variant="line" size="small">
        <Link href={ENTRY_LIST.path}>{t('billings.entries')}</Link>
      </Button>
      <Button asChild variant="line" size="small">
        <Link href="/admin/mailings">{getTranslator('en', 'mailings')('title')}</Link>
      </Button>
      <SpreadsheetButton kind="billings" filterParams={BILLING_LIST.query(filter)} count={found.total} />
    </>
  );
  if (!isFiltered && found.total === 0)
    return (
      <AdminSection id={SECTION} title={t('billings.title')} actions={download}>
        <EmptyState title={t('billings.none')} text={t('billings.noneText')} />
      </AdminSection>
    );
  return (
    <AdminSection
      id={SECTION}
      title={t('billings.title')}
      note={
        <ResultCount
          count={found.total}
          total={isFiltered ? total : found.total}
          order={t(`order.${filter.sort}.${filter.dir}`)}
        />
      }
      actions={download}
    >
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={BILLING_LIST}
        filter={filter}
        section={SECTION}
        label={t('billings.filters')}
        labels={BILLING_FILTERS.labels}
        choices={{ ...BILLING_FILTERS.choices, session: sessions, city: cities }}
      />
      {filter.course && (
        <p className="font-semibold wrap-anywhere">
          {course ? t('filter.course', { course: courseName(course) }) : t('filter.courseUnknown')}
        </p>
      )}
      {filter.companyId && (
        <p className="font-semibold wrap-anywhere">
          {company === null ? t('filter.companyUnknown') : <CompanyLink company={company} groupId={filter.companyId} />}
        </p>
      )}
      {found.total === 0 ? (
        <EmptyState title={t('filter.nothing')} text={t('filter.nothingText')} />
      ) : (
        <>
          <PaymentLegend />
          <BillingTable
            labelledBy={SECTION}
            rows={packRows(found.rows)}
            sorting={BILLING_LIST.sorting(filter)}
            shown={filter.shown}
            canChoose={mayCall(scope, extendAdoptions)}
            all={found.total <= MAX_RECIPIENTS && { count: found.total, filter: BILLING_LIST.query(filter) }}
          />
        </>
      )}
      <ListPager list={BILLING_LIST} filter={filter} found={found} section={SECTION} label={t('billings.pages')} />
    </AdminSection>
  );
}
