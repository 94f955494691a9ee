import type { Metadata } from 'next';
import { REPORT_KINDS, reportOf } from '@/db/schema/report-kinds';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { SpotCheck } from '@/components/register/checks/spot-check';
import { BackLink } from '@/components/platform/ui/back-link';
import { DataTable } from '@/components/platform/ui/data-table';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { listReportsOfInstitutes } from '@/lib/register/checks/queries';
import { LISTED_STATES, REPORT_LIST, type ReportRecord } from '@/lib/register/checks/schema';
import { sessionNames } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/reports';
import { formatTableDay, indianIsoDay } from '@/lib/platform/dates';
import { findPage } from '@/lib/platform/list';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { totalTexts } from '@/lib/published/progress-texts';

const t = getTranslator('en', 'offices.reports');
const tProgress = getTranslator('en', 'adoptionPage.progress');
export const metadata: Metadata = { title: t('title') };

const SECTION = 'reports';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const offerOf = ({ courseType: type, branch, studyYear: year }: ReportRecord) => t('offer', { type, branch, year });

/** What a stated report says of its students; of another one, how many seats have a student by now. */
const progressOf = ({ statedAt, progress, placed }: ReportRecord) =>
  placed
    ? tProgress('part.placed', placed)
    : totalTexts(tProgress, progress, statedAt ? ['attending', 'passed', 'completed'] : ['enrolled']).join(' ');

/** /admin/offices/reports: reports of institutes with their state, and spot checks; filters and page are search parameters. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = REPORT_LIST.parse(await searchParams);
  const [sessions, found] = await Promise.all([
    sessionNames(scope),
    findPage(requested, (page) => listReportsOfInstitutes(scope, filter, page)),
  ]);
  const mayCheck = mayCall(scope, endpoints.openReportSample);
  const day = (value: string | null) => (value === null ? '–' : formatTableDay(value));
  return (
    <>
      <div className="grid gap-1">
        <BackLink href="/admin/offices">{t('back')}</BackLink>
        <PageHead title={t('title')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListFilters
        list={REPORT_LIST}
        filter={filter}
        section={SECTION}
        label={t('filters')}
        labels={{ q: t('q'), state: t('column.state'), kind: t('column.kind'), session: t('column.session') }}
        choices={{
          state: LISTED_STATES.map((state) => [state, t(`state.${state}`)]),
          kind: REPORT_KINDS.map((kind) => [kind, t(`kind.${kind}`)]),
          session: sessions,
        }}
      />
      <ListSection
        list={REPORT_LIST}
        filter={filter}
        found={found}
        id={SECTION}
        title={t('list')}
        note={t('found', { count: found.total })}
        pages={t('pages')}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <DataTable
          labelledBy={SECTION}
          rows={found.rows}
          rowKey={({ courseId, kind }) => `${courseId} ${kind}`}
          columns={[
            {
              title: t('column.institute'),
              as: 'name',
              cell: ({ institute, city }) => placeOf(institute, city),
            },
            { title: t('column.offer'), as: 'long', cell: offerOf },
            { title: t('column.session'), as: 'digits', cell: ({ session }) => session },
            { title: t('column.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
            { title: t('column.due'), as: 'digits', cell: ({ dueOn }) => day(dueOn) },
            { title: t('column.state'), cell: ({ state }) => t(`state.${state}`) },
            {
              title: t('column.stated'),
              as: 'digits',
              cell: ({ statedAt }) => day(statedAt && indianIsoDay(statedAt)),
            },
            { title: t('column.reminded'), as: 'digits', cell: ({ remindedOn }) => day(remindedOn) },
            { title: t('column.progress'), as: 'long', cell: progressOf },
            {
              title: t('column.check'),
              as: 'actions',
              cell: (row) =>
                mayCheck &&
                row.statedAt !== null &&
                reportOf(row.kind).says !== 'totals' &&
                row.hasStudents && (
                  <SpotCheck
                    reportId={row.reportId!}
                    name={`${t(`kind.${row.kind}`)}, ${row.institute}, ${offerOf(row)}`}
                  />
                ),
            },
          ]}
        />
      </ListSection>
    </>
  );
}, IN_AREA);
