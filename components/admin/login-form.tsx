'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AuthForm } from '@/components/accounts/auth/auth-form';
import { queueWelcomeToast } from '@/components/platform/site/greeting';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { invalid } from '@/components/platform/form/use-form';
import { LEAVING } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import { useBrowserValue } from '@/components/platform/ui/use-browser-value';
import {
  reloadOnce,
  forgetAdminToken,
  loginReason,
  pageArea,
  readAdminToken,
  signInAdmin,
} from '@/lib/api/client/admin';
import { errorText } from '@/lib/platform/i18n/errors';

const HOME = { admin: '/admin/dashboard', office: '/office' };

/**
 * Logs an administrator or an office in, with a second step for the code if the account has a second factor. The form
 * does not validate: all input goes to the server, even empty fields.
 * @param isLive whether the cookie belongs to a live session: with a token, the form redirects to the first page
 * @param username the label of its field; default: 'Username'
 */
export function AdminLoginForm({ isLive, username }: { isLive: boolean; username?: string }) {
  const t = useTranslations('staff.login');
  const [needsCode, setNeedsCode] = useState(false);
  const reason = useBrowserValue(loginReason, null);

  useEffect(() => {
    if (isLive && readAdminToken() !== null) location.replace(HOME[pageArea()]);
    else if (!isLive && !reloadOnce()) forgetAdminToken();
  }, [isLive]);
  useEffect(() => {
    if (reason) notify.error(errorText(reason), { id: 'admin-login' });
  }, [reason]);

  const logIn = async (fields: FormData) => {
    const failure = await signInAdmin({
      username: String(fields.get('username')),
      password: String(fields.get('password')),
      ...(needsCode && { code: String(fields.get('code')) }),
    });
    if (failure?.code !== 'admin.code_required' || needsCode) return failure ?? { ok: true as const, data: null };
    setNeedsCode(true);
    return invalid({});
  };
  const enter = () => {
    queueWelcomeToast('admin');
    // Replaces the whole document: the router cache may contain pages of a previous user.
    location.replace(HOME[pageArea()]);
    return LEAVING;
  };

  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      note={needsCode ? <p>{t('codeLead')}</p> : reason && <Note kind="warn">{errorText(reason)}</Note>}
      send={logIn}
      failed={{ code: 'admin.login_failed' }}
      toast="admin-login"
      toastErrors
      onDone={enter}
    >
      {({ pending, clear }) => (
        <>
          {/* Stays in the form: the second step sends it again. */}
          <div className={needsCode ? 'hidden' : 'contents'}>
            <Field
              label={username ?? t('username')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={pending}
            />
            <PasswordField label={t('password')} name="password" autoComplete="current-password" readOnly={pending} />
          </div>
          {needsCode && (
            <>
              <Field
                label={t('code')}
                hint={t('codeHint')}
                name="code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                readOnly={pending}
              />
              <Button
                variant="bare"
                className="justify-self-start"
                onClick={() => {
                  setNeedsCode(false);
                  clear();
                }}
              >
                {t('back')}
              </Button>
            </>
          )}
        </>
      )}
    </AuthForm>
  );
}
