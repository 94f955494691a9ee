import type { ReactNode } from 'react';
import { AdoptionLines } from '@/components/adoption/history/adoption-lines';
import { DocumentButtons } from '@/components/adoption/history/document-buttons';
import { explanationOf } from '@/components/adoption/history/explanation';
import { TimeLeft } from '@/components/adoption/history/time-left';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { StatusTag } from '@/components/platform/ui/status-tag';
import { isToBePaid, lastDayOf, type AdoptionDetail, type IssuedPaper } from '@/lib/adoption/read/detail-rules';
import { ADOPTED_STATES, PAID_STATES } from '@/db/schema/billing-states';
import { documentsOf, shownStatus, tagOf, wasAdopted } from '@/lib/adoption/read/history-rules';
import { formatDate } from '@/lib/platform/dates';
import { includesRole, type CompanyRole } from '@/lib/accounts/company-roles';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { periodOf } from '@/lib/adoption/core/period';
import { partValues } from '@/lib/documents/paper-rules';
import { PAPER_STATES } from '@/lib/documents/papers/rules';
import type { Conversation as Messages } from '@/lib/conversation/queries';
import type { AdoptionProgress } from '@/lib/register/progress-queries';
import { byInstitute } from '@/lib/register/progress-view';
import { PayBack } from '@/components/payees/pay-back';
import { readSponsorAccount } from '@/lib/payees/queries';
import { readSettings } from '@/lib/settings/queries';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Progress } from '@/components/register/progress/progress';
import { MoveNotices } from '@/components/adoption/move/move-notices';
import { Renewals } from '@/components/adoption/renewal/renewals';
import { Conversation } from '@/components/conversation/conversation';
import { MessageForm } from '@/components/conversation/message-form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Commitment } from './commitment';
import { Fold } from './fold';
import { HowToPay } from './how-to-pay';
import { Money } from './money';
import { OnlinePayment } from './online-payment';
import { OnlinePayments } from './online-payments';
import { consentValues } from '@/lib/adoption/core/consent-rules';
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
  conversation: Messages;
  bearer: Bearer;
  role: CompanyRole | null;
};

/** Courses that are shown at once. */
const SHOWN_LINES = 3;

/**
 * An adoption with everything its sponsor may see and do, for the dashboard and for guests: its state, the amount and how
 * to pay it, the students, the papers, the seats, what has happened, and rare acts together, folded.
 */
