'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { BulkAction } from '@/components/admin/bulk-action';
import { OldToNew } from '@/components/admin/old-to-new';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { MANY_ACTS, type ManyChange, type ManyDryRun, type manyCoursesSchema } from '@/lib/admin/courses/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { IMPORT_MS } from '@/lib/platform/limits';
import { formatINR, requirePaise } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';

/** The server's limit and the way there. */
const TIMEOUT_MS = IMPORT_MS + 10_000;

/** Courses that are shown with old and new values, and of those that are left out. */
const EXAMPLES = 5;
const SHOWN_REFUSED = 50;

type Act = ManyChange['act'];
type Request = Omit<z.input<typeof manyCoursesSchema>, 'apply'>;
type Checked = { request: Request; dryRun: ManyDryRun };

const rupees = (amount: string) => formatINR(requirePaise(amount), 0);

/** Closes or opens the chosen courses, or changes their prices. */
export function ChangeMany() {
  const t = useTranslations('adminCourses');
  const common = useTranslations('common');
  const [act, setAct] = useState<Act>('percent');
  const send = (request: Request, apply: { digest: string; reason: string } | null) =>
    callAsAdmin('POST /admin/catalogue/changes', { body: { ...request, apply }, timeoutMs: TIMEOUT_MS });
  const nameOf = ([city, institute, type, branch]: readonly string[]) =>
    t('course', { type: type!, branch: branch!, place: placeOf(institute || common('otherInstitutes'), city!) });
  const hasPrices = ({ request }: Checked) => 'by' in request.change;
  return (
    <BulkAction<Checked, { changed: number }>
      open={(count) => t('many.open', { count })}
      submit={({ request, dryRun }) => t(`many.submit.${request.change.act}`, { count: dryRun.counts.changed })}
      fieldOf={{ 'course.price_change': 'by' }}
      fields={({ field }) => (
        <>
          <SelectField
            label={t('many.act')}
            name="act"
            value={act}
            onChange={({ target }) => setAct(target.value as Act)}
          >
            {MANY_ACTS.map((name) => (
              <option key={name} value={name}>
                {t(`many.acts.${name}`)}
              </option>
            ))}
          </SelectField>
          {(act === 'percent' || act === 'amount') && (
            <Field label={t(`many.by.${act}`)} hint={t('many.byNote')} {...field('by')} />
          )}
        </>
      )}
      check={async (chosen, fields) => {
        const change = act === 'close' || act === 'open' ? { act } : { act, by: String(fields.get('by')) };
        const request = { chosen, change };
        const answer = await send(request, null);
        return answer.ok ? { ...answer, data: { request, dryRun: answer.data.dryRun! } } : answer;
      }}
      foreseen={({ dryRun: { counts, bad } }) => ({
        count: counts.changed,
        refused: bad
          .slice(0, SHOWN_REFUSED)
          .map(({ line, problems, values }) => ({ key: line, name: nameOf(values), why: problems.join('; ') })),
        refusedCount: counts.bad,
      })}
      apply={async ({ request, dryRun }, reason) => {
        const answer = await send(request, { digest: dryRun.digest, reason });
        return answer.ok ? { ...answer, data: answer.data.imported! } : answer;
      }}
      checkedAgain={({ details }, { request }) =>
        details.dryRun ? { request, dryRun: details.dryRun as ManyDryRun } : null
      }
      done={({ changed }) => t('many.done', { count: changed })}
    >
      {(checked) => {
        const { counts, changes, value } = checked.dryRun;
        return (
          <>
            <p>{t('many.counts', { changed: counts.changed, left: counts.left })}</p>
            {hasPrices(checked) && counts.changed > 0 && (
              <p>{t('many.value', { before: rupees(value.before), after: rupees(value.after) })}</p>
            )}
            {checked.request.change.act === 'close' && <p className="text-small">{t('closing')}</p>}
            {hasPrices(checked) && changes.length > 0 && (
              <ul className="list-disc ps-5 text-small">
                {changes.slice(0, EXAMPLES).map(({ line, before, ...course }) => (
                  <li key={line}>
                    {nameOf([course.city, course.institute_name ?? '', course.course_name, course.branch])}{' '}
                    <OldToNew
                      old={before && rupees(before.price_per_seat)}
                      now={rupees(course.price_per_seat)}
                      to={t('many.to')}
                    />
                  </li>
                ))}
              </ul>
            )}
            {hasPrices(checked) && <p className="text-small text-ink-2">{t('many.kept')}</p>}
          </>
        );
      }}
    </BulkAction>
  );
}
