'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { PhoneField } from '@/components/platform/ui/phone-field';
import type { Profile } from '@/lib/accounts/schema';
import { useConfirmedPassword } from './confirm-password';
import { updateProfile } from './use-profile';

type EditProfileProps = { profile: Profile; isOwner: boolean; onSaved: () => void };

/** The 'Edit Profile' button and its form with the current values. */
export function EditProfile({ profile, isOwner, onSaved }: EditProfileProps) {
  const t = useTranslations('profile');
  const confirmed = useConfirmedPassword();
  const send = (form: FormData) => {
    const text = (name: string) => String(form.get(name));
    const fields = {
      full_name: text('full_name'),
      designation: text('designation'),
      email: profile.email,
      phone_number: text('phone_number'),
      company_name: text('company_name'),
    };
    return confirmed(() => updateProfile(fields));
  };
  return (
    <FormDialog
      trigger={<Button className="justify-self-start">{t('edit.open')}</Button>}
      title={t('edit.title')}
      submit={t('edit.save')}
      submitting={t('edit.saving')}
      send={send}
      failed={{ code: 'profile.update_failed' }}
      toast="profile"
      toastErrors
      done={t('edit.done')}
      onDone={onSaved}
    >
      <Field label={t('fullName')} name="full_name" autoComplete="name" required defaultValue={profile.full_name} />
      <Field
        label={t('designation')}
        name="designation"
        autoComplete="organization-title"
        required
        defaultValue={profile.designation}
      />
      <Field
        label={t('email')}
        hint={t('edit.emailNote')}
        type="email"
        autoComplete="email"
        readOnly
        value={profile.email}
      />
      <PhoneField label={t('phone')} name="phone_number" required defaultValue={profile.phone_number} />
      <Field
        label={t('company')}
        name="company_name"
        autoComplete="organization"
        required
        readOnly={!isOwner}
        defaultValue={profile.company_name}
      />
      <PrivacyNotice />
    </FormDialog>
  );
}
