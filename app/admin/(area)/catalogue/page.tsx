import { Upload } from 'lucide-react';
import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { CourseFields } from '@/components/admin/courses/course-fields';
import { CourseTable } from '@/components/admin/courses/course-table';
import { catalogueHref } from '@/components/admin/courses/href';
import { NoCourses } from '@/components/admin/courses/no-courses';
import { Totals } from '@/components/admin/courses/totals';
import { FilterForm } from '@/components/admin/filter-form';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { PageHead } from '@/components/admin/page-head';
import { ScrollToTable } from '@/components/admin/scroll-to-table';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Pager } from '@/components/ui/pager';
import { mayCall } from '@/lib/admin/accounts/roles';
import { cityNames, listAdminCourses } from '@/lib/admin/courses/queries';
import { adminCourseParams, parseAdminCourseFilter } from '@/lib/admin/courses/rules';
import { ADMIN_COURSES_PAGE_SIZE } from '@/lib/admin/courses/schema';
import * as endpoints from '@/lib/contract/administration';
import { getTranslator } from '@/lib/i18n/server';

const t = getTranslator('en', 'adminCourses');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'courses';
const PATH = '/admin/catalogue';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * /admin/catalogue: search and edit all courses, open or closed. Search, filters, order and page are search parameters.
 */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = parseAdminCourseFilter(await searchParams);
  const [found, cities] = await Promise.all([listAdminCourses(scope, filter, requested), cityNames(scope)]);
  const pages = Math.ceil(found.totals.courses / ADMIN_COURSES_PAGE_SIZE);
  const missing = requested > Math.max(pages, 1) ? requested : null;
  const { rows, totals } = missing === null ? found : await listAdminCourses(scope, filter, 1);
  const page = missing === null ? requested : 1;
  const { sort: _sort, dir: _dir, ...values } = filter;
  const isFiltered = Object.keys(values).length > 0;

  return (
    <>
      <PageHead title={t('title')}>
        {mayCall(scope, endpoints.importCatalogue) && (
          <Button asChild variant="line" size="small">
            <Link href="/admin/catalogue/import">
              <Upload aria-hidden />
              {t('importFile')}
            </Link>
          </Button>
        )}
      </PageHead>
      <IgnoredParamsNotice names={problems} missing={missing} />
      <FilterForm path={PATH} section={SECTION} label={t('filters')} values={values} isFiltered={isFiltered}>
        <CourseFields filter={filter} cities={cities} />
      </FilterForm>
      <AdminSection
        id={SECTION}
        title={t('courses')}
        note={<span role="status">{t('found', { count: totals.courses })}</span>}
      >
        <Totals totals={totals} />
        {rows.length === 0 ? (
          <NoCourses filtered={isFiltered} />
        ) : (
          <CourseTable
            labelledBy={SECTION}
            rows={rows}
            filter={filter}
            canEdit={mayCall(scope, endpoints.editCourse)}
          />
        )}
        <Pager
          label={t('pages')}
          page={page}
          pages={pages}
          href={(number) => catalogueHref(adminCourseParams(filter, number))}
        />
        <ScrollToTable section={SECTION} turn={adminCourseParams(filter, page)} />
      </AdminSection>
    </>
  );
});
