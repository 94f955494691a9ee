'use client';

import { useTranslations } from 'use-intl';
import { useDownload } from '@/components/platform/form/use-download';
import { paperFileName } from '@/lib/documents/papers/rules';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';

type PaperLinkProps = { id: string; serial: string; children: string };

/** Downloads a paper in English; the page of its adoption has it in every language. A plain button, since a table has many. */
export function PaperLink({ id, serial, children }: PaperLinkProps) {
  const t = useTranslations('registers.papers');
  const { pending, download } = useDownload();
  const request = { params: { paperId: id }, query: { locale: 'en' }, timeoutMs: DOCUMENT_MS, read: asFile() } as const;
  return (
    <button
      type="button"
      aria-label={t('download', { serial })}
      aria-disabled={pending || undefined}
      onClick={() =>
        pending ||
        void download({
          id: 'paper',
          failed: t('failed'),
          fetch: () => callAsAdmin('GET /admin/papers/{paperId}', request),
          nameOn: () => paperFileName(serial, 'pdf'),
        })
      }
    >
      {children}
    </button>
  );
}
