import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asSchema } from '@/lib/api/client/client';
import { dryRunSchema, importedSchema, refusedImportSchema, type DryRun } from '@/lib/catalogue-import/schema';
import { IMPORT_MS, MAX_IMPORT_BYTES } from '@/lib/platform/limits';

/** The server's limit, plus a minute for the upload, in ms. */
const TIMEOUT_MS = IMPORT_MS + 60_000;

/** The state of an import. The file remains until another is chosen, even after a failure. */
type ImportState = {
  file: File | null;
  busy: 'checking' | 'applying' | null;
  dryRun: DryRun | null;
  /** The error as a sentence; beside a preview: why it differs from the previous one. */
  problem: string | null;
  imported: z.infer<typeof importedSchema> | null;
};

const EMPTY: ImportState = { file: null, busy: null, dryRun: null, problem: null, imported: null };

/** Checks a chosen file, and imports exactly what was checked. */
export function useImport() {
  const t = useTranslations('catalogueImport');
  const [state, setState] = useState(EMPTY);

  /** Shows why a file was not accepted; the previous choice remains. */
  const refuse = (problem: string) => setState((before) => ({ ...before, busy: null, problem }));

  const check = async (file: File) => {
    setState({ ...EMPTY, file, busy: 'checking' });
    const request = { query: { name: file.name }, body: file, timeoutMs: TIMEOUT_MS, read: asSchema(dryRunSchema) };
    const result = await callAsAdmin('POST /admin/catalogue/import', request);
    setState({
      ...EMPTY,
      file,
      ...(result.ok ? { dryRun: result.data } : { problem: result.message ?? t('failed') }),
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
    const query = { name: file.name, apply: shown.digest };
    const request = { query, body: file, timeoutMs: TIMEOUT_MS, read: asSchema(importedSchema) };
    const result = await callAsAdmin('POST /admin/catalogue/import', request);
    if (result.ok) return setState({ ...EMPTY, file, imported: result.data });
    const dryRun = refusedImportSchema.safeParse(result.details).data?.dryRun ?? shown;
    setState({ ...EMPTY, file, dryRun, problem: result.message ?? t('applyFailed') });
  };

  const restart = () => setState(EMPTY);
  return { state, choose, check, apply, refuse, restart };
}

/**
 * Returns a copy of the file in memory, so that a later save cannot change what is imported. Null if it cannot be read.
 */
async function copyOf(file: File): Promise<File | null> {
  try {
    return new File([await file.arrayBuffer()], file.name);
  } catch {
    return null;
  }
}
