import { ExternalLink } from 'lucide-react';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { Conversation } from '@/components/conversation/conversation';
import { MessageForm } from '@/components/conversation/message-form';
import { Summary } from '@/components/admin/summary';
import { PaymentTag } from '@/components/admin/users-and-billings/payment-tag';
import { Button } from '@/components/platform/ui/button';
import { Unlimited } from '@/components/admin/viewer';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { STATES } from '@/db/schema/billing-states';
import type { AdminAdoption, AdoptionEvent } from '@/lib/admin/adoptions/queries';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import type { Conversation as Messages } from '@/lib/conversation/queries';
import type { PayeeAccounts } from '@/lib/payees/schema';
import { indianIsoDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionProvider, type ActionAdoption } from './action-context';
import { CodesSection } from './codes';
import { LinesSection } from './lines';
import { MessagesSection } from './messages';
import { PapersSection } from './papers';
import { OnlineRefundsSection } from './online-refunds';
import { PaymentsSection } from './payments';
import { ReceiptsSection } from './receipts';
import { RefundsSection } from './refunds';
import { RequestsSection } from './requests';
import { SponsorSection } from './sponsor';
import { nameOf, timeOf } from './texts';
import { actorOf, TimelineSection } from './timeline';

const t = getTranslator('en', 'adminAdoption');

type AdoptionProps = {
  adoption: AdminAdoption;
  conversation: Messages;
  /** The accounts that its money is paid back to. */
  accounts: PayeeAccounts;
  /** Whether the role of the reader allows to change it. */
  mayAct: boolean;
};

/** Everything about an adoption, and the forms for what administrators can do with it. */
export function Adoption({ adoption, conversation, accounts, mayAct }: AdoptionProps) {
  const { id, reference, state, status, hasEnded, sponsor, isAlone } = adoption;
  const { seats, verify } = STATES[state];
  // Nothing happens to an adoption that was never verified; a replaced one is over, even if it was held before.
  const canAct = state !== 'draft' && state !== 'replaced';
  const canChange = seats === 'adopted';
  const messages = getTranslator('en', 'conversation');
  const courses = Object.fromEntries(
    adoption.lines.map(({ courseId, courseType, branch, city }) => [courseId, `${courseType} ${branch}, ${city}`]),
  );
  return (
    <ActionProvider adoption={actionAdoptionOf(adoption, courses)} mayAct={mayAct}>
      <PageHead
        title={reference}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="font-semibold wrap-anywhere text-ink">{sponsor.company}</strong>
            <PaymentTag status={status}>{getTranslator('en', 'usersAndBillings')(`status.${status}`)}</PaymentTag>
            {hasEnded && <span>{t('ended')}</span>}
          </span>
        }
      >
        {verify && (
          <Button asChild variant="bare" size="small">
            <a href={`/verify/${reference}`} target="_blank" rel="noreferrer" aria-label={t('verifyOf', { reference })}>
              {t('verify')}
              <ExternalLink aria-hidden />
            </a>
          </Button>
        )}
        <Unlimited>
          <Button asChild variant="bare" size="small">
            <Link href={AUDIT_LIST.href({ subject: id })} aria-label={t('historyOf', { reference })}>
              {t('history')}
            </Link>
          </Button>
        </Unlimited>
      </PageHead>
      {mayAct && isAlone && <Note kind="warn">{t('alone')}</Note>}
      {!canAct && <Note kind="warn">{t('notVerified')}</Note>}
      <Summary
        label={t('balance.title')}
        counts={[
          [t('balance.total'), formatINR(adoption.totalPaise)],
          [t('balance.received'), formatINR(adoption.receivedPaise)],
          ...(adoption.withheldPaise > 0 ? [[t('balance.withheld'), formatINR(adoption.withheldPaise)] as const] : []),
          [t('balance.refunded'), formatINR(adoption.refundedPaise)],
          [t('balance.outstanding'), formatINR(adoption.outstandingPaise)],
          [t('balance.refundDue'), formatINR(adoption.refundDuePaise)],
        ]}
      />
      {adoption.requests.length > 0 && <RequestsSection adoption={adoption} courses={courses} />}
      {canAct && (
        <AdminSection id="conversation" title={messages('title')}>
          <Conversation
            conversation={conversation}
            reader="department"
            locale="en"
            write={messages('write.toSponsor')}
            form={
              mayAct &&
              sponsor.email !== '' && <MessageForm writer={{ as: 'toSponsor', reference }} last={conversation.last} />
            }
          />
        </AdminSection>
      )}
      <SponsorSection adoption={adoption} canAct={canAct} mayAct={mayAct} />
      <LinesSection adoption={adoption} canChange={canChange} />
      <ReceiptsSection adoption={adoption} canAct={canAct} />
      <PaymentsSection adoption={adoption} />
      {adoption.onlineRefunds.length > 0 && <OnlineRefundsSection refunds={adoption.onlineRefunds} canAct={canAct} />}
      <RefundsSection adoption={adoption} accounts={accounts} mayAct={mayAct} />
      <PapersSection adoption={adoption} />
      <MessagesSection adoption={adoption} canAct={canAct} />
      <CodesSection adoption={adoption} mayAct={mayAct} />
      <TimelineSection events={adoption.events} canAct={canAct} />
    </ActionProvider>
  );
}

/** Steps that a form can show as news. */
const RECENT = 20;

function actionAdoptionOf(adoption: AdminAdoption, courses: Record<string, string>): ActionAdoption {
  const { reference, version, dueMs, outstandingPaise, told, refundablePaise } = adoption;
  const { fullName, company, email, phone } = adoption.sponsor;
  return {
    reference,
    version,
    sponsor: { fullName, company, email, phone },
    company: adoption.companyDetails,
    orderNumber: adoption.orderNumber,
    lines: adoption.lines.filter(({ seats }) => seats > 0).map(({ courseId, seats }) => ({ courseId, seats })),
    courses,
    dueOn: dueMs === null ? null : indianIsoDay(new Date(dueMs - 1)),
    outstandingPaise,
    told,
    refundablePaise,
    needsApproval: adoption.wasPaid,
    isGuests: adoption.isGuests,
    steps: adoption.events.slice(-RECENT).map((event) => ({ id: event.id, text: sentenceOf(event) })),
  };
}

const sentenceOf = (event: AdoptionEvent): string =>
  `${nameOf('event', event.event)}: ${t('by', { who: actorOf(event), at: timeOf(event.atMs) })}`;
