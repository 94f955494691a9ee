'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING } from '@/components/platform/form/use-pending';
import { ChosenEmail } from '@/components/accounts/codes/chosen-email';
import { EmailedCode } from '@/components/accounts/codes/emailed-code';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import { call } from '@/lib/api/client/client';
import { onlyDigits } from '@/lib/platform/digits';
import { AuthForm } from './auth-form';
import { NEW_PASSWORD_ERRORS, NewPasswordField } from './new-password-field';
import { rememberSignIn } from './sign-in-hint';

const FIELD_OF = { 'otp.invalid': 'otp', ...NEW_PASSWORD_ERRORS };

/**
 * Sets a forgotten password: first the e-mail address, then the code that was sent to it and the password.
 * @param minLength the configured minimum length of a password; 1 means no rule
 */
export function ResetForm({ minLength }: { minLength: number }) {
  const t = useTranslations('auth.reset');
  const router = useRouter();
  const [email, setEmail] = useState<string | null>(null);
  const [typed, setTyped] = useState('');

  const sendCode = (to: string) => call('POST /user/password/code', { body: { email: to } });
  const reset = (fields: FormData) => {
    const body = { email, otp: onlyDigits(String(fields.get('otp'))), password: String(fields.get('password')) };
    return call('POST /user/password/reset', { body });
  };
  const leave = ({ phone_removed: isPhoneRemoved }: { phone_removed: boolean }) => {
    if (email !== null) rememberSignIn({ email, after: isPhoneRemoved ? 'phoneRemoved' : 'passwordSet' });
    notify.success(t('done'), { id: 'reset' });
    router.push('/login');
    return LEAVING;
  };

  if (email === null)
    return (
      <AuthForm
        key="send"
        texts={{ submit: t('send'), submitting: t('sending'), overlay: t('sending') }}
        send={(fields) => sendCode(String(fields.get('email')))}
        onDone={(_, fields) => setEmail(String(fields.get('email')))}
      >
        {({ pending }) => (
          <Field
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={typed}
            required
            readOnly={pending}
          />
        )}
      </AuthForm>
    );

  return (
    <AuthForm
      key="reset"
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
      note={<Note kind="ok">{t('sent')}</Note>}
      send={reset}
      fieldOf={FIELD_OF}
      onDone={leave}
    >
      {({ pending, field }) => (
        <>
          <ChosenEmail
            label={t('email')}
            name="email"
            autoComplete="username"
            email={email}
            other={t('otherEmail')}
            disabled={pending}
            onOther={() => {
              setTyped(email);
              setEmail(null);
            }}
          />
          <EmailedCode
            texts={{ label: t('code'), again: t('again'), sent: t('sent') }}
            send={() => sendCode(email)}
            toast="reset"
            readOnly={pending}
            error={field('otp').error}
          />
          <NewPasswordField
            label={t('password')}
            minLength={minLength}
            refusesWeak
            readOnly={pending}
            {...field('password')}
          />
        </>
      )}
    </AuthForm>
  );
}
