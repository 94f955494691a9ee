'use client';

import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { editOf, minTotalSeats, typedRupees, type EditProblems, type Typed } from '@/lib/admin/courses/rules';
import { refusedEditSchema, type AdminCourse } from '@/lib/admin/courses/schema';
import { formatCount } from '@/lib/core/format-count';
import { errorText } from '@/lib/i18n/errors';
import { ChangedMeanwhile } from './changed-meanwhile';
import type { SaveCourse } from './save';

type Problems = EditProblems & {
  /** An error that belongs to no field. */
  form?: string;
};

/** The field that a server error code belongs to. */
const FIELD: Record<string, keyof EditProblems> = {
  'course.total_range': 'total',
  'course.below_taken': 'total',
  'course.price_range': 'price',
  'course.duration_range': 'duration',
};

type EditFormProps = { course: AdminCourse; name: string; save: SaveCourse; onDone: () => void };

/**
 * Edits total seats, price, duration and availability of a course. Untouched fields follow the course; edited ones keep their
 * input after every error, also when someone else changed the course, which is shown with its new values.
 */
export function EditForm({ course, name, save, onDone }: EditFormProps) {
  const t = useTranslations('adminCourses.edit');
  const closing = useTranslations('adminCourses')('closing');
  const closingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(course);
  const [before, setBefore] = useState<AdminCourse | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const read = editOf(base, typed);
    setBefore(null);
    setProblems(read.ok ? {} : read.problems);
    if (!read.ok) return;
    if (Object.keys(read.edit).length === 0) {
      notify.info(t('same'), { id: 'course' });
      return onDone();
    }
    setPending(true);
    const result = await save(base, read.edit);
    setPending(false);
    if (result.ok) {
      notify.success(t('saved', { course: name }), { id: 'course' });
      return onDone();
    }
    const message = result.message ?? errorText('course.save_failed');
    notify.error(message, { id: 'course' });
    const now = refusedEditSchema.safeParse(result.details).data?.course;
    if (now) setBase(now);
    if (now && result.code === 'course.changed_meanwhile') return setBefore(base);
    setProblems({ [FIELD[result.code ?? ''] ?? 'form']: message });
  };

  const { adopted_seats: adopted, held_seats: held } = base;
  const least = { least: formatCount(minTotalSeats(base)), adopted: formatCount(adopted), held: formatCount(held) };
  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
      {problems.form && <Note>{problems.form}</Note>}
      {before && <ChangedMeanwhile before={before} now={base} />}
      <Field
        label={t('total')}
        hint={t('least', least)}
        error={problems.total}
        inputMode="numeric"
        value={typed.total ?? String(base.total_seats)}
        onChange={({ target }) => setTyped({ ...typed, total: target.value })}
      />
      <Field
        label={t('price')}
        hint={t('priceNote')}
        error={problems.price}
        inputMode="decimal"
        value={typed.price ?? typedRupees(base.price_paise)}
        onChange={({ target }) => setTyped({ ...typed, price: target.value })}
      />
      <Field
        label={t('duration')}
        hint={t('durationNote')}
        error={problems.duration}
        inputMode="numeric"
        value={typed.duration ?? String(base.duration_years ?? '')}
        onChange={({ target }) => setTyped({ ...typed, duration: target.value })}
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
      <FormButtons pending={pending} submit={t(pending ? 'saving' : 'save')} cancel={t('cancel')} />
    </form>
  );
}
