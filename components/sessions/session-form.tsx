'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import type { FormState } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import type { ListedSession } from '@/lib/sessions/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

const FIELD_OF = {
  'session.name_form': 'name',
  'session.exists': 'name',
  'session.name_of_year': 'name',
  'session.days_order': 'last_day',
  'session.adopting_order': 'adopting_until',
};

const daysOf = (fields: FormData) => {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  return {
    first_day: text('first_day'),
    last_day: text('last_day'),
    adopting_from: text('adopting_from') || null,
    adopting_until: text('adopting_until') || null,
  };
};

/** The button and form that plan a session. */
export function PlanSession() {
  const t = useTranslations('sessions.form');
  return (
    <FormDialog
      trigger={<Button>{t('plan')}</Button>}
      noValidate
      autoComplete="off"
      title={t('plan')}
      submit={t('submit')}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      send={(fields) =>
        callAsAdmin('POST /admin/academic-sessions', {
          body: { name: String(fields.get('name') ?? '').trim(), ...daysOf(fields) },
        })
      }
      toast="session"
      done={(_, fields) => t('planned', { name: String(fields.get('name')) })}
    >
      {({ field }) => (
        <>
          <Field label={t('name')} hint={t('nameHint')} {...field('name')} />
          <Days field={field} />
        </>
      )}
    </FormDialog>
  );
}

/** The button and form that change the days of a session. */
export function ChangeSession({ session }: { session: ListedSession }) {
  const t = useTranslations('sessions.form');
  const { name, version } = session;
  return (
    <FormDialog
      trigger={
        <button type="button" aria-label={t('changeOf', { name })}>
          {t('change')}
        </button>
      }
      noValidate
      autoComplete="off"
      title={t('changeTitle')}
      about={name}
      submit={t('save')}
      submitting={t('saving')}
      fieldOf={FIELD_OF}
      send={(fields) =>
        callAsAdmin('PATCH /admin/academic-sessions/{session}', {
          params: { session: name },
          body: { ...daysOf(fields), version },
        })
      }
      toast="session"
      done={t('changed', { name })}
    >
      {({ field }) => <Days field={field} session={session} />}
    </FormDialog>
  );
}

function Days({ field, session }: { field: FormState['field']; session?: ListedSession }) {
  const t = useTranslations('sessions.form');
  const day = (name: string, value: string | null | undefined) => ({
    type: 'date',
    defaultValue: value ?? '',
    ...field(name),
  });
  return (
    <>
      <Field label={t('firstDay')} {...day('first_day', session?.firstDay)} />
      <Field label={t('lastDay')} {...day('last_day', session?.lastDay)} />
      <Field label={t('adoptingFrom')} hint={t('adoptingFromHint')} {...day('adopting_from', session?.adoptingFrom)} />
      <Field
        label={t('adoptingUntil')}
        hint={t('adoptingUntilHint')}
        {...day('adopting_until', session?.adoptingUntil)}
      />
    </>
  );
}
