'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import { callAsAdmin } from '@/lib/api/client/admin';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';

type InviteClerkProps = {
  /** The head's institutes; `name` in the reader's language, with the city. */
  institutes: readonly { id: string; name: string }[];
};

/** The button that invites a clerk to institutes of the head's. */
export function InviteClerk({ institutes }: InviteClerkProps) {
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
            {institutes.map(({ id, name }) => (
              <label key={id} className="flex min-h-tap items-center gap-3 text-small">
                <Checkbox name="institute" value={id} defaultChecked={institutes.length === 1} />
                {name}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

/** Sends another link to a clerk who has not accepted yet. @param instituteIds those that the person is invited to */
export function InviteAgain({ email, instituteIds }: { email: string; instituteIds: readonly string[] }) {
  const t = useTranslations('office.colleagues');
  return (
    <ActionButton
      variant="line"
      size="small"
      aria-label={t('againOf', { email })}
      send={() => callAsAdmin('POST /office/colleagues', { body: { email, institute_ids: [...instituteIds] } })}
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
