'use client';

import { useTranslations } from 'use-intl';
import { useDownload } from '@/components/platform/form/use-download';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';

/** The ending of a name by the first byte of a file. */
const ENDINGS: Readonly<Record<number, string>> = { 0x25: 'pdf', 0x89: 'png', 0xff: 'jpg' };

/** Saves the scan of a paper. @param about whose paper it is */
export function ScanButton({ id, about }: { id: string; about: string }) {
  const t = useTranslations('admin.scan');
  const { pending, download } = useDownload();
  const save = () => {
    let first = 0;
    return download({
      id: 'scan',
      fetch: async () => {
        const request = { params: { scanId: id }, timeoutMs: DOCUMENT_MS, read: asFile() };
        const answer = await callAsAdmin('GET /admin/scans/{scanId}', request);
        // Its type is not in the response, so that no browser shows it.
        if (answer.ok) first = new Uint8Array(await answer.data.slice(0, 1).arrayBuffer())[0]!;
        return answer;
      },
      nameOn: () => `scan.${ENDINGS[first] ?? 'bin'}`,
    });
  };
  return (
    <button
      type="button"
      aria-label={t('of', { company: about })}
      aria-disabled={pending || undefined}
      onClick={() => pending || void save()}
    >
      {t('open')}
    </button>
  );
}
