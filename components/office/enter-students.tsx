'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FileDrop } from '@/components/admin/catalogue-import/file-drop';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { TextArea } from '@/components/platform/ui/text-area';
import { notify } from '@/components/platform/ui/toaster';
import { callAsAdmin } from '@/lib/api/client/admin';
import { errorText } from '@/lib/platform/i18n/errors';
import type { EntryPlan, RollRow } from '@/lib/register/schema';

type EnterStudentsProps = {
  courseId: string;
  /** Of the session, and the one that is filled in; YYYY-MM-DD. */
  days: { first: string; last: string; usual: string };
};

type Checked = { rows: readonly RollRow[]; from_day: string; plan: EntryPlan };

const UPLOAD_MS = 70_000;

/** Enters students from typed roll numbers or a file: first a check, then the confirmation of what it found. */
export function EnterStudents({ courseId, days }: EnterStudentsProps) {
  const t = useTranslations('office.register');
  const [file, setFile] = useState<{ name: string; rows: readonly RollRow[] } | null>(null);
  const [reading, setReading] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);

  const read = async (chosen: File) => {
    setReading(true);
    setChecked(null);
    const result = await callAsAdmin('POST /office/roll-numbers', { body: chosen, timeoutMs: UPLOAD_MS });
    setReading(false);
    if (result.ok) setFile({ name: chosen.name, rows: result.data.rows });
    else notify.error(result.message ?? errorText('request.unavailable'), { id: 'students' });
  };
  const post = (body: { rows: readonly RollRow[]; from_day: string; enter: number | null }) =>
    callAsAdmin('POST /office/offers/{courseId}/students', { params: { courseId }, body, timeoutMs: UPLOAD_MS });
  const rowsOf = (fields: FormData) => file?.rows ?? linesOf(String(fields.get('rolls')));
  const dayOf = (fields: FormData) => String(fields.get('from_day'));

  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-small text-ink-2">{t('enterText')}</p>
      <FileDrop
        label={t(reading ? 'reading' : file ? 'otherFile' : 'file')}
        limits={t('fileLimits')}
        drop={t('fileDrop')}
        disabled={reading}
        onChoose={(chosen) => void read(chosen)}
        onMany={() => notify.error(t('many'), { id: 'students' })}
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

/** Lines that are named; the count of the others is said. */
const SHOWN = 50;

function Plan({ plan, children }: { plan: EntryPlan; children: React.ReactNode }) {
  const t = useTranslations('office.register');
  const { entered, known, without_place: over, problems } = plan;
  const overLines = over.slice(0, SHOWN).join(', ') + (over.length > SHOWN ? ' …' : '');
  return (
    <div className="grid gap-3" aria-live="polite">
      <Note kind={entered > 0 ? 'ok' : 'warn'}>
        <p>{t('planEnter', { count: entered })}</p>
        {known > 0 && <p>{t('planKnown', { count: known })}</p>}
      </Note>
      {over.length > 0 && <Note kind="warn">{t('planOver', { count: over.length, lines: overLines })}</Note>}
      {problems.length > 0 && (
        <Note kind="warn">
          <p className="font-semibold">{t('problemsTitle', { count: problems.length })}</p>
          <ul className="list-disc ps-5">
            {problems.slice(0, SHOWN).map(({ line, problem }) => (
              <li key={line}>{t('problem', { line, problem: t(`problems.${problem}`) })}</li>
            ))}
            {problems.length > SHOWN && <li>{t('more', { count: problems.length - SHOWN })}</li>}
          </ul>
        </Note>
      )}
      {entered > 0 && <div>{children}</div>}
    </div>
  );
}
