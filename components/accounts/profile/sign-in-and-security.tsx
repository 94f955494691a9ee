'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { NEW_PASSWORD_ERRORS, NewPasswordField } from '@/components/accounts/auth/new-password-field';
import { PasswordField } from '@/components/accounts/auth/password-field';
import { Form } from '@/components/platform/form/form';
import { FormDialog, ModalButton } from '@/components/platform/form/form-dialog';
import { ChosenEmail } from '@/components/accounts/codes/chosen-email';
import { EmailedCode } from '@/components/accounts/codes/emailed-code';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { callAsSponsor, storeUser } from '@/lib/api/client/session';
import { readSession } from '@/lib/api/client/session-storage';
import { onlyDigits } from '@/lib/platform/digits';
import type { Profile } from '@/lib/accounts/schema';
import { useConfirmedPassword } from './confirm-password';

type SignInAndSecurityProps = {
  /** The configured minimum length of a password; 1 means no rule. */
  minLength: number;
  /** Reads the profile again. */
  load: () => Promise<Profile | null>;
  /** Called after a change, which ended the other sessions. */
  onChanged: () => void;
};

/** The changes of password and e-mail. */
export function SignInAndSecurity({ minLength, load, onChanged }: SignInAndSecurityProps) {
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
              load={load}
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

function ChangePassword({ minLength, onChanged }: Omit<SignInAndSecurityProps, 'load'>) {
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
      fieldOf={NEW_PASSWORD_ERRORS}
      onDone={onChanged}
    >
      {({ field }) => (
        <>
          <PasswordField label={t('current')} name="current_password" autoComplete="current-password" required />
          <NewPasswordField label={t('new')} minLength={minLength} refusesWeak {...field('password')} />
        </>
      )}
    </FormDialog>
  );
}

/** First the new address, then the code that was sent to it. */
function EmailForm({ load, onDone }: Pick<SignInAndSecurityProps, 'load'> & { onDone: () => void }) {
  const t = useTranslations('profile.newEmail');
  const confirmed = useConfirmedPassword();
  const [email, setEmail] = useState<string | null>(null);
  const [typed, setTyped] = useState('');

  const sendCode = (to: string) => confirmed(() => callAsSponsor('POST /user/email/code', { body: { email: to } }));
  const change = (fields: FormData) => {
    const body = { email, otp: onlyDigits(String(fields.get('otp'))) };
    return confirmed(() => callAsSponsor('POST /user/email/change', { body }));
  };
  const finish = async () => {
    const changed = (await load())?.email ?? email;
    const { user } = readSession();
    if (user && changed) storeUser({ ...user, email: changed });
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
        <Field label={t('email')} name="email" type="email" autoComplete="email" defaultValue={typed} required />
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
      fieldOf={{ 'otp.invalid': 'otp' }}
      toast="profile"
      done={t('done')}
      onDone={finish}
    >
      {({ problem, field }) => (
        <>
          {!problem && <Note kind="ok">{t('sent')}</Note>}
          <ChosenEmail
            label={t('email')}
            autoComplete="email"
            email={email}
            other={t('otherEmail')}
            onOther={() => {
              setTyped(email);
              setEmail(null);
            }}
          />
          <EmailedCode
            texts={{ label: t('code'), again: t('again'), sent: t('sent') }}
            send={() => sendCode(email)}
            toast="profile"
            error={field('otp').error}
          />
        </>
      )}
    </Form>
  );
}
