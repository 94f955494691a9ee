'use client';

import { LoaderCircle, RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import { formatCount } from '@/lib/platform/format-count';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@/lib/platform/limits';
import { fileSize } from '@/lib/platform/spreadsheet/rules';
import { Elapsed } from './elapsed';
import { FileDrop } from './file-drop';
import { ImportDone } from './import-done';
import { Outcome } from './outcome';
import { useImport } from './use-import';

/** The import of a file: choose, preview, apply. */
export function ImportPanel() {
  const t = useTranslations('catalogueImport');
  const { state, choose, check, apply, refuse, restart } = useImport();
  const { file, busy, dryRun, problem, imported } = state;
  const result = useRef<HTMLDivElement>(null);
  const writes = dryRun ? dryRun.counts.added + dryRun.counts.changed : 0;
  const outcome = imported ?? dryRun ?? problem;

  // Scrolls to the result and focuses it, after the dialog has restored the focus.
  useEffect(() => {
    if (outcome) setTimeout(() => result.current?.focus(), 0);
  }, [outcome]);

  return (
    <>
      {!imported && (
        <AdminSection id="file" title={t('file')}>
          <FileDrop
            label={file ? t('chooseAnother') : t('choose')}
            limits={t('limits', { rows: formatCount(MAX_IMPORT_ROWS), megabytes: MAX_IMPORT_BYTES / 1024 / 1024 })}
            drop={t('drop')}
            disabled={busy !== null}
            onChoose={choose}
            onMany={() => refuse(t('one'))}
          />
          {file && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
              <span className="min-w-0 font-semibold wrap-anywhere">
                {t('chosen', { name: file.name, size: fileSize(file.size) })}
              </span>
              <Button variant="line" size="small" disabled={busy !== null} onClick={() => check(file)}>
                <RotateCw aria-hidden />
                {t('checkAgain')}
              </Button>
            </div>
          )}
          <div className="flex flex-wrap items-center gap-x-3 text-small has-[>p:empty]:absolute">
            <p role="status" className="flex items-center gap-2">
              {busy && (
                <>
                  <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />
                  {busy === 'applying' ? t('applying', { count: writes }) : t('checking')}
                </>
              )}
            </p>
            {busy && <Elapsed key={busy} />}
          </div>
        </AdminSection>
      )}
      <div
        ref={result}
        tabIndex={-1}
        className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-6 outline-none empty:hidden"
      >
        {problem && <Note>{problem}</Note>}
        {file && dryRun && <Outcome file={file} dryRun={dryRun} busy={busy} onApply={() => apply(file, dryRun)} />}
        {file && imported && <ImportDone name={file.name} imported={imported} onAnother={restart} />}
      </div>
    </>
  );
}
