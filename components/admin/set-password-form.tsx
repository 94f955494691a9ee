'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AuthForm } from '@/components/auth/auth-form';
import { PasswordField } from '@/components/auth/password-field';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Note } from '@/components/ui/note';
import { postJson } from '@/lib/api-client/client';
import { MIN_ADMIN_PASSWORD } from '@/lib/core/limits';
import { anything } from '@/lib/core/schema';
import type { RequestState } from '@/lib/identity/store';

/** Sets a password with the secret in the fragment of the page's address, and leads to the login. */
export function SetPasswordForm() {
  const t = useTranslations('admin.setPassword');
  const [request, setRequest] = useState<RequestState>({ status: 'idle', message: null });
  const [done, setDone] = useState(false);

  const submit = async (fields: FormData) => {
    setRequest(({ message }) => ({ status: 'loading', message }));
    const body = { token: location.hash.slice(1), password: String(fields.get('password')) };
    const answer = await postJson('/user/admin_password', body, anything, { headers: { 'Accept-Language': 'en' } });
    if (answer.ok) setDone(true);
    else setRequest({ status: 'error', message: answer.message ?? t('failed') });
  };

  if (done)
    return (
      <div className="grid gap-4">
        <Note kind="ok" role="status">
          {t('done')}
        </Note>
        <Button asChild wide>
          <Link href="/admin/login">{t('login')}</Link>
        </Button>
      </div>
    );
  return (
    <AuthForm
      request={request}
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
      onSubmit={submit}
    >
      {(busy) => (
        <PasswordField
          label={t('password')}
          hint={t('hint', { min: MIN_ADMIN_PASSWORD })}
          name="password"
          autoComplete="new-password"
          readOnly={busy}
        />
      )}
    </AuthForm>
  );
}
