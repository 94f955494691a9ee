'use client';

import { useTranslations } from 'use-intl';
import { OUTCOMES } from '@/db/schema/report-kinds';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { Outcomes } from '@/lib/register/report-schema';

type OutcomeFormProps = {
  courseId: string;
  version: number;
  totals: Outcomes | null;
  /** What the totals add up to. */
  expected: number;
};

/** What became of the students of an offer, by totals. */
export function OutcomeForm({ courseId, version, totals, expected }: OutcomeFormProps) {
  const t = useTranslations('office.reports');
  return (
    <Form
      noValidate
      autoComplete="off"
      className="max-w-100"
      submit={totals ? t('correct') : t('stateIt')}
      submitting={t('saving')}
      fieldOf={{ 'report.sum': 'unknown' }}
      send={(fields) => {
        const count = (name: string) => {
          const text = String(fields.get(name)).trim();
          return text === '' ? 0 : Number(text);
        };
        const counts = Object.fromEntries(OUTCOMES.map((name) => [name, count(name)]));
        return callAsAdmin('POST /office/offers/{courseId}/outcome', {
          params: { courseId },
          body: { version, ...(counts as Outcomes) },
        });
      }}
      toast="report"
      done={t('stated')}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('outcomeText', { count: expected })}</p>
          {OUTCOMES.map((name) => (
            <Field
              key={name}
              label={t(`outcome.${name}`)}
              inputMode="numeric"
              defaultValue={totals ? String(totals[name]) : ''}
              {...field(name)}
            />
          ))}
        </>
      )}
    </Form>
  );
}
