'use client';

import { useTranslations } from 'use-intl';
import { REPORT_KINDS } from '@/db/schema/report-kinds';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import type { ReportDates } from '@/lib/sessions/schema';
import { callAsAdmin } from '@/lib/api/client/admin';

/** The days on which reports of a session are due. */
export function ReportDatesForm({ name, version, dates }: { name: string; version: number; dates: ReportDates }) {
  const t = useTranslations('sessions.reports');
  return (
    <Form
      noValidate
      autoComplete="off"
      aria-label={t('title')}
      submit={t('save')}
      submitting={t('saving')}
      variant="line"
      send={(fields) => {
        const day = (kind: string) => String(fields.get(kind) ?? '').trim() || null;
        const days = Object.fromEntries(REPORT_KINDS.map((kind) => [kind, day(kind)])) as ReportDates;
        return callAsAdmin('PUT /admin/academic-sessions/{session}/report-dates', {
          params: { session: name },
          body: { version, ...days },
        });
      }}
      toast="session"
      done={t('saved', { name })}
    >
      {({ field }) => (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {REPORT_KINDS.map((kind) => (
            <Field key={kind} type="date" label={t(`kind.${kind}`)} defaultValue={dates[kind] ?? ''} {...field(kind)} />
          ))}
        </div>
      )}
    </Form>
  );
}
