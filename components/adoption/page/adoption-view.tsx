import { AdoptionLines } from '@/components/adoption/history/adoption-lines';
import { DocumentButtons } from '@/components/adoption/history/document-buttons';
import { explanationOf } from '@/components/adoption/history/explanation';
import { TimeLeft } from '@/components/adoption/history/time-left';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { StatusTag } from '@/components/platform/ui/status-tag';
import { isToBePaid, lastDayOf, type AdoptionDetail } from '@/lib/adoption/detail-rules';
import { ADOPTED_STATES, PAID_STATES } from '@/db/schema/billing-states';
import { documentsOf, shownStatus, tagOf, wasAdopted } from '@/lib/adoption/history-rules';
import { formatDate } from '@/lib/platform/dates';
import { includesRole, type CompanyRole } from '@/lib/accounts/company-roles';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { periodOf } from '@/lib/adoption/period';
import { partValues } from '@/lib/documents/paper-rules';
import { PAPER_STATES } from '@/lib/documents/papers/rules';
import type { AdoptionProgress } from '@/lib/register/progress-queries';
import { readSettings } from '@/lib/settings/queries';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Progress } from '@/components/adoption/progress/progress';
import { Renewals } from '@/components/adoption/renewal/renewals';
import { ChangeRequests } from './change-requests';
import { Commitment } from './commitment';
import { Fold } from './fold';
import { HowToPay } from './how-to-pay';
import { Money } from './money';
import { OnlinePayment } from './online-payment';
import { OnlinePayments } from './online-payments';
import { PaperDetailsForm } from './paper-details-form';
import { PaperList } from './paper-list';
import { Section } from './section';
import { ShowCompany } from './show-company';
import { Timeline } from './timeline';

/** `role` of the signed-in person in the company; null for a guest, who may do everything. */
type AdoptionViewProps = {
  adoption: AdoptionDetail;
  /** Null while no seats are adopted. */
  progress: AdoptionProgress | null;
  bearer: Bearer;
  role: CompanyRole | null;
};

/** Courses that are shown at once. */
const SHOWN_LINES = 3;

/**
 * An adoption with everything its sponsor may see and do, for the dashboard and for guests: its state, the amount and how
 * to pay it, the papers, the seats, the history, and the rest folded.
 */
