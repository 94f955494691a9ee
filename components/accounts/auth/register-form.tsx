'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { LEAVING } from '@/components/platform/form/use-pending';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Field } from '@/components/platform/ui/field';
import { PhoneField } from '@/components/platform/ui/phone-field';
import { notify } from '@/components/platform/ui/toaster';
import { call } from '@/lib/api/client/client';
import { AuthForm } from './auth-form';
import { NEW_PASSWORD_ERRORS, NewPasswordField } from './new-password-field';
import { rememberSignIn } from './sign-in-hint';

const FIELDS = [
  ['full_name', 'fullName', { autoComplete: 'name' }],
  ['designation', 'designation', { autoComplete: 'organization-title' }],
  ['company_name', 'company', { autoComplete: 'organization' }],
  ['email', 'email', { type: 'email', autoComplete: 'email' }],
  ['phone_number', 'phone', { type: 'tel' }],
] as const;

/** Errors of one field: also shown there, which may be far from the banner on a phone. */
const FIELD_OF = { 'auth.email_taken': 'email', 'auth.email_invalid': 'email', ...NEW_PASSWORD_ERRORS };

type RegisterFormProps = { minLength: number; refusesWeak: boolean; login: string };

/**
 * Creates an account and leads to the login page.
 * @param minLength the configured minimum length of a password; 1 means no rule
 * @param refusesWeak whether the server refuses a password that is easy to guess
 * @param login the address of the login page
 */
export function RegisterForm({ minLength, refusesWeak, login }: RegisterFormProps) {
  const t = useTranslations('auth.register');
  const auth = useTranslations('auth');
  const router = useRouter();

  const register = async (form: FormData) => {
    const body = {
      full_name: form.get('full_name'),
      designation: form.get('designation'),
      email: form.get('email'),
      phone_number: form.get('phone_number'),
      company_name: form.get('company_name'),
      password: form.get('password'),
    };
    const result = await call('POST /user/register', { body });
    if (!result.ok) notify.error(result.message ?? t('failed'), { id: 'register' });
    return result;
  };
  const leave = (_: unknown, fields: FormData) => {
    rememberSignIn({ email: String(fields.get('email')), after: 'created' });
    notify.success(auth('registered'), { id: 'register' });
    router.push(login);
    return LEAVING;
  };

  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('overlay') }}
      send={register}
      fieldOf={FIELD_OF}
      failed={{ code: 'auth.registration_failed' }}
      onDone={leave}
    >
      {({ pending, field }) => (
        <>
          {FIELDS.map(([name, label, attributes]) => {
            const Input = name === 'phone_number' ? PhoneField : Field;
            return (
              <Input
                key={name}
                label={t(label)}
                type="text"
                required
                readOnly={pending}
                {...attributes}
                {...field(name)}
              />
            );
          })}
          <NewPasswordField
            label={t('password')}
            minLength={minLength}
            refusesWeak={refusesWeak}
            readOnly={pending}
            {...field('password')}
          />
          <PrivacyNotice />
        </>
      )}
    </AuthForm>
  );
}
