'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { callAsAdmin } from '@/lib/api/client/admin';
import { latinDigits } from '@/lib/platform/digits';

type MoveButtonProps = {
  id: string;
  rollEnd: string | null;
  /** The number of the place. */
  place: number;
  /** The offers of the institute with empty places, this one first; `text` names one. */
  offers: readonly { id: string; text: string }[];
};

/** The button that moves a student to another place, before the first report. */
export function MoveButton({ id, rollEnd, place, offers }: MoveButtonProps) {
  const t = useTranslations('office.register');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={t('moveOf', { number: place })}>
          {t('move')}
        </Button>
      }
      title={t('moveTitle')}
      about={rollEnd === null ? undefined : t('student', { end: rollEnd })}
      submit={t('move')}
      submitting={t('saving')}
      noValidate
      fieldOf={{ 'enrolment.place': 'number' }}
      send={(fields) => {
        const typed = latinDigits(String(fields.get('number')).trim());
        // There is no place 0: what is no number is refused.
        const number = typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : 0;
        return callAsAdmin('POST /office/students/{enrolmentId}/move', {
          params: { enrolmentId: id },
          body: { course_id: fields.get('offer'), number },
        });
      }}
      toast="student"
      done={t('moved')}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('moveText')}</p>
          <SelectField label={t('moveOffer')} name="offer">
            {offers.map((offer) => (
              <option key={offer.id} value={offer.id}>
                {offer.text}
              </option>
            ))}
          </SelectField>
          <Field
            label={t('moveNumber')}
            hint={t('moveFirst')}
            type="text"
            inputMode="numeric"
            maxLength={5}
            {...field('number')}
          />
        </>
      )}
    </FormDialog>
  );
}
