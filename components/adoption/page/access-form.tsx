'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '@/components/platform/ui/panel';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { CodeButton, useCodeRequest } from '@/components/accounts/codes/code-request';
import { Link } from '@/components/platform/ui/link';
import { call, type ApiResult } from '@/lib/api/client/client';

type Sent = { expiresAt: number; resendAt: number };

async function sendCode(reference: string): Promise<ApiResult<Sent>> {
  const result = await call('POST /adoptions/{reference}/code', { params: { reference } });
  if (!result.ok) return result;
  const now = Date.now();
  const { expiresIn, resendIn } = result.data;
  return { ok: true, data: { expiresAt: now + expiresIn * 1000, resendAt: now + resendIn * 1000 } };
}

/** Opens a guest's adoption with a code. It looks the same for references that do not exist. */
export function AccessForm({ reference }: { reference: string }) {
  const t = useTranslations('adoptionPage.access');
  const router = useRouter();
  const [sent, setSent] = useState<Sent | null>(null);
  const headingId = useId();
  const code = useCodeRequest({ send: () => sendCode(reference), onSent: setSent });

  return (
    <Panel aria-labelledby={headingId}>
      <h2 id={headingId} className="text-h3 wrap-anywhere">
        {reference}
      </h2>
      {sent ? (
        <CodeForm
          resendAt={sent.resendAt}
          expiresAt={sent.expiresAt}
          verify={(otp) => call('POST /adoptions/{reference}/access', { params: { reference }, body: { otp } })}
          onVerified={() => router.refresh()}
          resend={() => sendCode(reference)}
          onResent={setSent}
          resentText={t('sent')}
          onGone={() => setSent(null)}
        >
          {({ id }) => (
            <p id={id} role="status">
              {t('sent')}
            </p>
          )}
        </CodeForm>
      ) : (
        <>
          <p className="wrap-anywhere">{t('text', { reference })}</p>
          <CodeButton wide code={code}>
            {t('send')}
          </CodeButton>
        </>
      )}
      <Link
        href={`/adoptions?typed=${encodeURIComponent(reference)}`}
        className="inline-flex min-h-tap items-center justify-self-start text-small text-link underline"
      >
        {t('other')}
      </Link>
      <Link
        href={`/lost-mailbox?reference=${encodeURIComponent(reference)}`}
        className="inline-flex min-h-tap items-center justify-self-start text-small text-link underline"
      >
        {t('lost')}
      </Link>
      <p className="text-small text-ink-2">
        {t('account')}{' '}
        <Link href="/dashboard/adoptions" className="text-link underline">
          {t('signIn')}
        </Link>
      </p>
    </Panel>
  );
}
