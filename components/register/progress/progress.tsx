import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { AdoptionProgress, NamedProgress } from '@/lib/register/progress-queries';
import { compositionText, lateReportText, lineTexts, statedReportText } from '@/lib/published/progress-texts';
import { byInstitute } from '@/lib/register/progress-view';
import { DownloadNumbers } from './download-numbers';
import { DrawnSeats, SeatKey } from './drawn-seats';
import { Institutes } from './institutes';
import { MakeCertificate } from './make-certificate';
import { StudentMails } from './student-mails';
import { Overall, Sums } from './sums';

type ProgressProps = {
  billingId: string;
  progress: AdoptionProgress;
  /** Whether the person may switch the e-mails on and off, and make certificates. */
  mayAct: boolean;
  /** Certificates are for paid seats. */
  isPaid: boolean;
  bearer: Bearer;
};

/** Institutes that are shown at once. */
const SHOWN = 4;

/** The students on the seats of an adoption, in all and by institute. */
export async function Progress({
  billingId,
  progress: { lines, mails, certifiable },
  mayAct,
  isPaid,
  bearer,
}: ProgressProps) {
  const t = await getTranslations('adoptionPage.progress');
  const institutes = byInstitute(lines);
  if (institutes.length === 0) return <Sums lines={lines} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Overall lines={lines} institutes={institutes} />
      <Institutes institutes={institutes} shown={SHOWN}>
        {({ lines: [line, ...others] }) =>
          others.length === 0 ? (
            <Line line={line} />
          ) : (
            <>
              <Sums lines={[line, ...others]} />
              <Disclosure small summary={t('byCourse', { count: others.length + 1 })}>
                <ul className="grid gap-4">
                  {[line, ...others].map((each) => (
                    <li key={each.courseId}>
                      <Line line={each} />
                    </li>
                  ))}
                </ul>
              </Disclosure>
            </>
          )
        }
      </Institutes>
      {mayAct && isPaid && certifiable.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {certifiable.map((session) => (
            <MakeCertificate key={session} billingId={billingId} session={session} bearer={bearer} />
          ))}
        </div>
      )}
      <SeatKey drawn={[totalOf(lines), ...lines.map((line) => totalOf([line]))]} />
      <Disclosure small summary={t('details')}>
        <div className="grid gap-3 text-small">
          <p className="max-w-prose text-ink-2">{t('about')}</p>
          <div className="grid justify-items-start gap-2 print:hidden">
            <DownloadNumbers billingId={billingId} bearer={bearer} />
            {mayAct && <StudentMails isOn={mails} bearer={bearer} />}
          </div>
        </div>
      </Disclosure>
    </div>
  );
}

async function Line({ line }: { line: NamedProgress }) {
  const [t, names] = [await getTranslations('adoptionPage.progress'), await getNames()];
  const { courseType, branch, branchHindi, session } = line;
  const composition = compositionText(t, line.composition);
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere text-ink-2">
        {[names.type(courseType), names.branch(branch, branchHindi), session].join(' · ')}
      </p>
      <DrawnSeats {...totalOf([line])} courseType={courseType} />
      <p>{lineTexts(t, line).join(' ')}</p>
      {composition && <p>{composition}</p>}
      <Reports line={line} />
    </div>
  );
}

/** What the institute reported, oldest first, and what is late. */
async function Reports({ line: { stated, late } }: { line: NamedProgress }) {
  if (stated.length === 0 && !late) return null;
  const [t, locale] = [await getTranslations('adoptionPage.progress'), await getLocale()];
  const item =
    'relative ps-5 before:absolute before:start-1 before:top-2 before:size-2 before:border-2 before:border-ink';
  return (
    <ol className="grid gap-1">
      {stated.map((report) => (
        <li key={report.kind} className={`${item} before:bg-ink`}>
          {report.state === 'stated'
            ? t('reportDay', { kind: t(`report.kind.${report.kind}`), day: formatDate(report.statedAt, locale) })
            : statedReportText(t, report, locale)}
        </li>
      ))}
      {late && <li className={`${item} text-warn`}>{lateReportText(t, late, locale)}</li>}
    </ol>
  );
}