export async function AdoptionView({ adoption, progress, conversation, bearer, role }: AdoptionViewProps) {
  const may = (minRole: CompanyRole) => role === null || includesRole(role, minRole);
  const t = await getTranslations('adoptionPage');
  const history = await getTranslations('adoptionHistory');
  const locale = await getLocale();
  const { id, status, date, dueAt, secondsLeft, lines } = adoption;
  const shown = shownStatus(adoption);
  const toBePaid = isToBePaid(adoption);
  const about =
    status === 'lapsed' && dueAt
      ? t('status.lapsed', { date: formatDate(lastDayOf(dueAt), locale) })
      : // Of a pledge, how to pay says it.
        (!toBePaid || adoption.hasEnded) && (await explanationOf(adoption));
  const mayAct = may('adopt');
  const messages = await getTranslations('conversation');
  const mayWrite = mayAct && status !== 'replaced';
  const messageForm = mayWrite && (
    <MessageForm writer={{ as: 'sponsor', billingId: id, bearer }} last={conversation.last}>
      <PrivacyNotice />
    </MessageForm>
  );
  const hasMessages = conversation.messages.length > 0;
  const account = adoption.refundDuePaise > 0 ? await readSponsorAccount(id) : null;
  const [body, terms] = [await readSettings('body'), await readSettings('terms')];
  const isAdopted = mayAct && ADOPTED_STATES.some((state) => state === status);
  // Students of a course that takes more years go on, and their sponsor was not invited yet.
  const isContinuing = adoption.coursesPaise !== null && adoption.renewals.length === 0;
  const hasAccount = body.accountNumber !== '';
  const isTransferred = toBePaid && (hasAccount || adoption.toldTransfer !== null);
  const online = {
    adoption,
    bearer,
    mayPay: may('pay'),
    mayTransfer: mayAct && hasAccount,
    isFolded: isTransferred && !adoption.openPayment,
  };
  const hasNews = progress !== null && byInstitute(progress.lines).length > 0;
  // What is to be paid comes first, and institutes with news name the courses.
  const Seats = toBePaid || hasNews || secondsLeft !== null || adoption.openPayment ? Fold : Section;
  // The tiles to pay online take its place.
  const History = toBePaid && !hasAccount && adoption.isPayableOnline ? Fold : Section;
  const [present, former] = [
    adoption.papers.filter(({ isReplaced, isVoid }) => !isReplaced && !isVoid),
    adoption.papers.filter(({ isReplaced, isVoid }) => isReplaced || isVoid),
  ];
  const paperDetails = mayAct && PAPER_STATES.some((state) => state === status) && (
    <PaperDetailsForm
      billingId={id}
      company={adoption.companyDetails}
      orderNumber={adoption.orderNumber}
      keptFor={bearer === null ? 'account' : 'adoption'}
      isProforma={toBePaid}
      bearer={bearer}
    />
  );
  const isTroubled = adoption.onlinePayments.some(({ isPaid, refunds }) => !isPaid || refunds.length > 0);
  const attempts = <OnlinePayments payments={adoption.onlinePayments} />;
  /** Rare acts and records: id, heading and content. */
  const more = (
    [
      ['messages', messages('write.sponsor'), !hasMessages && messageForm],
      // The proforma is a way to pay, and stands among the papers.
      ['details', t('paperDetails.title'), !toBePaid && paperDetails],
      [
        'former',
        t('papers.former'),
        former.length > 0 && <ListedPapers billingId={id} papers={former} bearer={bearer} />,
      ],
      ['payments', t('onlinePayments.title'), !isTroubled && adoption.onlinePayments.length > 0 && attempts],
      [
        'course',
        t('commitment.title'),
        isAdopted && isContinuing && (
          <>
            <p className="text-small">
              {t('commitment.next', {
                sessions: periodOf(lines).sessions.join(', ') || 'none',
                days: terms.renewalDays,
              })}
            </p>
            <Commitment billingId={id} isCommitted={adoption.isCommitted} bearer={bearer} />
          </>
        ),
      ],
      [
        'company',
        t('company.title'),
        isAdopted && adoption.company && (
          <ShowCompany billingId={id} company={adoption.company} isShown={adoption.showCompany} bearer={bearer} />
        ),
      ],
      [
        'consent',
        t('consent.title'),
        <p key="consent" className="text-small">
          {adoption.consent ? t('consent.given', consentValues(adoption.consent, locale)) : t('consent.none')}
        </p>,
      ],
    ] as const
  ).filter(([, , content]) => content);
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
      <MoveNotices billingId={id} mayAnswer={mayAct} bearer={bearer} />
      <Renewals adoption={adoption} mayAdopt={mayAct} bearer={bearer} />
      <div className="grid items-start gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_min(22rem,50%)] lg:grid-rows-[auto_1fr] lg:gap-y-6">
        <div className="grid gap-5 lg:col-start-2">
          <Money
            adoption={adoption}
            yearEnd={bearer === null ? '/dashboard/year-end' : `/adoptions/${adoption.reference}/year-end`}
          />
          {(adoption.bankRefundPaise > 0 || account !== null) && (
            <PayBack billingId={id} account={account} mayState={may('pay')} bearer={bearer} />
          )}
        </div>
        <div className="grid gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-6">
          {!isTransferred && <OnlinePayment {...online} />}
          <HowToPay adoption={adoption} body={body} mayTell={mayAct} bearer={bearer} />
          {isTransferred && <OnlinePayment {...online} />}
          {/* Before the payment, only if there is something to tell. */}
          {progress && (!toBePaid || hasNews) && (
            <Section id="progress" title={t('progress.title')}>
              <Progress
                billingId={id}
                progress={progress}
                mayAct={mayAct}
                isPaid={PAID_STATES.some((state) => state === status)}
                bearer={bearer}
              />
            </Section>
          )}
          <Papers adoption={adoption} papers={present} bearer={bearer}>
            {toBePaid && paperDetails}
          </Papers>
          <Seats id="seats" title={t('seats', { seats: adoption.seats, courses: lines.length })}>
            <AdoptionLines lines={lines.slice(0, SHOWN_LINES)} />
            {lines.length > SHOWN_LINES && (
              <Disclosure small summary={t('moreSeats', { count: lines.length - SHOWN_LINES })}>
                <AdoptionLines lines={lines.slice(SHOWN_LINES)} />
              </Disclosure>
            )}
          </Seats>
        </div>
        <div className="lg:col-start-2">
          <History id="history" title={t('timeline.title')}>
            <Timeline adoption={adoption} lines={progress?.lines ?? []} shown={toBePaid ? 1 : 3} />
          </History>
        </div>
        <div className="grid gap-5 lg:col-start-1 lg:gap-6">
          {isTroubled && <Section title={t('onlinePayments.title')}>{attempts}</Section>}
          {hasMessages && (
            <Section id="messages" title={messages('title')}>
              <Conversation
                conversation={conversation}
                reader="sponsor"
                locale={locale}
                write={messages('write.sponsor')}
                form={messageForm}
              />
            </Section>
          )}
          <Fold id="more" title={t('more')}>
            {more.map(([part, title, content]) => (
              <section
                key={part}
                id={part}
                aria-label={title}
                className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
              >
                <h3 className="text-lead">{title}</h3>
                {content}
              </section>
            ))}
          </Fold>
        </div>
      </div>
    </>
  );
}

type PapersProps = { adoption: AdoptionDetail; papers: readonly IssuedPaper[]; bearer: Bearer; children: ReactNode };

/** The papers of an adoption that hold. */
async function Papers({ adoption, papers, bearer, children }: PapersProps) {
  const t = await getTranslations('adoptionPage.papers');
  const { id, reference } = adoption;
  const documents = documentsOf(adoption);
  if (!documents.summary && papers.length === 0 && adoption.papers.length > 0) return null;
  return (
    <Section title={t('title')}>
      {documents.summary && (
        <DocumentButtons
          billingId={id}
          reference={reference}
          // It stands among the papers once it was issued.
          receipt={documents.receipt && papers.every(({ kind }) => kind !== 'receipt')}
          bearer={bearer}
        />
      )}
      {papers.length > 0 && <ListedPapers billingId={id} papers={papers} bearer={bearer} />}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {children}
      {!documents.summary && papers.length === 0 && <p className="text-ink-2">{t('none')}</p>}
    </Section>
  );
}

/** Papers to download, each with the part that it is about, if it is about one. */
async function ListedPapers({
  papers,
  ...others
}: {
  billingId: string;
  papers: readonly IssuedPaper[];
  bearer: Bearer;
}) {
  const t = await getTranslations('paper');
  const parts = papers.flatMap((each) => (each.part ? [[each.id, t('part', partValues(each.part))] as const] : []));
  return <PaperList papers={papers} parts={Object.fromEntries(parts)} {...others} />;
}
