'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { ReleaseAction as Action } from '@/lib/funds/schema';

type ReleaseActionProps = {
  action: Action['action'];
  id: string;
  /** The transfer, as a sentence. */
  subject: string;
  /** The id of the text that says why it cannot be done. */
  refusedBy?: string | undefined;
};

/** A button that asks for the reason of the next step of a transfer in a dialog and takes it. */
export function ReleaseAction({ action, id, subject, refusedBy }: ReleaseActionProps) {
  const t = useTranslations('funds.act');
  const router = useRouter();
  const button = (
    <Button
      variant="bare"
      size="small"
      aria-label={t(`${action}.of`, { subject })}
      aria-disabled={refusedBy !== undefined || undefined}
      aria-describedby={refusedBy}
    >
      {t(`${action}.open`)}
    </Button>
  );
  if (refusedBy !== undefined) return button;
  return (
    <FormDialog
      trigger={button}
      title={t(`${action}.title`)}
      about={subject}
      noValidate
      autoComplete="off"
      submit={t(`${action}.save`)}
      submitting={t('saving')}
      send={(fields) =>
        callAsAdmin('POST /admin/releases/{releaseId}', {
          params: { releaseId: id },
          body: { action, reason: String(fields.get('reason')) },
        })
      }
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('failed')}
      toast="transfer"
      done={({ alone }) =>
        action === 'confirm' ? t('confirm.done', { alone: alone ? 'yes' : 'no' }) : t(`${action}.done`)
      }
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t(`${action}.note`)}</p>
          <Field label={t('reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
