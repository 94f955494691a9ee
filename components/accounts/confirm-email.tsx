'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/platform/ui/panel';
import { usePending } from '@/components/platform/form/use-pending';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { CodePossibleAt, useCodeWait } from '@/components/accounts/codes/use-code-wait';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import { errorText } from '@/lib/platform/i18n/errors';
import { useOtpStore } from '@/lib/api/client/code-store';

/** Confirms the e-mail address of the account. @param text why the sponsor should */
export function ConfirmEmail({ email, text }: { email: string; text: string }) {
  const t = useTranslations('adoptionPage.confirmEmail');
  const tSent = useTranslations('checkout.sent');
  const otp = useTranslations('otp');
  const router = useRouter();
  const { otpSent, resendAt, expiresAt, generateOtp, verifyOtp, reset } = useOtpStore();
  useEffect(() => reset, [reset]);

  const wait = useCodeWait();
  const [pending, send] = usePending(async () => {
    const result = await generateOtp(email);
    if (result.ok) return;
    notify.error(result.message ?? errorText('otp.send_failed'), { id: 'otp' });
    wait.refused(result);
  });

  return (
    <Panel>
      <p>{text}</p>
      {otpSent ? (
        <CodeForm
          resendAt={resendAt}
          expiresAt={expiresAt}
          verify={verifyOtp}
          onVerified={() => {
            notify.success(t('done'), { id: 'otp' });
            router.refresh();
          }}
          resend={() => generateOtp(email)}
          onResent={() => undefined}
          resentText={tSent('email')}
          onGone={reset}
        >
          {({ id }) => (
            <p id={id} className="wrap-anywhere">
              {otp.rich('sentTo', { address: () => <b>{email}</b> })}
            </p>
          )}
        </CodeForm>
      ) : (
        <>
          {wait.waits && <CodePossibleAt until={wait.until} />}
          <Button
            variant="line"
            pending={pending}
            disabled={wait.waits}
            onClick={send}
            className="justify-self-start wrap-anywhere"
          >
            {t('send', { email })}
          </Button>
        </>
      )}
    </Panel>
  );
}
