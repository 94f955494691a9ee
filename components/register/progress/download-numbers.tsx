'use client';

import { Sheet } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';
import { DownloadButton } from '@/components/platform/form/download-button';
import { asFile } from '@/lib/api/client/client';
import { progressFileName } from '@/lib/published/progress';

/** Downloads the numbers of students of an adoption. */
export function DownloadNumbers({ billingId, bearer }: { billingId: string; bearer: Bearer }) {
  const t = useTranslations('adoptionPage.progress.download');
  return (
    <DownloadButton
      className="min-h-tap"
      Icon={Sheet}
      document={{
        id: 'progress',
        texts: { preparing: t('preparing'), downloaded: t('downloaded') },
        fetch: () => callerOf(bearer)('GET /billing/{billingId}/progress', { params: { billingId }, read: asFile() }),
        nameOn: progressFileName,
      }}
    >
      {t('button')}
    </DownloadButton>
  );
}
