'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { TextArea } from '@/components/platform/ui/text-area';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { EntryPlan, RollRow } from '@/lib/register/schema';
import { LINES_SHOWN, LineProblems } from './line-problems';
import { RowFile, UPLOAD_MS, type ReadRows } from './row-file';

type EnterStudentsProps = {
  courseId: string;
  /** Of the session, and the one that is filled in; YYYY-MM-DD. */
  days: { first: string; last: string; usual: string };
};

type Checked = { rows: readonly RollRow[]; from_day: string; plan: EntryPlan };

/** Enters students from typed roll numbers or a file: first a check, then the confirmation of what it found. */
export function EnterStudents({ courseId, days }: EnterStudentsProps) {
  const t = useTranslations('office.register');
  const [file, setFile] = useState<ReadRows<RollRow> | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const post = (body: { rows: readonly RollRow[]; from_day: string; enter: number | null }) =>
    callAsAdmin('POST /office/offers/{courseId}/students', { params: { courseId }, body, timeoutMs: UPLOAD_MS });
  const rowsOf = (fields: FormData) => file?.rows ?? linesOf(String(fields.get('rolls')));
  const dayOf = (fields: FormData) => String(fields.get('from_day'));

  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-small text-ink-2">{t('enterText')}</p>
      <RowFile
        label={t('file')}
        hasFile={file !== null}
        read={(body) => callAsAdmin('POST /office/roll-numbers', { body, timeoutMs: UPLOAD_MS })}
        onRead={setFile}
        onBegin={() => setChecked(null)}
      />
      <Form
        submit={t('check')}
        submitting={t('checking')}
        variant={checked ? 'line' : undefined}
        fieldOf={{ 'enrolment.day': 'from_day' }}
        send={(fields) => post({ rows: rowsOf(fields), from_day: dayOf(fields), enter: null })}
        onDone={(plan, fields) => setChecked({ rows: rowsOf(fields), from_day: dayOf(fields), plan })}
      >
        {({ field }) => (
          <>
            {file ? (
              <p className="flex flex-wrap items-center gap-3 text-small">
                <span className="font-semibold wrap-anywhere">
                  {t('read', { name: file.name, count: file.rows.length })}
                </span>
                <Button
                  variant="bare"
                  size="small"
                  onClick={() => {
                    setFile(null);
                    setChecked(null);
                  }}
                >
                  {t('dropFile')}
                </Button>
              </p>
            ) : (
              <TextArea
                label={t('rolls')}
                rows={4}
                required
                spellCheck={false}
                autoComplete="off"
                onChange={() => setChecked(null)}
                {...field('rolls')}
              />
            )}
            <Field
              label={t('fromDay')}
              type="date"
              required
              min={days.first}
              max={days.last}
              defaultValue={days.usual}
              onChange={() => setChecked(null)}
              {...field('from_day')}
            />
          </>
        )}
      </Form>
      {checked && (
        <Plan plan={checked.plan}>
          <ActionButton
            send={async () => {
              const { rows, from_day, plan } = checked;
              const result = await post({ rows, from_day, enter: plan.entered });
              // Whether it worked or the register changed meanwhile: this check is not valid any more.
              if (result.ok || result.code === 'enrolment.changed') setChecked(null);
              if (result.ok) setFile(null);
              return result;
            }}
            toast="students"
            done={({ entered }) => t('entered', { count: entered })}
          >
            {t('enter', { count: checked.plan.entered })}
          </ActionButton>
        </Plan>
      )}
    </div>
  );
}

/** Lines with a number, as the text field counts them. */
const linesOf = (text: string): RollRow[] =>
  text.split(/\r?\n/).flatMap((roll, index) => (roll.trim() ? [{ line: index + 1, roll: roll.trim() }] : []));

function Plan({ plan, children }: { plan: EntryPlan; children: React.ReactNode }) {
  const t = useTranslations('office.register');
  const { entered, known, without_place: over, problems } = plan;
  const overLines = over.slice(0, LINES_SHOWN).join(', ') + (over.length > LINES_SHOWN ? ' …' : '');
  return (
    <div className="grid gap-3" aria-live="polite">
      <Note kind={entered > 0 ? 'ok' : 'warn'}>
        <p>{t('planEnter', { count: entered })}</p>
        {known > 0 && <p>{t('planKnown', { count: known })}</p>}
      </Note>
      {over.length > 0 && <Note kind="warn">{t('planOver', { count: over.length, lines: overLines })}</Note>}
      <LineProblems problems={problems.map(({ line, problem }) => ({ line, text: t(`problems.${problem}`) }))} />
      {entered > 0 && <div>{children}</div>}
    </div>
  );
}
