'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { LEAVING } from '@/components/platform/form/use-pending';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { PhoneField } from '@/components/platform/ui/phone-field';
import { notify } from '@/components/platform/ui/toaster';
import { call } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import { AuthForm } from './auth-form';
import { NEW_PASSWORD_ERRORS, NewPasswordField } from './new-password-field';
import { rememberSignIn } from './sign-in-hint';

/**
 * Shows the invitation of the link, whose secret is in the fragment of the page's address, and creates the account.
 * @param minLength the configured minimum length of a password; 1 means no rule
 */
export function JoinForm({ minLength }: { minLength: number }) {
  const t = useTranslations('auth.join');
  const common = useTranslations('common');
  const router = useRouter();
  const { data: invitation, failure } = useLoaded(
    () => call('POST /company/invitation', { body: { token: location.hash.slice(1) } }),
    common('failed'),
  );

  const join = (fields: FormData) => {
    const body = {
      token: location.hash.slice(1),
      designation: fields.get('designation'),
      phone_number: fields.get('phone_number'),
      password: fields.get('password'),
    };
    return call('POST /company/join', { body });
  };
  const leave = () => {
    if (invitation) rememberSignIn({ email: invitation.email, after: 'created' });
    notify.success(t('done'), { id: 'join' });
    router.push('/login');
    return LEAVING;
  };

  if (failure !== null) return <Note>{failure}</Note>;
  if (!invitation) return <p role="status">{t('opening')}</p>;
  if (invitation.has_account) return <Note>{errorText('company.has_account')}</Note>;
  const { full_name: person, email, company_name: company, invited_by: name, role } = invitation;
  return (
    <>
      <div className="grid gap-1 wrap-anywhere">
        <p>{t('text', { name, person, company, email })}</p>
        <p className="text-ink-2">{t('role', { role })}</p>
      </div>
      <AuthForm
        texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
        fieldOf={NEW_PASSWORD_ERRORS}
        send={join}
        onDone={leave}
      >
        {({ pending, field }) => (
          <>
            <input type="hidden" autoComplete="username" value={email} readOnly />
            <Field
              label={t('designation')}
              name="designation"
              autoComplete="organization-title"
              required
              readOnly={pending}
            />
            <PhoneField label={t('phone')} name="phone_number" required readOnly={pending} />
            <NewPasswordField
              label={t('password')}
              minLength={minLength}
              refusesWeak
              known={[person, company, email]}
              readOnly={pending}
              {...field('password')}
            />
            <PrivacyNotice />
          </>
        )}
      </AuthForm>
    </>
  );
}