export async function AdoptionView({ adoption, progress, bearer, role }: AdoptionViewProps) {
  const may = (minRole: CompanyRole) => role === null || includesRole(role, minRole);
  const t = await getTranslations('adoptionPage');
  const history = await getTranslations('adoptionHistory');
  const locale = await getLocale();
  const { id, status, date, dueAt, secondsLeft, lines, changeRequests } = adoption;
  const shown = shownStatus(adoption);
  const toBePaid = isToBePaid(adoption);
  const about =
    status === 'lapsed' && dueAt
      ? t('status.lapsed', { date: formatDate(lastDayOf(dueAt), locale) })
      : // Of a pledge, how to pay says it.
        (!toBePaid || adoption.hasEnded) && (await explanationOf(adoption));
  const mayAsk = may('adopt') && status !== 'replaced';
  const [body, terms] = [await readSettings('body'), await readSettings('terms')];
  const isAdopted = may('adopt') && ADOPTED_STATES.some((state) => state === status);
  // Students of a course that takes more years go on, and their sponsor was not invited yet.
  const isContinuing = adoption.coursesPaise !== null && adoption.renewals.length === 0;
  const hasAccount = body.accountNumber !== '';
  const isTransferred = toBePaid && (hasAccount || adoption.toldTransfer !== null);
  const online = {
    ...{ adoption, bearer },
    mayPay: may('pay'),
    mayTransfer: may('adopt') && hasAccount,
    isFolded: isTransferred && !adoption.openPayment,
  };
  // While there is something to pay, that comes first.
  const Seats = toBePaid || secondsLeft !== null || adoption.openPayment ? Fold : Section;
  const Students = toBePaid ? Fold : Section;
  // The tiles to pay online take its place.
  const History = toBePaid && !hasAccount && adoption.isPayableOnline ? Fold : Section;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusTag {...tagOf(shown)}>{history(`status.${shown}`)}</StatusTag>
        <p className="text-small text-ink-2">
          {t(wasAdopted(status) ? 'adoptedOn' : 'chosenOn', { date: formatDate(date, locale) })}
        </p>
      </div>
      {about && <p className="max-w-160">{about}</p>}
      {/* While the bank has a payment, the time that is left does not matter. */}
      {secondsLeft !== null && status !== 'confirming' && <TimeLeft billingId={id} secondsLeft={secondsLeft} />}
      <Renewals adoption={adoption} mayAdopt={may('adopt')} bearer={bearer} />
      <div className="grid items-start gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_min(22rem,50%)] lg:grid-rows-[auto_1fr] lg:gap-y-6">
        <div className="lg:col-start-2">
          <Money adoption={adoption} />
        </div>
        <div className="grid gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-6">
          {!isTransferred && <OnlinePayment {...online} />}
          <HowToPay adoption={adoption} body={body} mayTell={may('adopt')} bearer={bearer} />
          {isTransferred && <OnlinePayment {...online} />}
          <Papers adoption={adoption} mayGiveDetails={may('adopt')} bearer={bearer} />
          <Seats id="seats" title={t('seats', { seats: adoption.seats, courses: lines.length })}>
            <AdoptionLines lines={lines.slice(0, SHOWN_LINES)} />
            {lines.length > SHOWN_LINES && (
              <Disclosure small summary={t('moreSeats', { count: lines.length - SHOWN_LINES })}>
                <AdoptionLines lines={lines.slice(SHOWN_LINES)} />
              </Disclosure>
            )}
          </Seats>
          {/* Before the payment, only if there is something to tell. */}
          {progress && (!toBePaid || progress.lines.some(({ state }) => state === 'reported')) && (
            <Students id="progress" title={t('progress.title')}>
              <Progress
                billingId={id}
                progress={progress}
                mayAct={may('adopt')}
                isPaid={PAID_STATES.some((state) => state === status)}
                bearer={bearer}
              />
            </Students>
          )}
        </div>
        <div className="lg:col-start-2">
          <History id="history" title={t('timeline.title')}>
            <Timeline steps={adoption.timeline} shown={toBePaid ? 1 : 2} />
          </History>
        </div>
        <div className="grid lg:col-start-1">
          <OnlinePayments payments={adoption.onlinePayments} />
          {(mayAsk || changeRequests.length > 0) && (
            <Fold id="change" title={t('changeRequest.title')} open={changeRequests.length > 0}>
              <ChangeRequests billingId={id} requests={changeRequests} mayAsk={mayAsk} bearer={bearer} />
            </Fold>
          )}
          {isAdopted && isContinuing && (
            <Fold id="course" title={t('commitment.title')}>
              <p className="text-small">
                {t('commitment.next', {
                  sessions: periodOf(lines).sessions.join(', ') || 'none',
                  days: terms.renewalDays,
                })}
              </p>
              <Commitment billingId={id} isCommitted={adoption.isCommitted} bearer={bearer} />
            </Fold>
          )}
          {isAdopted && adoption.company && (
            <Fold id="company" title={t('company.title')}>
              <ShowCompany billingId={id} company={adoption.company} isShown={adoption.showCompany} bearer={bearer} />
            </Fold>
          )}
        </div>
      </div>
    </>
  );
}

type PapersProps = { adoption: AdoptionDetail; mayGiveDetails: boolean; bearer: Bearer };

/** The papers of an adoption, and what they show of the company. */
async function Papers({ adoption, mayGiveDetails, bearer }: PapersProps) {
  const t = await getTranslations('adoptionPage.papers');
  const { id, reference, status, papers, paperDetails } = adoption;
  const paper = await getTranslations('paper');
  const parts = papers.flatMap((each) => (each.part ? [[each.id, paper('part', partValues(each.part))] as const] : []));
  const documents = documentsOf(adoption);
  // The receipt stands among the papers once it was issued.
  const hasReceipt = papers.some(({ kind, isReplaced, isVoid }) => kind === 'receipt' && !isReplaced && !isVoid);
  const hasPapers = PAPER_STATES.some((state) => state === status);
  return (
    <Section title={t('title')}>
      {documents.summary && (
        <DocumentButtons
          billingId={id}
          reference={reference}
          receipt={documents.receipt && !hasReceipt}
          bearer={bearer}
        />
      )}
      {papers.length > 0 && (
        <PaperList billingId={id} papers={papers} parts={Object.fromEntries(parts)} bearer={bearer} />
      )}
      {mayGiveDetails && hasPapers && (
        <PaperDetailsForm
          billingId={id}
          details={paperDetails}
          keptFor={bearer === null ? 'account' : 'adoption'}
          isProforma={isToBePaid(adoption)}
          bearer={bearer}
        />
      )}
      {!documents.summary && papers.length === 0 && <p className="text-ink-2">{t('none')}</p>}
    </Section>
  );
}
