'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Field } from '@/components/platform/ui/field';
import type { MailingTarget } from '@/db/schema/enums';
import { callAsAdmin } from '@/lib/api/client/admin';

type MailingActProps = {
  action: 'stop' | 'continue';
  target: MailingTarget;
  id: string;
  /** The beginning of the message. */
  text: string;
};

/** Stops a message to many, or continues it, with a reason. */
export function MailingAct({ action, target, id, text }: MailingActProps) {
  const t = useTranslations('mailings');
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t(`${action}.of`, { text })}>
          {t(`${action}.open`)}
        </button>
      }
      title={t(`${action}.title`)}
      about={text}
      noValidate
      autoComplete="off"
      submit={t(`${action}.save`)}
      send={(fields) => {
        const input = { params: { mailingId: id }, body: { action, reason: String(fields.get('reason')) } };
        return target === 'adoptions'
          ? callAsAdmin('POST /admin/mailings/{mailingId}', input)
          : callAsAdmin('POST /admin/office-mailings/{mailingId}', input);
      }}
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      toast="mailing"
      done={t(`${action}.done`)}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t(`${action}.note`)}</p>
          <Field label={t(`${action}.reason`)} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
