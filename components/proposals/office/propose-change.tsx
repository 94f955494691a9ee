'use client';

import { useTranslations } from 'use-intl';
import type { ProposalKind } from '@/db/schema/enums';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { TextArea } from '@/components/platform/ui/text-area';
import { callAsAdmin } from '@/lib/api/client/admin';

type ProposeChangeProps = {
  id: string;
  /** Its names. */
  course: string;
  seats: number;
  taken: number;
  /** Rupees as an input shows them. */
  price: string;
  /** What of it can be proposed: what is not proposed already. */
  kinds: readonly ProposalKind[];
};

/** The button that proposes other seats, another price or the end of an offer. */
export function ProposeChange({ id, course, seats, taken, price, kinds }: ProposeChangeProps) {
  const t = useTranslations('office.proposals');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small" aria-label={t('proposeOf', { course })}>
          {t('propose')}
        </Button>
      }
      noValidate
      autoComplete="off"
      title={t('propose')}
      about={course}
      submit={t('send')}
      submitting={t('sending')}
      fieldOf={{
        'course.total_range': 'seats',
        'course.below_taken': 'seats',
        'course.price_range': 'price',
        'adoption.text_too_long': 'note',
      }}
      send={(fields) =>
        callAsAdmin('POST /office/offers/{courseId}/proposals', {
          params: { courseId: id },
          body: {
            total_seats: textOf(fields, 'seats'),
            price_per_seat: textOf(fields, 'price'),
            close: fields.has('close'),
            note: String(fields.get('note')),
          },
        })
      }
      toast="proposal"
      done={({ proposals }) => t('sent', { count: proposals })}
    >
      {({ field }) => (
        <>
          {kinds.includes('seats') && (
            <Field
              label={t('seats')}
              hint={taken > 0 ? t('seatsHint', { taken }) : undefined}
              inputMode="numeric"
              required
              defaultValue={seats}
              {...field('seats')}
            />
          )}
          {kinds.includes('price') && (
            <Field label={t('price')} inputMode="decimal" required defaultValue={price} {...field('price')} />
          )}
          {kinds.includes('close') && (
            <label className="flex min-h-tap items-center gap-3 text-small">
              <Checkbox name="close" />
              {t('close')}
            </label>
          )}
          <TextArea label={t('noteLabel')} maxLength={500} {...field('note')} />
        </>
      )}
    </FormDialog>
  );
}

/** The text of a field; undefined if the form lacks it. */
const textOf = (fields: FormData, name: string) => (fields.has(name) ? String(fields.get(name)) : undefined);
