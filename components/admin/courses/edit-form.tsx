'use client';

import { useId, useState, type ChangeEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { invalid, type FormResult } from '@/components/platform/form/use-form';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Field } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import { editOf, minTotalSeats, typedRupees, type Typed } from '@/lib/admin/courses/rules';
import { refusedEditSchema, type AdminCourse } from '@/lib/admin/courses/schema';
import { formatCount } from '@/lib/platform/format-count';
import { ChangedMeanwhile } from './changed-meanwhile';
import type { SaveCourse } from './save';

const FIELD_OF = {
  'course.total_range': 'total',
  'course.below_taken': 'total',
  'course.price_range': 'price',
  'course.duration_range': 'duration',
  'course.duration_below_year': 'duration',
  'course.branch_hindi': 'hindi',
};

type EditFormProps = { course: AdminCourse; name: string; save: SaveCourse; onDone: () => void };

/**
 * Edits total seats, price, duration, Hindi name and availability of a course. Untouched fields follow the course; edited ones keep their
 * input after every error, also when someone else changed the course, which is shown with its new values.
 */
export function EditForm({ course, name, save, onDone }: EditFormProps) {
  const t = useTranslations('adminCourses.edit');
  const closing = useTranslations('adminCourses')('closing');
  const closingId = useId();
  const [base, setBase] = useState(course);
  const [before, setBefore] = useState(course);

  const [typed, setTyped] = useState<Typed>({});

  const send = async (): Promise<FormResult<AdminCourse | null>> => {
    const read = editOf(base, typed);
    if (!read.ok) return invalid(read.problems);
    if (Object.keys(read.edit).length > 0) return save(base, read.edit);
    return { ok: true, data: null };
  };

  const { adopted_seats: adopted, held_seats: held } = base;
  const seatsTaken = {
    least: formatCount(minTotalSeats(base)),
    adopted: formatCount(adopted),
    held: formatCount(held),
  };
  const value = (name: 'total' | 'price' | 'duration' | 'hindi', now: string) => ({
    value: typed[name] ?? now,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Form
      noValidate
      autoComplete="off"
      cancel
      submit={t('save')}
      submitting={t('saving')}
      send={send}
      fieldOf={FIELD_OF}
      failed={{ code: 'course.save_failed' }}
      toast="course"
      toastErrors
      onDone={(saved) => {
        if (saved) notify.success(t('saved', { course: name }), { id: 'course' });
        else notify.info(t('same'), { id: 'course' });
        onDone();
      }}
      onRefused={({ details }) => {
        const now = refusedEditSchema.safeParse(details).data?.course;
        if (!now) return;
        setBefore(base);
        setBase(now);
      }}
      explain={({ code, message }) =>
        code === 'course.changed_meanwhile' ? <ChangedMeanwhile before={before} now={base} /> : message
      }
    >
      {({ field }) => (
        <>
          <Field
            label={t('total')}
            hint={t('least', seatsTaken)}
            inputMode="numeric"
            {...value('total', String(base.total_seats))}
            {...field('total')}
          />
          <Field
            label={t('price')}
            hint={t('priceNote')}
            inputMode="decimal"
            {...value('price', typedRupees(base.price_paise))}
            {...field('price')}
          />
          <Field
            label={t('duration')}
            hint={t('durationNote')}
            inputMode="numeric"
            {...value('duration', String(base.duration_years ?? ''))}
            {...field('duration')}
          />
          <Field
            label={t('hindi')}
            hint={t('hindiNote')}
            lang="hi"
            {...value('hindi', base.branch_hindi ?? '')}
            {...field('hindi')}
          />
          <div className="grid gap-1">
            <label className="inline-flex min-h-tap items-center gap-2.5 justify-self-start font-semibold">
              <Checkbox
                role="switch"
                aria-describedby={closingId}
                checked={typed.isOpen ?? base.is_open}
                onChange={({ target }) => setTyped({ ...typed, isOpen: target.checked })}
              />
              {t('isOpen')}
            </label>
            <p id={closingId} className="text-cap text-ink-2">
              {closing}
            </p>
          </div>
        </>
      )}
    </Form>
  );
}
