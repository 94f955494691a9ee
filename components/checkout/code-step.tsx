'use client';

import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { Button } from '@/components/platform/ui/button';
import { useSelectionStore } from '@/lib/selection/store';
import { sendCode, verifyCode } from './api';
import { keepOrderNumber } from '@/lib/selection/order-number';
import { codeSent, codeVerified, formReopened, type SentCode } from '@/lib/checkout/checkout-flow';
import { step } from './checkout-store';
import { Panel } from '../platform/ui/panel';
import { earlierOf, useRepeatQuestion } from './repeat-question';
import { SelectionTable } from './selection-table';
import { useSummary } from './use-summary';

/** The verification step, with the lines and prices that the code was sent for. */
export function CodeStep({ sent }: { sent: SentCode }) {
  const t = useTranslations('otp');
  const tCheckout = useTranslations('checkout');
  const headingId = useId();
  const { download } = useSummary();
  const { ask, question } = useRepeatQuestion();
  const { otpMethod, email, phone } = sent.userDetails;

  return (
    <>
      <SelectionTable cart={sent.order} decimals={0} />
      <Panel aria-labelledby={headingId}>
        <h2 id={headingId} className="text-h3">
          {t('title')}
        </h2>
        <CodeForm
          resendAt={sent.resendAt}
          expiresAt={sent.expiresAt}
          verify={async (code) => {
            const verified = await verifyCode(sent, code);
            const earlier = earlierOf(verified);
            if (!earlier) return verified;
            if (await ask(earlier)) return verifyCode(sent, code, { confirmRepeat: true });
            useSelectionStore.getState().markAdopted(sent.order, earlier.reference);
            return verified;
          }}
          onVerified={(completed) => {
            useSelectionStore.getState().markAdopted(completed.selectedCourses, completed.reference);
            keepOrderNumber('');
            step((flow) => codeVerified(flow, completed));
            void download(completed);
          }}
          resend={() => sendCode(sent.userDetails, sent.order, { isResend: true })}
          onResent={(again) => step((flow) => codeSent(flow, again))}
          resentText={tCheckout(`sent.${otpMethod}`)}
          // The form shows the courses that are left.
          onGone={() => step(formReopened)}
        >
          {({ id, busy }) => (
            <div className="flex flex-wrap items-center gap-x-2">
              <p id={id} className="wrap-anywhere">
                {t.rich('sentTo', { address: () => <b>{otpMethod === 'email' ? email : phone}</b> })}
              </p>
              <Button variant="bare" size="inline" className="-my-2" disabled={busy} onClick={() => step(formReopened)}>
                {t('editDetails')}
              </Button>
            </div>
          )}
        </CodeForm>
        {question}
      </Panel>
    </>
  );
}
