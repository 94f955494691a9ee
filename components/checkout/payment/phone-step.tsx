'use client';

import { CircleCheck } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MissingPhone } from '@/components/accounts/profile/missing-phone';
import { Panel } from '@/components/platform/ui/panel';
import { Button } from '@/components/platform/ui/button';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { CodeButton, useCodeRequest } from '@/components/accounts/codes/code-request';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { Profile } from '@/lib/accounts/schema';
import type { ApiFailure } from '@/lib/api/client/client';
import { keepOrderNumber } from '@/lib/selection/order-number';
import { totalsOf } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';
import { useSelectionStore } from '@/lib/selection/store';
import { errorText } from '@/lib/platform/i18n/errors';
import { OrderNumberField } from '@/components/selection/order-number-field';
import { sendCode, verifyCode } from './api';
import {
  codeSent,
  codeVerified,
  movedToCart,
  type PaymentFlow,
  type PaymentHold,
  type SentCode,
} from '@/lib/checkout/payment-flow';
import { step } from './payment-store';

const Question = dynamic(() => import('@/components/platform/ui/question').then(({ Question }) => Question), {
  ssr: false,
});

/**
 * Where a code is sent, masked; `email` only if the operator has no SMS provider, `phone` unless it is not a valid
 * number.
 */
export type Contact = { phone: string | null; email: string | null };

type PhoneStepProps = {
  flow: PaymentFlow;
  userId: string;
  order: Cart;
  contact: Contact;
  /** Whether the site has a bank account to transfer to. */
  hasTransfer: boolean;
  /** Whose phone number is asked for if it is not a valid one. */
  profile: Profile;
  /** Called when seats or prices differ from the order; the message was already shown. */
  onChanged: (failure: ApiFailure) => void;
};

/** The first half of the page: a code to the sponsor's phone, its input, then the held seats. */
export function PhoneStep(props: PhoneStepProps) {
  const { flow } = props;
  if (flow.step === 'sent') return <CodeSent {...props} sent={flow.sent} />;
  const hold = flow.step === 'verified' || flow.step === 'paying' ? flow.hold : null;
  if (hold) return <Held hold={hold} />;
  // Before anything else is asked, such as whether to give up what was held.
  return props.contact.phone === null ? <MissingPhone profile={props.profile} /> : <SendCode {...props} />;
}

function SendCode({ flow, userId, order, contact, hasTransfer, onChanged }: PhoneStepProps) {
  const t = useTranslations('dashboardPayment.phone');
  const tSent = useTranslations('checkout.sent');
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [waits, setWaits] = useState(false);
  // A new code replaces the hold, and with it the payment that was begun.
  const begun = flow.step === 'unsent' && flow.held?.isPaying ? flow.held : null;

  const code = useCodeRequest({
    send: () => sendCode(userId, order),
    onSent: (sent) => {
      notify.success(tSent('payment'), { id: 'otp' });
      step((now) => codeSent(now, sent));
    },
    onRefused: (failure) => {
      setWaits(failure.code === 'seats.hold_wait');
      // Changed elsewhere meanwhile.
      if (failure.code === 'sponsor.phone_invalid') router.refresh();
      else if ('courses' in failure.details) onChanged(failure);
    },
  });

  return (
    <Step title={t('title')}>
      {flow.step === 'unsent' && flow.lost === 'ended' && <Note kind="time">{t('ended')}</Note>}
      {flow.step === 'unsent' && flow.lost === 'differs' && flow.held && (
        <Note kind="warn">{t('differs', { reference: flow.held.reference })}</Note>
      )}
      <p className="wrap-anywhere">
        {contact.email !== null
          ? t.rich('byEmail', { email: () => <b>{contact.email}</b> })
          : t.rich('text', { phone: () => <b>{contact.phone}</b> })}
      </p>
      <OrderNumberField />
      <CodeButton wide code={code} onClick={begun ? () => setAsking(true) : undefined}>
        {t('send')}
      </CodeButton>
      {waits && hasTransfer && <TransferInstead />}
      {asking && begun && (
        <Question
          title={t('replace.title')}
          text={t('replace.text', { reference: begun.reference })}
          no={t('replace.keep')}
          yes={t('replace.replace')}
          onYes={() => void code.request()}
          onClose={() => setAsking(false)}
        />
      )}
    </Step>
  );
}

/** Adopts the seats by bank transfer, for which they are not held: by the cart. */
function TransferInstead() {
  const t = useTranslations('dashboardPayment.phone.instead');
  const move = () => {
    const moved = useSelectionStore.getState().takeBack();
    if (!moved.ok) return notify.error(errorText(moved.code, moved.params), { id: 'cart' });
    step(movedToCart);
  };
  return (
    <>
      <p>{t('text')}</p>
      <Button variant="line" wide onClick={move}>
        {t('button')}
      </Button>
    </>
  );
}

function CodeSent({ sent, userId, onChanged }: PhoneStepProps & { sent: SentCode }) {
  const t = useTranslations('dashboardPayment.phone');
  const otp = useTranslations('otp');
  const tSent = useTranslations('checkout.sent');
  return (
    <Step title={otp('title')}>
      <CodeForm
        resendAt={sent.resendAt}
        expiresAt={sent.expiresAt}
        verify={(code) => verifyCode(userId, sent, code)}
        onVerified={(hold) => {
          keepOrderNumber('');
          step(() => codeVerified(hold));
        }}
        resend={() => sendCode(userId, sent.order)}
        onResent={(again) => step((flow) => codeSent(flow, again))}
        resentText={tSent('payment')}
        onGone={onChanged}
      >
        {({ id }) => (
          <p id={id} className="wrap-anywhere">
            {sent.delivered === 'sms'
              ? otp.rich('sentTo', { address: () => <b>{sent.phone}</b> })
              : t.rich('sentByEmail', { phone: () => <b>{sent.phone}</b>, email: () => <b>{sent.sentTo}</b> })}
          </p>
        )}
      </CodeForm>
    </Step>
  );
}

function Held({ hold }: { hold: PaymentHold }) {
  const t = useTranslations('dashboardPayment.held');
  const { seats } = totalsOf(Object.values(hold.order));
  return (
    <Step
      title={
        <span className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden className="size-6 shrink-0" />
          {t('title')}
        </span>
      }
    >
      <p>
        {t.rich('text', {
          seats,
          reference: hold.reference,
          b: (text) => <b className="whitespace-nowrap">{text}</b>,
        })}
      </p>
    </Step>
  );
}

function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} data-focus="step" className="text-h3 outline-none">
        {title}
      </h2>
      {children}
    </Panel>
  );
}
