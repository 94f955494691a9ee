'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '@/components/ui/field';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { actionOf, type ActionForm } from '@/lib/admin/adoptions/action-form';
import { actionDoneSchema } from '@/lib/admin/adoptions/schema';
import { adminPost } from '@/lib/api-client/admin';
import { errorText } from '@/lib/i18n/errors';
import type { Act, ActingAdoption } from './act-context';
import { ActFields } from './act-fields';

/** An error, and the name of the field that it belongs to, if any. */
type Problem = { message: string; field: string | undefined };

/** Forms whose change of seats may need an approval. */
const SEAT_CHANGES: readonly ActionForm[] = ['reduce', 'cancel'];

/** The label and hint of the reason by form. */
const REASONS: Partial<Record<ActionForm, readonly ['note' | 'answer', 'answerHint' | null]>> = {
  add_note: ['note', null],
  accept_request: ['answer', 'answerHint'],
  decline_request: ['answer', 'answerHint'],
};

type ActFormProps = {
  act: Act;
  adoption: ActingAdoption;
  /** Called with the new version. */
  onDone: (version: number) => void;
};

/**
 * A form that sends an action with its reason. Errors keep the input, also when somebody else changed the adoption
 * meanwhile: the page is reloaded, and the form shows what happened since it was opened.
 */
export function ActForm({ act: { form, id }, adoption, onDone }: ActFormProps) {
  const t = useTranslations('adminAdoption');
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  // What was not typed is not sent, so the values are compared with those that the form was opened with.
  const [opened] = useState(adoption);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sending, setSending] = useState(false);
  const [reloading, startReload] = useTransition();
  const pending = sending || reloading;

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const data = new FormData(event.currentTarget);
    const typed = (field: string) => String(data.get(field) ?? '');
    const action = actionOf(form, id, typed, opened);
    setProblem(null);
    setSending(true);
    const { reference, version } = adoption;
    const body = { ...action, version, reason: typed('reason') };
    const result = await adminPost(`/admin/billings/${reference}`, body, actionDoneSchema);
    setSending(false);
    if (!result.ok) {
      const message = result.message ?? errorText('adoption.act_failed');
      const { field } = result.details;
      const own = typeof field === 'string' && element.current?.elements.namedItem(field) ? field : undefined;
      setProblem({ message, field: own });
      notify.error(message, { id: 'adoption' });
      if (result.status === 409) startReload(() => router.refresh());
      return;
    }
    notify.success(t(result.data.done ? `act.${form}.done` : 'form.awaitsApproval'), { id: 'adoption' });
    onDone(result.data.version);
    router.refresh();
  };

  const [label, hint] = REASONS[form] ?? (['form.reason', 'form.reasonHint'] as const);
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  const steps = adoption.steps.filter((step) => step.id > (opened.steps.at(-1)?.id ?? 0));
  return (
    <form ref={element} onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
      <p className="text-small">{t(`act.${form}.text`, { email: adoption.sponsor.email })}</p>
      {SEAT_CHANGES.includes(form) && adoption.needsApproval && <Note kind="warn">{t('form.needsApproval')}</Note>}
      {problem && !problem.field && (
        <Note>
          <p className="font-semibold">{problem.message}</p>
          {steps.length > 0 && <p>{t('form.changedNow')}</p>}
          <ul className="list-disc ps-5">
            {steps.map((step) => (
              <li key={step.id}>{step.text}</li>
            ))}
          </ul>
        </Note>
      )}
      <ActFields form={form} adoption={adoption} errorOf={errorOf} />
      <Field
        label={t(label)}
        hint={hint ? t(hint) : undefined}
        name="reason"
        maxLength={500}
        error={errorOf('reason')}
        required
      />
      <FormButtons
        pending={pending}
        submit={t(pending ? 'form.saving' : `act.${form}.submit`)}
        cancel={t('form.cancel')}
      />
    </form>
  );
}
