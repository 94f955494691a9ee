'use client';

import { useTranslations } from 'use-intl';
import { LEAVING_REASONS, type LeavingReason } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { callAsAdmin } from '@/lib/api/client/admin';

type LeaveButtonProps = {
  id: string;
  rollEnd: string | null;
  fromDay: string;
  /** The number of the place; null for a seat that was given back. */
  place: number | null;
  today: string;
};

/** The button that ends the time of a student on a place. */
export function LeaveButton({ id, rollEnd, fromDay, place, today }: LeaveButtonProps) {
  const t = useTranslations('office.register');
  const last = today > fromDay ? today : fromDay;
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={place === null ? t('leave') : t('leaveOf', { number: place })}>
          {t('leave')}
        </Button>
      }
      title={t('leaveTitle')}
      about={rollEnd === null ? undefined : t('student', { end: rollEnd })}
      submit={t('save')}
      submitting={t('saving')}
      fieldOf={{ 'enrolment.leaving_day': 'day' }}
      send={(fields) =>
        callAsAdmin('POST /office/students/{enrolmentId}/leave', {
          params: { enrolmentId: id },
          body: { day: fields.get('day'), reason: fields.get('reason') as LeavingReason },
        })
      }
      toast="student"
      done={t('saved')}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('leaveText')}</p>
          <Field label={t('day')} type="date" required min={fromDay} max={last} defaultValue={last} {...field('day')} />
          <SelectField label={t('reason')} name="reason" defaultValue="left">
            {LEAVING_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {t(`reasons.${reason}`)}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}
