'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Panel } from '@/components/checkout/panel';
import { usePending } from '@/components/form/use-pending';
import { CodeForm } from '@/components/otp/code-form';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { postJson, type ApiResult } from '@/lib/api-client/client';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/core/limits';
import { errorText } from '@/lib/i18n/errors';

type Sent = { expiresAt: number; resendAt: number };

async function sendCode(email: string): Promise<ApiResult<Sent>> {
  const result = await postJson('/user/generate-otp', { email }, z.looseObject({}));
  if (!result.ok) return result;
  const now = Date.now();
  return { ok: true, data: { expiresAt: now + OTP_SECONDS * 1000, resendAt: now + RESEND_SECONDS * 1000 } };
}

/** Confirms the e-mail address of the account. @param text why the sponsor should */
export function ConfirmEmail({ email, text }: { email: string; text: string }) {
  const t = useTranslations('adoptionPage.confirmEmail');
  const words = useTranslations('checkout.sent');
  const otp = useTranslations('otp');
  const router = useRouter();
  const [sent, setSent] = useState<Sent | null>(null);

  const [pending, send] = usePending(async () => {
    const result = await sendCode(email);
    if (result.ok) setSent(result.data);
    else notify.error(result.message ?? errorText('otp.send_failed'), { id: 'otp' });
  });

  return (
    <Panel>
      <p>{text}</p>
      {sent ? (
        <CodeForm
          resendAt={sent.resendAt}
          expiresAt={sent.expiresAt}
          verify={(code) => postJson('/user/verify-otp', { email, otp: code }, z.looseObject({}))}
          onVerified={() => {
            notify.success(t('done'), { id: 'otp' });
            router.refresh();
          }}
          resend={() => sendCode(email)}
          onResent={setSent}
          resentText={words('email')}
          onGone={() => setSent(null)}
        >
          {({ id }) => (
            <p id={id} className="wrap-anywhere">
              {otp.rich('sentTo', { address: () => <b>{email}</b> })}
            </p>
          )}
        </CodeForm>
      ) : (
        <Button variant="line" pending={pending} onClick={send} className="justify-self-start wrap-anywhere">
          {t('send', { email })}
        </Button>
      )}
    </Panel>
  );
}
