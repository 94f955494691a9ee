'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AuthForm } from '@/components/accounts/auth/auth-form';
import { NEW_PASSWORD_ERRORS, NewPasswordField } from '@/components/accounts/auth/new-password-field';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { call } from '@/lib/api/client/client';
import { MIN_ADMIN_PASSWORD } from '@/lib/platform/limits';

/** Sets a password with the secret in the fragment of the page's address, and leads to the login page. */
export function SetPasswordForm({ login }: { login: string }) {
  const t = useTranslations('staff.setPassword');
  const [done, setDone] = useState(false);

  const send = (fields: FormData) => {
    const body = { token: location.hash.slice(1), password: String(fields.get('password')) };
    return call('POST /user/admin_password', { body });
  };

  if (done)
    return (
      <div className="grid gap-4">
        <Note kind="ok" role="status">
          {t('done')}
        </Note>
        <Button asChild wide>
          <Link href={login}>{t('login')}</Link>
        </Button>
      </div>
    );
  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
      send={send}
      failed={t('failed')}
      fieldOf={{ ...NEW_PASSWORD_ERRORS, 'admin.password_length': 'password' }}
      onDone={() => setDone(true)}
    >
      {({ pending, field }) => (
        <NewPasswordField
          label={t('password')}
          minLength={MIN_ADMIN_PASSWORD}
          refusesWeak
          readOnly={pending}
          {...field('password')}
        />
      )}
    </AuthForm>
  );
}
