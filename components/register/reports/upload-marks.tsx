'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Note } from '@/components/platform/ui/note';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { MarkPlan, MarkRow } from '@/lib/register/report-schema';
import { LineProblems } from '@/components/office/line-problems';
import { RowFile, UPLOAD_MS, type ReadRows } from '@/components/office/row-file';

/** Marks students from a file: first a check, then the confirmation of what it found. */
export function UploadMarks({ courseId, kind }: { courseId: string; kind: ReportKind }) {
  const t = useTranslations('office.reports');
  const register = useTranslations('office.register');
  const [file, setFile] = useState<ReadRows<MarkRow> | null>(null);
  const [plan, setPlan] = useState<MarkPlan | null>(null);
  const post = (enter: number | null) =>
    callAsAdmin('POST /office/offers/{courseId}/reports/{kind}/rows', {
      params: { courseId, kind },
      body: { rows: file!.rows, enter },
      timeoutMs: UPLOAD_MS,
    });
  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-small text-ink-2">
        {t('fileText')} {t(reportOf(kind).says === 'result' ? 'words.result' : 'words.attendance')}
      </p>
      <RowFile
        label={t('file')}
        file={file}
        read={(body, lists) =>
          callAsAdmin('POST /office/report-rows', { query: { lists }, body, timeoutMs: UPLOAD_MS })
        }
        onRead={setFile}
        onBegin={() => setPlan(null)}
      />
      {file && (
        <Form
          submit={register('check')}
          submitting={register('checking')}
          variant={plan ? 'line' : undefined}
          send={() => post(null)}
          onDone={setPlan}
        >
          <p className="text-small font-semibold wrap-anywhere">
            {register('read', { name: file.name, count: file.rows.length })}
          </p>
        </Form>
      )}
      {plan && file && (
        <div className="grid gap-3" aria-live="polite">
          <Note kind={plan.marked > 0 ? 'ok' : 'warn'}>
            <p>{t('plan', { count: plan.marked })}</p>
            {plan.same > 0 && <p>{t('same', { count: plan.same })}</p>}
          </Note>
          {plan.unmarked > 0 && <Note kind="warn">{t('missing', { count: plan.unmarked })}</Note>}
          <LineProblems
            problems={[
              ...file.problems.map(({ problem, ...line }) => ({ ...line, text: register(`problems.${problem}`) })),
              ...plan.problems.map(({ problem, ...line }) => ({ ...line, text: t(`problems.${problem}`) })),
            ]}
            lists={file.lists}
          />
          {plan.marked > 0 && (
            <div>
              <ActionButton
                send={async () => {
                  const result = await post(plan.marked);
                  // Whether it worked or the register changed meanwhile: this check is not valid any more.
                  if (result.ok || result.code === 'enrolment.changed') setPlan(null);
                  if (result.ok) setFile(null);
                  return result;
                }}
                toast="report"
                done={({ marked }) => t('entered', { count: marked })}
              >
                {t('enter', { count: plan.marked })}
              </ActionButton>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
