'use client';

import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
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
    <ReasonDialog
      trigger={
        <button type="button" aria-label={t(`${action}.of`, { text })}>
          {t(`${action}.open`)}
        </button>
      }
      title={t(`${action}.title`)}
      about={text}
      submit={t(`${action}.save`)}
      reason={t(`${action}.reason`)}
      send={(reason) => {
        const input = { params: { mailingId: id }, body: { action, reason } };
        return target === 'adoptions'
          ? callAsAdmin('POST /admin/mailings/{mailingId}', input)
          : callAsAdmin('POST /admin/office-mailings/{mailingId}', input);
      }}
      toast="mailing"
      done={t(`${action}.done`)}
    >
      <p className="text-small">{t(`${action}.note`)}</p>
    </ReasonDialog>
  );
}
