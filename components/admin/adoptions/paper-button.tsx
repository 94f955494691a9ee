'use client';

import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';
import type { Locale } from '@/lib/platform/i18n/locale';
import { paperFileName } from '@/lib/documents/papers/rules';

type PaperButtonProps = { id: string; serial: string; locale: Locale };

/** Downloads a paper in a language. */
export function PaperButton({ id, serial, locale }: PaperButtonProps) {
  const t = useTranslations('adminAdoption.papers');
  const request = { params: { paperId: id }, query: { locale }, timeoutMs: DOCUMENT_MS, read: asFile() };
  return (
    <DownloadButton
      variant="bare"
      aria-label={t('download', { serial, language: t(`language.${locale}`) })}
      document={{
        id: 'paper',
        failed: t('failed'),
        fetch: () => callAsAdmin('GET /admin/papers/{paperId}', request),
        nameOn: () => paperFileName(serial, 'pdf'),
      }}
    >
      {t(`language.${locale}`)}
    </DownloadButton>
  );
}
