'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '@/components/ui/field';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { useSession } from '@/lib/identity/store';
import { AuthForm } from './auth-form';
import { greetOnArrival } from './greeting';
import { PasswordField } from './password-field';

/**
 * Signs a sponsor in (R-LOGIN-07 to R-LOGIN-14).
 * @param isLive whether the page's cookie is a live session: with the token it leads on to the dashboard
 */
export function LoginForm({ isLive }: { isLive: boolean }) {
  const t = useTranslations('auth.login');
  const request = useSession((state) => state.requests.login);
  const hasEnded = useSession((state) => state.hasEnded);
  useEffect(() => {
    if (useSession.getState().reconcile(isLive)) location.replace('/dashboard');
  }, [isLive]);
  useEffect(() => () => useSession.getState().forgetRequest('login'), []);

  const signIn = async (fields: FormData) => {
    notify.loading(t('submitting'), { id: 'login' });
    const credentials = { email: String(fields.get('email')), password: String(fields.get('password')) };
    const ended = await useSession.getState().login(credentials);
    if (!ended.success) return notify.error(ended.message ?? t('failed'), { id: 'login' });
    greetOnArrival('sponsor');
    // The whole document changes: what the router still holds of whoever was here before is gone with it.
    location.replace('/dashboard');
  };

  return (
    <AuthForm
      request={request}
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      note={hasEnded && <Note kind="time">{t('ended')}</Note>}
      onSubmit={signIn}
    >
      {(busy) => (
        <>
          <Field label={t('email')} name="email" type="email" autoComplete="username" required readOnly={busy} />
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            readOnly={busy}
          />
        </>
      )}
    </AuthForm>
  );
}
