'use client';

import { Sheet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SendByEmail } from '@/components/admin/exports/send-by-email';
import { Unlimited } from '@/components/admin/viewer';
import { DownloadButton } from '@/components/platform/form/download-button';
import { callAsAdmin } from '@/lib/api/client/admin';
import { asFile } from '@/lib/api/client/client';
import { DOCUMENT_MS } from '@/lib/platform/limits';

/** Downloads what the report shows, with all of its pages, or has it sent by e-mail. @param query the parameters of the report */
export function SheetButton({ query }: { query: string }) {
  const t = useTranslations('report');
  return (
    <>
      <DownloadButton
        Icon={Sheet}
        document={{
          id: 'report',
          failed: t('failed'),
          fetch: () =>
            callAsAdmin('GET /admin/report/spreadsheet', {
              query: Object.fromEntries(new URLSearchParams(query)),
              timeoutMs: DOCUMENT_MS,
              read: asFile(),
            }),
          nameOn: (date) => `report-${date}.xlsx`,
        }}
      >
        {t('spreadsheet')}
      </DownloadButton>
      <Unlimited>
        <SendByEmail kind="report" query={query} />
      </Unlimited>
    </>
  );
}
