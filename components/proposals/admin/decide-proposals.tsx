'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Changes } from '@/components/admin/catalogue-import/changes';
import { AdminSection } from '@/components/admin/section';
import { ActionButton } from '@/components/platform/form/action-button';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { SelectionBar, useRowSelection } from '@/components/platform/ui/row-selection';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { placeOf } from '@/lib/platform/place-of';
import type { RowChoice } from '@/lib/platform/row-choice';

const TIMEOUT_MS = 70_000;

/** A dry run, and what it is of. */
type Checked = { choice: RowChoice; count: number; dryRun: DryRun };

/** The table of proposals with what is done to those that are chosen in it (RowSelection): check and accept, or refuse. */
export function DecideProposals({ children }: { children: ReactNode }) {
  const t = useTranslations('proposals');
  const router = useRouter();
  const result = useRef<HTMLDivElement>(null);
  const { choice, count, clear } = useRowSelection();
  const [last, setLast] = useState<Checked | { choice: RowChoice; problem: string } | null>(null);
  // What was found of another choice is not of this one.
  const found = last && JSON.stringify(last.choice) === JSON.stringify(choice) ? last : null;
  const checked = found && 'dryRun' in found ? found : null;
  const [checking, check] = usePending(async () => {
    if (!choice) return;
    const answer = await callAsAdmin('POST /admin/proposals/acceptance', {
      body: { chosen: choice, apply: null },
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.ok && answer.data.dryRun) setLast({ choice, count, dryRun: answer.data.dryRun });
    if (answer.ok) return;
    setLast({ choice, problem: answer.message ?? t('failed') });
    router.refresh();
  });
  useEffect(() => {
    if (checked) result.current?.focus();
  }, [checked]);
  const done = () => {
    clear();
    setLast(null);
    router.refresh();
  };
  return (
    <>
      <SelectionBar>
        <Button size="small" pending={checking} disabled={!choice} onClick={() => void check()}>
          {checking ? t('checking') : t('check')}
        </Button>
        {choice && <Refuse choice={choice} count={count} onDone={done} />}
      </SelectionBar>
      {children}
      <div
        ref={result}
        tabIndex={-1}
        className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-6 outline-none empty:hidden"
      >
        {found && 'problem' in found && <Note>{found.problem}</Note>}
        {checked && <Result checked={checked} onChecked={setLast} onDone={done} />}
      </div>
    </>
  );
}

type ResultProps = { checked: Checked; onChecked: (checked: Checked | null) => void; onDone: () => void };

function Result({ checked: { choice, count, dryRun }, onChecked, onDone }: ResultProps) {
  const t = useTranslations('proposals');
  const { bad, warnings, changes, counts, digest } = dryRun;
  return (
    <>
      <AdminSection id="result" title={t('result')} note={t('nothingWritten')}>
        {bad.length > 0 && (
          <Note kind="warn">
            <p>{t('bad', { count: bad.length })}</p>
            <ul className="list-disc ps-5">
              {bad.map(({ line, problems, values: [city, institute, type, branch] }) => (
                <li key={line}>
                  {t('badRow', {
                    course: [type, branch, placeOf(institute!, city!)].join(', '),
                    problems: problems.join('; '),
                  })}
                </li>
              ))}
            </ul>
          </Note>
        )}
        {warnings.length > 0 && (
          <Note kind="warn">
            <p>{t('warnings')}</p>
            <ul className="list-disc ps-5">
              {warnings.map(({ line, text }) => (
                <li key={`${line} ${text}`}>{text}</li>
              ))}
            </ul>
          </Note>
        )}
        {bad.length === 0 && (
          <ActionButton
            className="justify-self-start"
            send={async () => {
              const answer = await callAsAdmin('POST /admin/proposals/acceptance', {
                body: { chosen: choice, apply: digest },
                timeoutMs: TIMEOUT_MS,
              });
              if (answer.ok) onDone();
              else onChecked(answer.details.dryRun ? { choice, count, dryRun: answer.details.dryRun as DryRun } : null);
              return answer;
            }}
            toast="proposals"
            done={t('accepted', { count })}
          >
            {t('accept', { count })}
          </ActionButton>
        )}
      </AdminSection>
      {changes.length > 0 && <Changes key={digest} changes={changes} counts={counts} hasLines={false} />}
    </>
  );
}

/** The button that refuses proposals with a reason. */
function Refuse({ choice, count, onDone }: { choice: RowChoice; count: number; onDone: () => void }) {
  const t = useTranslations('proposals');
  return (
    <FormDialog
      trigger={
        <Button variant="line" size="small">
          {t('refuse')}
        </Button>
      }
      noValidate
      autoComplete="off"
      title={t('refuseTitle', { count })}
      submit={t('refuse')}
      submitting={t('saving')}
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('failed')}
      send={(fields) =>
        callAsAdmin('POST /admin/proposals/refusal', {
          body: { chosen: choice, reason: String(fields.get('reason')) },
        })
      }
      toast="proposals"
      done={t('refused', { count })}
      onDone={onDone}
    >
      {({ field }) => (
        <>
          <p className="text-small">{t('refuseText')}</p>
          <Field label={t('reason')} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
