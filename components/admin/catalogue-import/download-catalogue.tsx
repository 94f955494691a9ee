'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { saveFile } from '@/components/checkout/save-file';
import { usePending } from '@/components/form/use-pending';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { callAsAdmin } from '@/lib/api-client/admin';
import { asFile } from '@/lib/api-client/client';
import { isoDate } from '@/lib/document/rules';

const TIMEOUT_MS = 60_000;

/** Downloads the current catalogue as a file that can be edited and imported again. */
export function DownloadCatalogue() {
  const t = useTranslations('adminCourses.import.columns');
  const [pending, download] = usePending(async () => {
    const file = await callAsAdmin('GET /admin/catalogue/import', { timeoutMs: TIMEOUT_MS, read: asFile() });
    if (file.ok) saveFile(file.data, `catalogue-${isoDate(new Date())}.xlsx`);
    else notify.error(file.message ?? t('downloadFailed'), { id: 'catalogue-download' });
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      <span role="status" className="text-small text-ink-2">
        {pending && t('downloading')}
      </span>
      <Button variant="line" size="small" pending={pending} onClick={() => void download()}>
        {!pending && <Download aria-hidden />}
        <span>{t('download')}</span>
      </Button>
    </span>
  );
}
