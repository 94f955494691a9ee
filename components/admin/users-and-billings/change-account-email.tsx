'use client';

import { useTranslations } from 'use-intl';
import { useMayCall } from '@/components/admin/role';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import { callAsAdmin } from '@/lib/api/client/admin';

/** Gives the account of a sponsor who cannot read the mailbox any more another e-mail address, for owners. */
export function ChangeAccountEmail({ userId, email }: { userId: string; email: string }) {
  const t = useTranslations('usersAndBillings.newEmail');
  if (!useMayCall(OWNER_ROLES)) return null;
  return (
    <section className="grid gap-2">
      <h3>{t('title')}</h3>
      <p className="text-small text-ink-2">{t('text')}</p>
      <FormDialog
        trigger={
          <Button variant="line" size="small" className="justify-self-start">
            {t('open')}
          </Button>
        }
        title={t('open')}
        about={email}
        noValidate
        autoComplete="off"
        submit={t('save')}
        submitting={t('saving')}
        send={(fields) => {
          const body = { email: String(fields.get('email')), reason: String(fields.get('reason')) };
          return callAsAdmin('PUT /admin/users/{userId}/email', { params: { userId }, body });
        }}
        fieldOf={{ 'auth.email_invalid': 'email', 'auth.email_taken': 'email', 'adoption.reason_required': 'reason' }}
        toast="email"
        done={t('done')}
      >
        {({ field }) => (
          <>
            <Field label={t('email')} type="email" {...field('email')} />
            <Field label={t('reason')} maxLength={500} {...field('reason')} />
          </>
        )}
      </FormDialog>
    </section>
  );
}
