import { Link } from '@/components/platform/ui/link';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { listReports } from '@/lib/register/report-queries';

type Report = Awaited<ReturnType<typeof listReports>>[number];

/** The reports of an offer with their days and states. */
export async function ReportList({ courseId, reports }: { courseId: string; reports: readonly Report[] }) {
  const t = await getTranslations('office.reports');
  if (reports.length === 0) return <p className="text-small text-ink-2">{t('none')}</p>;
  return (
    <ul className="grid max-w-[60rem]">
      {reports.map((report) => (
        <li key={report.kind} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1 text-small">
          {report.isOpen || report.statedAt ? (
            <Link
              href={`/office/offers/${courseId}/reports/${report.kind}`}
              className="me-auto inline-flex min-h-tap items-center text-link underline underline-offset-4"
            >
              {t(`kind.${report.kind}`)}
            </Link>
          ) : (
            <span className="me-auto inline-flex min-h-tap items-center">{t(`kind.${report.kind}`)}</span>
          )}
          <ReportStateText {...report} />
        </li>
      ))}
    </ul>
  );
}

type StateProps = Pick<Report, 'statedAt' | 'state' | 'isLate' | 'dueOn'>;

/** Says when a report was stated, or until when it is due. */
export async function ReportStateText({ statedAt, state, isLate, dueOn }: StateProps) {
  const [t, locale] = [await getTranslations('office.reports'), await getLocale()];
  if (statedAt) return <span>{t(`state.${state}`, { day: formatDate(statedAt, locale) })}</span>;
  const day = formatDate(indianDay(dueOn), locale);
  return isLate ? (
    <span className="font-semibold text-warn">{t('lateSince', { day })}</span>
  ) : (
    <span className="text-ink-2">{t('dueOn', { day })}</span>
  );
}
