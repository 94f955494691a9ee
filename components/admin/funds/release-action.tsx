'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { ReasonDialog } from '@/components/admin/reason-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { ReleaseAction as Action } from '@/lib/funds/schema';

const FIELD_OF = {
  'adoption.date_invalid': 'paid_on',
  'adoption.date_in_future': 'paid_on',
  'adoption.reference_invalid': 'bank_reference',
  'adoption.reference_used': 'bank_reference',
};

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
  const tForm = useTranslations('funds.form');
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
    <ReasonDialog
      trigger={button}
      title={t(`${action}.title`)}
      about={subject}
      submit={t(`${action}.save`)}
      submitting={t('saving')}
      reason={t('reason')}
      send={(reason, fields) => {
        const text = (name: string) => String(fields.get(name));
        const paid = { paid_on: text('paid_on'), bank_reference: text('bank_reference') };
        return callAsAdmin('POST /admin/releases/{releaseId}', {
          params: { releaseId: id },
          body: action === 'pay' ? { action, ...paid, reason } : { action, reason },
        });
      }}
      fieldOf={FIELD_OF}
      failed={t('failed')}
      toast="transfer"
      done={({ alone }) =>
        action === 'confirm' ? t('confirm.done', { alone: alone ? 'yes' : 'no' }) : t(`${action}.done`)
      }
      onRefused={() => router.refresh()}
    >
      {(field) => (
        <>
          <p className="text-small">{t(`${action}.note`)}</p>
          {action === 'pay' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={tForm('day')} type="date" {...field('paid_on')} />
              <Field label={tForm('bankReference')} maxLength={100} {...field('bank_reference')} />
            </div>
          )}
        </>
      )}
    </ReasonDialog>
  );
}
