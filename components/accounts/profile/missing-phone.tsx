'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Panel } from '@/components/platform/ui/panel';
import { PhoneField } from '@/components/platform/ui/phone-field';
import { indianMobile } from '@/lib/accounts/codes/rules';
import type { Profile } from '@/lib/accounts/schema';
import { errorText } from '@/lib/platform/i18n/errors';
import { ConfirmPassword, useConfirmedPassword } from './confirm-password';
import { updateProfile } from './use-profile';

/** Asks for a phone number that codes can be sent to: registration has no rule, and a forgotten password may remove it. */
export function MissingPhone({ profile }: { profile: Profile }) {
  return (
    <ConfirmPassword>
      <PhoneForm profile={profile} />
    </ConfirmPassword>
  );
}

function PhoneForm({ profile }: { profile: Profile }) {
  const t = useTranslations('profile.missingPhone');
  const id = useId();
  const router = useRouter();
  const confirmed = useConfirmedPassword();
  const { full_name, designation, email, company_name } = profile;
  return (
    <Panel aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} data-focus="step" className="text-h3 outline-none">
        {t(profile.phone_number === '' ? 'none' : 'invalid')}
      </h2>
      <p>{t('text')}</p>
      <Form
        noValidate
        submit={t('save')}
        submitting={t('saving')}
        check={(fields) =>
          indianMobile(String(fields.get('phone_number'))) === null
            ? { phone_number: errorText('sponsor.phone_invalid') }
            : {}
        }
        send={(fields) => {
          const phone_number = String(fields.get('phone_number'));
          return confirmed(() => updateProfile({ full_name, designation, email, phone_number, company_name }));
        }}
        failed={{ code: 'profile.update_failed' }}
        toast="profile"
        done={t('done')}
        onDone={() => router.refresh()}
      >
        {({ field }) => (
          <PhoneField label={t('phone')} defaultValue={profile.phone_number} {...field('phone_number')} />
        )}
      </Form>
    </Panel>
  );
}
