'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { LEAVING } from '@/components/platform/form/use-pending';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import { useBrowserValue } from '@/components/platform/ui/use-browser-value';
import { hasSessionEnded } from '@/lib/api/client/session';
import { reconcile, signIn } from '@/lib/api/client/sign-in';
import { AuthForm } from './auth-form';
import { queueWelcomeToast } from '@/components/platform/site/greeting';
import { PasswordField } from './password-field';

/**
 * Signs a sponsor in.
 * @param isLive whether the cookie belongs to a live session: with a token, the form redirects to `next` at once
 * @param next the page after signing in, a path on this site (see returnPath)
 */
export function LoginForm({ isLive, next }: { isLive: boolean; next: string }) {
  const t = useTranslations('auth.login');
  const hasEnded = useBrowserValue(hasSessionEnded, false);
  useEffect(() => {
    if (reconcile(isLive)) location.replace(next);
  }, [isLive, next]);

  const send = async (fields: FormData) => {
    notify.loading(t('submitting'), { id: 'login' });
    const result = await signIn({ email: String(fields.get('email')), password: String(fields.get('password')) });
    if (!result.ok) notify.error(result.message ?? t('failed'), { id: 'login' });
    return result;
  };
  const enter = () => {
    queueWelcomeToast('sponsor');
    // Replaces the whole document: the router cache may contain pages of a previous user.
    location.replace(next);
    return LEAVING;
  };

  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      note={hasEnded && <Note kind="time">{t('ended')}</Note>}
      send={send}
      failed={{ code: 'auth.login_failed' }}
      onDone={enter}
    >
      {({ pending }) => (
        <>
          <Field label={t('email')} name="email" type="email" autoComplete="username" required readOnly={pending} />
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            readOnly={pending}
          />
        </>
      )}
    </AuthForm>
  );
}
