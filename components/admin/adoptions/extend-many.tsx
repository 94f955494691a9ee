'use client';

import { useTranslations } from 'use-intl';
import { BulkButton } from '@/components/admin/bulk-action';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Field } from '@/components/platform/ui/field';
import type { ExtendedMany } from '@/lib/admin/adoptions/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatTableDay } from '@/lib/platform/dates';
import type { RowChoice } from '@/lib/platform/row-choice';

/** The server's limit and the way there. */
const TIMEOUT_MS = 70_000;
const EXAMPLES = 5;

type Checked = { dueOn: string; results: ExtendedMany['results'] };

/** Gives the chosen adoptions another last day of their terms. */
export function ExtendMany() {
  const t = useTranslations('usersAndBillings.extend');
  const errorText = useErrorText();
  const refusedOf = (results: ExtendedMany['results']) =>
    results.flatMap(({ reference, company_name: company, code }) =>
      code === null
        ? []
        : [
            {
              key: reference,
              name: [reference, company].filter(Boolean).join(', '),
              why: errorText(code),
            },
          ],
    );
  const extended = (results: ExtendedMany['results']) => results.filter(({ code }) => code === null);
  const check = (chosen: RowChoice, dueOn: string) =>
    callAsAdmin('POST /admin/extensions', { body: { step: 'check', chosen, due_on: dueOn } });
  return (
    <BulkButton<Checked, ExtendedMany['results']>
      open={(count) => t('open', { count })}
      submit={({ results }) => t('submit', { count: extended(results).length })}
      fields={({ field }) => <Field type="date" label={t('dueOn')} hint={t('dueOnNote')} {...field('due_on')} />}
      fieldOf={{ 'adoption.date_in_past': 'due_on', 'adoption.date_invalid': 'due_on' }}
      check={async (chosen, fields) => {
        const dueOn = String(fields.get('due_on'));
        const answer = await check(chosen, dueOn);
        return answer.ok ? { ...answer, data: { dueOn, results: answer.data.results } } : answer;
      }}
      foreseen={({ results }) => {
        const refused = refusedOf(results);
        return { count: extended(results).length, refused, refusedCount: refused.length };
      }}
      apply={async ({ dueOn, results }, reason) => {
        const adoptions = extended(results).map(({ reference, version }) => ({ reference, version }));
        const body = { step: 'apply' as const, due_on: dueOn, reason, adoptions };
        const answer = await callAsAdmin('POST /admin/extensions', { body, timeoutMs: TIMEOUT_MS });
        return answer.ok ? { ...answer, data: answer.data.results } : answer;
      }}
      progress={async (chosen, { dueOn, results }) => {
        const answer = await check(chosen, dueOn);
        if (!answer.ok) return null;
        const open = new Set(extended(answer.data.results).map(({ reference }) => reference));
        return extended(results).filter(({ reference }) => !open.has(reference)).length;
      }}
      left={refusedOf}
      done={(results) => t('done', { count: extended(results).length })}
    >
      {({ dueOn, results }) => (
        <>
          <p>{t('counts', { count: extended(results).length, day: formatTableDay(dueOn) })}</p>
          <ul className="list-disc ps-5 text-small">
            {extended(results)
              .slice(0, EXAMPLES)
              .map(({ reference, company_name: company, due_on: before }) => (
                <li key={reference}>
                  {t('example', { reference, company: company ?? '', day: before ? formatTableDay(before) : '' })}
                </li>
              ))}
          </ul>
          <p className="text-small text-ink-2">{t('told')}</p>
        </>
      )}
    </BulkButton>
  );
}
