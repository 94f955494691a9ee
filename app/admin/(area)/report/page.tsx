import type { Metadata } from 'next';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListFilters } from '@/components/admin/list-filters';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { Definitions } from '@/components/admin/report/definitions';
import { ReportChart } from '@/components/admin/report/report-chart';
import { ReportTable } from '@/components/admin/report/report-table';
import { SheetButton } from '@/components/admin/report/sheet-button';
import { readDistricts, readReport } from '@/lib/admin/report/queries';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { REPORT_FILTERS } from '@/lib/admin/report/texts';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import { findPage } from '@/lib/platform/list';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sessionNames } from '@/lib/sessions/queries';

const t = getTranslator('en', 'report');
export const metadata: Metadata = { title: t('title') };

const TABLE = 'figures';

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/report: seats, money and students by district, course type, institute, company or month. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = REPORT_LIST.parse(await searchParams);
  const [report, sessions, districts] = await Promise.all([
    findPage(requested, (page) => readReport(scope, filter, page)),
    sessionNames(scope),
    readDistricts(scope),
  ]);
  const { rows, columns, figure } = filter;
  const isFiltered = REPORT_LIST.isFiltered(filter);
  const names = { figure: t(`figure.${figure}`), rows: t(`rows.${rows}`) };
  return (
    <>
      <PageHead
        title={t('title')}
        note={report.upto ? t('asOf', { time: formatDateTimeWithZone(report.upto, 'en') }) : t('notYet')}
      />
      <IgnoredParamsNotice names={problems} missing={report.missing} />
      <ListFilters
        list={REPORT_LIST}
        filter={filter}
        section={TABLE}
        label={t('form.label')}
        labels={REPORT_FILTERS.labels}
        choices={{ ...REPORT_FILTERS.choices, district: districts, session: sessions, year: report.years }}
      />
      <ListSection
        list={REPORT_LIST}
        filter={filter}
        found={report}
        id={TABLE}
        title={columns === 'figures' ? t('tableOfFigures', names) : t('table', names)}
        note={t('note', { count: report.total })}
        pages={t('pages')}
        empty={{
          title: t(isFiltered ? 'none' : 'noneYet'),
          text: t(isFiltered ? 'noneText' : 'noneYetText'),
        }}
        actions={report.total > 0 && <SheetButton query={REPORT_LIST.query(filter)} />}
      >
        <ReportTable labelledBy={TABLE} report={report} filter={filter} />
      </ListSection>
      {report.total > 0 && <ReportChart report={report} filter={filter} />}
      <Definitions />
    </>
  );
}, IN_AREA);
