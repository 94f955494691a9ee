'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { PhoneField } from '@/components/platform/ui/phone-field';
import { call } from '@/lib/api/client/client';
import { AuthForm } from './auth-form';

const FIELD_OF = { 'auth.email_invalid': 'email' };

/** Asks the administrators to help somebody who cannot read the mailbox any more. @param reference known already, or '' */
export function LostMailboxForm({ reference }: { reference: string }) {
  const t = useTranslations('auth.lostMailbox');
  const [isSent, setSent] = useState(false);
  if (isSent) return <Note kind="ok">{t('done')}</Note>;
  const send = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name));
    const body = {
      full_name: text('full_name'),
      company_name: text('company_name'),
      phone_number: text('phone_number'),
      email: text('email'),
      reference: text('reference'),
    };
    return call('POST /user/lost-mailbox', { body });
  };
  return (
    <AuthForm
      texts={{ submit: t('submit'), submitting: t('submitting'), overlay: t('submitting') }}
      fieldOf={FIELD_OF}
      send={send}
      onDone={() => setSent(true)}
    >
      {({ pending, field }) => (
        <>
          <Field label={t('name')} autoComplete="name" required readOnly={pending} {...field('full_name')} />
          <Field
            label={t('company')}
            autoComplete="organization"
            required
            readOnly={pending}
            {...field('company_name')}
          />
          <PhoneField label={t('phone')} required readOnly={pending} {...field('phone_number')} />
          <Field
            label={t('email')}
            hint={t('emailHint')}
            type="email"
            autoComplete="email"
            required
            readOnly={pending}
            {...field('email')}
          />
          <Field
            label={t('reference')}
            autoComplete="off"
            maxLength={100}
            defaultValue={reference}
            readOnly={pending}
            {...field('reference')}
          />
          <PrivacyNotice />
        </>
      )}
    </AuthForm>
  );
}
