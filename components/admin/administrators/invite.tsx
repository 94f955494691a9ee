'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { NewPasswordLink } from './new-password-link';
import { RoleFields, roleOf } from './role-fields';

/** The button that invites an administrator: username and role, then the link to hand over. */
export function InviteAdministrator() {
  const t = useTranslations('administrators');
  const router = useRouter();
  return (
    <FormDialog
      trigger={<Button>{t('invite.open')}</Button>}
      noValidate
      autoComplete="off"
      title={t('invite.title')}
      submit={t('invite.submit')}
      submitting={t('invite.submitting')}
      send={(fields) =>
        callAsAdmin('POST /admin/administrators', {
          body: { username: fields.get('username'), ...roleOf(fields) },
        })
      }
      onDone={() => router.refresh()}
      result={(link, fields) => <NewPasswordLink username={String(fields.get('username'))} link={link} />}
    >
      <p className="text-small">{t('invite.text', { hours: ADMIN_LINK_HOURS.invitation })}</p>
      <Field label={t('column.username')} name="username" autoCapitalize="none" spellCheck={false} />
      <RoleFields defaultValue="viewer" />
    </FormDialog>
  );
}
