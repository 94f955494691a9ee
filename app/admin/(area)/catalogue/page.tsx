import { ArrowLeftRight, BookmarkCheck, Building2, MessageSquarePlus, Upload } from 'lucide-react';
import type { Metadata } from 'next';
import { COURSE_TYPES } from '@/db/schema/enums';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { CourseTable } from '@/components/admin/courses/course-table';
import { Totals } from '@/components/admin/courses/totals';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { Button } from '@/components/platform/ui/button';
import { Unlimited } from '@/components/admin/viewer';
import { Link } from '@/components/platform/ui/link';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { cityNames, listAdminCourses } from '@/lib/admin/courses/queries';
import { ADMIN_COURSE_LIST, ADMIN_COURSE_STATES } from '@/lib/admin/courses/schema';
import { MOVE_LIST } from '@/lib/admin/moves/schema';
import { PROPOSAL_LIST } from '@/lib/proposals/schema';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { sessionNames } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/administration';
import { MAX_IMPORT_ROWS } from '@/lib/platform/limits';
import { findPage } from '@/lib/platform/list';
import { packRows } from '@/lib/platform/packed-rows';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'adminCourses');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'courses';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * /admin/catalogue: search and edit all courses, open or closed. Search, filters, order and page are search parameters.
 */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = ADMIN_COURSE_LIST.parse(await searchParams);
  const [found, cities, sessions] = await Promise.all([
    findPage(requested, async ({ page }) => {
      const { rows, totals } = await listAdminCourses(scope, filter, page);
      return { rows, totals, total: totals.courses };
    }),
    cityNames(scope),
    sessionNames(scope),
  ]);
  const none = ADMIN_COURSE_LIST.isFiltered(filter) ? 'nothing' : 'none';
  return (
    <>
      <PageHead title={t('title')}>
        <Unlimited>
          <Button asChild variant="line" size="small">
            <Link href={RESERVATION_LIST.path}>
              <BookmarkCheck aria-hidden />
              {t('reservations')}
            </Link>
          </Button>
          <Button asChild variant="line" size="small">
            <Link href={MOVE_LIST.path}>
              <ArrowLeftRight aria-hidden />
              {t('moves')}
            </Link>
          </Button>
        </Unlimited>
        <Button asChild variant="line" size="small">
          <Link href={PROPOSAL_LIST.href({ state: 'open' })}>
            <MessageSquarePlus aria-hidden />
            {t('proposals')}
          </Link>
        </Button>
        <Button asChild variant="line" size="small">
          <Link href="/admin/offices">
            <Building2 aria-hidden />
            {t('offices')}
          </Link>
        </Button>
        {mayCall(scope, endpoints.importCatalogue) && (
          <Button asChild variant="line" size="small">
            <Link href="/admin/catalogue/import">
              <Upload aria-hidden />
              {t('importFile')}
            </Link>
          </Button>
        )}
      </PageHead>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={ADMIN_COURSE_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{
          q: t('search'),
          type: t('filter.type'),
          city: t('filter.city'),
          state: t('filter.state'),
          session: t('filter.session'),
        }}
        choices={{
          type: COURSE_TYPES,
          city: cities,
          state: ADMIN_COURSE_STATES.map((state) => [state, t(`state.${state}`)]),
          session: sessions,
        }}
      />
      <ListSection
        list={ADMIN_COURSE_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('courses')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t(`filter.${none}`), text: t(`filter.${none}Text`) }}
        head={<Totals totals={found.totals} />}
      >
        <CourseTable
          labelledBy={SECTION}
          rows={packRows(found.rows)}
          sorting={ADMIN_COURSE_LIST.sorting(filter)}
          shown={filter.shown}
          canEdit={mayCall(scope, endpoints.editCourse)}
          all={found.total <= MAX_IMPORT_ROWS && { count: found.total, filter: ADMIN_COURSE_LIST.query(filter) }}
        />
      </ListSection>
    </>
  );
}, IN_AREA);
