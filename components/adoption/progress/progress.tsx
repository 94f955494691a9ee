import type { ReactNode } from 'react';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { offerTexts } from '@/lib/catalogue/names';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { totalOf } from '@/lib/published/progress';
import type { AdoptionProgress, NamedProgress } from '@/lib/register/progress-queries';
import { lineTexts, totalTexts } from '@/lib/published/progress-texts';
import { DownloadNumbers } from './download-numbers';
import { DrawnSeats, SeatKey } from './drawn-seats';
import { MakeCertificate } from './make-certificate';
import { StudentMails } from './student-mails';
import { Sums } from './sums';

type ProgressProps = {
  billingId: string;
  progress: AdoptionProgress;
  /** Whether the person may switch the e-mails on and off, and make certificates. */
  mayAct: boolean;
  /** Certificates are for paid seats. */
  isPaid: boolean;
  bearer: Bearer;
};

/** The students on the seats of an adoption, in all and by course. */
export async function Progress({
  billingId,
  progress: { lines, mails, certified },
  mayAct,
  isPaid,
  bearer,
}: ProgressProps) {
  const t = await getTranslations('adoptionPage.progress');
  const total = totalOf(lines);
  const certificate = ({ courseId, stated }: NamedProgress) =>
    mayAct &&
    isPaid &&
    !certified.includes(courseId) &&
    stated.some(({ kind, state }) => kind === 'result' && state !== 'differs') && (
      <MakeCertificate billingId={billingId} courseId={courseId} bearer={bearer} />
    );
  if (total.reported === 0 && lines.every(({ late }) => late === null))
    return <p className="text-small text-ink-2">{totalTexts(t, total, []).join(' ')}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-small">
      {lines.length === 1 ? (
        <Line line={lines[0]!}>{certificate(lines[0]!)}</Line>
      ) : (
        <>
          <Sums lines={lines} />
          <Disclosure small summary={t('byCourse', { count: lines.length })}>
            <ul className="grid gap-4">
              {lines.map((line, index) => (
                <li key={index}>
                  <Line line={line}>{certificate(line)}</Line>
                </li>
              ))}
            </ul>
          </Disclosure>
        </>
      )}
      <SeatKey drawn={[total, ...lines.map((line) => totalOf([line]))]} />
      <Disclosure small summary={t('details')}>
        <div className="grid gap-3">
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

async function Line({ line, children }: { line: NamedProgress; children: ReactNode }) {
  const [t, names] = [await getTranslations('adoptionPage.progress'), await getNames()];
  const { courseType } = line;
  const [type, branch, ...where] = offerTexts(names, line);
  return (
    <div className="grid gap-1">
      <p className="font-semibold wrap-anywhere">
        {type} · {branch}
      </p>
      <p className="wrap-anywhere text-ink-2">{where.join(' · ')}</p>
      <DrawnSeats {...totalOf([line])} courseType={courseType} />
      {lineTexts(t, line).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Reports line={line} />
      {children}
    </div>
  );
}

/** What the institute reported, oldest first, and what is late. */
async function Reports({ line: { stated, late } }: { line: NamedProgress }) {
  if (stated.length === 0 && !late) return null;
  const [t, locale] = [await getTranslations('adoptionPage.progress.report'), await getLocale()];
  const item =
    'relative ps-5 before:absolute before:start-1 before:top-2 before:size-2 before:border-2 before:border-ink';
  return (
    <ol className="grid gap-1">
      {stated.map(({ kind, statedAt, state }) => (
        <li key={kind} className={`${item} before:bg-ink`}>
          {t(state, { kind: t(`kind.${kind}`), day: formatDate(statedAt, locale) })}
        </li>
      ))}
      {late && (
        <li className={`${item} text-warn`}>
          {t('late', {
            kind: t(`kind.${late.kind}`),
            due: formatDate(indianDay(late.dueOn), locale),
            reminded: late.remindedOn ? 'yes' : 'no',
            day: late.remindedOn ? formatDate(indianDay(late.remindedOn), locale) : '',
          })}
        </li>
      )}
    </ol>
  );
}
