'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import type { OfficeInstitute } from '@/lib/accounts/offices/session';
import { callAsAdmin } from '@/lib/api/client/admin';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { placeOf } from '@/lib/catalogue/rules';

const nameOf = ({ name, city }: OfficeInstitute) => placeOf(name, city);

/** The button that invites a clerk to institutes of the head's. */
export function InviteClerk({ institutes }: { institutes: readonly OfficeInstitute[] }) {
  const t = useTranslations('office.colleagues');
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button>{t('invite')}</Button>}
      autoComplete="off"
      title={t('invite')}
      submit={t('submit')}
      submitting={t('submitting')}
      fieldOf={{ 'auth.email_invalid': 'email' }}
      send={(fields) =>
        callAsAdmin('POST /office/colleagues', {
          body: { email: fields.get('email'), institute_ids: fields.getAll('institute') },
        })
      }
      onDone={(_, fields) => {
        notify.success(t('sent', { email: String(fields.get('email')) }), { id: 'clerk' });
        router.refresh();
      }}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('text', { hours: ADMIN_LINK_HOURS.invitation })}</p>
          <Field label={t('email')} type="email" required {...field('email')} />
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-small font-semibold">{t('ofInstitutes')}</legend>
            {institutes.map((institute) => (
              <label key={institute.id} className="flex min-h-tap items-center gap-3 text-small">
                <Checkbox name="institute" value={institute.id} defaultChecked={institutes.length === 1} />
                {nameOf(institute)}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

type InviteAgainProps = {
  email: string;
  institutes: readonly OfficeInstitute[];
  /** Those that the person is invited to. */
  names: readonly string[];
};

/** Sends another link to a clerk who has not accepted yet. */
export function InviteAgain({ email, institutes, names }: InviteAgainProps) {
  const t = useTranslations('office.colleagues');
  const ids = institutes.filter((institute) => names.includes(nameOf(institute))).map(({ id }) => id);
  return (
    <ActionButton
      variant="line"
      size="small"
      aria-label={t('againOf', { email })}
      send={() => callAsAdmin('POST /office/colleagues', { body: { email, institute_ids: ids } })}
      toast="clerk"
      done={t('sent', { email })}
    >
      {t('again')}
    </ActionButton>
  );
}

/** The button that removes a clerk, after a question. */
export function RemoveClerk({ id, email }: { id: string; email: string }) {
  const t = useTranslations('office.colleagues');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={t('removeOf', { email })}>
          {t('remove')}
        </Button>
      }
      title={t('removeTitle')}
      about={email}
      submit={t('remove')}
      send={() => callAsAdmin('DELETE /office/colleagues/{accountId}', { params: { accountId: id } })}
      toast="clerk"
      done={t('removed', { email })}
    >
      <p className="text-small">{t('removeText')}</p>
    </FormDialog>
  );
}
