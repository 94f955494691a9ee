'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { StepButton } from '@/components/admin/adoptions/second-step';
import { Shortages } from '@/components/admin/reservations/chosen-offers';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';

type DecideEntryProps = {
  action: 'confirm' | 'refuse';
  entry: { id: string; version: number; company: string };
  /** What happens. */
  text: string;
  /** The id of the text that says why the reader cannot do it. */
  refusedBy?: string;
};

/** A button that confirms or refuses an entry after a question. */
export function DecideEntry({ action, entry: { id, version, company }, text, refusedBy }: DecideEntryProps) {
  const t = useTranslations('entries');
  const router = useRouter();
  const button = (
    <StepButton aria-label={t(`${action}.of`, { company })} refusedBy={refusedBy}>
      {t(`${action}.button`)}
    </StepButton>
  );
  if (refusedBy) return button;
  return (
    <FormDialog
      trigger={button}
      noValidate
      autoComplete="off"
      title={t(`${action}.title`)}
      about={company}
      submit={t(`${action}.yes`)}
      submitting={t('saving')}
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('failed')}
      explain={(problem) => <Shortages problem={problem} />}
      send={(fields) =>
        callAsAdmin('PATCH /admin/entries/{entryId}', {
          params: { entryId: id },
          body: { action, version, reason: fields.get('reason') },
        })
      }
      toast="entry"
      done={({ reference }) =>
        action === 'confirm' ? t('confirm.done', { reference: reference ?? '' }) : t('refuse.done')
      }
      onRefused={() => router.refresh()}
    >
      {({ field }) => (
        <>
          <p className="wrap-anywhere">{text}</p>
          <Field label={t(`${action}.reason`)} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
