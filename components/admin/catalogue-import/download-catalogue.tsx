'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';

const TIMEOUT_MS = 60_000;

/** Downloads the current catalogue as a file that can be edited and imported again. */
export function DownloadCatalogue() {
  const t = useTranslations('catalogueImport.columns');
  return (
    <DownloadButton
      Icon={Download}
      document={{
        id: 'catalogue-download',
        texts: { preparing: t('downloading'), downloaded: t('downloaded') },
        failed: t('downloadFailed'),
        fetch: () => callAsAdmin('GET /admin/catalogue/import', { timeoutMs: TIMEOUT_MS, read: asFile() }),
        nameOn: (date) => `catalogue-${date}.xlsx`,
      }}
    >
      {t('download')}
    </DownloadButton>
  );
}
