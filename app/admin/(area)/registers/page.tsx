import type { Metadata } from 'next';
import { adminPage } from '@/components/admin/admin-page';
import { RegisterPage } from '@/components/admin/registers/register-page';
import { GapTable, PaperTable } from '@/components/admin/registers/tables';
import { AdminSection } from '@/components/admin/section';
import { countPapers, checkSeries, listPapers, seriesAndYears } from '@/lib/admin/registers/papers';
import { PAPER_LIST } from '@/lib/admin/registers/schema';
import { PAPER_FILTERS } from '@/lib/admin/registers/texts';
import { missingCount } from '@/lib/admin/registers/rules';
import { splitPlace } from '@/lib/platform/keyset';
import type { GivenParams } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'registers');
export const metadata: Metadata = { title: t('papers.title') };

type Props = { searchParams: Promise<Exclude<GivenParams, URLSearchParams>> };

/** /admin/registers: every numbered paper, and whether a number is missing. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { filter, place, problems } = splitPlace(PAPER_LIST.parse(await searchParams));
  const { series: chosen, year } = filter;
  const [{ rows, ...around }, total, checks, { series, years }] = await Promise.all([
    listPapers(scope, filter, place),
    countPapers(scope, filter),
    checkSeries(scope, { series: chosen, year }),
    seriesAndYears(scope),
  ]);
  const missing = missingCount(checks);
  return (
    <>
      <RegisterPage
        kind="papers"
        list={PAPER_LIST}
        filter={filter}
        place={place}
        problems={problems}
        labels={PAPER_FILTERS.labels}
        choices={{ ...PAPER_FILTERS.choices, series, year: years }}
        total={total}
        found={{ ...around, first: rows[0]?.serial, last: rows.at(-1)?.serial }}
      >
        <PaperTable rows={rows} />
      </RegisterPage>
      {checks.length > 0 && (
        <AdminSection
          id="gaps"
          title={t('gaps.title')}
          note={missing === 0 ? t('gaps.allWell') : t('gaps.some', { count: missing })}
        >
          <p className="text-small text-ink-2">{t('gaps.note')}</p>
          <GapTable rows={checks} />
        </AdminSection>
      )}
    </>
  );
});
