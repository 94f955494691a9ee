import { Upload } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { adminPage } from '@/components/admin/admin-page';
import { Dropped } from '@/components/admin/dropped';
import { FilterForm } from '@/components/admin/filter-form';
import { PageHead } from '@/components/admin/page-head';
import { PageTurn } from '@/components/admin/page-turn';
import { AdminSection } from '@/components/admin/section';
import { CourseFields } from '@/components/keeping/course-fields';
import { CourseTable } from '@/components/keeping/course-table';
import { catalogueHref } from '@/components/keeping/href';
import { NoCourses } from '@/components/keeping/no-courses';
import { Totals } from '@/components/keeping/totals';
import { Button } from '@/components/ui/button';
import { Pager } from '@/components/ui/pager';
import { cityNames, listKeptCourses } from '@/lib/catalogue/keeping/queries';
import { keepingParams, parseKeepingFilter } from '@/lib/catalogue/keeping/rules';
import { KEEPING_PAGE } from '@/lib/catalogue/keeping/schema';
import { getTranslator } from '@/lib/i18n/server';

const t = getTranslator('en', 'keeping');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'courses';
const PATH = '/admin/catalogue';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /admin/catalogue: every course, open or closed, to be looked for and changed. The address holds search, filters, order and page. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: asked, problems } = parseKeepingFilter(await searchParams);
  const [found, cities] = await Promise.all([listKeptCourses(scope, filter, asked), cityNames(scope)]);
  const pages = Math.ceil(found.totals.courses / KEEPING_PAGE);
  const missing = asked > Math.max(pages, 1) ? asked : null;
  const { rows, totals } = missing === null ? found : await listKeptCourses(scope, filter, 1);
  const page = missing === null ? asked : 1;
  const { sort: _sort, dir: _dir, ...values } = filter;
  const isFiltered = Object.keys(values).length > 0;

  return (
    <>
      <PageHead title={t('title')}>
        <Button asChild variant="line" size="small">
          <Link href="/admin/catalogue/import" prefetch={false}>
            <Upload aria-hidden />
            {t('importFile')}
          </Link>
        </Button>
      </PageHead>
      <Dropped names={problems} missing={missing} />
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
          <CourseTable labelledBy={SECTION} rows={rows} filter={filter} />
        )}
        <Pager
          label={t('pages')}
          page={page}
          pages={pages}
          href={(number) => catalogueHref(keepingParams(filter, number))}
        />
        <PageTurn section={SECTION} turn={keepingParams(filter, page)} />
      </AdminSection>
    </>
  );
});
