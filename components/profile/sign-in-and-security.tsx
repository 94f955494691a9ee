'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NewPasswordField } from '@/components/auth/new-password-field';
import { PasswordField } from '@/components/auth/password-field';
import { ActionButton } from '@/components/form/action-button';
import { Form } from '@/components/form/form';
import { FormDialog, ModalButton } from '@/components/form/form-dialog';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Note } from '@/components/ui/note';
import { callAsSponsor } from '@/lib/api-client/session';
import { onlyDigits } from '@/lib/core/digits';
import { useProfileStore } from '@/lib/identity/profile-store';
import { useSession } from '@/lib/identity/store';
import { useConfirmedPassword } from './confirm-password';

/**
 * The changes of password and e-mail.
 * @param minLength the configured minimum length of a password; 1 means no rule
 * @param onChanged called after a change, which ended the other sessions
 */
export function SignInAndSecurity({ minLength, onChanged }: { minLength: number; onChanged: () => void }) {
  const t = useTranslations('profile');
  return (
    <section aria-labelledby="security" className="grid gap-3">
      <h2 id="security" className="text-h3">
        {t('security.title')}
      </h2>
      <p className="text-ink-2">{t('security.text')}</p>
      <div className="flex flex-wrap gap-3">
        <ChangePassword minLength={minLength} onChanged={onChanged} />
        <ModalButton trigger={<Button variant="line">{t('newEmail.open')}</Button>} title={t('newEmail.open')}>
          {(close) => (
            <EmailForm
              onDone={() => {
                close();
                onChanged();
              }}
            />
          )}
        </ModalButton>
      </div>
    </section>
  );
}

function ChangePassword({ minLength, onChanged }: { minLength: number; onChanged: () => void }) {
  const t = useTranslations('profile.password');
  return (
    <FormDialog
      trigger={<Button variant="line">{t('open')}</Button>}
      title={t('open')}
      submit={t('submit')}
      submitting={t('submitting')}
      send={(fields) => {
        const body = { current_password: fields.get('current_password'), password: fields.get('password') };
        return callAsSponsor('POST /user/password/change', { body });
      }}
      toast="profile"
      done={t('done')}
      onDone={onChanged}
    >
      <PasswordField label={t('current')} name="current_password" autoComplete="current-password" required />
      <NewPasswordField label={t('new')} minLength={minLength} />
    </FormDialog>
  );
}

/** First the new address, then the code that was sent to it. */
function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile.newEmail');
  const confirmed = useConfirmedPassword();
  const [email, setEmail] = useState<string | null>(null);

  const sendCode = (to: string) => confirmed(() => callAsSponsor('POST /user/email/code', { body: { email: to } }));
  const change = (fields: FormData) => {
    const body = { email, otp: onlyDigits(String(fields.get('otp'))) };
    return confirmed(() => callAsSponsor('POST /user/email/change', { body }));
  };
  const finish = async () => {
    await useProfileStore.getState().load();
    const { user } = useSession.getState();
    const changed = useProfileStore.getState().profile?.email ?? email;
    if (user && changed) useSession.setState({ user: { ...user, email: changed } });
    onDone();
  };

  if (email === null)
    return (
      <Form
        key="email"
        cancel
        submit={t('send')}
        submitting={t('sending')}
        send={(fields) => sendCode(String(fields.get('email')))}
        onDone={(_, fields) => setEmail(String(fields.get('email')))}
      >
        <Field label={t('email')} name="email" type="email" autoComplete="email" required />
        <PrivacyNotice />
      </Form>
    );
  return (
    <Form
      key="code"
      cancel
      submit={t('submit')}
      submitting={t('submitting')}
      send={change}
      toast="profile"
      done={t('done')}
      onDone={finish}
    >
      {({ problem }) => (
        <>
          {!problem && <Note kind="ok">{t('sent')}</Note>}
          <Field label={t('email')} type="email" autoComplete="email" readOnly value={email} />
          <Field label={t('code')} name="otp" inputMode="numeric" autoComplete="one-time-code" autoFocus required />
          <ActionButton
            variant="bare"
            className="justify-self-start"
            send={() => sendCode(email)}
            toast="profile"
            done={t('sent')}
          >
            {t('again')}
          </ActionButton>
        </>
      )}
    </Form>
  );
}
