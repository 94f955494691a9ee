'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { postJson } from '@/lib/api-client/client';
import { onlyDigits } from '@/lib/core/digits';
import { anything } from '@/lib/core/schema';
import type { RequestState } from '@/lib/identity/store';
import { AuthForm } from './auth-form';
import { NewPasswordField } from './new-password-field';

const IDLE: RequestState = { status: 'idle', message: null };

/**
 * Sets a forgotten password: first the e-mail address, then the code that was sent to it and the password.
 * @param minLength the configured minimum length of a password; 1 means no rule
 */
export function ResetForm({ minLength }: { minLength: number }) {
  const t = useTranslations('auth.reset');
  const router = useRouter();
  const [request, setRequest] = useState<RequestState>(IDLE);
  const [email, setEmail] = useState<string | null>(null);

  const post = async (path: string, body: object): Promise<boolean> => {
    setRequest({ ...request, status: 'loading' });
    const answer = await postJson(`/user/password/${path}`, body, anything);
    setRequest(answer.ok ? IDLE : { status: 'error', message: answer.message ?? t('failed') });
    return answer.ok;
  };

  const send = async (fields: FormData) => {
    const typed = String(fields.get('email'));
    if (await post('code', { email: typed })) setEmail(typed);
  };

  const reset = async (fields: FormData) => {
    const body = { email, otp: onlyDigits(String(fields.get('otp'))), password: String(fields.get('password')) };
    if (!(await post('reset', body))) return;
    notify.success(t('done'), { id: 'reset' });
    router.push('/login');
  };

  if (email === null)
    return (
      <AuthForm
        key="send"
        request={request}
        texts={{ submit: t('send'), submitting: t('sending'), overlay: t('sending') }}
        onSubmit={send}
      >
        {(busy) => (
          <Field label={t('email')} name="email" type="email" autoComplete="username" required readOnly={busy} />
        )}
      </AuthForm>
    );

  return (
    <AuthForm
      key="reset"
      request={request}
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
      note={<Note kind="ok">{t('sent')}</Note>}
      onSubmit={reset}
    >
      {(busy) => (
        <>
          <Field label={t('email')} name="email" type="email" autoComplete="username" readOnly value={email} />
          <Field
            label={t('code')}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            readOnly={busy}
          />
          <Button
            variant="bare"
            className="justify-self-start"
            disabled={busy}
            onClick={() => void post('code', { email })}
          >
            {t('again')}
          </Button>
          <NewPasswordField label={t('password')} minLength={minLength} readOnly={busy} />
        </>
      )}
    </AuthForm>
  );
}
