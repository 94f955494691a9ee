'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { ModalButton } from '@/components/platform/form/form-dialog';
import { LoadingNote } from '@/components/platform/form/retry-note';
import { useLoaded } from '@/components/platform/form/use-loaded';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { callAsAdmin } from '@/lib/api/client/admin';
import type { UndoDryRun, Undone } from '@/lib/catalogue-import/undo-schema';
import { IMPORT_MS } from '@/lib/platform/limits';

/** The server's limit and the way there. */
const TIMEOUT_MS = IMPORT_MS + 10_000;

type UndoImportProps = {
  /** The id of the import's entry in the audit log. */
  entry: number;
  /** The name of its file. */
  name: string;
  onDone?: (done: Undone) => void;
};

/** A button and the dialog that undoes an import: what would go back, or what prevents it; then a reason. */
export function UndoImport({ entry, name, onDone }: UndoImportProps) {
  const t = useTranslations('catalogueImport.undo');
  return (
    <ModalButton
      trigger={
        <Button variant="line" size="small" aria-label={t('openOf', { name })}>
          {t('open')}
        </Button>
      }
      title={t('title')}
      about={name}
      className="max-w-160"
    >
      {(close) => (
        <Steps
          entry={entry}
          onDone={(done) => {
            close();
            onDone?.(done);
          }}
        />
      )}
    </ModalButton>
  );
}

const send = (entry: number, apply: { digest: string; reason: string } | null) =>
  callAsAdmin('POST /admin/imports/{entry}', {
    params: { entry: String(entry) },
    body: { apply },
    timeoutMs: TIMEOUT_MS,
  });

function Steps({ entry, onDone }: { entry: number; onDone: (done: Undone) => void }) {
  const t = useTranslations('catalogueImport.undo');
  const loaded = useLoaded(() => send(entry, null), t('loadFailed'));
  const [again, setAgain] = useState<UndoDryRun | null>(null);
  const dryRun = again ?? loaded.data?.dryRun;
  if (!dryRun) return <LoadingNote loaded={loaded} text={t('loading')} />;
  const { removed, changed, drafts, places_left: placesLeft, obstacles, obstacles_count: count } = dryRun;
  return (
    <>
      <p className="text-small text-ink-2" role="status">
        {t('nothingWritten')}
      </p>
      {count > 0 ? (
        <Note kind="warn">
          <p>{t('obstacles', { count })}</p>
          <ul className="max-h-60 list-disc overflow-y-auto ps-5">
            {obstacles.map(({ id, name, why }) => (
              <li key={id}>{`${name}: ${t(`why.${why}`)}`}</li>
            ))}
          </ul>
          {obstacles.length < count && <p>{t('more', { count: count - obstacles.length })}</p>}
        </Note>
      ) : (
        <>
          <ul className="list-disc ps-5">
            <li>{t('removed', removed)}</li>
            <li>{t('changed', changed)}</li>
            {drafts > 0 && <li>{t('drafts', { count: drafts })}</li>}
            {placesLeft > 0 && <li>{t('placesLeft', { count: placesLeft })}</li>}
          </ul>
          <Form
            noValidate
            autoComplete="off"
            cancel
            submit={t('submit')}
            submitting={t('saving')}
            send={async (fields) => {
              const answer = await send(entry, { digest: dryRun.digest, reason: String(fields.get('reason')) });
              return answer.ok ? { ...answer, data: answer.data.undone! } : answer;
            }}
            fieldOf={{ 'adoption.reason_required': 'reason' }}
            failed={t('failed')}
            toast="undo"
            done={(done) => t('done', done)}
            onDone={onDone}
            onRefused={({ details }) => details.dryRun && setAgain(details.dryRun as UndoDryRun)}
          >
            {({ field }) => <Field label={t('reason')} maxLength={500} {...field('reason')} />}
          </Form>
        </>
      )}
    </>
  );
}
