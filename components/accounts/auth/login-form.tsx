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
import { forgetSignIn, readSignInHint, type SignInHint } from './sign-in-hint';

/**
 * Signs a sponsor in.
 * @param isLive whether the cookie belongs to a live session: with a token, the form redirects to `next` at once
 * @param next the page after signing in, a path on this site (see returnPath)
 */
export function LoginForm({ isLive, next }: { isLive: boolean; next: string }) {
  const t = useTranslations('auth.login');
  const auth = useTranslations('auth');
  const hasEnded = useBrowserValue(hasSessionEnded, false);
  const stored = useBrowserValue(readSignInHint, null);
  const hint = stored === null ? null : (JSON.parse(stored) as SignInHint);
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
    forgetSignIn();
    // Replaces the whole document: the router cache may contain pages of a previous user.
    location.replace(next);
    return LEAVING;
  };

  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      note={
        hasEnded ? (
          <Note kind="time">{t('ended')}</Note>
        ) : (
          hint && <Note kind="ok">{auth(hint.after, { email: hint.email })}</Note>
        )
      }
      send={send}
      failed={{ code: 'auth.login_failed' }}
      onDone={enter}
    >
      {({ pending }) => (
        <>
          <Field
            // The stored address is read after hydration.
            key={stored}
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={hint?.email}
            required
            readOnly={pending}
          />
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
