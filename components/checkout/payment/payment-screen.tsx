'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '@/db/schema/enums';
import { CartChanges } from '@/components/selection/cart/cart-changes';
import { ShareCart } from '@/components/selection/cart/share-cart';
import { SelectionTable } from '@/components/checkout/selection-table';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { Profile } from '@/lib/accounts/schema';
import type { ApiFailure } from '@/lib/api/client/client';
import { readToken } from '@/lib/api/client/session-storage';
import { coursesSchema } from '@/lib/catalogue/schema';
import { formatINR } from '@/lib/platform/money';
import { errorText } from '@/lib/platform/i18n/errors';
import { periodOf } from '@/lib/adoption/core/period';
import { totalsOf } from '@/lib/selection/rules';
import { Announcement } from './announcement';
import { AskToApprove } from './ask-to-approve';
import { RefundDue, Unknown } from './conclusion';
import { codeNeeded, orderOf, paymentProblem } from '@/lib/checkout/payment-flow';
import { leavePayment, openPayment, step, usePaymentStore, type ServerHold } from './payment-store';
import { MethodStep } from './method-step';
import { PaymentBar } from './payment-bar';
import { PaymentSkeleton } from './payment-skeleton';
import { PhoneStep, type Contact } from './phone-step';
import { Transfer, type TransferTerm } from './transfer';
import { useHoldEnd } from './use-hold-end';
import { useFreshOrder, useOrder } from './use-order';
import { attemptFor, usePayment } from './use-payment';
import { useStepFocus } from './use-step-focus';

type PaymentScreenProps = {
  userId: string;
  server: ServerHold;
  recipient: Contact;
  profile: Profile;
  /** The provider charges no money. */
  noMoney: 'sandbox' | 'test' | null;
  /** False for a colleague who may adopt by bank transfer only. */
  mayPay: boolean;
  /** The largest amount of an online payment in paise; null without a limit. */
  maxPaise: number | null;
  /** Null where the site has no bank account to transfer to. */
  transfer: TransferTerm | null;
  /** Names of others of the company who may pay. */
  approvers: readonly string[];
  /** Whom to ask, for a sentence. */
  contact: string;
};

/** /dashboard/payment: the chosen or held seats, phone verification, payment method and payment. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { userId, server, recipient, profile, noMoney, mayPay, maxPaise, transfer, approvers, contact } = props;
  const t = useTranslations('dashboardPayment.method');
  const router = useRouter();
  const { order: chosen, hydrated } = useOrder();
  const { flow, seen, userId: owner } = usePaymentStore();
  const [chosenMethod, setMethod] = useState<PaymentMethod | null>(null);
  const pay = usePayment(userId);
  const ready = hydrated && seen === server.readAt && owner === userId;
  const { changes, applyCourses, carryChangesToNextPage } = useFreshOrder({ active: ready && flow.step === 'unsent' });
  const screen = useRef<HTMLDivElement>(null);
  useStepFocus(screen, ready ? flow.step : null);
  useHoldEnd(ready ? flow : null, pay);

  useEffect(() => {
    if (!hydrated) return;
    const unanswered = openPayment(userId, server, chosen);
    if (unanswered) void pay(unanswered);
  }, [hydrated, userId, server, chosen, pay]);
  useEffect(() => leavePayment, []);

  const order = orderOf(flow, chosen);
  const empty = ready && Object.keys(order).length === 0 && (flow.step === 'unsent' || flow.step === 'sent');
  const leaving = useRef(false);
  useEffect(() => {
    // Logging out, here or in another tab, also empties the selection, and redirects elsewhere.
    if (!empty || leaving.current || readToken() === null) return;
    leaving.current = true;
    notify.error(errorText('selection.required'), { id: 'selection' });
    carryChangesToNextPage();
    router.replace('/dashboard/course-selection');
  }, [empty, carryChangesToNextPage, router]);

  const next = ready && flow.step === 'done' ? flow.next : null;
  useEffect(() => {
    if (next) router.replace(next);
  }, [next, router]);

  const onChanged = useCallback(
    (failure: ApiFailure) => {
      const courses = coursesSchema.safeParse(failure.details.courses);
      step(codeNeeded);
      if (courses.success) applyCourses(courses.data, Object.keys(order));
    },
    [applyCourses, order],
  );

  if (!ready || empty || next) return <PaymentSkeleton />;
  if (flow.step === 'refund_due')
    return (
      <div ref={screen} className="grid gap-4">
        <RefundDue reference={flow.reference} message={flow.message} />
      </div>
    );

  const method = chosenMethod ?? (flow.step === 'verified' ? (flow.attempt?.method ?? null) : null);
  const { paise } = totalsOf(Object.values(order));
  const tooLarge = maxPaise !== null && paise > maxPaise;
  const canPay = mayPay && !tooLarge;
  const onPay = () => {
    const problem = paymentProblem(flow, chosen, method);
    if (problem) return void notify.error(errorText(problem), { id: 'payment' });
    if (flow.step === 'verified' && method) void pay(attemptFor(flow.hold, method, flow.attempt));
  };

  return (
    <div ref={screen} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Announcement flow={flow} />
      <CartChanges changes={changes} of="selection" />
      <SelectionTable cart={order} decimals={2} />
      {flow.step === 'unsent' && !canPay && approvers.length > 0 && (
        <AskToApprove lines={Object.values(order)} approvers={approvers} onOutdated={applyCourses} />
      )}
      {flow.step === 'unsent' && (
        <div className="max-w-96">
          <ShareCart lines={Object.values(order)} onOutdated={applyCourses} of="selection" />
        </div>
      )}
      {flow.step === 'unknown' ? (
        <Unknown attempt={flow.attempt} onCheck={() => void pay(flow.attempt)} />
      ) : (
        <>
          {!(flow.step === 'paying' && !flow.hold) && (
            <PhoneStep
              flow={flow}
              userId={userId}
              order={order}
              contact={recipient}
              hasTransfer={transfer !== null}
              profile={profile}
              onChanged={onChanged}
            />
          )}
          {mayPay && tooLarge && transfer && (
            <Note kind="warn">{errorText('payment.too_large', { max: formatINR(maxPaise) })}</Note>
          )}
          {canPay && <MethodStep flow={flow} method={method} onMethod={setMethod} noMoney={noMoney} />}
          {transfer && flow.step !== 'paying' && (
            <Transfer hold={flow.step === 'verified' ? flow.hold : null} isOnly={!canPay} {...transfer} />
          )}
          {!canPay && !transfer && <Note kind="warn">{t('noWay', { contact })}</Note>}
          <PaymentBar
            flow={flow}
            totalPaise={paise}
            period={periodOf(Object.values(order))}
            onPay={canPay ? onPay : null}
          />
        </>
      )}
    </div>
  );
}
