import { DocumentButtons } from '@/components/adoption/history/document-buttons';
import { AdoptionLines } from '@/components/adoption/history/adoption-lines';
import { explanationOf } from '@/components/adoption/history/explanation';
import { TimeLeft } from '@/components/adoption/history/time-left';
import { StatusTag } from '@/components/platform/ui/status-tag';
import { lastDayOf, type AdoptionDetail } from '@/lib/adoption/detail-rules';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { documentsOf, tagOf, wasAdopted } from '@/lib/adoption/history-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { includesRole, type CompanyRole } from '@/lib/accounts/company-roles';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { PAPER_STATES } from '@/lib/documents/papers/rules';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { HowToPay, isToBePaid } from './how-to-pay';
import { OnlinePayment } from './online-payment';
import { OnlinePayments } from './online-payments';
import { PaperDetailsForm } from './paper-details-form';
import { PaperList } from './paper-list';
import { Section } from './section';
import { ShowCompany } from './show-company';
import { Timeline } from './timeline';
import { ChangeRequests } from './change-requests';

/** `role` of the signed-in person in the company; null for a guest, who may do everything. */
type AdoptionViewProps = { adoption: AdoptionDetail; bearer: Bearer; role: CompanyRole | null };

/** An adoption with everything its sponsor may see and do, for the dashboard and for guests. */
export async function AdoptionView({ adoption, bearer, role }: AdoptionViewProps) {
  const may = (minRole: CompanyRole) => role === null || includesRole(role, minRole);
  const t = await getTranslations('adoptionPage');
  const history = await getTranslations('adoptionHistory');
  const locale = await getLocale();
  const { id, reference, status, date, dueAt, secondsLeft, lines, papers } = adoption;
  const about =
    status === 'lapsed' && dueAt
      ? t('status.lapsed', { date: formatDate(lastDayOf(dueAt), locale) })
      : await explanationOf(adoption);
  const documents = documentsOf(adoption);
  const mayAsk = may('adopt') && status !== 'replaced';
  // The receipt stands among the papers once it was issued.
  const hasReceipt = papers.some(({ kind, isReplaced, isVoid }) => kind === 'receipt' && !isReplaced && !isVoid);
  // A pledge has them in the form of its proforma invoice.
  const canGiveDetails = PAPER_STATES.some((state) => state === status) && !isToBePaid(adoption);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusTag {...tagOf(status)}>{history(`status.${status}`)}</StatusTag>
        <p className="text-small text-ink-2">
          {t(wasAdopted(status) ? 'adoptedOn' : 'chosenOn', { date: formatDate(date, locale) })}
        </p>
      </div>
      {about && <p className="max-w-160">{about}</p>}
      {secondsLeft !== null && <TimeLeft billingId={id} secondsLeft={secondsLeft} />}
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-8">
          <OnlinePayment adoption={adoption} mayPay={may('pay')} mayAdopt={may('adopt')} bearer={bearer} />
          <HowToPay adoption={adoption} mayIssue={may('adopt')} bearer={bearer} />
          <OnlinePayments payments={adoption.onlinePayments} />
          <Section title={t('seats')}>
            <AdoptionLines lines={lines} />
          </Section>
          <Section title={t('papers.title')}>
            {documents.summary && (
              <DocumentButtons
                billingId={id}
                reference={reference}
                receipt={documents.receipt && !hasReceipt}
                bearer={bearer}
              />
            )}
            {papers.length > 0 && <PaperList billingId={id} papers={papers} bearer={bearer} />}
            {may('adopt') && canGiveDetails && (
              <PaperDetailsForm billingId={id} details={adoption.paperDetails} bearer={bearer} />
            )}
            {!documents.summary && papers.length === 0 && <p className="text-ink-2">{t('papers.none')}</p>}
          </Section>
          {(mayAsk || adoption.changeRequests.length > 0) && (
            <Section title={t('changeRequest.title')}>
              <ChangeRequests billingId={id} requests={adoption.changeRequests} mayAsk={mayAsk} bearer={bearer} />
            </Section>
          )}
          {may('adopt') && ADOPTED_STATES.some((state) => state === status) && adoption.company && (
            <Section title={t('company.title')}>
              <ShowCompany billingId={id} company={adoption.company} isShown={adoption.showCompany} bearer={bearer} />
            </Section>
          )}
        </div>
        <div className="grid gap-8">
          <Money adoption={adoption} />
          <Section title={t('timeline.title')}>
            <Timeline steps={adoption.timeline} />
          </Section>
        </div>
      </div>
    </>
  );
}

async function Money({ adoption }: { adoption: AdoptionDetail }) {
  const t = await getTranslations('adoptionPage.money');
  const { totalPaise, receivedPaise, outstandingPaise, refundDuePaise } = adoption;
  const rows = [
    [t('total'), totalPaise],
    [t('received'), receivedPaise],
    ...(outstandingPaise > 0 ? ([[t('outstanding'), outstandingPaise]] as const) : []),
    ...(refundDuePaise > 0 ? ([[t('refund'), refundDuePaise]] as const) : []),
  ] as const;
  return (
    <Section title={t('title')}>
      <dl className="grid rounded-2 border border-t-4 border-line border-t-marigold bg-surface px-4">
        {rows.map(([label, paise]) => (
          <div
            key={label}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3 last:border-b-0"
          >
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="num text-lead money">{formatINR(paise)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
