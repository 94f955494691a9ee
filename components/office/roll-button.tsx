'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The button by which a head compares a number with that of a student, or corrects it. */
export function RollButton({ id, rollEnd, place }: { id: string; rollEnd: string | null; place: number }) {
  const t = useTranslations('office.register');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={t('rollOf', { number: place })}>
          {t('roll')}
        </Button>
      }
      title={t('rollTitle')}
      about={rollEnd === null ? undefined : t('student', { end: rollEnd })}
      submit={t('rollSubmit')}
      submitting={t('saving')}
      fieldOf={{ 'enrolment.roll': 'roll', 'enrolment.taken': 'roll' }}
      send={async (fields) => {
        const replace = fields.get('replace') === 'on';
        const body = { roll: String(fields.get('roll')), replace };
        const result = await callAsAdmin('POST /office/students/{enrolmentId}/roll', {
          params: { enrolmentId: id },
          body,
        });
        return result.ok ? { ...result, data: { ...result.data, replace } } : result;
      }}
      toast="student"
      done={({ matches, replace }) => t(matches ? 'rollSame' : replace ? 'rollReplaced' : 'rollOther')}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('rollText')}</p>
          <Field label={t('rollField')} required maxLength={80} autoComplete="off" {...field('roll')} />
          <label className="flex items-start gap-2 text-small">
            <Checkbox name="replace" />
            {t('rollReplace')}
          </label>
        </>
      )}
    </FormDialog>
  );
}
