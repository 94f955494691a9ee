'use client';

import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { PrivacyNotice } from '@/components/site/privacy-notice';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { PhoneField } from '@/components/ui/phone-field';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { useProfileStore } from '@/lib/identity/profile-store';
import type { Profile } from '@/lib/identity/schema';
import { useConfirmedPassword } from './confirm-password';

/** The 'Edit Profile' button and its form. */
export function EditProfile({ profile, isOwner }: { profile: Profile; isOwner: boolean }) {
  const t = useTranslations('profile.edit');
  const [open, setOpen] = useState(false);
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button className="justify-self-start">{t('open')}</Button>
      </ModalTrigger>
      <ModalContent title={t('title')}>
        <ProfileForm profile={profile} isOwner={isOwner} onDone={() => setOpen(false)} />
      </ModalContent>
    </Modal>
  );
}

/** The form with the current values; input stays after a failure. */
function ProfileForm({ profile, isOwner, onDone }: { profile: Profile; isOwner: boolean; onDone: () => void }) {
  const t = useTranslations('profile');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const { confirmed, dialog } = useConfirmedPassword();

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    setPending(true);
    setProblem(null);
    const fields = {
      full_name: text('full_name'),
      designation: text('designation'),
      email: profile.email,
      phone_number: text('phone_number'),
      company_name: text('company_name'),
    };
    const result = await confirmed(() => useProfileStore.getState().update(fields));
    setPending(false);
    if (!result.success) {
      setProblem(result.message);
      notify.error(result.message, { id: 'profile' });
      return;
    }
    notify.success(t('edit.done'), { id: 'profile' });
    onDone();
  };

  return (
    <>
      <form onSubmit={save} className="grid gap-4">
        {problem !== null && <Note>{problem}</Note>}
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
        <FormButtons pending={pending} submit={t(pending ? 'edit.saving' : 'edit.save')} cancel={t('edit.cancel')} />
      </form>
      {dialog}
    </>
  );
}
