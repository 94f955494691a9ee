'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/platform/ui/panel';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { CodeButton, useCodeRequest } from '@/components/accounts/codes/code-request';
import { notify } from '@/components/platform/ui/toaster';
import { useOtpStore } from '@/lib/api/client/code-store';

/** Confirms the e-mail address of the account. @param text why the sponsor should */
export function ConfirmEmail({ email, text }: { email: string; text: string }) {
  const t = useTranslations('adoptionPage.confirmEmail');
  const tSent = useTranslations('checkout.sent');
  const otp = useTranslations('otp');
  const router = useRouter();
  const { otpSent, resendAt, expiresAt, generateOtp, verifyOtp, reset } = useOtpStore();
  useEffect(() => reset, [reset]);
  const code = useCodeRequest({ send: () => generateOtp(email), onSent: () => undefined });

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
        <CodeButton code={code} variant="line" className="justify-self-start wrap-anywhere">
          {t('send', { email })}
        </CodeButton>
      )}
    </Panel>
  );
}
