'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';

/** A spreadsheet of the donors of each financial year, to download. */
export function DonorFiles({ years }: { years: readonly string[] }) {
  const t = useTranslations('usersAndBillings.donors');
  return (
    <div className="flex flex-wrap gap-3">
      {years.map((year) => (
        <DownloadButton
          key={year}
          Icon={Download}
          document={{
            id: 'donors',
            failed: t('failed'),
            fetch: () =>
              callAsAdmin('GET /admin/donors/{year}', { params: { year }, timeoutMs: DOCUMENT_MS, read: asFile() }),
            nameOn: () => `donors_${year}.xlsx`,
          }}
        >
          {t('of', { year })}
        </DownloadButton>
      ))}
    </div>
  );
}
