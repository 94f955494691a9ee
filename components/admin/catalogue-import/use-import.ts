import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { adminPostFile } from '@/lib/api-client/admin';
import { dryRunSchema, importedSchema, refusedImportSchema, type DryRun } from '@/lib/catalogue/import/schema';
import { IMPORT_MS, MAX_IMPORT_BYTES } from '@/lib/core/limits';

/** What the server may take, and a minute for the file to come over the line. */
const TIMEOUT_MS = IMPORT_MS + 60_000;

/** Where the import of a file stands. The file stays until another is chosen, whatever fails. */
export type ImportState = {
  file: File | null;
  busy: 'checking' | 'applying' | null;
  dryRun: DryRun | null;
  /** What went wrong, as a sentence; beside a dry run: why it is another one than before. */
  problem: string | null;
  imported: z.infer<typeof importedSchema> | null;
};

const EMPTY: ImportState = { file: null, busy: null, dryRun: null, problem: null, imported: null };

/** Checks a chosen file, and imports what the check showed. */
export function useImport() {
  const t = useTranslations('adminCourses.import');
  const [state, setState] = useState(EMPTY);

  /** What was wrong with a choice; what was chosen before stays. */
  const refuse = (problem: string) => setState((before) => ({ ...before, busy: null, problem }));

  const check = async (file: File) => {
    setState({ ...EMPTY, file, busy: 'checking' });
    const answer = await adminPostFile(pathOf(file), file, dryRunSchema, { timeoutMs: TIMEOUT_MS });
    setState({
      ...EMPTY,
      file,
      ...(answer.ok ? { dryRun: answer.data } : { problem: answer.message ?? t('failed') }),
    });
  };

  const choose = async (chosen: File) => {
    if (chosen.size > MAX_IMPORT_BYTES) return refuse(t('tooLarge', { megabytes: MAX_IMPORT_BYTES / 1024 / 1024 }));
    setState((before) => ({ ...before, busy: 'checking', problem: null }));
    const file = await copyOf(chosen);
    if (file) await check(file);
    else refuse(t('unreadable'));
  };

  const apply = async (file: File, shown: DryRun) => {
    setState({ ...EMPTY, file, busy: 'applying', dryRun: shown });
    const answer = await adminPostFile(`${pathOf(file)}&apply=${shown.digest}`, file, importedSchema, {
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.ok) return setState({ ...EMPTY, file, imported: answer.data });
    const dryRun = refusedImportSchema.safeParse(answer.details).data?.dryRun ?? shown;
    setState({ ...EMPTY, file, dryRun, problem: answer.message ?? t('applyFailed') });
  };

  const restart = () => setState(EMPTY);
  return { state, choose, check, apply, refuse, restart };
}

const pathOf = (file: File) => `/admin/catalogue/import?name=${encodeURIComponent(file.name)}`;

/** The file as it is now: what is imported is what was checked, even if it is saved again meanwhile. Null where it cannot be read. */
async function copyOf(file: File): Promise<File | null> {
  try {
    return new File([await file.arrayBuffer()], file.name);
  } catch {
    return null;
  }
}
