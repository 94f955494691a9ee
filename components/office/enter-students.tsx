'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { Form } from '@/components/platform/form/form';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { TextArea } from '@/components/platform/ui/text-area';
import { notify } from '@/components/platform/ui/toaster';
import { callAsAdmin } from '@/lib/api/client/admin';
import { errorText } from '@/lib/platform/i18n/errors';
import type { EntryPlan, ReadRoll, RollList, RollRow } from '@/lib/register/schema';
import { LINES_SHOWN, LineProblems, useLineName, type Line } from './line-problems';
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
  const [file, setFile] = useState<ReadRows<ReadRoll> | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const post = (body: { rows: readonly RollRow[]; from_day: string; enter: number | null }) =>
    callAsAdmin('POST /office/offers/{courseId}/students', { params: { courseId }, body, timeoutMs: UPLOAD_MS });
  const rowsOf = (fields: FormData) => file?.rows ?? linesOf(String(fields.get('rolls')));
  // An answer changes what is entered, so that the check is made again.
  const answer = async (line: Line, sure: boolean) => {
    if (!checked) return;
    const rows = checked.rows.map((row) =>
      row.line === line.line && row.list === line.list ? { ...row, sure: sure || undefined } : row,
    ) as RollRow[];
    setChecked({ ...checked, rows });
    const result = await post({ rows, from_day: checked.from_day, enter: null });
    // An answer that was not checked is none.
    setChecked(result.ok ? { ...checked, rows, plan: result.data } : checked);
    if (!result.ok) notify.error(result.message ?? errorText('request.unavailable'), { id: 'students' });
  };
  const dayOf = (fields: FormData) => String(fields.get('from_day'));

  return (
    <div className="grid max-w-160 gap-4">
      <p className="text-small text-ink-2">{t('enterText')}</p>
      <RowFile
        label={t('file')}
        file={file}
        read={(body, lists) =>
          callAsAdmin('POST /office/roll-numbers', { query: { lists }, body, timeoutMs: UPLOAD_MS })
        }
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
              label={t(file?.rows.some(({ from_day: day }) => day) ? 'fromDayOthers' : 'fromDay')}
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
        <Plan checked={checked} file={file} onAnswer={answer}>
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

type PlanProps = {
  checked: Checked;
  file: ReadRows<ReadRoll> | null;
  onAnswer: (line: Line, sure: boolean) => Promise<void>;
  children: React.ReactNode;
};

/** What entering would do: the numbers that would be stored, what is asked, and the lines that cannot be used. */
function Plan({ checked: { plan, rows }, file, onAnswer, children }: PlanProps) {
  const t = useTranslations('office.register');
  const lists = file?.lists ?? [];
  const nameOf = useLineName(lists);
  const { entered, dated, known, rolls, without_place: over, problems } = plan;
  const overLines = over.slice(0, LINES_SHOWN).map(nameOf).join(', ') + (over.length > LINES_SHOWN ? ' …' : '');
  const bad = [...(file?.problems ?? []), ...problems].toSorted(
    (a, b) => (a.list ?? 0) - (b.list ?? 0) || a.line - b.line,
  );
  return (
    <div className="grid gap-3" aria-live="polite">
      <Note kind={entered > 0 ? 'ok' : 'warn'}>
        <p>{t('planEnter', { count: entered })}</p>
        {dated > 0 && <p>{t('planDated', { count: dated })}</p>}
        {known > 0 && <p>{t('planKnown', { count: known })}</p>}
      </Note>
      {entered > 0 && (
        <Disclosure summary={t('planRolls', { first: rolls[0]!, last: rolls.at(-1)!, count: entered })}>
          <p className="text-small wrap-anywhere tabular-nums">{rolls.join(', ')}</p>
        </Disclosure>
      )}
      {over.length > 0 && <Note kind="warn">{t('planOver', { count: over.length, lines: overLines })}</Note>}
      <Questions plan={plan} rows={rows} lists={lists} onAnswer={onAnswer} />
      <LineProblems
        problems={bad.map(({ problem, ...line }) => ({ ...line, text: t(`problems.${problem}`) }))}
        lists={lists}
      />
      {entered > 0 && <div>{children}</div>}
    </div>
  );
}

type QuestionsProps = Pick<PlanProps, 'onAnswer'> & Omit<Checked, 'from_day'> & { lists: readonly RollList[] };

/** Numbers that are entered only if somebody says that they are some. */
function Questions({ plan, rows, lists, onAnswer }: QuestionsProps) {
  const t = useTranslations('office.register');
  const nameOf = useLineName(lists);
  const [waiting, setWaiting] = useState(false);
  const sure = new Set(rows.flatMap((row) => (row.sure ? `${row.list} ${row.line}` : [])));
  if (plan.questions.length === 0) return null;
  return (
    <fieldset disabled={waiting} className="grid gap-2 rounded-2 border border-line p-3">
      <legend className="px-1 text-small font-semibold">{t('questionsTitle', { count: plan.questions.length })}</legend>
      <p className="text-small text-ink-2">{t('questionsText')}</p>
      {plan.questions.slice(0, LINES_SHOWN).map(({ line, list, roll, question }) => (
        <label key={`${list} ${line}`} className="flex items-start gap-2 text-small">
          <Checkbox
            checked={sure.has(`${list} ${line}`)}
            onChange={async ({ target }) => {
              setWaiting(true);
              await onAnswer({ line, list }, target.checked);
              setWaiting(false);
            }}
          />
          <span className="min-w-0 wrap-anywhere">
            {t('question', { line: nameOf({ line, list }), roll })}
            <span className="block text-ink-2">{t(`questions.${question}`)}</span>
          </span>
        </label>
      ))}
      {plan.questions.length > LINES_SHOWN && (
        <p className="text-small">{t('more', { count: plan.questions.length - LINES_SHOWN })}</p>
      )}
    </fieldset>
  );
}
