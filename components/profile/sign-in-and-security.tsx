'use client';

import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { NewPasswordField } from '@/components/auth/new-password-field';
import { PasswordField } from '@/components/auth/password-field';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { onlyDigits } from '@/lib/core/digits';
import { useProfileStore } from '@/lib/identity/profile-store';
import { useSession } from '@/lib/identity/store';
import { FormModal } from './form-modal';
import { useRequest } from './use-request';

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
        <FormModal title={t('password.open')} onDone={onChanged}>
          {(onDone) => <PasswordForm minLength={minLength} onDone={onDone} />}
        </FormModal>
        <FormModal title={t('newEmail.open')} onDone={onChanged}>
          {(onDone) => <EmailForm onDone={onDone} />}
        </FormModal>
      </div>
    </section>
  );
}

function PasswordForm({ minLength, onDone }: { minLength: number; onDone: () => void }) {
  const t = useTranslations('profile');
  const { pending, problem, send } = useRequest();

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    if (!(await send('/user/password/change', fields))) return;
    notify.success(t('password.done'), { id: 'profile' });
    onDone();
  };

  return (
    <form onSubmit={change} className="grid gap-4">
      {problem !== null && <Note>{problem}</Note>}
      <PasswordField label={t('password.current')} name="current_password" autoComplete="current-password" required />
      <NewPasswordField label={t('password.new')} minLength={minLength} />
      <FormButtons
        pending={pending}
        submit={t(pending ? 'password.submitting' : 'password.submit')}
        cancel={t('security.cancel')}
      />
    </form>
  );
}

/** First the new address, then the code that was sent to it. */
function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile.newEmail');
  const security = useTranslations('profile.security');
  const { pending, problem, send, dialog } = useRequest();
  const [email, setEmail] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (email === null) {
      const typed = String(fields.get('email'));
      if (await send('/user/email/code', { email: typed })) setEmail(typed);
      return;
    }
    if (!(await send('/user/email/change', { email, otp: onlyDigits(String(fields.get('otp'))) }))) return;
    await useProfileStore.getState().load();
    const { user } = useSession.getState();
    const changed = useProfileStore.getState().profile?.email ?? email;
    if (user) useSession.setState({ user: { ...user, email: changed } });
    notify.success(t('done'), { id: 'profile' });
    onDone();
  };

  const texts = email === null ? (['send', 'sending'] as const) : (['submit', 'submitting'] as const);
  return (
    <>
      <form onSubmit={submit} className="grid gap-4">
        {problem !== null ? <Note>{problem}</Note> : email !== null && <Note kind="ok">{t('sent')}</Note>}
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          readOnly={email !== null || pending}
        />
        {email !== null && (
          <>
            <Field
              label={t('code')}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
              readOnly={pending}
            />
            <Button
              variant="bare"
              className="justify-self-start"
              aria-disabled={pending || undefined}
              onClick={() => void send('/user/email/code', { email })}
            >
              {t('again')}
            </Button>
          </>
        )}
        {email === null && <PrivacyNotice />}
        <FormButtons pending={pending} submit={t(texts[pending ? 1 : 0])} cancel={security('cancel')} />
      </form>
      {dialog}
    </>
  );
}
