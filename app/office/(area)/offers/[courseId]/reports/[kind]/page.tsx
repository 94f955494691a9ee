import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { REPORT_KINDS, reportOf, type ReportKind } from '@/db/schema/report-kinds';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { officePage } from '@/components/office/office-page';
import { CompositionForm } from '@/components/register/reports/composition-form';
import { MarkStudents } from '@/components/register/reports/mark-students';
import { OutcomeForm } from '@/components/register/reports/outcome-form';
import { ReportStateText } from '@/components/register/reports/report-list';
import { UploadMarks } from '@/components/register/reports/upload-marks';
import { BackLink } from '@/components/platform/ui/back-link';
import { Note } from '@/components/platform/ui/note';
import { Pager } from '@/components/platform/ui/pager';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { offerText } from '@/lib/catalogue/rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { isUuid } from '@/lib/platform/uuid';
import type { CompositionForm as CompositionData } from '@/lib/register/composition';
import { readReport, type ReportPage } from '@/lib/register/report-queries';

type Props = {
  params: Promise<{ courseId: string; kind: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { kind: given } = await params;
  const t = await getTranslations('office.reports');
  const kind = REPORT_KINDS.find((each) => each === given);
  return { title: kind ? t(`kind.${kind}`) : t('title') };
}

/** /office/offers/{courseId}/reports/{kind}: what an office states about the students of an offer. */
export default officePage<Props>(async (scope, { params, searchParams }) => {
  const [{ courseId, kind: given }, { page }] = [await params, await searchParams];
  const wanted = /^[1-9]\d{0,3}$/.test(String(page)) ? Number(page) : 1;
  const kind = REPORT_KINDS.find((each) => each === given);
  const report = isUuid(courseId) && kind ? await readReport(scope, courseId, kind, wanted) : null;
  if (!report) notFound();
  const [t, common, names] = [
    await getTranslations('office.reports'),
    await getTranslations('common'),
    await getNames(),
  ];
  const { offer } = report;
  return (
    <>
      <BackLink href={`/office/offers/${offer.id}`}>{t('back')}</BackLink>
      <PageHead title={t(`kind.${report.kind}`)} />
      <div className="grid gap-1 text-small">
        <p className="wrap-anywhere text-ink-2">
          {names.type(offer.courseType)} · {names.branch(offer.branch, offer.branchHindi)} ·{' '}
          {offerText(common, offer, true)} ·{' '}
          {instituteWithCity(names, offer.institute, offer.instituteHindi, offer.city)}
        </p>
        <p className="font-semibold">
          <ReportStateText {...report} />
        </p>
        {reportOf(report.kind).says !== 'totals' && <Counts report={report} />}
        <p className="max-w-prose text-ink-2">
          {t('privacy')} {report.allowed.includes('completed') && <span>{t('completes')}</span>}
        </p>
      </div>
      {report.isOpen ? (
        <Sections report={report} />
      ) : (
        <Note kind="time">{t('opens', { day: formatDate(indianDay(report.opensOn), await getLocale()) })}</Note>
      )}
    </>
  );
});

async function Counts({ report: { students, counts, unmarked } }: { report: ReportPage }) {
  const t = await getTranslations('office.reports');
  const parts = [
    t('counts', { count: students }),
    ...counts.map(({ mark, students: count }) => t(`counted.${mark}`, { count })),
    ...(unmarked > 0 ? [t('noMark', { count: unmarked })] : []),
  ];
  return <p className="font-semibold">{parts.join(' · ')}</p>;
}

async function Sections({ report }: { report: ReportPage }) {
  const t = await getTranslations('office.reports');
  const { offer, kind, version, pages, page, places, statedAt, unmarked, allowed } = report;
  if (reportOf(kind).says === 'totals')
    return (
      <AdminSection id="totals" title={t('studentsTitle')}>
        <OutcomeForm
          key={version}
          courseId={offer.id}
          version={version}
          totals={report.totals}
          expected={report.expected}
        />
      </AdminSection>
    );
  return (
    <>
      <AdminSection id="students" title={t('studentsTitle')}>
        {places.length === 0 && <p className="max-w-prose text-small text-ink-2">{t('noStudents')}</p>}
        <MarkStudents
          key={page}
          courseId={offer.id}
          isStated={statedAt !== null}
          {...{ kind, version, unmarked, pages, allowed, places }}
        />
        <Pager
          label={t('pages')}
          page={page}
          pages={pages}
          href={(to) => `/office/offers/${offer.id}/reports/${kind}?page=${to}`}
        />
      </AdminSection>
      {places.length > 0 && (
        <AdminSection id="file" title={t('fileTitle')}>
          <UploadMarks courseId={offer.id} kind={kind} />
        </AdminSection>
      )}
      {report.composition && <Groups courseId={offer.id} kind={kind} {...report.composition} />}
    </>
  );
}

/** Totals of groups of the students in a stated report. */
async function Groups({ courseId, kind, stated, students }: { courseId: string; kind: ReportKind } & CompositionData) {
  const [t, locale] = [await getTranslations('office.reports.composition'), await getLocale()];
  return (
    <AdminSection id="groups" title={t('title')}>
      <p className="max-w-prose text-small text-ink-2">{t('text', { count: students })}</p>
      {stated && (
        <p className="max-w-prose text-small">
          {t('statedFor', { day: formatDate(stated.statedAt, locale), count: stated.students })} {t(stated.state)}
        </p>
      )}
      <CompositionForm
        key={stated?.version ?? 0}
        version={stated?.version ?? 0}
        counts={stated}
        {...{ courseId, kind }}
      />
    </AdminSection>
  );
}
