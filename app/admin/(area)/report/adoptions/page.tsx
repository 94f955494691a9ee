import type { Metadata } from 'next';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { IgnoredParamsNotice } from '@/components/admin/ignored-params-notice';
import { ListSection } from '@/components/admin/list-section';
import { PageHead } from '@/components/admin/page-head';
import { CellAdoptions } from '@/components/admin/report/cell-adoptions';
import { figureText } from '@/components/admin/report/figure';
import { BackLink } from '@/components/platform/ui/back-link';
import { companyNameOf } from '@/lib/admin/companies/queries';
import { readCell } from '@/lib/admin/report/queries';
import { CELL_LIST, REPORT_LIST, UNASSIGNED } from '@/lib/admin/report/schema';
import { findPage } from '@/lib/platform/list';
import type { GivenParams } from '@/lib/platform/search-params';
import { isUuid } from '@/lib/platform/uuid';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'report');
export const metadata: Metadata = { title: t('adoptions.title') };

const TABLE = 'adoptions';

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/report/adoptions: the adoptions behind a number of the report; they add up to it. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, page: requested, problems } = CELL_LIST.parse(await searchParams);
  const found = await findPage(requested, (page) => readCell(scope, filter, page));
  const { row, column, ...report } = filter;
  const { figure } = report;
  const isCompany = report.rows === 'company' && row !== undefined && isUuid(row) && found.total > 0;
  const shownRow = isCompany
    ? await companyNameOf(scope, row)
    : row === UNASSIGNED
      ? t('unassigned')
      : row?.replace('\n', ', ');
  const names = [shownRow, column].filter(Boolean).join(', ');
  const value = figureText(figure, found.sum.value);
  return (
    <>
      <div className="grid gap-1">
        <BackLink href={REPORT_LIST.href(report)}>{t('adoptions.back')}</BackLink>
        <PageHead title={t('adoptions.title')} note={names} />
      </div>
      <IgnoredParamsNotice names={problems} missing={found.missing} />
      <ListSection
        list={CELL_LIST}
        filter={filter}
        found={found}
        id={TABLE}
        title={t('adoptions.of', { figure: t(`figure.${figure}`), value })}
        note={t('adoptions.found', { count: found.total })}
        pages={t('adoptions.pages')}
        empty={{ title: t('adoptions.none'), text: t('adoptions.noneText') }}
      >
        <CellAdoptions labelledBy={TABLE} adoptions={found.rows} figure={figure} sum={found.sum} />
      </ListSection>
    </>
  );
}, IN_AREA);
