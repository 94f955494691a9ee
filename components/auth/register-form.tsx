'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Field } from '@/components/ui/field';
import { PhoneField } from '@/components/ui/phone-field';
import { notify } from '@/components/ui/toaster';
import { useSession } from '@/lib/identity/store';
import { AuthForm } from './auth-form';
import { NewPasswordField } from './new-password-field';
import { strengthOf } from './strength';

const FIELDS = [
  ['full_name', 'fullName', { autoComplete: 'name' }],
  ['designation', 'designation', { autoComplete: 'organization-title' }],
  ['company_name', 'company', { autoComplete: 'organization' }],
  ['email', 'email', { type: 'email', autoComplete: 'email' }],
  ['phone_number', 'phone', { type: 'tel' }],
] as const;

/** Errors about the e-mail address: also shown at its field, which may be far from the banner on a phone. */
const EMAIL_ERRORS: readonly (string | undefined)[] = ['auth.email_taken', 'auth.email_invalid'];

/**
 * Creates an account and leads to the login page.
 * @param minLength the configured minimum length of a password; 1 means no rule
 * @param login the address of the login page
 */
export function RegisterForm({ minLength, login }: { minLength: number; login: string }) {
  const t = useTranslations('auth.register');
  const auth = useTranslations('auth');
  const router = useRouter();
  const request = useSession((state) => state.requests.register);
  const [typed, setTyped] = useState({ password: '', known: [] as string[] });
  const email = useRef<HTMLInputElement>(null);
  const [emailProblem, setEmailProblem] = useState<string>();
  useEffect(() => () => useSession.getState().forgetRequest('register'), []);

  const register = async (form: FormData) => {
    const text = (name: string) => String(form.get(name));
    const ended = await useSession.getState().register({
      full_name: text('full_name'),
      designation: text('designation'),
      email: text('email'),
      phone_number: text('phone_number'),
      company_name: text('company_name'),
      password: text('password'),
    });
    if (!ended.success) {
      notify.error(ended.message ?? t('failed'), { id: 'register' });
      if (!EMAIL_ERRORS.includes(ended.code)) return;
      setEmailProblem(ended.message);
      return email.current?.focus();
    }
    notify.success(auth('registered'), { id: 'register' });
    router.push(login);
  };

  const isShort = typed.password.length < Math.max(minLength, 1);

  return (
    <AuthForm
      request={request}
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      onSubmit={register}
    >
      {(busy) => (
        <>
          {FIELDS.map(([name, label, attributes]) => {
            const Input = name === 'phone_number' ? PhoneField : Field;
            return (
              <Input
                key={name}
                label={t(label)}
                name={name}
                type="text"
                required
                readOnly={busy}
                {...attributes}
                {...(name === 'email' && {
                  ref: email,
                  error: emailProblem,
                  onChange: () => setEmailProblem(undefined),
                })}
              />
            );
          })}
          <NewPasswordField
            label={t('password')}
            minLength={minLength}
            readOnly={busy}
            onChange={({ target: { value, form } }) => {
              const others = form ? [...new FormData(form)] : [];
              const known = others.flatMap(([name, own]) => (name === 'password' ? [] : String(own)));
              setTyped({ password: value, known });
            }}
            hint={isShort ? undefined : t(`strength.${strengthOf(typed.password, typed.known)}`)}
          />
          <PrivacyNotice />
        </>
      )}
    </AuthForm>
  );
}
