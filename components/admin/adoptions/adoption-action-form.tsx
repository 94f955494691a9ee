'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { actionOf, type ActionForm } from '@/lib/admin/adoptions/action-form';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { SentBody } from '@/lib/api/client/call-types';
import type { Action, ActionAdoption } from './action-context';
import { ActionFields } from './action-fields';

/** Forms whose change of seats may need an approval. */
const SEAT_CHANGES: readonly ActionForm[] = ['reduce', 'cancel'];

/** The label and hint of the reason by form. */
const REASONS: Partial<Record<ActionForm, readonly ['note' | 'answer', 'answerHint' | null]>> = {
  add_note: ['note', null],
  accept_request: ['answer', 'answerHint'],
  decline_request: ['answer', 'answerHint'],
};

type AdoptionActionFormProps = {
  action: Action;
  adoption: ActionAdoption;
  /** Called with the new version. */
  onDone: (version: number) => void;
};

/**
 * A form that sends an action with its reason. Errors keep the input, also when somebody else changed the adoption
 * meanwhile: the page is reloaded, and the form shows what happened since it was opened.
 */
export function AdoptionActionForm({ action: { form, id }, adoption, onDone }: AdoptionActionFormProps) {
  const t = useTranslations('adminAdoption');
  const router = useRouter();
  // What was not typed is not sent, so the values are compared with those that the form was opened with.
  const [opened] = useState(adoption);
  const [reloading, startReload] = useTransition();

  const send = (fields: FormData) => {
    const typed = (field: string) => String(fields.get(field) ?? '');
    const { reference, version } = adoption;
    const fieldsOfAction = actionOf(form, id, typed, opened);
    const body = {
      ...fieldsOfAction,
      version,
      reason: typed('reason'),
    } as SentBody<'POST /admin/billings/{reference}'>;
    return callAsAdmin('POST /admin/billings/{reference}', { params: { reference }, body });
  };

  const [label, hint] = REASONS[form] ?? (['form.reason', 'form.reasonHint'] as const);
  const steps = adoption.steps.filter((step) => step.id > (opened.steps.at(-1)?.id ?? 0));
  return (
    <Form
      noValidate
      autoComplete="off"
      cancel={t('form.cancel')}
      submit={t(`action.${form}.submit`)}
      submitting={t('form.saving')}
      send={send}
      failed={{ code: 'adoption.act_failed' }}
      toast="adoption"
      toastErrors
      done={({ done }) => t(done ? `action.${form}.done` : 'form.awaitsApproval')}
      busy={reloading}
      onDone={({ version }) => onDone(version)}
      onRefused={({ status }) => status === 409 && startReload(() => router.refresh())}
      explain={({ message }) => (
        <>
          <p className="font-semibold">{message}</p>
          {steps.length > 0 && <p>{t('form.changedNow')}</p>}
          <ul className="list-disc ps-5">
            {steps.map((step) => (
              <li key={step.id}>{step.text}</li>
            ))}
          </ul>
        </>
      )}
    >
      {({ field }) => (
        <>
          <p className="text-small">
            {t(`action.${form}.text`, {
              email: adoption.sponsor.email,
              papers: adoption.company.papers_email || 'none',
            })}
          </p>
          {SEAT_CHANGES.includes(form) && adoption.needsApproval && <Note kind="warn">{t('form.needsApproval')}</Note>}
          {form === 'correct' && adoption.isGuests && <Note kind="warn">{t('form.emailWaits')}</Note>}
          <ActionFields form={form} adoption={adoption} field={field} />
          <Field label={t(label)} hint={hint ? t(hint) : undefined} maxLength={500} required {...field('reason')} />
        </>
      )}
    </Form>
  );
}
