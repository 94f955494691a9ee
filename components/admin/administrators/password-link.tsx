'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { callAsAdmin } from '@/lib/api/client/admin';
import { NewPasswordLink } from './new-password-link';

type PasswordLinkProps = { id: string; username: string; /** How long the link works. */ hours: number };

/** The button that creates a link with which an administrator sets another password. */
export function PasswordLink({ id, username, hours }: PasswordLinkProps) {
  const t = useTranslations('administrators');
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t('link.of', { username })}>
          {t('link.open')}
        </button>
      }
      noValidate
      autoComplete="off"
      title={t('link.title')}
      submit={t('invite.submit')}
      submitting={t('invite.submitting')}
      send={() => callAsAdmin('POST /admin/administrators/{adminId}/link', { params: { adminId: id } })}
      result={(link) => <NewPasswordLink username={username} link={link} />}
    >
      <p className="text-small">{t('link.text', { username, hours })}</p>
    </FormDialog>
  );
}
