'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AuthForm } from '@/components/accounts/auth/auth-form';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { call } from '@/lib/api/client/client';

/** Asks for the link that sets a new password; the answer is the same whether the address has an account or not. */
export function ForgotForm() {
  const t = useTranslations('office');
  const [isSent, setSent] = useState(false);
  if (isSent) return <Note kind="ok">{t('forgot.done')}</Note>;
  return (
    <AuthForm
      texts={{ submit: t('forgot.submit'), submitting: t('forgot.submitting'), overlay: t('forgot.submitting') }}
      fieldOf={{ 'auth.email_invalid': 'email' }}
      send={(fields) => call('POST /office/password-link', { body: { email: fields.get('email') } })}
      onDone={() => setSent(true)}
    >
      {({ pending, field }) => (
        <Field
          label={t('login.email')}
          type="email"
          autoComplete="username"
          required
          readOnly={pending}
          {...field('email')}
        />
      )}
    </AuthForm>
  );
}
