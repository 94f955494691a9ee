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
import type { DryRun } from '@/lib/catalogue-import/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { MAX_DECIDED_PROPOSALS } from '@/lib/platform/limits';
import { placeOf } from '@/lib/platform/place-of';

const TIMEOUT_MS = 70_000;
const BOX = 'input[name="proposal"]';

type Checked = { ids: readonly string[]; dryRun: DryRun };

/** The table of proposals with what is done to those that are chosen in it: check and accept, or refuse. */
export function DecideProposals({ children }: { children: ReactNode }) {
  const t = useTranslations('proposals');
  const router = useRouter();
  const table = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const boxes = () => [...(table.current?.querySelectorAll<HTMLInputElement>(BOX) ?? [])];
  const read = () => {
    setIds(boxes().flatMap(({ checked: isChosen, value }) => (isChosen ? [value] : [])));
    setChecked(null);
    setProblem(null);
  };
  const [checking, check] = usePending(async () => {
    const answer = await callAsAdmin('POST /admin/proposals/acceptance', {
      body: { proposals: [...ids], apply: null },
      timeoutMs: TIMEOUT_MS,
    });
    setProblem(answer.ok ? null : (answer.message ?? t('failed')));
    setChecked(answer.ok && answer.data.dryRun ? { ids, dryRun: answer.data.dryRun } : null);
    if (!answer.ok) router.refresh();
  });
  useEffect(() => {
    if (checked) result.current?.focus();
  }, [checked]);
  const done = () => {
    for (const box of boxes()) box.checked = false;
    read();
    router.refresh();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="line"
          size="small"
          onClick={() => {
            for (const box of boxes().slice(0, MAX_DECIDED_PROPOSALS)) box.checked = true;
            read();
          }}
        >
          {t('all')}
        </Button>
        <Button size="small" pending={checking} disabled={ids.length === 0} onClick={() => void check()}>
          {checking ? t('checking') : t('check')}
        </Button>
        {ids.length > 0 && <Refuse ids={ids} onDone={done} />}
      </div>
      <div ref={table} onChange={read} className="contents">
        {children}
      </div>
      <div
        ref={result}
        tabIndex={-1}
        className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-6 outline-none empty:hidden"
      >
        {problem && <Note>{problem}</Note>}
        {checked && <Result checked={checked} onChecked={setChecked} onDone={done} />}
      </div>
    </>
  );
}

type ResultProps = { checked: Checked; onChecked: (checked: Checked | null) => void; onDone: () => void };

function Result({ checked: { ids, dryRun }, onChecked, onDone }: ResultProps) {
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
                body: { proposals: [...ids], apply: digest },
                timeoutMs: TIMEOUT_MS,
              });
              if (answer.ok) onDone();
              else onChecked(answer.details.dryRun ? { ids, dryRun: answer.details.dryRun as DryRun } : null);
              return answer;
            }}
            toast="proposals"
            done={t('accepted', { count: ids.length })}
          >
            {t('accept', { count: ids.length })}
          </ActionButton>
        )}
      </AdminSection>
      {changes.length > 0 && <Changes key={digest} changes={changes} counts={counts} hasLines={false} />}
    </>
  );
}

/** The button that refuses proposals with a reason. */
function Refuse({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
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
      title={t('refuseTitle', { count: ids.length })}
      submit={t('refuse')}
      submitting={t('saving')}
      fieldOf={{ 'adoption.reason_required': 'reason' }}
      failed={t('failed')}
      send={(fields) =>
        callAsAdmin('POST /admin/proposals/refusal', {
          body: { proposals: [...ids], reason: String(fields.get('reason')) },
        })
      }
      toast="proposals"
      done={t('refused', { count: ids.length })}
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
